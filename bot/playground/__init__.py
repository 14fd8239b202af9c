"""A simulated Discord in the browser, playable without a token."""
