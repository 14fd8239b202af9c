-- How much one person may have at a time in a server, and whom people do not want to be challenged by. Closed gatherings are
-- found by their age, to be removed. The file is written anew before this step, because older versions may have left deleted
-- content in it; from here on it is overwritten as it is deleted.

ALTER TABLE servers ADD COLUMN most_games INTEGER NOT NULL DEFAULT 20; -- running, a person
ALTER TABLE servers ADD COLUMN most_invitations INTEGER NOT NULL DEFAULT 5; -- open, a person
ALTER TABLE servers ADD COLUMN most_challenges INTEGER NOT NULL DEFAULT 5; -- at one person, an hour

CREATE TABLE blocks (
    user_id INTEGER NOT NULL, -- who does not want to be challenged
    blocked_id INTEGER NOT NULL, -- by this person
    PRIMARY KEY (user_id, blocked_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_of_blocked ON blocks (blocked_id);

CREATE INDEX gatherings_closed ON gatherings (expires_at) WHERE status <> 'open';

-- People keep decks for games to which decks are brought: by game, with the version of the cards they were last edited with.
-- A deck need not be legal to be kept. At most one of a person's decks of a game is the usual one, which is brought when
-- none is named. Names differ by their key: the name without capitals.

CREATE TABLE decks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    cards TEXT NOT NULL, -- JSON: how many of each card, by id
    set_version INTEGER NOT NULL,
    is_usual INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    changed_at INTEGER NOT NULL,
    UNIQUE (user_id, game, name_key)
) STRICT;

CREATE UNIQUE INDEX decks_usual ON decks (user_id, game) WHERE is_usual = 1;

-- Whom a host has called to a gathering lately, so that a restart does not forget how often.

CREATE TABLE calls (
    host_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL, -- who was called and has not sat down since
    at INTEGER NOT NULL,
    gathering_id INTEGER NOT NULL,
    PRIMARY KEY (host_id, user_id, at, gathering_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_of_person ON calls (user_id);
CREATE INDEX calls_by_time ON calls (at);

-- What is a person's to set, and kept: whether the whole text stands beside a picture that says it, and how they are told that
-- it is their turn. And people's ids are no longer the keys of a table with row numbers: its inner pages keep a key after its
-- row is deleted, until the file is written anew.

CREATE TABLE people_by_id (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    details INTEGER NOT NULL DEFAULT 0,
    notices TEXT NOT NULL DEFAULT 'dm', -- dm, channel or none
    early_notices INTEGER NOT NULL DEFAULT 0 -- whether they are told before, when they are next
) STRICT, WITHOUT ROWID;
INSERT INTO people_by_id (user_id, name, locale, seen_at) SELECT user_id, name, locale, seen_at FROM people;
DROP TABLE people;
ALTER TABLE people_by_id RENAME TO people;
