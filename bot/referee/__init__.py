"""THE AUTHORITY. Seats, turns, clocks, challenges, the fair shuffle. Discord may not enter here."""
