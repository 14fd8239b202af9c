"""`python -m tools.emblems folder`: draw data/art/emblems.png, the emblems that data/art/emblems.toml names, from an
unpacked npm package `@iconify-json/game-icons`. For makers only: it needs `pip install resvg-py`, and the bot reads
the finished picture alone."""

import io
import json
import sys
import tomllib
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from PIL import Image

from bot.drawing.emblems import ART, COLUMNS, SIZE

_LEVELS = 16  # shades of an edge; a drawing has no others


def main(arguments: Sequence[str]) -> int:
    icons = json.loads((Path(arguments[0]) / "icons.json").read_text(encoding="utf-8"))
    chosen = tomllib.loads((ART / "emblems.toml").read_text(encoding="utf-8"))
    names = [name for group in chosen.values() for name in group.values()]
    sheet = Image.new("L", (COLUMNS * SIZE, -(-len(names) // COLUMNS) * SIZE))
    for at, name in enumerate(names):
        sheet.paste(_mask(icons, name), (at % COLUMNS * SIZE, at // COLUMNS * SIZE))
    file = ART / "emblems.png"
    _in_few_levels(sheet).save(file, optimize=True, bits=4)
    print(f"{file}: {len(names)} emblems, {file.stat().st_size} bytes")
    return 0


def _mask(icons: dict[str, Any], name: str) -> Image.Image:
    """A drawing's opacity, at the size of the sheet."""
    while name not in icons["icons"]:
        name = icons["aliases"][name]["parent"]
    body = icons["icons"][name]["body"].replace("currentColor", "#000")
    view = f'viewBox="0 0 {icons["width"]} {icons["height"]}" width="{SIZE}" height="{SIZE}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{body}</svg>'
    png = import_module("resvg_py").svg_to_bytes(svg_string=svg, width=SIZE, height=SIZE)
    return Image.open(io.BytesIO(bytes(png))).getchannel("A")


def _in_few_levels(sheet: Image.Image) -> Image.Image:
    """As palette indices, each a level of opacity: four bits a pixel."""
    levels = sheet.point([round(value * (_LEVELS - 1) / 255) for value in range(256)])
    image = Image.frombytes("P", sheet.size, levels.tobytes())
    image.putpalette([round(level * 255 / (_LEVELS - 1)) for level in range(_LEVELS) for _ in range(3)])
    return image


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
