"""`make soak`: a thousand kills under load and thousands of bit flips. Prints the totals; any loss fails."""

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.system.faults.flips import FLIPPED, Survey, survey
from tests.system.faults.kills import Tally, run_kills_on_many

ROUNDS, BOTS, DEATHS = 10, 8, 12
STARTED_ANEW = 20  # kills of each of two bots that are started as new programs
FLIPS = 1000


async def _kill(folder: Path) -> Tally:
    whole = Tally()
    for number in range(ROUNDS):
        whole.add(await run_kills_on_many(folder / str(number), 1000 * number, BOTS, DEATHS))
        print(f"{whole.deaths.total()} deaths, {len(whole.losses)} losses", flush=True)
    whole.add(await run_kills_on_many(folder / "anew", 7, 2, STARTED_ANEW, is_forked=False))
    return whole


async def _flip(folder: Path) -> dict[str, Survey]:
    return {where: await survey(folder / where, where, FLIPS) for where in FLIPPED}


def _lines(kills: Tally, flips: dict[str, Survey], seconds: float) -> Iterator[tuple[str, str]]:
    recoveries = sorted(kills.recoveries)
    yield "deaths", str(kills.deaths.total())
    yield from ((f"  {kill_at}", str(count)) for kill_at, count in sorted(kills.deaths.items()))
    yield "games played to their end", str(kills.games)
    yield "moves acknowledged", str(kills.acknowledged)
    yield "blocks and deletions acknowledged", f"{kills.blocks}, {kills.deletions}"
    yield "everything to see again after", f"{recoveries[len(recoveries) // 2]:.2f} s, at most {recoveries[-1]:.2f} s"
    yield "losses", str(len(kills.losses))
    for where, found in flips.items():
        yield f"bits flipped in {where}", f"{found.flips}, {found.noticed} noticed, {len(found.silent)} silent"
    yield "took", f"{seconds:.0f} s"


def main() -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="arbitre-soak-") as name:
        kills = asyncio.run(_kill(Path(name) / "kills"))
        flips = asyncio.run(_flip(Path(name) / "flips"))
    table = Table("what", "came of it")
    for line in _lines(kills, flips, time.monotonic() - began):
        table.add_row(*line)
    Console().print(table)
    losses = [*kills.losses, *(loss for found in flips.values() for loss in found.silent)]
    for loss in losses:
        print(loss, file=sys.stderr)
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
