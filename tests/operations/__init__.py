"""What whoever runs the bot relies on."""
