"""A chooser for another process: nothing heavy may be imported here, because that process imports it anew."""

import os


def think(_level: str, view: object, dice: str) -> str:
    """Says who thinks, and about what; never stops if asked so."""
    while view == "forever":
        pass
    return f"{os.getpid()} {dice}"
