"""Programs play each other, and our computers, over the line protocol. Discord and the store may not enter here."""
