"""`python -m bot doctor`: looks over everything the bot needs, changes nothing, and says what to do about what it
finds."""
