"""`python -m bot play` as a person starts and stops it."""

import contextlib
import re
import signal
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from bot.playground import session
from bot.playground.saves import Folder

PATIENCE = 30


@contextlib.contextmanager
def playing(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "bot", "play", "--no-browser", "--folder", str(folder), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
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
