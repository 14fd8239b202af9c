"""What records of both editions share: their reasons, the types of their fields, and what an arena derives."""

import hashlib
import re
from collections.abc import Callable, Mapping

from bot.games.core import GameError, Json
from bot.referee.shuffle import SECRET_BYTES

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
