"""The Game's computers. They search a view; no other player's hand."""
