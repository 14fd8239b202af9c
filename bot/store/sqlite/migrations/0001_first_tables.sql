-- Everything a game needs to survive: who plays, every action, and what Discord has been shown.
-- Times are milliseconds since 1970. A result, its actions and its clocks change in one transaction.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT;

CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    channels TEXT NOT NULL DEFAULT '[]',
    threads INTEGER NOT NULL DEFAULT 0,
    clock TEXT NOT NULL DEFAULT 'live',
    language TEXT,
    reminders INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE challenges (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    challenger_id INTEGER NOT NULL,
    opponent_id INTEGER,
    level TEXT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated INTEGER NOT NULL,
    cut TEXT NOT NULL,
    binding TEXT NOT NULL UNIQUE,
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open',
    shown_status TEXT NOT NULL DEFAULT 'open',
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    game_id INTEGER REFERENCES games (id),
    rematch_of INTEGER REFERENCES games (id)
) STRICT;
CREATE INDEX challenges_open ON challenges (expires_at) WHERE status = 'open';
CREATE INDEX challenges_unshown ON challenges (id) WHERE status <> shown_status;
CREATE INDEX challenges_by_challenger ON challenges (challenger_id) WHERE status = 'open';
CREATE INDEX challenges_rematches ON challenges (rematch_of) WHERE status = 'open';

CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated INTEGER NOT NULL,
    binding TEXT NOT NULL,
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    shuffle INTEGER NOT NULL,
    snapshot TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    public_revision INTEGER NOT NULL DEFAULT 0,
    table_revision INTEGER NOT NULL DEFAULT -1, -- what its public table shows; as in `shown`, kept here to be found
    deadline INTEGER,
    is_reminded INTEGER NOT NULL DEFAULT 0,
    draw_offer INTEGER,
    created_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    ended_at INTEGER,
    reason TEXT,
    winners TEXT,
    rematch_of INTEGER REFERENCES games (id)
) STRICT;
CREATE INDEX games_due ON games (deadline) WHERE ended_at IS NULL AND deadline IS NOT NULL;
CREATE INDEX games_idle ON games (moved_at) WHERE ended_at IS NULL AND deadline IS NULL;
CREATE INDEX games_to_remind ON games (clock, deadline) WHERE ended_at IS NULL AND is_reminded = 0;
CREATE INDEX games_behind ON games (id) WHERE table_revision < public_revision;
CREATE INDEX games_by_guild ON games (guild_id) WHERE ended_at IS NULL;
CREATE INDEX games_running_in ON games (channel_id) WHERE ended_at IS NULL;
CREATE INDEX games_ended_in ON games (channel_id, ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE seats (
    game_id INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    user_id INTEGER,
    level TEXT,
    cut TEXT NOT NULL,
    warnings INTEGER NOT NULL DEFAULT 0,
    is_dm_closed INTEGER NOT NULL DEFAULT 0,
    ended_at INTEGER, -- its game's, kept here so that nobody's long past has to be read to find what they play
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_playing ON seats (user_id) WHERE ended_at IS NULL;
CREATE INDEX seats_played ON seats (user_id, ended_at, game_id) WHERE ended_at IS NOT NULL;
CREATE INDEX seats_of_computers ON seats (game_id) WHERE level IS NOT NULL AND ended_at IS NULL;

CREATE TABLE actions (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games (id),
    revision INTEGER NOT NULL,
    seat INTEGER,
    verb TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    key TEXT NOT NULL UNIQUE,
    UNIQUE (game_id, revision)
) STRICT;

CREATE TABLE shown (
    game_id INTEGER NOT NULL REFERENCES games (id),
    role TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    revision INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, role)
) STRICT, WITHOUT ROWID;
