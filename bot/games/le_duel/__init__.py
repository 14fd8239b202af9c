"""Le Duel: two players, sixty cards each, LD1 to LD17."""
