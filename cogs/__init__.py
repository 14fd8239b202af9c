"""THE EDGE. Slash commands and buttons: read, ask the referee, answer."""
