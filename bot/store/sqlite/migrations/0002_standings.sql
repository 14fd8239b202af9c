-- What rankings, profiles and histories are read from: running tallies, so that no page ever scans games. All of it
-- follows from `results`, and `python -m bot ratings rebuild` makes it anew. A scope is a server, or 0 for everywhere.
-- A negative user is somebody whose data was deleted.

ALTER TABLE servers ADD COLUMN ratings INTEGER NOT NULL DEFAULT 1;
ALTER TABLE servers ADD COLUMN results_channel INTEGER;
ALTER TABLE servers ADD COLUMN season_start INTEGER NOT NULL DEFAULT 1; -- the first month of a season

ALTER TABLE games ADD COLUMN finish INTEGER; -- its place among all results, in the order they were committed
ALTER TABLE games ADD COLUMN dealt TEXT; -- its shuffles as dealt, once a player's deletion has taken their cut away
CREATE UNIQUE INDEX games_finished ON games (finish) WHERE finish IS NOT NULL;
CREATE INDEX games_not_filed ON games (ended_at, id) WHERE ended_at IS NOT NULL AND finish IS NULL;

CREATE TABLE results (
    game_id INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    finish INTEGER NOT NULL,
    game TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    season TEXT NOT NULL, -- the server's, as its settings were then
    turns INTEGER NOT NULL,
    score TEXT NOT NULL,
    is_first INTEGER NOT NULL,
    chain INTEGER NOT NULL,
    is_contest INTEGER NOT NULL,
    is_counted INTEGER NOT NULL,
    -- from here on it follows from the rest
    nth INTEGER NOT NULL, -- of this person's finished games
    nth_here INTEGER NOT NULL, -- of those in this server
    weight REAL NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    gain INTEGER NOT NULL,
    mu_here REAL NOT NULL,
    sigma_here REAL NOT NULL,
    gain_here INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_in_order ON results (finish);
CREATE INDEX results_of_person ON results (user_id, nth);
CREATE INDEX results_of_member ON results (user_id, guild_id, nth_here);
CREATE INDEX results_counted ON results (user_id, game, finish) WHERE is_counted = 1;
CREATE INDEX results_counted_here ON results (user_id, guild_id, game, finish) WHERE is_counted = 1;
CREATE INDEX results_lately ON results (user_id, game, ended_at) WHERE is_counted = 1;

CREATE TABLE standings (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    points INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (scope, game, period, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_ranked ON standings (scope, game, period, points DESC, user_id);
CREATE INDEX standings_of_person ON standings (user_id);

-- How many people stand in each range of 25 points: a rank and a page are found without counting everyone above.
CREATE TABLE tiers (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    tier INTEGER NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (scope, game, period, tier)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER standings_added AFTER INSERT ON standings BEGIN
    INSERT INTO tiers VALUES (new.scope, new.game, new.period, new.points / 25, 1)
    ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER standings_moved AFTER UPDATE OF points ON standings WHEN old.points / 25 <> new.points / 25 BEGIN
    UPDATE tiers SET people = people - 1
    WHERE scope = old.scope AND game = old.game AND period = old.period AND tier = old.points / 25;
    INSERT INTO tiers VALUES (new.scope, new.game, new.period, new.points / 25, 1)
    ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER standings_removed AFTER DELETE ON standings BEGIN
    UPDATE tiers SET people = people - 1
    WHERE scope = old.scope AND game = old.game AND period = old.period AND tier = old.points / 25;
END;

CREATE TABLE careers (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    streak INTEGER NOT NULL, -- wins in a row, or losses below zero
    best_streak INTEGER NOT NULL,
    chain INTEGER NOT NULL,
    chain_game INTEGER,
    fastest INTEGER, -- turns
    fastest_game INTEGER,
    PRIMARY KEY (scope, game, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX careers_of_person ON careers (user_id);

CREATE TABLE tallies (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    is_first INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (scope, game, user_id, seat, is_first)
) STRICT, WITHOUT ROWID;
CREATE INDEX tallies_of_person ON tallies (user_id);

CREATE TABLE rivalries (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    rival_id INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (scope, game, user_id, rival_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rivalries_of_person ON rivalries (user_id);
CREATE INDEX rivalries_of_rival ON rivalries (rival_id);
