"""Le Duel's computers. They think with a `Sight`, made from an observation: nothing hidden enters here."""
