"""A read-only root for one Python process, by an audit hook: any write outside the allowed folders is refused and
noted. Imported at the start of that Python; nothing but the standard library may enter. For SQLite the database's path
is checked; writes of C libraries are not seen."""

import errno
import os
import sys
from typing import Any

WRITABLE, NOTES = "READ_ONLY_BUT", "READ_ONLY_NOTES"
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = (
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.chmod",
    "os.utime",
)


def written(event: str, arguments: Any) -> str | None:
    """The path about to be changed, or None."""
    if event == "open":
        path, _, flags = arguments
        return _text(path) if flags & _WRITES else None
    if event in _CHANGES:
        return _text(arguments[1] if event in ("os.link", "os.symlink", "os.rename") else arguments[0])
    if event == "sqlite3.connect":
        path = _text(arguments[0]) or ""
        return None if "mode=ro" in path or path == ":memory:" else path.removeprefix("file:").partition("?")[0]
    return None


def _text(path: Any) -> str | None:
    return None if path is None or isinstance(path, int) else os.fsdecode(path)


def enforce(allowed: list[str], notes: int) -> None:
    real = [os.path.realpath(folder) for folder in allowed]

    def look(event: str, arguments: Any) -> None:
        path = written(event, arguments)
        if path is None:
            return
        place = os.path.realpath(path)
        if not any(place == folder or place.startswith(f"{folder}/") for folder in real):
            os.write(notes, f"{event} {place}\n".encode())
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)

    sys.addaudithook(look)


if WRITABLE in os.environ:
    enforce(os.environ[WRITABLE].split(os.pathsep), os.open(os.environ[NOTES], os.O_WRONLY | os.O_CREAT | os.O_APPEND))
