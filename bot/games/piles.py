"""Placement on ascending and descending piles, shared by the games that have them. No other rule of a game."""

JUMP = 10


def fits(card: int, top: int, *, is_up: bool) -> bool:
    """LD6, TG4: further along, or exactly ten back."""
    if is_up:
        return card > top or card == top - JUMP
    return card < top or card == top + JUMP


def is_jump(card: int, top: int, *, is_up: bool) -> bool:
    """LD6, TG4: exactly ten back."""
    return card == (top - JUMP if is_up else top + JUMP)


def change(card: int, top: int) -> str:
    """How a card changes the pile it is put on, as people read it: `+4`, `−18`."""
    return f"{card - top:+d}".replace("-", "−")
