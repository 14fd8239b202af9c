"""Approximates the Dockerfile's image without Docker, root or a network: a folder with the files it copies, and a
Python that has the packages it installs and no others: pinned ones, and the wheel built by its first stage. Any
instruction not understood here raises, since a test would otherwise prove a different image."""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeVar

from tests.system.container import read_only
from tests.system.container.environments import NEEDED, BuildError, Environment, tracked_files
from tests.system.container.read_only import NOTES, WRITABLE
from tests.system.network.process import ROOT

DOCKERFILE = ROOT / "Dockerfile"
IGNORED = ROOT / ".dockerignore"
_NETWORK = "tests/system/network"
LAUNCHER = (
    *("tests/__init__.py", "tests/system/__init__.py", f"{_NETWORK}/__init__.py"),
    *(f"{_NETWORK}/launch.py", f"{_NETWORK}/fast_clock.py"),
)
_UNDERSTOOD = {"FROM", "ENV", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "STOPSIGNAL", "HEALTHCHECK", "CMD"}
_COMPILE = "python -m compileall "  # followed by chown, which has no effect here
_INSTALL = re.compile(r"pip install [-\w ]*--require-hashes -r (\S+)")
_BUILD = re.compile(r"pip wheel [-\w ]*--no-index --no-deps --no-build-isolation --wheel-dir (\w+) \.")
_OURS = re.compile(r"pip install [-\w ]*--no-index --no-deps (\w+)/arbitre-\*\.whl")
_FROM_BUILD = re.compile(r"--from=build (/\w+)/(\w+) (\w+)")
Stamp = tuple[int, int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of the Dockerfile: its working directory, the files it copies, the pinned packages it installs."""

    place: PurePosixPath
    copies: tuple[tuple[str, str], ...]  # from, to
    pins: str  # a file in the image


@dataclass(frozen=True, slots=True)
class Recipe:
    """The Dockerfile's instructions."""

    build: Stage  # builds the wheel into the folder `wheels`
    final: Stage  # installs it from there
    wheels: str
    environment: Mapping[str, str]
    volume: PurePosixPath
    command: Sequence[str]
    health: Sequence[str]

    @property
    def place(self) -> PurePosixPath:
        """The working directory."""
        return self.final.place


def instructions(text: str) -> Iterator[tuple[str, str]]:
    whole = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    for line in filter(None, map(str.strip, whole.splitlines())):
        name, _, rest = line.partition(" ")
        yield name, rest.strip()


Said = dict[str, list[str]]


def read_recipe(path: Path = DOCKERFILE) -> Recipe:
    stages: list[Said] = []
    for name, rest in instructions(path.read_text(encoding="utf-8")):
        if name not in _UNDERSTOOD or (name == "RUN" and not _is_known(rest)):
            raise BuildError(f"{name} {rest}: is not understood")
        if name == "FROM":
            stages.append({})
        stages[-1].setdefault(name, []).append(rest)
    if len(stages) != 2 or not stages[0]["FROM"][0].endswith(" AS build"):
        raise BuildError("there is one stage that builds and one that runs what was built")
    build, final = stages
    wheels = _once(_found(_BUILD, build, "RUN"))[1]
    source, made, copied = _once(_found(_FROM_BUILD, final, "COPY")).groups()
    installed = _once(_found(_OURS, final, "RUN"))[1]
    if (source, made, copied) != (_once(build["WORKDIR"]), wheels, installed):
        raise BuildError("what is installed is not what was built")
    return Recipe(
        build=_stage(build),
        final=_stage(final),
        wheels=wheels,
        environment=dict(word.split("=", 1) for line in final["ENV"] for word in shlex.split(line)),
        volume=PurePosixPath(_once(final["VOLUME"])),
        command=json.loads(_once(final["CMD"])),
        health=json.loads(_once(final["HEALTHCHECK"]).partition(" CMD ")[2]),
    )


def _is_known(command: str) -> bool:
    return command.startswith(_COMPILE) or any(known.fullmatch(command) for known in (_INSTALL, _BUILD, _OURS))


def _found(pattern: re.Pattern[str], stage: Said, name: str) -> list[re.Match[str]]:
    return [found for line in stage[name] if (found := pattern.fullmatch(line))]


def _once(said: Sequence[T]) -> T:
    if len(said) != 1:
        raise BuildError(f"{[*said]}: this is said once")
    return said[0]


def _stage(said: Said) -> Stage:
    return Stage(
        place=PurePosixPath(_once(said["WORKDIR"])),
        copies=tuple(_copy(line) for line in said["COPY"] if not _FROM_BUILD.fullmatch(line)),
        pins=_once(_found(_INSTALL, said, "RUN"))[1],
    )


def _copy(line: str) -> tuple[str, str]:
    words = line.split()
    if len(words) != 2 or any(word.startswith(("-", "/", ".")) or "*" in word for word in words):
        raise BuildError(f"COPY {line}: one file or folder of ours to one place is all that is understood")
    return words[0], words[1]


def is_ignored(path: str, patterns: Sequence[str]) -> bool:
    """Whether .dockerignore excludes this file."""
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
    """Built in a folder; `left_out` are paths that are not copied."""

    def __init__(self, folder: Path, recipe: Recipe, left_out: Sequence[str] = ()) -> None:
        self.recipe = recipe
        self.folder = folder
        self.root = folder / recipe.place.relative_to("/")
        self.volume = folder / recipe.volume.relative_to("/")
        self._notes = folder / "notes"
        self._launcher = folder / "launcher"
        wheel = self._build(left_out)
        self._copy_files(recipe.final, self.root, left_out)
        shutil.copytree(wheel.parent, self.root / recipe.wheels)
        environment = self._installed(recipe.final, self.root, "python")
        environment.install(str(wheel))
        self.python, self.site = environment.python, environment.site
        shutil.copy(read_only.__file__, self.site / "read_only.py")
        (self.site / "read_only.pth").write_text("import read_only\n", encoding="utf-8")
        for name in LAUNCHER:  # the only test modules in the bot's process: they point it at the network Discord
            _copied(ROOT / name, self._launcher / name)
        self.volume.mkdir(parents=True)
        (folder / "tmp").mkdir()

    def _build(self, left_out: Sequence[str]) -> Path:
        stage = self.recipe.build
        place = self.folder / "build" / stage.place.relative_to("/")
        self._copy_files(stage, place, left_out)
        return self._installed(stage, place, "build/python").build_wheel(place, place / self.recipe.wheels)

    def _copy_files(self, stage: Stage, place: Path, left_out: Sequence[str]) -> None:
        tracked = tracked_files()
        patterns = IGNORED.read_text(encoding="utf-8").split()
        for source, target in stage.copies:
            found = [path for path in tracked if path == source or path.startswith(f"{source}/")]
            if not found:
                raise BuildError(f"COPY {source}: there is no such file or folder")
            for path in found:
                if not is_ignored(path, (*patterns, *left_out)):
                    _copied(ROOT / path, place / (target + path.removeprefix(source)))

    def _installed(self, stage: Stage, place: Path, name: str) -> Environment:
        pins = place / stage.pins
        if not pins.is_file():
            raise BuildError(f"pip install -r {stage.pins}: there is no such file in the image")
        return Environment(self.folder / name, pins)

    def environment(self, **more: str) -> dict[str, str]:
        """A process's environment in the image, without this machine's variables."""
        return {
            **{name: os.environ[name] for name in NEEDED if name in os.environ},
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
        """Run Python in it to its end."""
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
        """Attempted writes outside the volume."""
        return self._notes.read_text(encoding="utf-8").splitlines() if self._notes.exists() else []

    def stamps(self) -> dict[str, Stamp]:
        """Modification time and size of everything in the image but the volume."""
        paths = (path for path in self.folder.rglob("*") if not path.is_relative_to(self.volume))
        ours = ("notes", "tmp", "logs", "token")
        found = {str(path.relative_to(self.folder)): path.lstat() for path in paths}
        return {
            name: (stat.st_mtime_ns, stat.st_size)
            for name, stat in found.items()
            if name.split("/")[0] not in ours and name != str(self.volume.parent.relative_to(self.folder))
        }


def _copied(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)
