"""How log lines are written: one line a record, its parts named, as logfmt or JSON. What an exception says for itself
does not enter, for it may quote what somebody played; its kind and where it happened do."""

import asyncio
import json
import logging
import sqlite3
import sys
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

log = logging.getLogger(__name__)

FRAMES = 6
_PLAIN_SPEAKING = (OSError, sqlite3.Error)  # these quote the system and SQLite, never a value
_CODES = ("code", "status", "errno")  # Discord's and the system's numbers


class LineFormatter(logging.Formatter):
    """A record's parts, then what its author added as `extra={"fields": ...}`, then where it failed."""

    def __init__(self, write: Callable[[Mapping[str, object]], str]) -> None:
        super().__init__()
        self._write = write

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        parts: dict[str, object] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": _said(record),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            parts |= _failure(record.exc_info[1])
        return self._write({name: value for name, value in parts.items() if value is not None})


def _said(record: logging.LogRecord) -> str:
    """A sentence that does not fit its values is logged without them."""
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):
        return str(record.msg)


def _failure(error: BaseException) -> dict[str, object]:
    frames = reversed(traceback.extract_tb(error.__traceback__)[-FRAMES:])
    numbers = {name: getattr(error, name, None) for name in _CODES}
    return {
        "error": type(error).__name__,
        **{name: number for name, number in numbers.items() if isinstance(number, int)},
        "says": str(error) if isinstance(error, _PLAIN_SPEAKING) else None,
        "where": " < ".join(f"{frame.name}:{frame.lineno}" for frame in frames),
    }


def as_logfmt(parts: Mapping[str, object]) -> str:
    return " ".join(f"{name}={_bare_or_quoted(value)}" for name, value in parts.items())


def _bare_or_quoted(value: object) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if text and text.isprintable() and not any(sign in text for sign in ' "=\\'):
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def as_json(parts: Mapping[str, object]) -> str:
    return json.dumps(parts, default=str)


_WRITERS = {"logfmt": as_logfmt, "json": as_json}


def formatter(name: str) -> LineFormatter:
    return LineFormatter(_WRITERS[name])


def write_log(level: str, form: str) -> None:
    """From now on everything that is logged, warnings too, goes to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(form))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)


def log_lost_error(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """For an event loop: an error nobody waited for. asyncio itself would print all of what it failed with."""
    log.error(context["message"], exc_info=context.get("exception"))
