"""Le Duel's computers. They think with a `Bitboard`, made from an observation: nothing hidden enters here."""
