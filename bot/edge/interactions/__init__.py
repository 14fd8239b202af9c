"""Handling one interaction: who is answered, once, in time, and by which handler."""
