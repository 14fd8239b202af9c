"""The store on SQLite through aiosqlite. The only package with SQL."""
