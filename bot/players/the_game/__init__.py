"""The Game's computers. They think with a view: nobody else's hand enters here."""
