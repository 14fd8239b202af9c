"""`python -m tools.audit REPORT`: whether what is pinned, asked for and installed are the same, and whether its makers
still stand behind it: REPORT is what pip found out about the pinned files (`make check`). Of advisories it knows
nothing: `make audit` asks for those. What cannot be checked fails."""

import itertools
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.offers import withdrawn
from tools.pins import PinError, Pins, differences, installed, plain, read_pins, versions

ROOT = Path(__file__).parents[1]
WHOLE = "dev"  # what a developer's environment is made of
SETS = ("run", "play", WHOLE)  # each holds the one before
OTHERS = ("build", "audit")
PLAYGROUND = frozenset({"simcord"})  # asked for, and left out of run.txt
EXPECTED = frozenset({"pip", "setuptools", "wheel", "uv", "arbitre"})  # what brings the rest, and what it is for
_WANTED = re.compile(r"(?P<name>[\w.-]+)(==(?P<version>[\w.!+-]+))?", re.ASCII)

Wanted = dict[str, str | None]  # names, and the version where one is insisted on


def wanted(project: Path) -> dict[str, Wanted]:
    """What `pyproject.toml` asks for, by the file of pins that answers it."""
    try:
        read = tomllib.loads(project.read_text(encoding="utf-8"))
        play = _names(read["project"]["dependencies"])
        return {
            "run": {name: version for name, version in play.items() if name not in PLAYGROUND},
            "play": play,
            "dev": play | _group(read, "dev"),
            "build": _names(read["build-system"]["requires"]),
            "audit": _group(read, "audit"),
        }
    except (ValueError, LookupError, TypeError) as error:
        raise PinError(f"{project}: {error}") from error


def _group(read: Mapping[str, Any], name: str) -> Wanted:
    """A dependency group (PEP 735) and those it includes."""
    given = read["dependency-groups"][name]
    found = _names([one for one in given if isinstance(one, str)])
    for one in given:
        if not isinstance(one, str):
            found |= _group(read, one["include-group"])
    return found


def _names(given: Iterable[str]) -> Wanted:
    found: Wanted = {}
    for text in given:
        match = _WANTED.fullmatch(text)
        if match is None:
            raise ValueError(f"{text[:60]!r} is not a name, with or without one version")
        found[plain(match["name"])] = match["version"]
    return found


def complaints(root: Path, present: Mapping[str, str]) -> Iterator[str]:
    sets = {name: read_pins(root / "requirements" / f"{name}.txt") for name in (*SETS, *OTHERS)}
    asked = wanted(root / "pyproject.toml")
    for name, pins in sets.items():
        for package, version in asked[name].items():
            yield from _unanswered(f"{name}.txt", package, version, pins)
    for smaller, larger in (*itertools.pairwise(SETS), ("build", WHOLE)):
        yield from _disagreements(smaller, sets[smaller], larger, sets[larger])
    yield from (f"{said}; run make install" for said in differences(sets[WHOLE], present))
    for name in sorted(present.keys() - sets[WHOLE].keys() - EXPECTED):
        yield f"{name} is installed and nowhere pinned; run make clean install"


def _unanswered(file: str, name: str, version: str | None, pins: Pins) -> Iterator[str]:
    if name not in pins:
        yield f"{name} is asked for and not in {file}; run make lock"
    elif version is not None and any(pin.version != version for pin in pins[name]):
        yield f"{name} is asked for as {version} and pinned as {versions(pins[name])} in {file}; run make lock"


def _disagreements(smaller: str, fewer: Pins, larger: str, more: Pins) -> Iterator[str]:
    for name, same in fewer.items():
        if not {pin.version for pin in same} <= {pin.version for pin in more.get(name, ())}:
            yield f"{name} {versions(same)} is in {smaller}.txt and not so in {larger}.txt; run make lock"


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("audit: it wants what pip reports of requirements/dev.txt; run make check", file=sys.stderr)
        return 2
    if sys.prefix == sys.base_prefix:
        print("audit: this is not the project's environment, so nothing can be said; run make check", file=sys.stderr)
        return 1
    try:
        found = list(complaints(ROOT, installed()))
        found += withdrawn(Path(arguments[0]), read_pins(ROOT / "requirements" / f"{WHOLE}.txt"))
    except (PinError, OSError) as error:
        found = [str(error)]
    for said in found:
        print(f"audit: {said}", file=sys.stderr)
    agreed = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    if agreed.returncode != 0:
        print(f"audit: {(agreed.stdout or agreed.stderr).strip()}", file=sys.stderr)
    if found or agreed.returncode != 0:
        return 1
    print("Every requirement is pinned, hashed and installed as pinned, and none was withdrawn.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
