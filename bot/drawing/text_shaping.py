"""Names as people type them, ready to be drawn from left to right: what no font has goes, right-to-left turns round.

Arabic letters are joined by Unicode's presentation forms. Text in, text out; fonts are a question asked of the caller.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

Has = Callable[[str], bool]  # whether some font has this character

_JOINED_EMOJI: Final = re.compile("\u200d.")  # of a joined emoji the first one stands for all
_TONES: Final = re.compile("[\U0001f3fb-\U0001f3ff\ufe00-\ufe0f]")
_FLAG_LETTERS: Final = {0x1F1E6 + at: chr(ord("A") + at) for at in range(26)}
_MIRRORED: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_THAI: Final = range(0x0E00, 0x0E80)


def drawable(text: str, has: Has) -> str:
    """The text with every character that can be drawn, in reading order."""
    text = _TONES.sub("", _JOINED_EMOJI.sub("", text)).translate(_FLAG_LETTERS)
    kept = "".join(_drawn(char, has) for char in unicodedata.normalize("NFC", text))
    return " ".join(kept.split())


def _drawn(char: str, has: Has) -> str:
    if char.isspace():
        return " "
    if unicodedata.category(char) in ("Mn", "Me", "Cf", "Cc", "Co", "Cn") and ord(char) not in _THAI:
        return ""
    if has(char):
        return char
    return "".join(plain for plain in unicodedata.normalize("NFKD", char) if plain.isalnum() and has(plain))


def visual(text: str) -> str:
    """The text in the order its characters stand on paper, from the left."""
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
    """R, L, or a blank for what takes its direction from its neighbours. Digits run to the right in every script."""
    kind = unicodedata.bidirectional(char)
    if kind in ("R", "AL"):
        return "R"
    return "L" if kind in ("L", "EN", "AN") else " "


def _base(text: str) -> str:
    """The direction of the first letter; digits do not count."""
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
    """Letter or letters → position in the word → presentation form, from Unicode's own decompositions."""
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
    """Arabic letters in the form their place in the word asks for; everything else as it is."""
    letters = _with_ligatures(run)
    drawn = []
    for at, letter in enumerate(letters):
        is_joined_back = at > 0 and _joins_on(letters[at - 1]) and _joins_back(letter)
        is_joined_on = at + 1 < len(letters) and _joins_on(letter) and _joins_back(letters[at + 1])
        drawn.append(_form(letter, is_joined_back=is_joined_back, is_joined_on=is_joined_on))
    return "".join(drawn)


def _with_ligatures(run: str) -> list[str]:
    """Lam before alef is one letter on paper."""
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
