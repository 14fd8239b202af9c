"""Drawing primitives: sprites, text, plots, PNG and WebP encoding. No game, no page and no language may enter."""
