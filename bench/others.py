"""What others feel while something heavy happens: players who move and people who look at pages, in the process that
does the heavy thing, as in the bot. Judges nothing."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from bench.sample_database import FIRST_PERSON, Running, turn_of
from bot.referee.referee import Referee
from bot.store.ratings_rows import EVERYWHERE

PLAYING, LOOKING = 4, 2  # people at a time
PAUSE = 0.02  # seconds of thought


@dataclass(slots=True)
class Waits:
    """Seconds, of each move and each page."""

    moves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)

    def add(self, other: "Waits") -> None:
        self.moves += other.moves
        self.pages += other.pages


def percentile(waits: Sequence[float], share: float) -> float:
    """In milliseconds."""
    return 1000 * sorted(waits)[max(0, round(share * len(waits)) - 1)]


class Others:
    def __init__(self, referee: Referee, tables: Sequence[Running], people: int) -> None:
        self._referee = referee
        self._tables = tables
        self._people = people  # of the recorded games
        self._waits = Waits()

    @contextlib.asynccontextmanager
    async def busy(self) -> AsyncIterator[None]:
        share = len(self._tables) // PLAYING
        parts = [self._tables[at * share : (at + 1) * share] for at in range(PLAYING)]
        works = [self._play(number, part) for number, part in enumerate(parts)]
        works += [self._look(number) for number in range(LOOKING)]
        tasks = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if not isinstance(result, asyncio.CancelledError):
                    raise AssertionError("no player is left to measure") from result

    async def during(self, work: Awaitable[object]) -> Waits:
        """What others waited meanwhile."""
        self._waits = waits = Waits()
        await work
        self._waits = Waits()
        return waits

    async def _play(self, number: int, tables: Sequence[Running]) -> None:
        dice, turn = random.Random(number), 0
        while True:
            match = await self._referee.match(tables[turn % len(tables)].game_id)
            turn += 1
            if not match.is_over:
                person, text = turn_of(match, dice)
                await asyncio.sleep(PAUSE)
                begun = time.perf_counter()
                await self._referee.act(match.id, person, text, key=f"bench {number} {turn}")
                self._waits.moves.append(time.perf_counter() - begun)
            else:
                await asyncio.sleep(PAUSE)

    async def _look(self, number: int) -> None:
        """`/games`, `/history` and `/profile` of a player, as often each."""
        dice, store = random.Random(number), self._referee.store
        while True:
            person = FIRST_PERSON + dice.randrange(self._people)
            pages: Sequence[Callable[[], Awaitable[object]]] = (
                partial(self._referee.running_of, person),
                partial(store.standings.history, EVERYWHERE, person, 0),
                partial(store.standings.profile, EVERYWHERE, "le-duel", person, person + 1),
            )
            for page in pages:
                begun = time.perf_counter()
                await page()
                self._waits.pages.append(time.perf_counter() - begun)
                await asyncio.sleep(PAUSE)
