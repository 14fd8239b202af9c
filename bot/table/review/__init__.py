"""Pages of hints, reviews and replays."""
