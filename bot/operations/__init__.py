"""Keeping the bot running: what it writes into its log, what it tells of itself, and the copies of its database.
Nothing here rules on a game, and nothing here knows a card."""
