"""Programs play each other, and us, through the line protocol."""
