"""Rasterize text: font fallback by character, measuring, shrinking and wrapping lines.

Layout is Pillow's basic engine: Raqm shapes text only where the machine has FriBiDi, and pictures must be identical
everywhere. FreeType faces are not thread-safe, so measuring and drawing hold one lock.
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
_STROKES: Final = {_CJK: 0.02}  # emboldens the one font that has no bold weight
_ELLIPSIS: Final = "…"
_LOCK: Final = threading.RLock()


class FontError(OSError):
    """A font file is missing or damaged. The message is for the operator."""


def open_fonts() -> None:
    """Open every font, so that a missing or damaged one fails the start rather than a picture."""
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
    """Code points the font has glyphs for, read from its `cmap` table: Pillow has no API for it."""
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
    """cmap format 4: ranges within the Basic Multilingual Plane."""
    count = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts = struct.unpack_from(f">{count}H", data, at + 16 + 2 * count)
    return {code for start, end in zip(starts, ends, strict=True) for code in range(start, end + 1) if code != 0xFFFF}


def _read_groups(data: bytes, at: int) -> set[int]:
    """cmap format 12: ranges within all of Unicode."""
    count = struct.unpack_from(">I", data, at + 12)[0]
    groups = (struct.unpack_from(">II", data, at + 16 + 12 * group) for group in range(count))
    return {code for start, end in groups for code in range(start, end + 1)}


_READERS: Final = {4: _read_segments, 12: _read_groups}


def _font_for(char: str, first: str) -> str:
    return next((name for name in (first, *_FALLBACKS) if ord(char) in _characters(name)), first)


def _has_glyph(char: str) -> bool:
    return any(ord(char) in _characters(name) for name in _FALLBACKS)


@lru_cache(maxsize=1024)
def drawable_part(text: str) -> str:
    """The characters that some font has, in reading order; may be empty."""
    return drawable(text, _has_glyph)


def initial(name: str) -> str:
    """The first letter or digit that can be drawn, upper-cased where that is one character; may be empty."""
    first = next((char for char in drawable_part(name) if char.isalnum()), "")
    return first.upper() if len(first.upper()) == 1 and _has_glyph(first.upper()) else first


def _font_runs(text: str, font: str) -> list[tuple[str, str]]:
    """The line in visual order, split where the font changes."""
    return [(name, "".join(chars)) for name, chars in groupby(visual(text), key=lambda char: _font_for(char, font))]


@lru_cache(maxsize=1024)
def width(text: str, size: int, font: str = TEXT) -> int:
    with _LOCK:
        return round(sum(_font(name, size).getlength(piece) for name, piece in _font_runs(text, font)))


def fitted(text: str, size: int, room: int, *, smallest: int, font: str = TEXT) -> tuple[str, int]:
    """Fit a line into `room` pixels: reduce the size down to `smallest`, then truncate with an ellipsis."""
    for smaller in range(size, smallest - 1, -1):
        if width(text, smaller, font) <= room:
            return text, smaller
    kept = text
    while kept and width(kept + _ELLIPSIS, smallest, font) > room:
        kept = kept[:-1].rstrip()
    return kept + _ELLIPSIS, smallest


def wrapped(text: str, size: int, room: int, *, lines: int) -> list[str]:
    """Wrap at spaces into at most `lines` lines; truncate the last."""
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
def text_mask(text: str, size: int, font: str = TEXT) -> tuple[Image.Image, int, int]:
    """Glyph mask of a line, cropped to its bounding box; its offset right of the pen start and above the baseline."""
    margin, ascent = size, 2 * size
    with _LOCK:
        mask = Image.new("L", (width(text, size, font) + 2 * margin, 3 * size))
        draw = ImageDraw.Draw(mask)
        x = float(margin)
        for name, piece in _font_runs(text, font):
            stroke = _STROKES.get(name, 0) * size
            draw.text((x, ascent), piece, fill=255, font=_font(name, size), anchor="ls", stroke_width=stroke)
            x += _font(name, size).getlength(piece)
    left, top, right, bottom = mask.getbbox() or (margin, ascent - 1, margin + 1, ascent)
    return mask.crop((left, top, right, bottom)), left - margin, ascent - top
