"""Hints, reviews and replays."""
