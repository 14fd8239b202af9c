"""A bot killed at work: every acknowledged move is stored, and every game replays."""

import subprocess
import sys
from pathlib import Path

from bot.referee.replay_check import difference
from bot.store.sqlite.store import Store
from tests.store.support import ROOT

WORK = """
import asyncio, sys
from pathlib import Path
from tests.store.support import open_harness

async def play(harness, number):
    match = await harness.duel(host_id=10 + number, invited=(50 + number,))
    while True:
        match = await harness.play(match)
        print(match.id, match.revision, flush=True)
        if match.is_over:
            match = await harness.duel(host_id=10 + number, invited=(50 + number,))

async def main():
    async with open_harness(Path(sys.argv[1])) as harness:
        harness.keys = iter(range(int(sys.argv[2]), 10**9))
        await asyncio.gather(*(play(harness, number) for number in range(8)))

asyncio.run(main())
"""


def killed_after(folder: Path, lines: int, first_key: int) -> dict[int, int]:
    """Let a child play until it has acknowledged so many moves; return each game's last acknowledged revision."""
    command = [sys.executable, "-c", WORK, str(folder), str(first_key)]
    acknowledged: dict[int, int] = {}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for _ in range(lines):
            game_id, revision = map(int, child.stdout.readline().split())
            acknowledged[game_id] = revision
        child.kill()
        for line in child.stdout.read().splitlines(keepends=True):
            if line.endswith("\n"):
                game_id, revision = map(int, line.split())
                acknowledged[game_id] = revision
    return acknowledged


async def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    acknowledged: dict[int, int] = {}
    for death in range(2):
        acknowledged |= killed_after(tmp_path, 30 + 13 * death, first_key=death * 10**6)
        store = await Store.open(tmp_path / "arbitre.sqlite3")
        for game_id, revision in acknowledged.items():
            row = await store.games.get(game_id)
            assert row is not None
            assert row.revision >= revision
            assert difference(row, await store.games.actions(game_id)) is None
        await store.close()
    assert len(acknowledged) >= 16
