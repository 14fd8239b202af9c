"""SQLite through aiosqlite. The only place with SQL."""
