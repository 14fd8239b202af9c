"""Programs play each other, and us, through the line protocol. Discord and the store may not enter here."""
