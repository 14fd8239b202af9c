"""The Game: one to five players against the deck, TG1 to TG12."""
