"""The page shown before a game."""
