"""The package as pip builds and installs it: the wheel's content, and that it plays with its declared dependencies,
started in any folder, writing to the user's own data folder and never beside itself."""

import os
import re
import shutil
import signal
import subprocess
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.tiers import only_long
from tests.system.container.environments import NEEDED, Environment, tracked_files
from tests.system.container.image import Stamp
from tests.system.network.process import ROOT

PATIENCE = 60
PINS = ROOT / "requirements"


def copy_of_the_repository(folder: Path) -> Path:
    """With a running bot's private files in it."""
    for path in tracked_files():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    for private in ("data/var/arbitre.sqlite3", ".env"):
        (folder / private).parent.mkdir(parents=True, exist_ok=True)
        (folder / private).write_text("private", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = copy_of_the_repository(folder / "source")
    return Environment(folder / "tools", PINS / "build.txt").build_wheel(source, folder / "dist")


class Installed:
    """Arbitre in an environment, for a user whose home and working directory are other folders."""

    def __init__(self, environment: Environment, folder: Path) -> None:
        self.site, self.python = environment.site, environment.python
        self.arbitre = self.python.with_name("arbitre")
        self.home, self.place = folder / "home", folder / "place"
        self.home.mkdir()
        self.place.mkdir()

    @property
    def given(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in NEEDED if name in os.environ}
        return {**kept, "HOME": str(self.home), "PATH": os.defpath, "PYTHONUNBUFFERED": "1"}

    def run(self, *command: str | Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command, cwd=self.place, env=self.given, text=True, capture_output=True, check=False, timeout=PATIENCE
        )

    def plays(self, port: int) -> None:
        """Start `arbitre play`, open its page and stop it, as a user does."""
        command = [str(self.arbitre), "play", "--no-browser", "--port", str(port)]
        with subprocess.Popen(
            command, cwd=self.place, env=self.given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stdout is not None
                assert process.stderr is not None
                found = re.fullmatch(r"Ready in .+: (http://127\.0\.0\.1:\d+/)\n", process.stdout.readline())
                assert found is not None, process.stderr.read()
                for name in ("", "main.js", "frame.css"):
                    with urlopen(f"{found[1]}{'page/' if name else ''}{name}") as response:  # noqa: S310 (our own page)
                        assert (response.status, bool(response.read())) == (200, True)
                process.send_signal(signal.SIGINT)
                assert process.wait(PATIENCE) == 0
                assert process.stderr.read() == ""
            finally:
                process.kill()

    def stamps(self) -> dict[Path, Stamp]:
        found = {path: path.lstat() for path in self.site.rglob("*")}
        return {path: (stat.st_mtime_ns, stat.st_size) for path, stat in found.items()}


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    environment = Environment(folder / "python", PINS / "play.txt")
    environment.install(str(wheel))
    return Installed(environment, folder)


def test_what_is_in_the_wheel(wheel: Path) -> None:
    """The bot and its data files: no developers' files, and no files written by a running bot."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    ours = {path for path in tracked_files() if path.startswith(("bot/", "cogs/"))}
    read = {f"bot/{path}" for path in tracked_files() if path.startswith("data/") or path == "requirements/run.txt"}
    assert names == ours | read


@only_long
def test_the_command(installed: Installed) -> None:
    called, module = installed.run(installed.arbitre, "--help"), installed.run(installed.python, "-m", "bot", "--help")
    assert (called.returncode, called.stderr) == (module.returncode, module.stderr) == (0, "")
    assert called.stdout.startswith("usage: arbitre <command>")
    assert called.stdout.replace("arbitre", "python -m bot", 1) == module.stdout
    assert installed.run(installed.arbitre, "play", "--help").stdout.startswith("usage: arbitre play [-h]")
    wrong = installed.run(installed.arbitre, "dance")
    assert (wrong.returncode, wrong.stderr.startswith("arbitre: there is no command 'dance'")) == (2, True)


def test_it_plays_and_writes_nothing_beside_itself(installed: Installed) -> None:
    before = installed.stamps()
    installed.plays(9360)
    assert (installed.home / ".local" / "share" / "arbitre" / "playground" / "discord.json").is_file()
    assert list(installed.place.iterdir()) == []
    assert installed.stamps() == before


def test_it_finds_what_it_reads(installed: Installed) -> None:
    """The bot refuses to start without its fonts, texts, evaluations and migrations; it has started above."""
    done = installed.run(installed.python, "-c", "from bot.resources.paths import DATA; print(DATA)")
    assert (done.stdout, done.stderr) == (f"{installed.site / 'bot' / 'data'}\n", "")


@only_long
def test_its_doctor(installed: Installed) -> None:
    said = installed.run(installed.arbitre, "doctor").stdout
    assert "packages        all as pinned" in said
    assert f"database {installed.home / '.local' / 'share' / 'arbitre' / 'arbitre.sqlite3'}, copies in" in said


@only_long
def test_an_editable_install_is_the_checkout(tmp_path: Path) -> None:
    source = copy_of_the_repository(tmp_path / "source")
    environment = Environment(tmp_path / "python", PINS / "play.txt", PINS / "build.txt")
    environment.install("--no-build-isolation", "--editable", ".", place=source)
    installed = Installed(environment, tmp_path)
    installed.plays(9370)
    assert (source / "data" / "var" / "playground" / "discord.json").is_file()
    assert [*installed.place.iterdir(), *installed.home.iterdir()] == []
