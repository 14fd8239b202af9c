"""The rules of each game: pure functions over frozen state. Imports only the standard library and itself."""
