"""What records of both editions share: their first fields, the types of fields, their reasons, what an arena derives,
and the checks of all that."""

import hashlib
import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

from bot.games.core import AnyGame, GameError, Json, Options
from bot.games.registry import GAMES
from bot.referee.shuffle import SECRET_BYTES, FairShuffle

ILLEGAL, TIMEOUT, CRASH, PROTOCOL = "illegal", "timeout", "crash", "protocol"
ARENA_REASONS = frozenset({ILLEGAL, TIMEOUT, CRASH, PROTOCOL})

ARENA = "arena"
_MAX_TEXT = 10_000
_MAX_OPTION_DEPTH = 4
_NUMBER_LIMIT = 2**63


class RecordError(GameError):
    """A problem of a record."""


def arena_binding(seed: int, number: int) -> str:
    """Games 2k and 2k+1 are a pair: same decks, other player starting."""
    return f"{ARENA}:{seed}:{number // 2}"


def arena_secret(seed: int, number: int) -> bytes:
    """Derived from the seed, so that an arena run is reproducible."""
    return hashlib.sha256(f"arbitre {arena_binding(seed, number)}".encode()).digest()


def is_number(value: Json) -> bool:
    return type(value) is int and 0 <= value < _NUMBER_LIMIT


def is_number_or_null(value: Json) -> bool:
    return value is None or is_number(value)


def is_text(value: Json) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_TEXT and not re.search("[\ud800-\udfff]", value)


def is_digest(value: Json) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", value) is not None


def is_duration(value: Json) -> bool:
    return type(value) in (int, float) and 0 <= value < _NUMBER_LIMIT


def list_of(is_item: Callable[[Json], bool]) -> Callable[[Json], bool]:
    return lambda value: isinstance(value, list) and all(map(is_item, value))


def is_option(value: Json, depth: int = 0) -> bool:
    if depth > _MAX_OPTION_DEPTH:
        return False
    if isinstance(value, list):
        return all(is_option(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return all(is_text(name) and is_option(item, depth + 1) for name, item in value.items())
    return value is None or isinstance(value, bool) or is_number(value) or is_text(value)


def is_options(value: Json) -> bool:
    return isinstance(value, dict) and is_option(value)


Fields = Mapping[str, Callable[[Json], bool]]


def check_fields(raw: Json, required: Fields, optional: Fields) -> None:
    """Raise `RecordError` for the first field that is missing, unknown or of another type."""
    if not isinstance(raw, dict):
        raise RecordError("not_an_object")
    for name in required:
        if name not in raw:
            raise RecordError("missing_field", field=name)
    for name, value in raw.items():
        is_right = required.get(name) or optional.get(name)
        if is_right is None:
            raise RecordError("unknown_field", field=name)
        if not is_right(value):
            raise RecordError("wrong_type", field=name)


@dataclass(frozen=True, slots=True)
class RecordHead:
    """What was played, and what its shuffles follow from; one cut per seat."""

    game: str
    rules: int  # the game's version
    shuffle: int  # the scheme's version
    binding: str
    secret: bytes
    commitment: str
    cuts: tuple[str, ...]
    options: Options

    @property
    def fair_shuffle(self) -> FairShuffle:
        return FairShuffle(self.secret, self.binding, self.game, self.cuts, self.shuffle)


HEAD_FIELDS: Fields = {
    "game": is_text,
    "rules": is_number,
    "shuffle": is_number,
    "binding": is_text,
    "secret": is_digest,
    "commitment": is_digest,
    "cuts": list_of(is_text),
    "options": is_options,
}


def head_json(record: RecordHead) -> dict[str, Json]:
    values = {name: getattr(record, name) for name in HEAD_FIELDS}
    return values | {"secret": record.secret.hex(), "cuts": list(record.cuts), "options": dict(record.options)}


def check_versions(record: RecordHead, shuffles: Container[int]) -> AnyGame:
    """The game; raises `RecordError` if its rules, the shuffle's scheme or the number of seats are not known."""
    game = GAMES.get(record.game)
    if game is None:
        raise RecordError("unknown_game", game=record.game)
    if record.rules != game.version:
        raise RecordError("unknown_rules", game=record.game, version=record.rules)
    if record.shuffle not in shuffles:
        raise RecordError("unknown_shuffle", version=record.shuffle)
    if len(record.cuts) not in game.seats:
        raise RecordError("wrong_cut_count", count=len(record.cuts))
    return game


def check_arena(record: RecordHead, seed: int | None, number: int | None, **derived: object) -> None:
    """In arena records secret, binding, cuts and what else is `derived` follow from the seed and the game's number."""
    if seed is None or number is None:
        if seed is not None or number is not None or record.binding.startswith(f"{ARENA}:"):
            raise RecordError("missing_field", field="seed" if seed is None else "number")
        return
    expected: dict[str, object] = {
        "binding": arena_binding(seed, number),
        "secret": arena_secret(seed, number),
        "cuts": ("",) * len(record.cuts),
        **derived,
    }
    for name, value in expected.items():
        if repr(getattr(record, name)) != repr(value):  # repr distinguishes True from 1
            raise RecordError("not_of_this_arena", field=name)
