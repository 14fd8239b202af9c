"""THE RULES. Pure functions over frozen state, standard library only; nothing else of ours may enter."""
