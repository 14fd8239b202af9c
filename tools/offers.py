"""What the package index says today of what is pinned, as pip reports it after a dry run: the makers of a release may
have withdrawn it since, which pip itself only mentions. Knows no network: `make check` has pip ask."""

import json
from collections.abc import Iterator
from pathlib import Path

from tools.pins import PinError, Pins, differences, plain


def withdrawn(report: Path, pins: Pins) -> Iterator[str]:
    """What should not be installed any more, and what pip was not asked about."""
    try:
        found = {
            plain(one["metadata"]["name"]): (str(one["metadata"]["version"]), bool(one["is_yanked"]))
            for one in json.loads(report.read_text(encoding="utf-8"))["install"]
        }
    except (ValueError, LookupError, TypeError) as error:
        raise PinError(f"{report}: this is no report of pip's that says what was withdrawn") from error
    yield from (f"offered today: {said}" for said in differences(pins, {name: one[0] for name, one in found.items()}))
    for name, (version, is_yanked) in found.items():
        if is_yanked:
            yield f"{name} {version} was withdrawn by its makers; pin another and run make lock"
