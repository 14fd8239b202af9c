"""Text shaping without OpenType: drop characters no font has, reorder right-to-left text, join Arabic letters by
Unicode's presentation forms.

Strings in, strings out; which glyphs exist is asked through a callback. No font and no image may enter.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

HasGlyph = Callable[[str], bool]  # whether some font has this character

_JOINED_EMOJI: Final = re.compile("\u200d.")  # of a ZWJ sequence only the first emoji is kept
_MODIFIERS: Final = re.compile("[\U0001f3fb-\U0001f3ff\ufe00-\ufe0f]")
_FLAG_LETTERS: Final = {0x1F1E6 + at: chr(ord("A") + at) for at in range(26)}
_MIRRORED: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_THAI: Final = range(0x0E00, 0x0E80)


def drawable(text: str, has: HasGlyph) -> str:
    """The text without characters that have no glyph, in reading order."""
    text = _MODIFIERS.sub("", _JOINED_EMOJI.sub("", text)).translate(_FLAG_LETTERS)
    kept = "".join(_drawn(char, has) for char in unicodedata.normalize("NFC", text))
    return " ".join(kept.split())


def _drawn(char: str, has: HasGlyph) -> str:
    if char.isspace():
        return " "
    if unicodedata.category(char) in ("Mn", "Me", "Cf", "Cc", "Co", "Cn") and ord(char) not in _THAI:
        return ""
    if has(char):
        return char
    return "".join(plain for plain in unicodedata.normalize("NFKD", char) if plain.isalnum() and has(plain))


def visual(text: str) -> str:
    """The text in visual order, from left to right."""
    directions = _directions(text)
    runs = [(way, _run(text, places, way)) for way, places in _runs(directions)]
    if _base(text) == "R":
        runs.reverse()
    return "".join(run for _, run in runs)


def _runs(directions: str) -> Iterator[tuple[str, list[int]]]:
    for way, places in groupby(range(len(directions)), key=directions.__getitem__):
        yield way, list(places)


def _run(text: str, places: list[int], way: str) -> str:
    run = text[places[0] : places[-1] + 1]
    return _joined(run)[::-1].translate(_MIRRORED) if way == "R" else run


def _strong(char: str) -> str:
    """R, L, or a blank for a neutral character. Digits run left to right in every script."""
    kind = unicodedata.bidirectional(char)
    if kind in ("R", "AL"):
        return "R"
    return "L" if kind in ("L", "EN", "AN") else " "


def _base(text: str) -> str:
    """Base direction: that of the first letter, digits excluded."""
    letters = (_strong(char) for char in text if unicodedata.bidirectional(char) in ("L", "R", "AL"))
    return next(letters, "L")


def _directions(text: str) -> str:
    base = _base(text)
    strong = [_strong(char) for char in text]
    resolved = []
    for at, way in enumerate(strong):
        before = next((other for other in reversed(strong[:at]) if other != " "), base)
        after = next((other for other in strong[at:] if other != " "), base)
        resolved.append(way if way != " " else before if before == after else base)
    return "".join(resolved)


def _forms() -> dict[str, dict[str, str]]:
    """Letter or ligature → position in the word → presentation form, from Unicode's decompositions."""
    forms: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(0xFE80, 0xFEFD)):
        position, _, letters = unicodedata.decomposition(chr(code)).partition(" ")
        if letters:
            key = "".join(chr(int(letter, 16)) for letter in letters.split())
            forms.setdefault(key, {})[position.strip("<>")] = chr(code)
    return forms


_FORMS: Final = _forms()
_TATWEEL: Final = "\u0640"


def _joins_on(letter: str) -> bool:
    return letter == _TATWEEL or "initial" in _FORMS.get(letter, {})


def _joins_back(letter: str) -> bool:
    return letter == _TATWEEL or "final" in _FORMS.get(letter, {})


def _joined(run: str) -> str:
    """Replace Arabic letters by their contextual presentation forms; keep everything else."""
    letters = _with_ligatures(run)
    drawn = []
    for at, letter in enumerate(letters):
        is_joined_back = at > 0 and _joins_on(letters[at - 1]) and _joins_back(letter)
        is_joined_on = at + 1 < len(letters) and _joins_on(letter) and _joins_back(letters[at + 1])
        drawn.append(_form(letter, is_joined_back=is_joined_back, is_joined_on=is_joined_on))
    return "".join(drawn)


def _with_ligatures(run: str) -> list[str]:
    """Split into letters; lam followed by alef is one ligature."""
    letters: list[str] = []
    for char in run:
        if letters and letters[-1] == "\u0644" and letters[-1] + char in _FORMS:
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def _form(letter: str, *, is_joined_back: bool, is_joined_on: bool) -> str:
    positions = {
        (False, False): "isolated",
        (False, True): "initial",
        (True, False): "final",
        (True, True): "medial",
    }
    return _FORMS.get(letter, {}).get(positions[is_joined_back, is_joined_on], letter)
