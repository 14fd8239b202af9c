-- Games that people play together against the cards: the lobbies they gather in, and the scores they reached.

CREATE TABLE lobbies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    host_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    places TEXT NOT NULL, -- who sits there, in order: person or computer, and their cut
    binding TEXT NOT NULL UNIQUE,
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open',
    revision INTEGER NOT NULL DEFAULT 0,
    shown_revision INTEGER NOT NULL DEFAULT 0, -- what its message shows
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    game_id INTEGER REFERENCES games (id),
    rematch_of INTEGER REFERENCES games (id)
) STRICT;
CREATE INDEX lobbies_open ON lobbies (expires_at) WHERE status = 'open';
CREATE INDEX lobbies_by_host ON lobbies (host_id) WHERE status = 'open';
CREATE INDEX lobbies_again ON lobbies (rematch_of) WHERE status = 'open';
CREATE INDEX lobbies_behind ON lobbies (id) WHERE shown_revision < revision;

CREATE TABLE team_scores (
    game_id INTEGER PRIMARY KEY REFERENCES games (id),
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    size INTEGER NOT NULL, -- how many sat down
    mode TEXT NOT NULL, -- the options that were on, and whether computers helped
    score INTEGER NOT NULL, -- fewer is better
    ended_at INTEGER NOT NULL
) STRICT;
CREATE INDEX team_scores_best ON team_scores (guild_id, game, size, mode, score, ended_at);
