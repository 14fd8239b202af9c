"""Log lines: one a record in either form, whatever it contains; nothing of an exception that could name a card."""

import asyncio
import io
import json
import logging
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import HTTPClient, Route

from bot.operations.logs import FLUSH_DELAY, BufferedHandler, formatter, log_unhandled_error, write_log

CARD = "37^"
GUILD, PERSON = 1456074443980800025, 1456074443980800027


def record(message: str, *values: object, error: BaseException | None = None, **fields: object) -> logging.LogRecord:
    info = None if error is None else (type(error), error, error.__traceback__)
    made = logging.LogRecord("bot.x", logging.WARNING, "x.py", 1, message, values, info)
    made.created = 1_794_806_487.25
    if fields:
        made.fields = fields
    return made


def failing(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as raised:
        return raised


def test_logfmt() -> None:
    line = formatter("logfmt").format(record("game %d moved", 3, game=3, ms=1.5, code=None, note='a "b" = c\n'))
    assert line == (
        "at=2026-11-16T05:21:27.250Z level=warning logger=bot.x"
        ' event="game 3 moved" game=3 ms=1.5 note="a \\"b\\" = c\\n"'
    )


def test_json() -> None:
    line = formatter("json").format(record("ruling", game=3, ms=1.5, seat=None))
    assert json.loads(line) == {
        "at": "2026-11-16T05:21:27.250Z",
        "level": "warning",
        "logger": "bot.x",
        "event": "ruling",
        "game": 3,
        "ms": 1.5,
    }


@pytest.mark.parametrize("form", ["logfmt", "json"])
@pytest.mark.parametrize("text", ["two\nlines", "\x1b[31mred", "\u2028", "\x85", "é ✓", "", "a=b", "\\"])
def test_one_line_and_nothing_a_terminal_would_obey(form: str, text: str) -> None:
    line = formatter(form).format(record("%s", text))
    assert line.isprintable()
    assert len(line.splitlines()) == 1


@pytest.mark.parametrize("form", ["logfmt", "json"])
def test_a_message_that_does_not_fit_its_values_is_logged_without_them(form: str) -> None:
    line = formatter(form).format(record("%d and %d", CARD))
    assert "%d and %d" in line
    assert CARD not in line


@pytest.mark.parametrize("form", ["logfmt", "json"])
def test_an_exception_is_named_not_quoted(form: str) -> None:
    line = formatter(form).format(record("odd", error=failing(ValueError(f"invalid literal: {CARD}"))))
    assert "ValueError" in line
    assert "failing:" in line
    assert CARD not in line


def test_messages_of_system_errors_are_logged() -> None:
    line = json.loads(formatter("json").format(record("odd", error=failing(OSError(28, "No space left on device")))))
    assert (line["error"], line["errno"], line["says"]) == ("OSError", 28, "[Errno 28] No space left on device")


@pytest.fixture
def _untouched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Restores the logging configuration."""
    for name in ("_srcfile", "logThreads", "logProcesses", "logMultiprocessing"):
        monkeypatch.setattr(logging, name, getattr(logging, name))
    handlers, level = logging.root.handlers[:], logging.root.level
    yield
    logging.captureWarnings(capture=False)
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)


@pytest.mark.usefixtures("_untouched")
async def test_all_logging_uses_one_handler(capsys: pytest.CaptureFixture[str]) -> None:
    """Log calls, warnings, and unhandled errors of tasks."""
    assert sys.stderr is not None
    write_log("INFO", "json")
    logging.getLogger("bot").debug("not at this level")
    logging.getLogger("bot").info("ours")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("a warning", stacklevel=1)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(log_unhandled_error)
    loop.call_exception_handler({"message": "lost", "exception": failing(KeyError(CARD)), "future": CARD})
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["logger"] for line in lines] == ["bot", "py.warnings", "bot.operations.logs"]
    assert lines[2]["error"] == "KeyError"
    assert CARD not in str(lines)


@pytest.mark.usefixtures("_untouched")
async def test_arguments_of_a_failed_callback_are_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    """asyncio quotes them: a result from another thread may be a turn."""
    write_log("INFO", "json")
    loop, answer = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()
    loop.set_exception_handler(log_unhandled_error)
    answer.set_result(None)
    loop.call_soon(answer.set_result, CARD)
    await asyncio.sleep(0)
    (line,) = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert (line["event"], line["error"]) == ("Exception in callback Future.set_result", "InvalidStateError")
    assert CARD not in str(line)


@pytest.mark.usefixtures("_untouched")
async def test_discord_ids_in_rate_limit_warnings_are_redacted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py logs the URL of every rate limited request."""
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        headers = {"Content-Type": "application/json", "Via": "1.1 here"}
        return web.Response(status=429 if len(asked) == 1 else 200, body=b'{"retry_after": 0.01}', headers=headers)

    application = web.Application()
    application.router.add_get("/{path:.*}", answer)
    write_log("INFO", "json")
    async with TestServer(application) as server, aiohttp.ClientSession() as session:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/")).rstrip("/"))
        http = HTTPClient(asyncio.get_running_loop())
        http._global_over = asyncio.Event()
        http._global_over.set()
        monkeypatch.setattr(http, "_HTTPClient__session", session)
        await http.get_member(GUILD, PERSON)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    (line,) = [line for line in lines if line["level"] == "warning"]
    assert (line["logger"], asked[0]) == ("discord.http", f"/guilds/{GUILD}/members/{PERSON}")
    assert "We are being rate limited. GET" in line["event"]
    assert "/members/" in line["event"]
    assert str(PERSON) not in str(lines)


# Buffering


@pytest.fixture
def buffered() -> Iterator[tuple[logging.Logger, io.StringIO, BufferedHandler]]:
    written = io.StringIO()
    handler, logger = BufferedHandler(written), logging.getLogger("buffered")
    logger.propagate, logger.level = False, logging.INFO
    logger.addHandler(handler)
    yield logger, written, handler
    logger.removeHandler(handler)


async def test_lines_within_the_delay_are_written_together(buffered: Any) -> None:
    logger, written, _ = buffered
    for number in range(3):
        logger.info("move %d", number)
    assert written.getvalue() == ""
    await asyncio.sleep(2 * FLUSH_DELAY)
    assert written.getvalue() == "move 0\nmove 1\nmove 2\n"
    logger.info("and again")
    await asyncio.sleep(2 * FLUSH_DELAY)
    assert written.getvalue().endswith("and again\n")


async def test_a_warning_is_written_at_once_with_all_before_it(buffered: Any) -> None:
    logger, written, _ = buffered
    logger.info("first")
    logger.warning("second")
    assert written.getvalue() == "first\nsecond\n"


def test_without_an_event_loop_everything_is_written_at_once(buffered: Any) -> None:
    logger, written, _ = buffered
    logger.info("now")
    assert written.getvalue() == "now\n"


def test_lines_of_an_ended_loop_are_written_at_the_end(buffered: Any) -> None:
    logger, written, handler = buffered

    async def log_and_end(text: str) -> None:
        logger.info(text)

    asyncio.run(log_and_end("one"))
    asyncio.run(log_and_end("two"))
    handler.flush()  # as `logging.shutdown` does
    assert written.getvalue() == "one\ntwo\n"


class Broken(io.StringIO):
    """A stream whose reader is gone."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError


async def test_a_broken_stream_raises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)
    failures = list[dict[str, Any]]()
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: failures.append(context))
    handler, logger = BufferedHandler(Broken()), logging.getLogger("broken")
    logger.propagate, logger.level = False, logging.INFO
    logger.addHandler(handler)
    logger.info("later")
    await asyncio.sleep(2 * FLUSH_DELAY)
    logger.warning("now")
    logger.removeHandler(handler)
    assert failures == []
    assert handler._lines == [], "what could not be written is not kept for ever"
