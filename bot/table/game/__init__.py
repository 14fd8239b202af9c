"""Pages of one game: the public table and a player's panel."""
