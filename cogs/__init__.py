"""Slash commands, one cog a module. Each reads its options, asks the referee or a service of the edge, and answers."""
