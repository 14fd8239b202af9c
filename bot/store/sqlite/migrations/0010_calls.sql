-- Whom a host has called to a gathering lately, so that a restart does not forget how often. And people's ids are no longer
-- the keys of a table with row numbers: its inner pages keep a key after its row is deleted, until the file is written anew.

CREATE TABLE calls (
    host_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL, -- who was called and has not sat down since
    at INTEGER NOT NULL,
    gathering_id INTEGER NOT NULL,
    PRIMARY KEY (host_id, user_id, at, gathering_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_of_person ON calls (user_id);
CREATE INDEX calls_by_time ON calls (at);

CREATE TABLE people_by_id (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    details INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO people_by_id SELECT user_id, name, locale, seen_at, details FROM people;
DROP TABLE people;
ALTER TABLE people_by_id RENAME TO people;
