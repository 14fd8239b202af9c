"""The authority over games: seats, turns, clocks, gatherings, the verifiable shuffle. No Discord."""
