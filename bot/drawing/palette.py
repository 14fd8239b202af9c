"""Every colour of embeds and pictures. No drawing here; no colour is defined anywhere else."""

from typing import Final

Rgb = tuple[int, int, int]


def rgb(code: str) -> Rgb:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def as_integer(colour: Rgb) -> int:
    """0xRRGGBB, the format of Discord embeds."""
    red, green, blue = colour
    return red << 16 | green << 8 | blue


# Backgrounds and text
TEAL_DARK: Final = rgb("#0b2327")
TEAL: Final = rgb("#123238")
TEAL_LIGHT: Final = rgb("#1c464b")
TEAL_PALE: Final = rgb("#2d6266")
CREAM: Final = rgb("#f6ecd6")
CREAM_DIM: Final = rgb("#b4c0b4")
SHADOW: Final = rgb("#071719")

# The two suits, from dark to light
GOLD_TEXT: Final = rgb("#41250a")
GOLD_DARK: Final = rgb("#96610f")
GOLD: Final = rgb("#e9b53a")
GOLD_LIGHT: Final = rgb("#f6cd62")
GOLD_PALE: Final = rgb("#fde8ac")
SILVER_TEXT: Final = rgb("#1a2a3a")
SILVER_DARK: Final = rgb("#5d7183")
SILVER: Final = rgb("#b6c4d0")
SILVER_LIGHT: Final = rgb("#d0dae2")
SILVER_PALE: Final = rgb("#eef3f6")

# Kinds of cards, dark enough to write cream on; each has a sign too
ATTACK: Final = rgb("#ad3a2a")
DEFENCE: Final = rgb("#2b6199")
STRATEGY: Final = rgb("#6f4a97")
EQUIPMENT: Final = GOLD_DARK
BLOOD: Final = rgb("#6b1526")

# Signal colours; a shape or a word always says the same
NEW: Final = rgb("#f2704d")  # changed by the last turn
JUMP: Final = rgb("#5fd39a")  # a jump back by ten
SUCCESS: Final = rgb("#2fa36b")
DANGER: Final = rgb("#d5483a")

# Embed accents
ACCENT_GOLD: Final = as_integer(GOLD)
ACCENT_SILVER: Final = as_integer(SILVER)
ACCENT_NEUTRAL: Final = as_integer(TEAL_PALE)
ACCENT_SUCCESS: Final = as_integer(SUCCESS)
ACCENT_DANGER: Final = as_integer(DANGER)

# Pairs that meet at an anti-aliased edge: the PNG palette has shades between these; all others round to the nearest.
BLENDS: Final[tuple[tuple[Rgb, Rgb], ...]] = (
    (TEAL_DARK, TEAL),
    (TEAL, TEAL_LIGHT),
    (TEAL, TEAL_PALE),
    (TEAL, CREAM),
    (TEAL_DARK, CREAM),
    (TEAL_LIGHT, CREAM),
    (TEAL, CREAM_DIM),
    (TEAL, SHADOW),
    (TEAL, GOLD_DARK),
    (TEAL, GOLD),
    (TEAL, GOLD_PALE),
    (TEAL_DARK, GOLD),
    (TEAL_LIGHT, GOLD),
    (GOLD_TEXT, GOLD),
    (GOLD_TEXT, GOLD_LIGHT),
    (GOLD_TEXT, GOLD_PALE),
    (GOLD_DARK, GOLD_LIGHT),
    (GOLD_LIGHT, GOLD_PALE),
    (SILVER_LIGHT, SILVER_PALE),
    (GOLD_DARK, GOLD_PALE),
    (TEAL, SILVER_DARK),
    (TEAL, SILVER),
    (TEAL, SILVER_PALE),
    (TEAL_DARK, SILVER),
    (TEAL_LIGHT, SILVER),
    (SILVER_TEXT, SILVER),
    (SILVER_TEXT, SILVER_LIGHT),
    (SILVER_TEXT, SILVER_PALE),
    (SILVER_DARK, SILVER_LIGHT),
    (SILVER_DARK, SILVER_PALE),
    (TEAL, NEW),
    (TEAL_DARK, NEW),
    (GOLD_LIGHT, NEW),
    (SILVER_LIGHT, NEW),
    (CREAM, TEAL_DARK),
    (TEAL, JUMP),
    (TEAL_DARK, JUMP),
    (TEAL, SUCCESS),
    (TEAL, DANGER),
    (CREAM, ATTACK),
    (CREAM, DEFENCE),
    (CREAM, STRATEGY),
    (CREAM, EQUIPMENT),
    (CREAM, BLOOD),
)
