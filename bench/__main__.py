"""`python -m bench [name ...]`: measures the named parts, or all of them, and prints a table for each.

Nothing is measured here. A part is a module with `run() -> Iterator[Row]`, imported only when it is asked for.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from rich.console import Console

from bench.report import Row, show

MODULES = {
    "rules": "bench.rules",
    "pictures": "bench.pictures",
    "arena": "bench.arena",
    "requests": "bench.requests",
    "store": "bench.store",
    "load": "bench.load",
    "standings": "bench.standings",
    "best_scores": "bench.best_scores",
    "the_game": "bench.the_game",
    "gauntlet": "bench.gauntlet",
}


def main(names: Sequence[str]) -> int:
    unknown = [name for name in names if name not in MODULES]
    if unknown:
        print(f"bench: no such name: {', '.join(unknown)} (there are: {', '.join(MODULES)})", file=sys.stderr)
        return 2
    for name in names or MODULES:
        run: Callable[[], Iterator[Row]] = import_module(MODULES[name]).run
        show(name, run(), Console())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
