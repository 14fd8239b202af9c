"""Everything that speaks Discord and is no slash command."""
