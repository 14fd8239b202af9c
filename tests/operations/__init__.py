"""Operation: settings, logs, metrics, health, backups."""
