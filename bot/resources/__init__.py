"""Where the files that come with the bot are."""
