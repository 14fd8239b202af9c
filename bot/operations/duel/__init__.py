"""DUEL's card files on the command line."""
