"""`python -m bot play` as a person starts and stops it."""

import argparse
import contextlib
import re
import signal
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.request import urlopen

import pytest

from bot.playground import command, session
from bot.playground.demo import fill
from bot.playground.playground import SEATS, Playground
from bot.playground.saves import Folder
from bot.store.sqlite.store import Store
from tests.support.tiers import only_long

PATIENCE = 30


@contextlib.contextmanager
def playing(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    line = [sys.executable, "-m", "bot", "play", "--no-browser", "--folder", str(folder), *options]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline()
        finally:
            process.kill()


def test_says_how_long_it_took_and_where_then_stops_at_once(tmp_path: Path) -> None:
    with playing(tmp_path, "--port", "9330") as (process, line):
        found = re.fullmatch(r"Ready in \d+\.\d s: (http://127\.0\.0\.1:\d+/)\n", line)
        assert found is not None, process.stderr and process.stderr.read()
        with urlopen(found[1]) as response:  # noqa: S310 (our own page)
            assert response.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


@only_long
def test_second_one_on_the_same_folder_says_where_the_first_is(tmp_path: Path) -> None:
    with playing(tmp_path, "--port", "9340") as (_process, line):
        address = line.split()[-1]
        second = subprocess.run(
            [sys.executable, "-m", "bot", "play", "--no-browser", "--folder", str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert second.returncode == 1
    assert address in second.stderr


@only_long
def test_fresh_forgets_what_was_there(tmp_path: Path) -> None:
    with contextlib.closing(Folder(tmp_path)) as folder:
        folder.save({"old": 1}, {})
    with playing(tmp_path, "--port", "9350", "--fresh") as (process, _line):
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    assert '"old"' not in (tmp_path / "discord.json").read_text()


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_impossible_port_is_refused_in_one_line(tmp_path: Path, port: str) -> None:
    with playing(tmp_path, f"--port={port}") as (process, _line):
        assert process.wait(PATIENCE) == 2
        assert process.stderr is not None
        assert port in process.stderr.read()


class Window(webbrowser.BackgroundBrowser):
    """Records the URLs it is asked to open."""

    def __init__(self) -> None:
        super().__init__("window")
        self.opened: list[str] = []

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:  # noqa: FBT001, FBT002 (the library's)
        del new, autoraise
        self.opened.append(url)
        return True


class Terminal(webbrowser.GenericBrowser):
    """A browser that would take over the terminal."""

    def open(self, *_arguments: object, **_options: object) -> bool:
        raise AssertionError


def no_browser() -> webbrowser.BaseBrowser:
    raise webbrowser.Error


def test_page_opens_in_a_window_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window()
    for found in (lambda: window, lambda: Terminal("lynx"), no_browser):
        monkeypatch.setattr(webbrowser, "get", found)
        session._open_browser("http://127.0.0.1:8700/")
    assert window.opened == ["http://127.0.0.1:8700/"]


def test_a_demo_has_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folders = []

    def run(folder: Path, *_args: object, **_options: object) -> int:
        folders.append(folder)
        return 0

    monkeypatch.setattr(session, "run", run)
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    for options in ([], ["--demo"], ["--demo", "--folder", str(tmp_path)]):
        command.run(parser.parse_args(options))
    assert folders == [command.DEFAULT_FOLDER, command.DEMO_FOLDER, tmp_path]
    assert command.DEFAULT_FOLDER != command.DEMO_FOLDER


async def test_a_folder_with_games_of_its_own_gets_no_past_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.closing(Folder(tmp_path)) as folder:
        playground = Playground(folder)
        people = {playground.seats[key]: name for key, name in SEATS.items()}
        server, channel = playground.simulator.server().id, playground.simulator.channel_id
        store = await Store.open(folder.database)
        await fill(store, people, guild_id=server, channel_id=channel, now=datetime.now(UTC), games=2)
        await store.close()
        await session._fill_demo(folder, playground)
    assert "--fresh" in capsys.readouterr().out
