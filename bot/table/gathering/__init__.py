"""Pages shown before a game: challenges and lobbies."""
