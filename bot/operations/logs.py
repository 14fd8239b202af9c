"""How log lines are written: one line a record, its parts named, as logfmt or JSON. What an exception says for itself
does not enter, for it may quote what somebody played; its kind and where it happened do."""

import asyncio
import contextlib
import json
import logging
import re
import sqlite3
import sys
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TextIO

log = logging.getLogger(__name__)

FRAMES = 6
A_MOMENT = 0.05  # seconds
_PLAIN_SPEAKING = (OSError, sqlite3.Error)  # these quote the system and SQLite, never a value
_BARE = re.compile(r'[^ "=\\]+')
_OURS = ("bot", "cogs")  # who say on purpose what they say
_NUMBER = re.compile(r"\d{15,}")  # what people, servers, channels and messages are called by on Discord
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
    """A sentence that does not fit its values is logged without them. Libraries name the address of a request that was
    refused, and so whom it was about."""
    try:
        said = record.getMessage()
    except (TypeError, ValueError, KeyError):
        return str(record.msg)
    return said if record.name.partition(".")[0] in _OURS else _NUMBER.sub("…", said)


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
    if _BARE.fullmatch(text) and text.isprintable():
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def as_json(parts: Mapping[str, object]) -> str:
    return json.dumps(parts, default=str)


_WRITERS = {"logfmt": as_logfmt, "json": as_json}


def formatter(name: str) -> LineFormatter:
    return LineFormatter(_WRITERS[name])


class GatheringHandler(logging.StreamHandler[TextIO]):
    """Writes what an event loop logs within a moment in one go: at hundreds of moves a second a write for each line
    would cost a twentieth of every answer. A warning is written at once, with all that came before it."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._lines: list[str] = []
        self._loop: asyncio.AbstractEventLoop | None = None  # that has promised to come back

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.append(self.format(record) + self.terminator)
            if record.levelno >= logging.WARNING or not self._comes_back():
                self.flush()
        except Exception:  # as every handler: whoever logs is not made to fail
            self.handleError(record)

    def _comes_back(self) -> bool:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return False
        if self._loop is not loop:
            self._loop = loop
            loop.call_later(A_MOMENT, self._come_back)
        return True

    def _come_back(self) -> None:
        self._loop = None
        with contextlib.suppress(OSError, ValueError):  # nobody reads the log any more, or it is closed
            self.flush()

    def flush(self) -> None:
        with self.lock or contextlib.nullcontext():
            lines, self._lines = self._lines, []
            if lines:
                self.stream.write("".join(lines))
        super().flush()


def write_log(level: str, form: str) -> None:
    """From now on everything that is logged, warnings too, goes to standard error in this form."""
    handler = GatheringHandler(sys.stderr)
    handler.setFormatter(formatter(form))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    _leave_out_what_no_line_says()


def _leave_out_what_no_line_says() -> None:
    """Where in the code, in which thread and process: a quarter of what a line costs."""
    logging._srcfile = None  # as Python's own guide to logging has it
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False


def flush_log() -> None:
    """Before anything else is said there."""
    for handler in logging.root.handlers:
        handler.flush()


def log_lost_error(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """For an event loop: an error nobody waited for. asyncio itself would print all of what it failed with; of a
    callback it names the values too, in brackets."""
    log.error("%s", context["message"].partition("(")[0], exc_info=context.get("exception"))
