-- What teams have reached by size and mode, so that no page ever counts games: how many came to which score on each
-- board, and what each person has behind them there. All of it follows from `team_scores` and `results`: the views say
-- what the tables should hold, and `python -m bot ratings rebuild` makes them so. A scope is a server, or 0 for everywhere.

CREATE INDEX team_scores_everywhere ON team_scores (game, size, mode, score, ended_at);

-- Every board a team's game is on. A server's season is the one its settings named when the game ended; everywhere,
-- seasons are the quarters of the year. A week is that of its Thursday.
CREATE VIEW team_boards AS
SELECT
    team_scores.*,
    iif(is_everywhere, 0, guild_id) AS scope,
    CASE kind
        WHEN 'season' THEN 'season ' || iif(
            is_everywhere,
            strftime('%Y-', ended_at / 1000, 'unixepoch')
                || printf('%02d', (strftime('%m', ended_at / 1000, 'unixepoch') - 1) / 3 * 3 + 1),
            (SELECT season FROM results WHERE results.game_id = team_scores.game_id LIMIT 1)
        )
        WHEN 'month' THEN strftime('month %Y-%m', ended_at / 1000, 'unixepoch')
        WHEN 'week' THEN strftime('week %Y-', ended_at / 1000, 'unixepoch', '-3 days', 'weekday 4')
            || printf('%02d', (strftime('%j', ended_at / 1000, 'unixepoch', '-3 days', 'weekday 4') - 1) / 7 + 1)
        ELSE kind
    END AS period
FROM team_scores
CROSS JOIN (SELECT 0 AS is_everywhere UNION ALL SELECT 1)
CROSS JOIN (SELECT 'all' AS kind UNION ALL SELECT 'season' UNION ALL SELECT 'month' UNION ALL SELECT 'week');

CREATE TABLE team_tallies (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    size INTEGER NOT NULL,
    mode TEXT NOT NULL,
    score INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (scope, game, period, size, mode, score)
) STRICT, WITHOUT ROWID;
CREATE VIEW due_team_tallies AS
SELECT scope, game, period, size, mode, score, count(*) AS games
FROM team_boards GROUP BY scope, game, period, size, mode, score;

CREATE TABLE team_records (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mode TEXT NOT NULL,
    games INTEGER NOT NULL,
    beaten INTEGER NOT NULL,
    cards_left INTEGER NOT NULL, -- in all of them together
    best INTEGER NOT NULL,
    best_game INTEGER NOT NULL, -- the first that reached it
    PRIMARY KEY (scope, game, period, user_id, size, mode)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_records_of_person ON team_records (user_id);
CREATE VIEW due_team_records AS
SELECT
    scope, game, period, user_id, size, mode, games, beaten, cards_left,
    first_best >> 40 AS best,
    (SELECT id FROM games WHERE finish = first_best & 0xFFFFFFFFFF) AS best_game
FROM (
    SELECT
        scope, team_boards.game, period, user_id, size, mode,
        count(*) AS games,
        sum(team_boards.score = 0) AS beaten,
        sum(team_boards.score) AS cards_left,
        min(team_boards.score << 40 | finish) AS first_best
    FROM team_boards JOIN results USING (game_id)
    WHERE user_id > 0
    GROUP BY scope, team_boards.game, period, user_id, size, mode
);

CREATE TRIGGER team_scored AFTER INSERT ON team_scores BEGIN
    INSERT INTO team_tallies
    SELECT scope, game, period, size, mode, score, 1 FROM team_boards WHERE game_id = new.game_id
    ON CONFLICT DO UPDATE SET games = games + 1;
    INSERT INTO team_records
    SELECT scope, team_boards.game, period, user_id, size, mode, 1, team_boards.score = 0, team_boards.score,
        team_boards.score, game_id
    FROM team_boards JOIN results USING (game_id) WHERE game_id = new.game_id AND user_id > 0
    ON CONFLICT DO UPDATE SET
        games = games + 1,
        beaten = beaten + excluded.beaten,
        cards_left = cards_left + excluded.cards_left,
        best_game = iif(excluded.best < best, excluded.best_game, best_game),
        best = min(best, excluded.best);
END;

INSERT INTO team_tallies SELECT * FROM due_team_tallies;
INSERT INTO team_records SELECT * FROM due_team_records;
