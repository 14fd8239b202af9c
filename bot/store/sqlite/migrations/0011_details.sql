-- A panel's picture says what its text says. Whether somebody wants the whole text beside it is theirs to set, and kept.

ALTER TABLE people ADD COLUMN details INTEGER NOT NULL DEFAULT 0;
