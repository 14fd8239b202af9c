"""DUEL: two to six players with decks of their own, rules DU1 to DU41."""
