-- Challenges and lobbies were two tables for one thing: seats to be taken before a game. They carry over with everything in
-- them. Challenges keep their numbers, and lobbies get negative ones, so that buttons posted before still find theirs. Those
-- that are open are shown anew, with the buttons of today. And a draw is agreed on by all who play, so several may have
-- offered it: the column has a bit a seat.

UPDATE games SET draw_offer = 1 << draw_offer WHERE draw_offer IS NOT NULL;

CREATE TABLE gatherings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    host_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated INTEGER NOT NULL,
    size INTEGER, -- the game starts as soon as so many sit; without one, when the host starts it
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

CREATE TABLE gathering_seats (
    gathering_id INTEGER NOT NULL REFERENCES gatherings (id),
    place INTEGER NOT NULL,
    user_id INTEGER,
    level TEXT,
    is_taken INTEGER NOT NULL, -- or it is kept for that person
    cut TEXT NOT NULL DEFAULT '',
    brought TEXT NOT NULL DEFAULT '{}', -- what this seat brings (a deck)
    PRIMARY KEY (gathering_id, place)
) STRICT, WITHOUT ROWID;

INSERT INTO gatherings
SELECT id, key, guild_id, channel_id, message_id, challenger_id, game, options, clock, rated, 2, binding, secret,
    commitment, iif(status = 'accepted', 'started', status), 1,
    iif(status = 'open' AND message_id IS NULL OR status <> 'open' AND status = shown_status, 1, 0),
    created_at, expires_at, game_id, rematch_of
FROM challenges ORDER BY id;
INSERT INTO gathering_seats (gathering_id, place, user_id, level, is_taken, cut)
SELECT id, 0, challenger_id, NULL, 1, cut FROM challenges
UNION ALL
SELECT id, 1, opponent_id, level, level IS NOT NULL OR status = 'accepted', '' FROM challenges
WHERE opponent_id IS NOT NULL OR level IS NOT NULL;

INSERT INTO gatherings
SELECT -id, key, guild_id, channel_id, message_id, host_id, game, options, clock, 0, NULL, binding, secret, commitment,
    status, revision + 1,
    iif(status = 'open' AND message_id IS NULL OR status <> 'open' AND shown_revision = revision, revision + 1, shown_revision),
    created_at, expires_at, game_id, rematch_of
FROM lobbies ORDER BY id;
-- What a lobby kept as a cut was only the mark of having joined.
INSERT INTO gathering_seats (gathering_id, place, user_id, level, is_taken)
SELECT -lobbies.id, place.key, json_extract(place.value, '$[0]'), json_extract(place.value, '$[1]'),
    json_extract(place.value, '$[1]') IS NOT NULL OR json_extract(place.value, '$[2]') <> ''
FROM lobbies, json_each(places) AS place;

DROP TABLE challenges;
DROP TABLE lobbies;

CREATE INDEX gatherings_open ON gatherings (expires_at) WHERE status = 'open';
CREATE INDEX gatherings_by_host ON gatherings (host_id) WHERE status = 'open';
CREATE INDEX gatherings_rematches ON gatherings (rematch_of) WHERE status = 'open';
CREATE INDEX gatherings_behind ON gatherings (id) WHERE shown_revision < revision;
CREATE INDEX gatherings_of_game ON gatherings (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX gathering_seats_of_person ON gathering_seats (user_id) WHERE user_id IS NOT NULL;
