"""`python -m tests.system.simulated.forge --count 1000000`: that many forged interactions against the real bot, none of
which may be accepted, unanswered, answered in public, or raise an error."""

import argparse
import asyncio
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import simcord

import bot.edge.interactions.answers
from tests.support.forgery import prepare, send_forged
from tests.support.world import World, draw_nothing, new_bot, patch_locales, speed_up

PATIENT = 3600.0  # seconds: fifty interactions at once on a slow machine must not count as late


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        speed_up(patch)
        draw_nothing(patch)
        patch.setattr(bot.edge.interactions.answers, "PATIENCE", PATIENT)
        begun = time.monotonic()
        done = asyncio.run(_send_forged(Path(folder), patch_locales(patch), wanted.count, wanted.seed))
    print(f"{done} forged interactions in {time.monotonic() - begun:.0f} s: 0 accepted, 0 failures, 0 unanswered")
    return 0


async def _send_forged(folder: Path, languages: dict[int, str], count: int, seed: int) -> int:
    async with simcord.run(new_bot(folder)) as env:
        world = World(env, folder, languages)
        await prepare(world)
        done = await send_forged(world, count=count, seed=seed, told=_tell)
        await world.bot.close()
        return done


def _tell(done: int) -> None:
    print(f"\r{done}", end=" ", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
