"""The image that the Dockerfile describes, as near as one comes to it without Docker, root or a network: a folder with
the files it copies, and a Python that has what it installs and nothing else. Whatever the Dockerfile says that is not
understood here is refused, or a test would prove another image than the one that is built."""

import json
import os
import re
import shlex
import shutil
import subprocess
import venv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path, PurePosixPath

from packaging.markers import Marker

from tests.network.process import ROOT
from tests.operations import read_only
from tests.operations.read_only import NOTES, WRITABLE
from tools.pins import read_pins

DOCKERFILE = ROOT / "Dockerfile"
IGNORED = ROOT / ".dockerignore"
LAUNCHER = ("tests/__init__.py", "tests/network/__init__.py", "tests/network/launch.py", "tests/network/haste.py")
_UNDERSTOOD = {"FROM", "ENV", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "STOPSIGNAL", "HEALTHCHECK", "CMD"}
_COMPILE = "python -m compileall "  # and who owns what, which decides nothing here
_INSTALL = re.compile(r"pip install [-\w ]*--require-hashes -r (\S+)")
_NEEDED = ("LD_LIBRARY_PATH",)  # by some machines' Python
Stamp = tuple[int, int]


class BuildError(AssertionError):
    """The image could not be built, or nobody could say what would be in it."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the Dockerfile says."""

    copies: tuple[tuple[str, str], ...]  # from, to
    environment: Mapping[str, str]
    place: PurePosixPath  # where it runs
    volume: PurePosixPath
    pins: str  # what is installed: a file in the image
    command: Sequence[str]
    health: Sequence[str]


def instructions(text: str) -> Iterator[tuple[str, str]]:
    whole = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    for line in filter(None, map(str.strip, whole.splitlines())):
        name, _, rest = line.partition(" ")
        yield name, rest.strip()


def read_recipe(path: Path = DOCKERFILE) -> Recipe:
    said: dict[str, list[str]] = {}
    for name, rest in instructions(path.read_text(encoding="utf-8")):
        is_known = name != "RUN" or _INSTALL.match(rest) or rest.startswith(_COMPILE)
        if name not in _UNDERSTOOD or not is_known:
            raise BuildError(f"{name} {rest}: is not understood")
        said.setdefault(name, []).append(rest)
    installed = [found[1] for line in said["RUN"] if (found := _INSTALL.match(line))]
    once = [*(said[name] for name in ("WORKDIR", "VOLUME", "CMD", "HEALTHCHECK")), installed]
    if any(len(lines) != 1 for lines in once):
        raise BuildError("the place, the volume, the command, its health and what is installed are each said once")
    place, volume, command, health, pins = (line for (line,) in once)
    return Recipe(
        copies=tuple(_copy(line) for line in said["COPY"]),
        environment=dict(word.split("=", 1) for line in said["ENV"] for word in shlex.split(line)),
        place=PurePosixPath(place),
        volume=PurePosixPath(volume),
        pins=pins,
        command=json.loads(command),
        health=json.loads(health.partition(" CMD ")[2]),
    )


def _copy(line: str) -> tuple[str, str]:
    words = line.split()
    if len(words) != 2 or any(word.startswith(("-", "/", ".")) or "*" in word for word in words):
        raise BuildError(f"COPY {line}: one file or folder of ours to one place is all that is understood")
    return words[0], words[1]


def is_ignored(path: str, patterns: Sequence[str]) -> bool:
    """Whether Docker is not given this file."""
    for pattern in patterns:
        name = pattern.removeprefix("**/")
        if re.search(r"[*?!\[]", name):
            raise BuildError(f".dockerignore: {pattern} is not understood")
        if name != pattern and name in path.split("/"):
            return True
        if f"{path}/".startswith(f"{pattern}/"):
            return True
    return False


