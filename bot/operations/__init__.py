"""Operating the bot: settings, logs, metrics, health, and backups of the database. Rules on no game and knows no
card."""
