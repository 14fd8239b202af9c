"""A chooser for a worker process: it imports nothing heavy, because the worker imports it anew."""

import os


def think(_level: str, view: object, dice: str) -> str:
    """Return the pid and the dice; never return for the view "forever"."""
    while view == "forever":
        pass
    return f"{os.getpid()} {dice}"
