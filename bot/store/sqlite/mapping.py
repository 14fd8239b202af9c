"""Rows of tables as data classes: a field is read from the column of its name. No table is named here."""

import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from bot.store.sqlite.database import Row

T = TypeVar("T")


def read(kind: Callable[..., T], row: Row, **given: Any) -> T:
    """A data class from a row. `given` are the fields that have no column of their name."""
    return kind(**{name: value(row[name]) for name, value in _readers(kind).items() if name not in given}, **given)


@cache
def _readers(kind: type[Any]) -> dict[str, Callable[[Any], Any]]:
    hints = get_type_hints(kind)
    return {field.name: _reader(hints[field.name]) for field in fields(kind)}


def _reader(hint: Any) -> Callable[[Any], Any]:
    """How a value is read from its column: a bool is stored as a number, a tuple and a dict as JSON."""
    is_optional = NoneType in get_args(hint)
    (kind,) = {get_origin(one) or one for one in (get_args(hint) if is_optional else [hint])} - {NoneType}
    if kind is tuple:
        return lambda value: tuple(json.loads(value or "[]"))
    if kind is dict:
        return lambda value: None if is_optional and value is None else json.loads(value)
    return kind if issubclass(kind, bool | Enum) else _unchanged


def _unchanged(value: Any) -> Any:
    return value


def to_column(value: object) -> object:
    return json.dumps(value) if isinstance(value, tuple | dict) else value


def marks(values: Sequence[object]) -> str:
    """A question mark for each of the values of a statement."""
    return ", ".join("?" * len(values))


def upsert(table: str, key: Sequence[str], others: Sequence[str]) -> str:
    """Insert a row of these columns; if there is one with its key, give that one the others."""
    columns, changes = (*key, *others), ", ".join(f"{name} = excluded.{name}" for name in others)
    return f"""INSERT INTO {table} ({", ".join(columns)}) VALUES ({marks(columns)})
               ON CONFLICT ({", ".join(key)}) DO UPDATE SET {changes}"""  # noqa: S608 (ours)
