-- Ratings of free-for-alls are kept apart from those of games of two: each is a ladder of its own, named by the game, with a
-- plus for more than two. Standings, careers, tallies and rivalries say the ladder in their column `game`. Those of
-- free-for-alls from before count among the games of two until `python -m bot ratings rebuild` makes them anew. And a server
-- chooses the game that commands mean when none is named.

ALTER TABLE results ADD COLUMN ladder TEXT NOT NULL DEFAULT '';
UPDATE results SET ladder = game || iif(
    is_contest = 1 AND (SELECT count(*) FROM results AS others WHERE others.game_id = results.game_id) > 2, '+', '');

DROP INDEX results_counted;
DROP INDEX results_counted_here;
DROP INDEX results_lately;
DROP INDEX results_of_game;
DROP INDEX results_of_game_here;
CREATE INDEX results_counted ON results (user_id, ladder, finish) WHERE is_counted = 1;
CREATE INDEX results_counted_here ON results (user_id, guild_id, ladder, finish) WHERE is_counted = 1;
CREATE INDEX results_lately ON results (user_id, ladder, ended_at) WHERE is_counted = 1;
CREATE INDEX results_of_ladder ON results (user_id, ladder, nth);
CREATE INDEX results_of_ladder_here ON results (user_id, guild_id, ladder, nth_here);

ALTER TABLE servers ADD COLUMN game TEXT;
