"""How Le Duel's computers learn: thousands of games at once in numpy. The bot never imports this."""
