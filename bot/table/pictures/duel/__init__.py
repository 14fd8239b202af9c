"""DUEL's pictures: their data (`scenes`), and a module for each picture. No state may enter, only a `View`."""
