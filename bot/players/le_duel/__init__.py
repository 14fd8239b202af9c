"""Le Duel's computers. They search a `Bitboard`, made from an observation; no hidden information."""
