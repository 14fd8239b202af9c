-- How people like to begin: the shape of their first turn in each game, tallied as results come in. Results that were filed
-- before this have none. `python -m bot ratings rebuild` makes the tally what the view says.

ALTER TABLE results ADD COLUMN opening TEXT;

CREATE TABLE openings (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    opening TEXT NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (scope, game, user_id, opening)
) STRICT, WITHOUT ROWID;
CREATE INDEX openings_of_person ON openings (user_id);

CREATE VIEW result_openings AS
SELECT game_id, seat, iif(is_everywhere, 0, guild_id) AS scope, game, user_id, opening, score = 'win' AS is_win
FROM results CROSS JOIN (SELECT 0 AS is_everywhere UNION ALL SELECT 1)
WHERE opening IS NOT NULL AND is_contest = 1 AND user_id > 0;
CREATE VIEW due_openings AS
SELECT scope, game, user_id, opening, count(*) AS games, sum(is_win) AS wins
FROM result_openings GROUP BY scope, game, user_id, opening;

CREATE TRIGGER result_opened AFTER INSERT ON results BEGIN
    INSERT INTO openings
    SELECT scope, game, user_id, opening, 1, is_win FROM result_openings
    WHERE game_id = new.game_id AND seat = new.seat
    ON CONFLICT DO UPDATE SET games = games + 1, wins = wins + excluded.wins;
END;
