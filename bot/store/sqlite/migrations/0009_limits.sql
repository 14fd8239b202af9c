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
