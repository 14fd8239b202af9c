"""`python -m tools.audit REPORT`: whether what is pinned, asked for and installed are the same, and whether its makers
still stand behind it: REPORT is what pip found out about the pinned files (`make check`). Of advisories it knows
nothing: `make audit` asks for those. What cannot be checked fails."""

import itertools
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tools.offers import withdrawn
from tools.pins import PinError, Pins, differences, installed, plain, read_pins, versions

FOLDER = Path(__file__).parents[1] / "requirements"
SETS = ("run", "play", "dev")  # each holds the one before
WHOLE = "dev"  # what a developer's environment is made of
TOOLS = frozenset({"pip", "setuptools", "wheel", "uv"})  # what brings the rest
_WANTED = re.compile(r"(?P<name>[\w.-]+)(==(?P<version>[\w.!+-]+))?", re.ASCII)


def wanted(path: Path) -> dict[str, str | None]:
    """What an `.in` file asks for, and the version where it insists on one."""
    found: dict[str, str | None] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if text.startswith("-r "):
            found |= wanted(path.with_name(text[3:].strip()))
        elif text:
            match = _WANTED.fullmatch(text)
            if match is None:
                raise PinError(f"{path}: {text[:60]!r} is not a name, with or without one version")
            found[plain(match["name"])] = match["version"]
    return found


def complaints(folder: Path, present: Mapping[str, str]) -> Iterator[str]:
    sets = {name: read_pins(folder / f"{name}.txt") for name in SETS}
    for name, pins in sets.items():
        for asked, version in wanted(folder / f"{name}.in").items():
            yield from _unanswered(f"{name}.txt", asked, version, pins)
    for smaller, larger in itertools.pairwise(SETS):
        yield from _disagreements(smaller, sets[smaller], larger, sets[larger])
    yield from (f"{said}; run make install" for said in differences(sets[WHOLE], present))
    for name in sorted(present.keys() - sets[WHOLE].keys() - TOOLS):
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
        found = list(complaints(FOLDER, installed()))
        found += withdrawn(Path(arguments[0]), read_pins(FOLDER / f"{WHOLE}.txt"))
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
