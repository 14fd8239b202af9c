"""The memory of the bot's process after the pictures of two thousand games, with every module it loads; and the same
without pictures. Each is measured in a process of its own. At most 200 MB are wanted."""

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.report import Row
from bot.drawing.picture_cache import PictureCache
from bot.drawing.sketch import Sketch
from bot.games.core import AnyGame, Seat
from bot.games.registry import GAMES
from bot.operations.memory import bound_memory, trim_memory
from bot.referee.shuffle import FairShuffle
from bot.table.locale import LANGUAGES, locale_for
from bot.table.pictures.core import PictureText
from bot.table.pictures.registry import drawer_for, story_for

GAMES_PLAYED = 2000
FILMS = 6
WANTED = 200  # MB
_TRIMMED_EVERY = 100  # games
_STATES = 40  # of each game
_MEBIBYTE = 2**20


def run() -> Iterator[Row]:
    bare, drawn = (_measured(kind) for kind in ("bare", "drawn"))
    base = f"the {WANTED} MB wanted"
    yield Row("memory of the process, no pictures", bare, "MB", bare / WANTED, base)
    yield Row(f"after the pictures of {GAMES_PLAYED:,} games, {FILMS} films", drawn, "MB", drawn / WANTED, base)


def _measured(kind: str) -> float:
    command = [sys.executable, "-m", "bench.memory", kind]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


async def _draw_everything() -> None:
    pictures, dice = PictureCache(), random.Random(5)
    played = {key: _states(game) for key, game in GAMES.items() if drawer_for(key)}
    for number in range(GAMES_PLAYED):
        key = dice.choice(list(played))
        words = PictureText((f"Player {number}", f"Other {number}"), locale_for(dice.choice(LANGUAGES)))
        await asyncio.gather(*(pictures.drawn(one) for one in _sketches(key, dice.choice(played[key][:-1]), words)))
        if number % _TRIMMED_EVERY == 0:  # the bot does so each minute
            trim_memory()
        if number % (GAMES_PLAYED // FILMS) == 0 and (story := story_for(key)) is not None:
            views = [GAMES[key].rules.observe(state, None) for state in played[key]]
            await pictures.drawn(story.animation(views, words))


def _sketches(key: str, state: object, words: PictureText) -> Iterator[Sketch]:
    drawer, observe = drawer_for(key), GAMES[key].rules.observe
    if drawer is not None:
        yield drawer.table(observe(state, None), words)
        yield from (drawer.hand(observe(state, Seat(seat)), words) for seat in (0, 1))


def _states(game: AnyGame) -> list[object]:
    """Some states of a game of random actions, the last at its end."""
    dice = random.Random(7)
    shuffle = FairShuffle(bytes(32), "bench", game.key, ("", ""))
    options = {name: values[0] for name, values in game.options.items()}
    options |= {name: [read("", options)] * 2 for name, read in game.brought.items()}
    states = [game.rules.start(2, options, shuffle)]
    while seats := sorted(game.rules.to_act(states[-1])):
        action = dice.choice(list(game.rules.legal(states[-1], seats[0])))
        states.append(game.rules.apply(states[-1], seats[0], action, shuffle))
    return [*states[:: 1 + len(states) // _STATES], states[-1]]


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / _MEBIBYTE


def main(kind: str) -> None:
    bound_memory()
    from bot.drawing.text import open_fonts
    from bot.edge import run as _bot  # noqa: F401

    open_fonts()
    if kind == "drawn":
        asyncio.run(_draw_everything())
    trim_memory()  # as the bot does each minute
    print(_resident())


if __name__ == "__main__":
    main(sys.argv[1])
