"""A `choose` function for another process, which imports this module: nothing heavy may be imported here."""

import os


def think(_level: str, view: object, dice: str) -> str:
    """Return the process id and `dice`; never return if the view is "forever"."""
    while view == "forever":
        pass
    return f"{os.getpid()} {dice}"
