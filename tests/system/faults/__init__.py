"""What a machine does to a bot: full disks, flipped bytes, clocks that are set, sleep, and death at any moment."""
