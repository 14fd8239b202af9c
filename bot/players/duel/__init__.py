"""DUEL's computers. They imagine the hidden cards of a view; no other player's hand."""
