"""Keeps a simulated world on disk: one JSON file, the pictures beside it, and a lock, so that two never share a folder.

Knows nothing of what a world is made of: the kinds of things in it are handed in.
"""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import IO, Any

FORMAT = 1
_KIND = "$"  # marks what JSON has no word for
_WORLD = "discord.json"
_PICTURES = "pictures"
_LOCK = "lock"
_DATABASE = "arbitre.sqlite"


class FolderInUseError(RuntimeError):
    """Another playground has this folder open; `address` is where it can be played."""

    def __init__(self, address: str) -> None:
        super().__init__("folder in use")
        self.address = address


def encode(value: Any) -> Any:
    """A tree of dataclasses, dicts with any keys, tuples and sets as JSON takes it."""
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
    """What `encode` was given. An unknown kind or field is an error: the file is from another version."""
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
    """Where a playground lives between two starts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self._lock = (path / _LOCK).open("a+", encoding="utf-8")
        if not _try_to_lock(self._lock):
            self._lock.seek(0)
            address = self._lock.read().strip()
            self._lock.close()
            raise FolderInUseError(address)

    @property
    def database(self) -> Path:
        return self.path / _DATABASE

    def announce(self, address: str) -> None:
        """Leave word for whoever finds the folder in use."""
        self._lock.seek(0)
        self._lock.truncate()
        self._lock.write(address)
        self._lock.flush()

    def close(self) -> None:
        self._lock.close()

    def clear(self) -> None:
        """Remove what a playground wrote, and nothing else that may lie here."""
        for database in self.path.glob(f"{_DATABASE}*"):
            database.unlink()
        (self.path / _WORLD).unlink(missing_ok=True)
        for picture in self._pictures():
            picture.unlink()

    def save(self, state: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        """Pictures first, then the world in one step, then what it no longer shows is removed."""
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
        """The last saved world; `None` if there is none that can be read. An unreadable one is put aside."""
        target = self.path / _WORLD
        try:
            kept = json.loads(target.read_text(encoding="utf-8"))
            if kept["format"] != FORMAT:
                raise ValueError("format")
            state = decode(kept["state"], kinds)
            pictures = {path: self.path / _PICTURES / name for path, name in kept["files"].items()}
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


if sys.platform == "win32":
    import msvcrt

    def _try_to_lock(file: IO[str]) -> bool:
        try:
            file.seek(1 << 20)  # beyond what is written, so that the address stays readable
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_to_lock(file: IO[str]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
