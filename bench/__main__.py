"""`python -m bench [--whole] [name ...]`: measures the named parts, or all of them, and prints a table for each.

Some parts measure a sample; `--whole` takes hours instead of minutes (`make bench ARGS=--whole`). Nothing is measured
here. A part is a module with `run() -> Iterator[Row]`, imported only when it runs; a part whose `run` is a sample also
has a `whole`.
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
    "deletions": "bench.deletions",
    "years": "bench.years",
    "memory": "bench.memory",
    "standings": "bench.standings",
    "best_scores": "bench.best_scores",
    "the_game": "bench.the_game",
    "duel": "bench.duel",
    "gauntlet": "bench.gauntlet",
}


def main(arguments: Sequence[str]) -> int:
    is_whole = "--whole" in arguments
    names = [name for name in arguments if name != "--whole"]
    unknown = [name for name in names if name not in MODULES]
    if unknown:
        print(f"bench: no such name: {', '.join(unknown)} (there are: {', '.join(MODULES)})", file=sys.stderr)
        return 2
    for name in names or MODULES:
        show(name, _part(MODULES[name], is_whole=is_whole)(), Console())
    return 0


def _part(module: str, *, is_whole: bool) -> Callable[[], Iterator[Row]]:
    part = import_module(module)
    measure: Callable[[], Iterator[Row]] = getattr(part, "whole", part.run) if is_whole else part.run
    return measure


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
