"""Trains Le Duel's computers on thousands of games at once in numpy, and tunes The Game's. The bot never imports
this."""
