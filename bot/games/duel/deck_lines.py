"""A deck as one short line that people can paste anywhere: `duel-base-2-` and letters and digits.

The letters are base32, which no chat formats and no keyboard's capital breaks: the cards that are there once, twice and
three times, each group with its size, by their places among the set's ids in alphabetical order; the others with their
numbers; and a checksum of all that and of the set's ids. A line is read by the set it was written with.
"""

import base64
import re
import zlib
from collections.abc import Iterable, Iterator

from bot.games.core import Deck, RuleError
from bot.games.duel.cards import CardSet
from bot.games.duel.sets import current_set, every_set

_LINE = re.compile(r"duel-(?P<set>[a-z]+)-(?P<version>[0-9]{1,6})-(?P<letters>[a-z0-9]*)", re.IGNORECASE | re.ASCII)
_BEGINS = re.compile(r"`*\s*duel-[a-z]+-[0-9]", re.IGNORECASE | re.ASCII)
LONGEST = 300  # characters of a line; one of 25 cards has at most 73
_GROUPS = (1, 2, 3)
_CHECKSUM = 3  # bytes
_MOST = 255  # of a card, and of cards in a group


def write_line(deck: Deck) -> str:
    """Of a deck whose cards are all in the set of new games."""
    card_set = current_set()
    data = _packed(deck, sorted(card_set.cards))
    letters = base64.b32encode(data + _checksum(card_set, data)).decode().rstrip("=").lower()
    return f"duel-{card_set.name}-{card_set.version}-{letters}"


def is_line(text: str) -> bool:
    """Whether it begins as a line does, sound or not."""
    return _BEGINS.match(text) is not None


def read_line(text: str) -> Deck:
    """By ids, which mean the same in every set. Raises `RuleError`, saying what is wrong."""
    line = "".join(text.split()).strip("`")
    if len(line) > LONGEST:
        raise RuleError("deck_line_long", most=LONGEST)
    found = _LINE.fullmatch(line)
    if found is None:
        raise RuleError("deck_line_damaged")
    card_set = _set_of(found["set"].lower(), int(found["version"]))
    try:
        data = base64.b32decode(found["letters"].upper() + "=" * (-len(found["letters"]) % 8))
    except ValueError:
        raise RuleError("deck_line_damaged") from None
    data, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if checksum != _checksum(card_set, data):
        raise RuleError("deck_line_damaged")
    return _unpacked(data, sorted(card_set.cards))


def _set_of(name: str, version: int) -> CardSet:
    for card_set in every_set():
        if (card_set.name, card_set.version) == (name, version):
            return card_set
    raise RuleError("deck_line_unknown_set", set=f"{name} {version}")


def _checksum(card_set: CardSet, data: bytes) -> bytes:
    of_set = " ".join((card_set.name, str(card_set.version), *sorted(card_set.cards)))
    return zlib.crc32(of_set.encode() + data).to_bytes(4, "big")[-_CHECKSUM:]


def _packed(deck: Deck, ids: list[str]) -> bytes:
    places = {ids.index(card): number for card, number in deck.items() if number}
    packed = bytearray()
    for number in _GROUPS:
        group = sorted(place for place, count in places.items() if count == number)
        packed += bytes((len(group), *group))
    for place, count in sorted(places.items()):
        if count not in _GROUPS:
            packed += bytes((place, min(count, _MOST)))
    return bytes(packed)


def _unpacked(data: bytes, ids: list[str]) -> Deck:
    try:
        deck = {ids[place]: number for place, number in _places(iter(data))}
    except (IndexError, StopIteration):
        raise RuleError("deck_line_damaged") from None
    if not all(deck.values()):
        raise RuleError("deck_line_damaged")
    return dict(sorted(deck.items()))


def _places(data: Iterator[int]) -> Iterable[tuple[int, int]]:
    counted: list[tuple[int, int]] = []
    for number in _GROUPS:
        counted += [(next(data), number) for _ in range(next(data))]
    for place in data:
        counted.append((place, next(data)))
    return counted
