"""What the makers of the project rely on."""
