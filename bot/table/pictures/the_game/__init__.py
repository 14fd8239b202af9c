"""How The Game is drawn: what is shown (`scenes`), and a module for each picture. A `View` in, never a state."""
