"""Le Duel's own exchange for programs, as guests of the older host know it."""
