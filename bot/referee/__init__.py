"""The authority over games: seats, turns, clocks, challenges, lobbies, the verifiable shuffle. No Discord."""
