"""Log lines as logfmt or JSON, one a log record. An exception's message does not enter, because it may quote a card;
its type and its place in the code do."""

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
FLUSH_DELAY = 0.05  # seconds
_SAFE_ERRORS = (OSError, sqlite3.Error)  # their messages quote the system and SQLite, never a value
_UNQUOTED = re.compile(r'[^ "=\\]+')
_OWN_LOGGERS = ("bot", "cogs")  # their messages are not redacted
_SNOWFLAKE = re.compile(r"\d{15,}")  # a Discord id
_CODES = ("code", "status", "errno")  # of Discord and the operating system


class LineFormatter(logging.Formatter):
    """A log record's parts, then `extra={"fields": ...}`, then the failure."""

    def __init__(self, write: Callable[[Mapping[str, object]], str]) -> None:
        super().__init__()
        self._write = write

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        parts: dict[str, object] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": _message(record),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            parts |= _failure(record.exc_info[1])
        return self._write({name: value for name, value in parts.items() if value is not None})


def _message(record: logging.LogRecord) -> str:
    """The message, without its values if they do not fit its format. Discord ids are redacted from messages of
    libraries, which name the URL of a refused request."""
    try:
        message = record.getMessage()
    except (TypeError, ValueError, KeyError):
        return str(record.msg)
    return message if record.name.partition(".")[0] in _OWN_LOGGERS else _SNOWFLAKE.sub("…", message)


def _failure(error: BaseException) -> dict[str, object]:
    frames = reversed(traceback.extract_tb(error.__traceback__)[-FRAMES:])
    numbers = {name: getattr(error, name, None) for name in _CODES}
    return {
        "error": type(error).__name__,
        **{name: number for name, number in numbers.items() if isinstance(number, int)},
        "says": str(error) if isinstance(error, _SAFE_ERRORS) else None,
        "where": " < ".join(f"{frame.name}:{frame.lineno}" for frame in frames),
    }


def as_logfmt(parts: Mapping[str, object]) -> str:
    return " ".join(f"{name}={_quoted_if_needed(value)}" for name, value in parts.items())


def _quoted_if_needed(value: object) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if _UNQUOTED.fullmatch(text) and text.isprintable():
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def as_json(parts: Mapping[str, object]) -> str:
    return json.dumps(parts, default=str)


_WRITERS = {"logfmt": as_logfmt, "json": as_json}


def formatter(name: str) -> LineFormatter:
    return LineFormatter(_WRITERS[name])


class BufferedHandler(logging.StreamHandler[TextIO]):
    """Buffers the lines of an event loop for FLUSH_DELAY: at hundreds of moves a second a write for each line would
    cost a twentieth of every answer. A warning flushes at once."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._lines: list[str] = []
        self._loop: asyncio.AbstractEventLoop | None = None  # with a flush scheduled

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.append(self.format(record) + self.terminator)
            if record.levelno >= logging.WARNING or not self._schedule_flush():
                self.flush()
        except Exception:  # as in every handler: logging must not raise
            self.handleError(record)

    def _schedule_flush(self) -> bool:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return False
        if self._loop is not loop:
            self._loop = loop
            loop.call_later(FLUSH_DELAY, self._flush_scheduled)
        return True

    def _flush_scheduled(self) -> None:
        self._loop = None
        with contextlib.suppress(OSError, ValueError):  # the stream is closed, or its reader is gone
            self.flush()

    def flush(self) -> None:
        with self.lock or contextlib.nullcontext():
            lines, self._lines = self._lines, []
            if lines:
                self.stream.write("".join(lines))
        super().flush()


def write_log(level: str, form: str) -> None:
    """Send all logging, Python's warnings included, to standard error in this form."""
    handler = BufferedHandler(sys.stderr)
    handler.setFormatter(formatter(form))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    _skip_unused_fields()


def _skip_unused_fields() -> None:
    """Skip source line, thread and process, which no line shows: a quarter of a line's cost."""
    logging._srcfile = None  # as Python's logging guide describes
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False


def flush_log() -> None:
    """Call before writing to standard error directly."""
    for handler in logging.root.handlers:
        handler.flush()


def log_unhandled_error(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An event loop's exception handler. asyncio's own would print the exception's message; the context's message names
    a callback's arguments in brackets, which are cut off."""
    log.error("%s", context["message"].partition("(")[0], exc_info=context.get("exception"))
