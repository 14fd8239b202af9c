"""Computer players and advisers. They get an observation, never a state."""
