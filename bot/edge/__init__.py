"""What speaks Discord and is no slash command."""
