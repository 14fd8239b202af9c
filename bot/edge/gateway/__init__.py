"""The connection to Discord: the client, its command tree, and how arriving interactions are counted and filtered."""
