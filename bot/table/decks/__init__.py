"""Pages about decks and the cards they are built from, of any game to which decks are brought."""
