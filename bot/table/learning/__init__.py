"""Rules and tutorial."""
