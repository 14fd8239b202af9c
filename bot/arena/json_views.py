"""Observations as JSON, for programs: a dataclass becomes an object with its fields' names, a set a sorted list, an
enum its value. Observations hold only what their viewer may see, so nothing needs to be left out."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from bot.games.core import Json


def as_json(value: Any) -> Json:
    match value:
        case Enum():
            return as_json(value.value)
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): as_json(item) for key, item in value.items()}
        case set() | frozenset():
            return sorted(map(as_json, value))
        case tuple() | list():
            return [as_json(item) for item in value]
    if is_dataclass(value):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"no JSON for {type(value).__name__}")
