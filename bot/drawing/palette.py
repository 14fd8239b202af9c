"""The house's colours: what embeds and pictures are made of. No drawing here, and no colour anywhere else."""

from typing import Final

Rgb = tuple[int, int, int]


def rgb(code: str) -> Rgb:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def number(colour: Rgb) -> int:
    """The colour as Discord's embeds take it."""
    red, green, blue = colour
    return red << 16 | green << 8 | blue


# The table
FELT_DEEP: Final = rgb("#0b2327")
FELT: Final = rgb("#123238")
FELT_RAISED: Final = rgb("#1c464b")
FELT_LINE: Final = rgb("#2d6266")
CREAM: Final = rgb("#f6ecd6")
CREAM_DIM: Final = rgb("#b4c0b4")
SHADOW: Final = rgb("#071719")

# The two colours of Le Duel, from dark to light
GOLD_INK: Final = rgb("#41250a")
GOLD_DARK: Final = rgb("#96610f")
GOLD: Final = rgb("#e9b53a")
GOLD_LIGHT: Final = rgb("#f6cd62")
GOLD_PALE: Final = rgb("#fde8ac")
SILVER_INK: Final = rgb("#1a2a3a")
SILVER_DARK: Final = rgb("#5d7183")
SILVER: Final = rgb("#b6c4d0")
SILVER_LIGHT: Final = rgb("#d0dae2")
SILVER_PALE: Final = rgb("#eef3f6")

# Signals; never the only one
NEW: Final = rgb("#f2704d")  # what the last turn changed
JUMP: Final = rgb("#5fd39a")  # ten back
SUCCESS: Final = rgb("#2fa36b")
DANGER: Final = rgb("#d5483a")

# Accents of embeds
ACCENT_GOLD: Final = number(GOLD)
ACCENT_SILVER: Final = number(SILVER)
ACCENT_NEUTRAL: Final = number(FELT_LINE)
ACCENT_SUCCESS: Final = number(SUCCESS)
ACCENT_DANGER: Final = number(DANGER)

# Pairs that meet at a smooth edge: pictures have in-between colours for these, and nearest ones for all others.
BLENDS: Final[tuple[tuple[Rgb, Rgb], ...]] = (
    (FELT_DEEP, FELT),
    (FELT, FELT_RAISED),
    (FELT, FELT_LINE),
    (FELT, CREAM),
    (FELT_DEEP, CREAM),
    (FELT_RAISED, CREAM),
    (FELT, CREAM_DIM),
    (FELT, SHADOW),
    (FELT, GOLD_DARK),
    (FELT, GOLD),
    (FELT, GOLD_PALE),
    (FELT_DEEP, GOLD),
    (FELT_RAISED, GOLD),
    (GOLD_INK, GOLD),
    (GOLD_INK, GOLD_LIGHT),
    (GOLD_INK, GOLD_PALE),
    (GOLD_DARK, GOLD_LIGHT),
    (GOLD_LIGHT, GOLD_PALE),
    (SILVER_LIGHT, SILVER_PALE),
    (GOLD_DARK, GOLD_PALE),
    (FELT, SILVER_DARK),
    (FELT, SILVER),
    (FELT, SILVER_PALE),
    (FELT_DEEP, SILVER),
    (FELT_RAISED, SILVER),
    (SILVER_INK, SILVER),
    (SILVER_INK, SILVER_LIGHT),
    (SILVER_INK, SILVER_PALE),
    (SILVER_DARK, SILVER_LIGHT),
    (SILVER_DARK, SILVER_PALE),
    (FELT, NEW),
    (FELT_DEEP, NEW),
    (GOLD_LIGHT, NEW),
    (SILVER_LIGHT, NEW),
    (CREAM, FELT_DEEP),
    (FELT, JUMP),
    (FELT_DEEP, JUMP),
    (FELT, SUCCESS),
    (FELT, DANGER),
)
