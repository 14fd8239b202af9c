"""`python -m tests.system.simulated.forge --count 1000000`: that many forged interactions against the real bot, none of
which may be accepted, unanswered, answered in public, or raise an error. With `--questions` they are answers to every
kind of question."""

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
from tests.support.question_forgery import QuestionForger, ask_every_kind
from tests.support.quick_simcord import speed_up
from tests.support.team import Club
from tests.support.world import World, draw_nothing, new_bot, patch_locales

PATIENT = 3600.0  # seconds: fifty interactions at once on a slow machine must not count as late


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--questions", action="store_true")
    wanted = parser.parse_args()
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        speed_up(patch)
        draw_nothing(patch)
        patch.setattr(bot.edge.interactions.answers, "PATIENCE", PATIENT)
        begun = time.monotonic()
        send = _send_answers if wanted.questions else _send_forged
        done = asyncio.run(send(Path(folder), patch_locales(patch), wanted.count, wanted.seed))
    print(f"{done} forged interactions in {time.monotonic() - begun:.0f} s: 0 accepted, 0 failures, 0 unanswered")
    return 0


async def _send_forged(folder: Path, languages: dict[int, str], count: int, seed: int) -> int:
    async with simcord.run(new_bot(folder)) as env:
        world = World(env, folder, languages)
        await prepare(world)
        done = await send_forged(world, count=count, seed=seed, told=_tell)
        await world.bot.close()
        return done


async def _send_answers(folder: Path, languages: dict[int, str], count: int, seed: int) -> int:
    async with simcord.run(new_bot(folder)) as env:
        club = Club(env, folder, languages)
        forger = QuestionForger(club, await ask_every_kind(club), seed)
        done = await send_forged(club, count=count, forger=forger, told=_tell)
        await club.bot.close()
        return done


def _tell(done: int) -> None:
    print(f"\r{done}", end=" ", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
