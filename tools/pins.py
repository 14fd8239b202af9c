"""The pinned requirements, read strictly: every line a name, one version and the hashes of its files. Anything else (a
range, an address, an option) is refused, for it does not say what it would install. Knows no network."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

_PINNED = re.compile(r"(?P<name>[\w.-]+)(\[[\w.,-]+\])?==(?P<version>[\w.!+-]+)(\s*;\s*(?P<marker>.+))?", re.ASCII)
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


class PinError(ValueError):
    """A line that does not say what would be installed; says which and why."""


@dataclass(frozen=True, slots=True)
class Pin:
    name: str
    version: str
    marker: str | None  # where it is needed at all


Pins = Mapping[str, tuple[Pin, ...]]


def plain(name: str) -> str:
    """Names are the same however they are spelled."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_pins(path: Path) -> Pins:
    """By name: one version of it, or one for each kind of place. A file without a pin is refused too."""
    pins: dict[str, tuple[Pin, ...]] = {}
    for number, line in _whole_lines(path):
        pin = _pin(line, f"{path}:{number}")
        pins[pin.name] = same = (*pins.get(pin.name, ()), pin)
        if len(same) > 1 and not all(one.marker for one in same):
            raise PinError(f"{path}:{number}: {pin.name} is there twice")
    if not pins:
        raise PinError(f"{path}: nothing is pinned there")
    return pins


def _whole_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Without comments; what is continued is put together."""
    begun, pending = 0, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = re.sub(r"(^|\s)#.*", "", line).strip()
        begun = begun if pending else number
        pending = f"{pending} {text.removesuffix(chr(92)).strip()}".strip()
        if pending and not text.endswith("\\"):
            yield begun, pending
            pending = ""
    if pending:
        yield begun, pending


def _pin(line: str, place: str) -> Pin:
    requirement, *hashes = re.split(r"\s+(?=--)", line)
    found = _PINNED.fullmatch(requirement)
    if found is None:
        raise PinError(f"{place}: {requirement[:60]!r} is not a name and one version")
    if not hashes:
        raise PinError(f"{place}: {found['name']} has no hash")
    if odd := [one for one in hashes if not _HASH.fullmatch(one)]:
        raise PinError(f"{place}: {odd[0][:60]!r} is not a hash of SHA-256")
    return Pin(plain(found["name"]), found["version"], found["marker"])


def installed() -> dict[str, str]:
    """Name and version of everything this Python would import."""
    return {plain(one.name): one.version for one in metadata.distributions() if one.name}


def versions(pins: Iterable[Pin]) -> str:
    return " or ".join(pin.version for pin in pins)


def differences(pins: Pins, present: Mapping[str, str]) -> Iterator[str]:
    """What is missing or of another version. One that is needed only in some places may be missing: where, was decided
    when it was installed."""
    for name, same in pins.items():
        version = present.get(name)
        if version is None:
            if not all(pin.marker for pin in same):
                yield f"{name} {versions(same)} is missing"
        elif version not in {pin.version for pin in same}:
            yield f"{name} is {version}, not {versions(same)}"
