"""Python environments made without a network: they hold only the packages of a requirements file, linked from those
installed here, and the package built and installed by pip, as users do."""

import os
import subprocess
import sys
import venv
from importlib import metadata
from pathlib import Path

from packaging.markers import Marker

from tests.system.network.process import ROOT
from tools.pins import read_pins

NEEDED = ("LD_LIBRARY_PATH",)  # for some machines' Python
_PIP = (sys.executable, "-m", "pip", "--isolated", "--quiet", "--disable-pip-version-check", "--python")


class BuildError(AssertionError):
    """Something cannot be built or installed, or its content cannot be determined."""


class Environment:
    """A Python with the packages that the requirements files pin for this machine."""

    def __init__(self, folder: Path, *pins: Path) -> None:
        self.python = folder / "bin" / "python"
        venv.create(folder, symlinks=True)
        (self.site,) = folder.glob("lib/python*/site-packages")
        found = {(pin.name, pin.version): pin for path in pins for same in read_pins(path).values() for pin in same}
        for (name, version), pin in found.items():
            if pin.marker is None or Marker(pin.marker).evaluate():
                self._link(name, version)

    def _link(self, name: str, version: str) -> None:
        """Link file by file, as pip has recorded them."""
        distribution = metadata.distribution(name)
        if distribution.version != version:
            raise BuildError(f"{name} is {distribution.version} here, not {version}; run make install")
        for file in distribution.files or ():
            if ".." not in file.parts:  # a program beside Python
                (self.site / file).parent.mkdir(parents=True, exist_ok=True)
                (self.site / file).symlink_to(str(distribution.locate_file(file)))

    def build_wheel(self, source: Path, folder: Path) -> Path:
        self._pip(source, "wheel", "--no-build-isolation", "--wheel-dir", str(folder), ".")
        (wheel,) = folder.glob("*.whl")
        return wheel

    def install(self, *what: str, place: Path = ROOT) -> None:
        self._pip(place, "install", *what)

    def _pip(self, place: Path, command: str, *arguments: str) -> None:
        """Run this machine's pip on that Python."""
        done = subprocess.run(
            [*_PIP, str(self.python), command, "--no-index", "--no-deps", *arguments],
            cwd=place,
            env={name: os.environ[name] for name in (*NEEDED, "PATH") if name in os.environ},
            capture_output=True,
            text=True,
            timeout=60,
        )
        if done.returncode != 0:
            raise BuildError(f"pip {command} {' '.join(arguments)}:\n{done.stdout}{done.stderr}")


def tracked_files() -> list[str]:
    """The repository's files that exist in this checkout."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.split("\0") if path and (ROOT / path).is_file()]
