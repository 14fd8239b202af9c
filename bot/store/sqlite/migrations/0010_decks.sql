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
