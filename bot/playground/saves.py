"""Saves a simulated Discord to a folder: one JSON file, the pictures beside it, and a file lock, so that two
playgrounds never share a folder.

The classes in the saved tree are passed in; none is known here.
"""

import fcntl
import json
import os
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

FORMAT = 1
_KIND = "$"  # key of a value that JSON has no type for
_WORLD = "discord.json"
_PICTURES = "pictures"
_LOCK = "lock"
_DATABASE = "arbitre.sqlite"


class FolderInUseError(RuntimeError):
    """Another playground has this folder open; `address` is its URL."""

    def __init__(self, address: str) -> None:
        super().__init__("folder in use")
        self.address = address


def encode(value: Any) -> Any:
    """Turn a tree of dataclasses, dicts with any keys, tuples and sets into JSON values."""
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: encode(getattr(value, field.name)) for field in fields(value)}
        return {_KIND: type(value).__name__, "fields": named}
    if isinstance(value, dict):
        return {_KIND: "dict", "items": [[encode(key), encode(item)] for key, item in value.items()]}
    for kind in (tuple, frozenset, set):
        if isinstance(value, kind):
            return {_KIND: kind.__name__, "items": [encode(item) for item in value]}
    if isinstance(value, list):
        return [encode(item) for item in value]
    return value


def decode(value: Any, kinds: Mapping[str, type]) -> Any:
    """Invert `encode`. An unknown class or field raises: the file is from another version."""
    if isinstance(value, list):
        return [decode(item, kinds) for item in value]
    if not isinstance(value, dict):
        return value
    kind = value[_KIND]
    if kind == "dict":
        return {decode(key, kinds): decode(item, kinds) for key, item in value["items"]}
    if kind in ("tuple", "frozenset", "set"):
        items = [decode(item, kinds) for item in value["items"]]
        return {"tuple": tuple, "frozenset": frozenset, "set": set}[kind](items)
    return kinds[kind](**{name: decode(item, kinds) for name, item in value["fields"].items()})


class Folder:
    """A playground's saved files, held under an exclusive lock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self._lock = (path / _LOCK).open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.seek(0)
            address = self._lock.read().strip()
            self._lock.close()
            raise FolderInUseError(address) from None

    @property
    def database(self) -> Path:
        return self.path / _DATABASE

    def announce(self, address: str) -> None:
        """Write the address into the lock file, for a second playground on this folder to print."""
        self._lock.seek(0)
        self._lock.truncate()
        self._lock.write(address)
        self._lock.flush()

    def close(self) -> None:
        self._lock.close()

    def clear(self) -> None:
        """Remove the playground's own files, and no others."""
        for database in self.path.glob(f"{_DATABASE}*"):
            database.unlink()
        (self.path / _WORLD).unlink(missing_ok=True)
        for picture in self._pictures():
            picture.unlink()

    def save(self, state: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        """Write pictures first, then the JSON atomically, then remove pictures it no longer refers to."""
        folder = self.path / _PICTURES
        folder.mkdir(exist_ok=True)
        names = {path: path.strip("/").replace("/", "-") for path in files}
        for path, data in files.items():
            target = folder / names[path]
            if not target.exists():
                target.write_bytes(data)
        _write(self.path / _WORLD, json.dumps({"format": FORMAT, "files": names, "state": encode(state)}))
        for picture in self._pictures():
            if picture.name not in names.values():
                picture.unlink()

    def load(self, kinds: Mapping[str, type]) -> tuple[dict[str, Any], dict[str, bytes]] | None:
        """The last saved state; None if there is none or it cannot be read. An unreadable file is renamed to
        `.unreadable`."""
        target = self.path / _WORLD
        try:
            saved = json.loads(target.read_text(encoding="utf-8"))
            if saved["format"] != FORMAT:
                raise ValueError("format")
            state = decode(saved["state"], kinds)
            pictures = {path: self.path / _PICTURES / name for path, name in saved["files"].items()}
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError, AttributeError):
            target.replace(target.with_suffix(".unreadable"))
            return None
        return state, {path: picture.read_bytes() for path, picture in pictures.items() if picture.is_file()}

    def _pictures(self) -> list[Path]:
        folder = self.path / _PICTURES
        return list(folder.iterdir()) if folder.is_dir() else []


def _write(target: Path, text: str) -> None:
    draft = target.with_suffix(".draft")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, target)
