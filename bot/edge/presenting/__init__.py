"""From stored rows to what pages show: names looked up, observations taken."""
