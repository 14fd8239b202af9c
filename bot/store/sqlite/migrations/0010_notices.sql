-- How a person is told that it is their turn: by DM, by a mention in the game's channel, or not at all; and whether they are
-- told before, when they are next. Theirs to set, and kept.

ALTER TABLE people ADD COLUMN notices TEXT NOT NULL DEFAULT 'dm'; -- dm, channel or none
ALTER TABLE people ADD COLUMN early_notices INTEGER NOT NULL DEFAULT 0;
