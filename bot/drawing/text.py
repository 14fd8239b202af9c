"""Text as a picture: which font has a character, and how much of a line fits.

Layout uses no OpenType tables: Pillow shapes text only where the machine has FriBiDi, and a picture must come out the
same everywhere. FreeType faces are not made for two threads at once, so all drawing here happens under one lock.
"""

import struct
import threading
from functools import lru_cache
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.drawing.text_shaping import drawable, visual
from bot.resources.paths import DATA

FONTS: Final = DATA / "fonts"
NUMERALS: Final = "AbrilFatface-Regular.ttf"
TEXT: Final = "FiraSansCondensed-SemiBold.ttf"
_EMOJI: Final = "NotoEmoji-Bold.ttf"
_CJK: Final = "DroidSansFallback.ttf"
_FALLBACKS: Final = (TEXT, "DejaVuSansCondensed-Bold.ttf", "NotoSansThai-Bold.ttf", _CJK, _EMOJI)
_SCALES: Final = {_EMOJI: 0.84, _CJK: 0.94}
_STROKES: Final = {_CJK: 0.02}  # the one font that comes in a regular weight only
_ELLIPSIS: Final = "…"
_LOCK: Final = threading.RLock()


class FontError(OSError):
    """A font cannot be used. An operator reads it, as every trouble with a file."""


def open_fonts() -> None:
    """Opens every font, so that one that is missing or damaged is noticed at the start, not in a picture."""
    for name in (NUMERALS, *_FALLBACKS):
        try:
            _font(name, 1)
        except OSError as error:
            raise FontError(f"{FONTS / name} cannot be used; put the file of this release back") from error


@lru_cache(maxsize=128)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    scaled = max(1, round(size * _SCALES.get(name, 1)))
    return ImageFont.truetype(FONTS / name, scaled, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=16)
def _characters(name: str) -> frozenset[int]:
    """The characters a font has, from its `cmap` table (Pillow does not tell)."""
    data = (FONTS / name).read_bytes()
    tables = {data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0] for at in _table_records(data)}
    start = tables[b"cmap"]
    found: set[int] = set()
    for record in range(struct.unpack_from(">H", data, start + 2)[0]):
        offset = start + struct.unpack_from(">I", data, start + 4 + 8 * record + 4)[0]
        if (read := _READERS.get(struct.unpack_from(">H", data, offset)[0])) is not None:
            found |= read(data, offset)
    return frozenset(found)


def _table_records(data: bytes) -> range:
    count = struct.unpack_from(">H", data, 4)[0]
    return range(12, 12 + 16 * count, 16)


def _read_segments(data: bytes, at: int) -> set[int]:
    """A cmap of format 4: ranges within the first 65,536 characters."""
    count = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts = struct.unpack_from(f">{count}H", data, at + 16 + 2 * count)
    return {code for start, end in zip(starts, ends, strict=True) for code in range(start, end + 1) if code != 0xFFFF}


def _read_groups(data: bytes, at: int) -> set[int]:
    """A cmap of format 12: ranges within all of Unicode."""
    count = struct.unpack_from(">I", data, at + 12)[0]
    groups = (struct.unpack_from(">II", data, at + 16 + 12 * group) for group in range(count))
    return {code for start, end in groups for code in range(start, end + 1)}


_READERS: Final = {4: _read_segments, 12: _read_groups}


def _font_for(char: str, first: str) -> str:
    return next((name for name in (first, *_FALLBACKS) if ord(char) in _characters(name)), first)


def _has(char: str) -> bool:
    return any(ord(char) in _characters(name) for name in _FALLBACKS)


@lru_cache(maxsize=1024)
def shown(text: str) -> str:
    """What of a name can be drawn, in reading order; empty if nothing can."""
    return drawable(text, _has)


def initial(name: str) -> str:
    """The first letter or digit of a name, for its medallion; empty if it has none."""
    first = next((char for char in shown(name) if char.isalnum()), "")
    return first.upper() if len(first.upper()) == 1 and _has(first.upper()) else first


def _pieces(text: str, font: str) -> list[tuple[str, str]]:
    """The line from left to right, cut where the font changes."""
    return [(name, "".join(chars)) for name, chars in groupby(visual(text), key=lambda char: _font_for(char, font))]


@lru_cache(maxsize=1024)
def width(text: str, size: int, font: str = TEXT) -> int:
    with _LOCK:
        return round(sum(_font(name, size).getlength(piece) for name, piece in _pieces(text, font)))


def fitted(text: str, size: int, room: int, *, smallest: int, font: str = TEXT) -> tuple[str, int]:
    """The line and the size it is set in: smaller where needed, and cut where even that does not fit."""
    for smaller in range(size, smallest - 1, -1):
        if width(text, smaller, font) <= room:
            return text, smaller
    kept = text
    while kept and width(kept + _ELLIPSIS, smallest, font) > room:
        kept = kept[:-1].rstrip()
    return kept + _ELLIPSIS, smallest


def wrapped(text: str, size: int, room: int, *, lines: int) -> list[str]:
    """The text on at most so many lines, broken between words; what is left over is cut from the last."""
    whole: list[str] = []
    words = text.split()
    while words and len(whole) < lines - 1:
        taken = 1
        while taken < len(words) and width(" ".join(words[: taken + 1]), size) <= room:
            taken += 1
        whole.append(fitted(" ".join(words[:taken]), size, room, smallest=size)[0])
        words = words[taken:]
    return [*whole, fitted(" ".join(words), size, room, smallest=size)[0]] if words else whole


@lru_cache(maxsize=512)
def line(text: str, size: int, font: str = TEXT) -> tuple[Image.Image, int, int]:
    """The ink of a line, cut to its edges, and where that lies: to the right of its start, and above its baseline."""
    margin, ascent = size, 2 * size
    with _LOCK:
        mask = Image.new("L", (width(text, size, font) + 2 * margin, 3 * size))
        draw = ImageDraw.Draw(mask)
        x = float(margin)
        for name, piece in _pieces(text, font):
            stroke = _STROKES.get(name, 0) * size
            draw.text((x, ascent), piece, fill=255, font=_font(name, size), anchor="ls", stroke_width=stroke)
            x += _font(name, size).getlength(piece)
    left, top, right, bottom = mask.getbbox() or (margin, ascent - 1, margin + 1, ascent)
    return mask.crop((left, top, right, bottom)), left - margin, ascent - top
