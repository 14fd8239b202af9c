"""The kit pictures are made with. It knows no game, no page and no language."""
