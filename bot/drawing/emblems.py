"""Emblems: one-coloured drawings by name, scaled from the sheet `data/art/emblems.png`. No game may enter: a name that
the sheet has not is the caller's to replace.

`emblems.toml` names the drawings in the order of the sheet; `tools/emblems.py` makes the sheet from it.
"""

import tomllib
from functools import cache, lru_cache
from typing import Final

from PIL import Image

from bot.drawing.palette import Rgb
from bot.resources.paths import DATA

ART: Final = DATA / "art"
SIZE: Final = 128  # of a drawing on the sheet
COLUMNS: Final = 10


@cache
def _positions() -> dict[str, int]:
    groups = tomllib.loads((ART / "emblems.toml").read_text(encoding="utf-8"))
    return {f"{group}.{name}": at for at, (group, name) in enumerate((g, n) for g in groups for n in groups[g])}


@cache
def _sheet() -> Image.Image:
    with Image.open(ART / "emblems.png") as image:
        return image.convert("L")


def has_emblem(name: str) -> bool:
    return name in _positions()


@lru_cache(maxsize=512)
def emblem_mask(name: str, size: int) -> Image.Image:
    """The opacity of a drawing, as `sign.attack` or `card.thrust`."""
    at = _positions()[name]
    x, y = at % COLUMNS * SIZE, at // COLUMNS * SIZE
    mask = _sheet().crop((x, y, x + SIZE, y + SIZE))
    return mask.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(maxsize=256)
def emblem(name: str, size: int, colour: Rgb) -> Image.Image:
    image = Image.new("RGBA", (size, size), colour)
    image.putalpha(emblem_mask(name, size))
    return image
