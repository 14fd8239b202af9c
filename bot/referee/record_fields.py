"""What records of both editions share: their first fields, the types of fields, their reasons, what an arena derives,
and the checks of all that."""

import hashlib
import re
from collections.abc import Callable, Container, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

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


def is_text(value: Json) -> bool:
    return isinstance(value, str) and len(value) <= _MAX_TEXT and not re.search("[\ud800-\udfff]", value)


def is_digest(value: Json) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", value) is not None


def is_duration(value: Json) -> bool:
    return type(value) in (int, float) and 0 <= value < _NUMBER_LIMIT


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


@dataclass(frozen=True, slots=True)
class RecordHead:
    """What was played, and what its shuffles follow from; one cut per seat."""

    game: str
    rules: int  # the game's version
    shuffle: int  # the scheme's version
    binding: str
    secret: bytes
    commitment: Annotated[str, is_digest]
    cuts: tuple[str, ...]
    options: Options

    @property
    def fair_shuffle(self) -> FairShuffle:
        return FairShuffle(self.secret, self.binding, self.game, self.cuts, self.shuffle)


Kept = TypeVar("Kept", bound=RecordHead)
_CHECKS: Mapping[Any, Callable[[Json], bool]] = {
    int: is_number,
    float: is_duration,
    str: is_text,
    Any: lambda value: is_number(value) or is_text(value),  # a card
    Options: is_options,
}


def _decode(hint: Any, value: Json) -> Any:
    """The value of a field of this type; raises `ValueError` if it is none. A tuple is a list in JSON, a data class an
    object, bytes are a digest; an annotation is one more check."""
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind is Annotated:
        return _decode(parts[0], _checked(value, parts[1]))
    if NoneType in parts:
        return None if value is None else _decode(parts[0], value)
    if (check := _CHECKS.get(hint)) is not None:
        return _checked(value, check)
    if kind is bytes:
        return bytes.fromhex(_checked(value, is_digest))
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _types(kind)
        _checked(value, lambda value: isinstance(value, dict) and value.keys() == hints.keys())
        return kind(**{name: _decode(hints[name], item) for name, item in value.items()})
    _checked(value, lambda value: isinstance(value, list))
    if parts[-1:] == (...,):
        return tuple(_decode(parts[0], item) for item in value)
    made = [_decode(part, item) for part, item in zip(parts or _types(kind).values(), value, strict=True)]
    return kind(made) if kind is tuple else kind(*made)


def _checked(value: Json, is_right: Callable[[Json], bool]) -> Json:
    if not is_right(value):
        raise ValueError
    return value


@cache
def _types(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def from_fields(kind: type[Kept], raw: Json, **unkept: Callable[[Json], bool]) -> Kept:
    """A record from JSON, by the types of its fields and by what is `unkept`, which is only checked. Raises
    `RecordError` for the first field that is missing, unknown or of another type."""
    if not isinstance(raw, dict):
        raise RecordError("not_an_object")
    defaults = {field.name: field.default for field in fields(kind)}
    for name in (*unkept, *(name for name, default in defaults.items() if default is MISSING)):
        if name not in raw:
            raise RecordError("missing_field", field=name)
    values, types = dict[str, Any](), _types(cast("Any", kind))
    for name, value in raw.items():
        if name not in defaults and name not in unkept:
            raise RecordError("unknown_field", field=name)
        try:
            if name in unkept:
                _checked(value, unkept[name])
            elif value is None and defaults[name] is not MISSING:
                raise ValueError
            else:
                values[name] = _decode(types[name], value)
        except ValueError:
            raise RecordError("wrong_type", field=name) from None
    return kind(**values)


def to_fields(value: Any) -> Json:
    """A record, or a value of one, as JSON; fields that have their default are left out."""
    match value:
        case bytes():
            return value.hex()
        case tuple():
            return [to_fields(item) for item in value]
        case Mapping():
            return dict(value)
    if not is_dataclass(value):
        return value
    own = {field.name: (getattr(value, field.name), field.default) for field in fields(value)}
    return {name: to_fields(one) for name, (one, default) in own.items() if one != default}


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
