"""The store: rows as data, and `sqlite`, the one implementation. No rules enter."""
