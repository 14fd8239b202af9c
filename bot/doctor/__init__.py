"""`python -m bot doctor`: checks everything the bot needs, and prints advice for each finding. Changes nothing."""
