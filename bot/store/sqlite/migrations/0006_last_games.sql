-- A profile of one game shows the last games of that game, however many others somebody has played since.

CREATE INDEX results_of_game ON results (user_id, game, nth);
CREATE INDEX results_of_game_here ON results (user_id, guild_id, game, nth_here);