class Image:
    """Built in a folder; `left_out` are copies, or parts of them, that somebody forgot."""

    def __init__(self, folder: Path, recipe: Recipe, left_out: Sequence[str] = ()) -> None:
        self.recipe = recipe
        self.folder = folder
        self.root = folder / recipe.place.relative_to("/")
        self.volume = folder / recipe.volume.relative_to("/")
        self.python = folder / "python" / "bin" / "python"
        self._notes = folder / "notes"
        self._launcher = folder / "launcher"
        self._copy_files(left_out)
        self._install()
        for name in LAUNCHER:  # of tests the bot's process needs what shows it the way to the network Discord
            _copied(ROOT / name, self._launcher / name)
        self.volume.mkdir(parents=True)
        (folder / "tmp").mkdir()

    def _copy_files(self, left_out: Sequence[str]) -> None:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        tracked = [path for path in listed.stdout.split("\0") if path and (ROOT / path).is_file()]
        patterns = IGNORED.read_text(encoding="utf-8").split()
        for source, target in self.recipe.copies:
            found = [path for path in tracked if path == source or path.startswith(f"{source}/")]
            if not found:
                raise BuildError(f"COPY {source}: there is no such file or folder")
            for path in found:
                if not is_ignored(path, (*patterns, *left_out)):
                    _copied(ROOT / path, self.root / (target + path.removeprefix(source)))

    def _install(self) -> None:
        """Links to what is installed here, file by file as pip has recorded them."""
        venv.create(self.python.parents[1], symlinks=True)
        (site,) = self.python.parents[1].glob("lib/python*/site-packages")
        pins = self.root / self.recipe.pins
        if not pins.is_file():
            raise BuildError(f"pip install -r {self.recipe.pins}: there is no such file in the image")
        for name, same in read_pins(pins).items():
            for pin in same:
                if pin.marker is None or Marker(pin.marker).evaluate():
                    _link(name, pin.version, site)
        shutil.copy(read_only.__file__, site / "read_only.py")
        (site / "read_only.pth").write_text("import read_only\n", encoding="utf-8")

    def environment(self, **more: str) -> dict[str, str]:
        """What a process in it finds, which is nothing of this machine's."""
        return {
            **{name: os.environ[name] for name in _NEEDED if name in os.environ},
            "PATH": str(self.python.parent),
            "LANG": "C.UTF-8",  # as the base image has it
            "HOME": str(self.folder / "no-home"),
            "TMPDIR": str(self.folder / "tmp"),
            "PYTHONPATH": str(self._launcher),
            WRITABLE: os.pathsep.join((str(self.volume), str(self.folder / "tmp"), "/dev")),
            NOTES: str(self._notes),
            **self.recipe.environment,
            **more,
        }

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Python in it, to its end."""
        return subprocess.run(
            [self.python, *arguments],
            cwd=self.root,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=60,
        )

    @property
    def refused(self) -> list[str]:
        """What processes tried to write outside the volume."""
        return self._notes.read_text(encoding="utf-8").splitlines() if self._notes.exists() else []

    def stamps(self) -> dict[str, Stamp]:
        """Everything in the image but the volume, and when it was changed."""
        paths = (path for path in self.folder.rglob("*") if not path.is_relative_to(self.volume))
        ours = ("notes", "tmp", "logs", "token")
        found = {str(path.relative_to(self.folder)): path.lstat() for path in paths}
        return {
            name: (stat.st_mtime_ns, stat.st_size)
            for name, stat in found.items()
            if name.split("/")[0] not in ours and name != str(self.volume.parent.relative_to(self.folder))
        }


def _copied(source: Path, target: Path) -> None:
    """With its compiled module, if there is one: the Dockerfile compiles, and that takes its time."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)
    for compiled in (source.parent / "__pycache__").glob(f"{source.stem}.*.pyc") if source.suffix == ".py" else ():
        (target.parent / "__pycache__").mkdir(exist_ok=True)
        shutil.copy2(compiled, target.parent / "__pycache__" / compiled.name)


def _link(name: str, version: str, site: Path) -> None:
    distribution = metadata.distribution(name)
    if distribution.version != version:
        raise BuildError(f"{name} is {distribution.version} here, not {version}; run make install")
    for file in distribution.files or ():
        if ".." not in file.parts:  # a program beside Python
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            (site / file).symlink_to(str(distribution.locate_file(file)))
