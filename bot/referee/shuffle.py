"""The verifiable shuffle: commit-reveal of a secret, whose hash is published before anyone accepts.

Scheme 2. Every text below is UTF-8; `pack(a, b, …)` writes each field as its length in four bytes, big-endian, and then
the field.

- commitment = SHA-256(pack("arbitre commitment", "2", binding, game, options, cut, secret)), in hexadecimal, where
  `options` are what all agreed on, as JSON with sorted keys, no spaces and no escapes but the necessary, and `cut` is
  the host's (seat 0), or "" without one. An option that each seat brings (a deck) is not among them
- a shuffle's key = HMAC-SHA256(secret, pack("arbitre deck", "2", binding, game, deck, owner, cut, cut, …)) where
  `owner` is the seat in decimal, or "" for a shared deck, and the cuts are those of every seat in order: every cut goes
  into every shuffle. A seat that typed none has the cut "", which adds nothing
- its stream = HMAC-SHA256(key, n as eight bytes) for n = 0, 1, 2, …, read as 32-bit big-endian words
- the shuffle = Fisher-Yates from the last card down: for i from len-1 to 1, j is a word below (2**32 // (i+1)) * (i+1)
  (rejection sampling) modulo i+1, and cards i and j are swapped. The first card is drawn first
- before it the cards lie in an order that the game's rules fix (`start` of its rules; docs/protocol.md lists them). A
  random starting seat is the first card of a deck of the seats, from 0. What is shuffled again in mid-game has a number
  in its name, and a random pick is the first of a shuffle

Scheme 1, of older games, differs in two ways: its commitment is SHA-256(pack("arbitre commitment", "1", binding,
secret)), and an owner's own cut does not go into their deck ("arbitre deck", "1", …, the cuts of every other seat).

What it proves: with a cut typed by a player, that the secret favours no player on purpose; without one, only that the
secret was not changed after the commitment. `data/shuffle-v1.json` and `data/shuffle-v2.json` hold test vectors. A
changed scheme gets a new number and the old ones stay.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.games.core import Options, Seat

VERSION = 2  # of new games
VERSIONS = (1, 2)
SECRET_BYTES = 32
_WORD = 4
_WORDS = 2 ** (8 * _WORD)

T = TypeVar("T")


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(
    secret: bytes,
    binding: str,
    game: str = "",
    options: Options | None = None,
    cut: str = "",
    *,
    version: int = VERSION,
) -> str:
    """The hash published before anyone accepts. `options` are those everybody agreed on, `cut` the host's."""
    agreed = (game, json.dumps(options or {}, sort_keys=True, separators=(",", ":"), ensure_ascii=False), cut)
    fields = ("arbitre commitment", str(version), binding, *(() if version == 1 else agreed), secret)
    return hashlib.sha256(_pack(*fields)).hexdigest()


def version_of(secret: bytes, binding: str, published: str) -> int:
    """The scheme of a commitment that was published for a gathering, perhaps by an older program."""
    return 1 if published == commitment(secret, binding, version=1) else VERSION


@dataclass(frozen=True, slots=True)
class FairShuffle:
    """The shuffles of one game. `binding` names the gathering, `game` the rules; there is one cut per seat."""

    secret: bytes
    binding: str
    game: str
    cuts: tuple[str, ...]
    version: int = VERSION

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return _shuffled(cards, _words(self._key(deck, owner)))

    def _key(self, deck: str, owner: Seat | None) -> bytes:
        cuts = (cut for seat, cut in enumerate(self.cuts) if seat != owner or self.version > 1)
        name = "" if owner is None else str(owner)
        fields = _pack("arbitre deck", str(self.version), self.binding, self.game, deck, name, *cuts)
        return hmac.digest(self.secret, fields, "sha256")


def _pack(*fields: str | bytes) -> bytes:
    raw = (field.encode() if isinstance(field, str) else field for field in fields)
    return b"".join(len(field).to_bytes(4, "big") + field for field in raw)


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        data = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(data[at : at + _WORD], "big") for at in range(0, len(data), _WORD))
        block += 1


def _shuffled(cards: Sequence[T], words: Iterator[int]) -> tuple[T, ...]:
    deck = list(cards)
    for i in range(len(deck) - 1, 0, -1):
        j = _below(i + 1, words)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniform number below `bound`, by rejection sampling: words past the last whole multiple are discarded."""
    limit = _WORDS - _WORDS % bound
    return next(word for word in words if word < limit) % bound
