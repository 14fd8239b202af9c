"""Sample pictures of every kind, for visual review and for tests."""
