"""Load generator: players who press buttons open-loop (at a fixed rate) or closed-loop (each waits for its answer). The
presses are computed beforehand by the rules, so that only sending and timing remain. They play the duels of
`bench.sample_database`."""

import asyncio
import math
import random
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from bench.sample_database import Running, dm_of, now, panel_of, turn_of
from bench.stub_discord import Press, StubDiscord
from bot.referee.match import Match
from bot.referee.referee import Referee
from bot.store.sqlite.store import Store
from bot.table.controls import Control, Verb

ANSWER_SECONDS = 60.0  # timeout of an answer; `bench.load` counts it as late long before that
REFUSED = "⚠️"
LOCALES = "en-US", "fr"

Step = tuple[int, str]  # player, custom id


@dataclass
class Measurement:
    """The result of one run of load."""

    seconds: float = 0.0
    answers: list[float] = field(default_factory=list)  # seconds to the first answer
    lost: int = 0  # timed out or refused

    @property
    def rate(self) -> float:
        return len(self.answers) / self.seconds

    def within(self, share: float) -> float:
        """Milliseconds within which this share was answered."""
        ordered = sorted(self.answers) or [math.inf]
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class LoadGenerator:
    def __init__(self, discord: StubDiscord, tables: Sequence[Running], scripts: Sequence[list[Step]]) -> None:
        self._discord = discord
        self._scripts = [deque(script) for script in scripts]
        self._ready = deque(range(len(tables)))
        self.played = [0] * len(tables)  # by table: answered presses
        self.turns = 0
        for player in (player for table in tables for player in table.players):
            discord.remember(dm_of(player), panel_of(player))

    def only(self, places: Iterable[int]) -> Self:
        """From now on press at these tables only."""
        self._ready = deque(place for place in places if self._scripts[place])
        return self

    async def run_open_loop(self, rate: float, seconds: float) -> Measurement:
        """Send `rate` presses a second, whether or not earlier ones are answered."""
        measurement, begun, pressing = Measurement(), time.perf_counter(), set[asyncio.Task[None]]()
        for number in range(round(rate * seconds)):
            if (early := begun + number / rate - time.perf_counter()) > 0.001:
                await asyncio.sleep(early)
            if not self._ready:  # all players wait for answers
                continue
            task = asyncio.create_task(self._press(self._ready.popleft(), measurement))
            pressing.add(task)
            task.add_done_callback(pressing.discard)
        if pressing:
            await asyncio.wait(pressing)
        measurement.seconds = time.perf_counter() - begun
        return measurement

    async def run_closed_loop(self, together: int, seconds: float, *, most: float = math.inf) -> Measurement:
        """Keep `together` presses in flight, each followed by the next as soon as it is answered; at most `most` in
        all."""
        measurement, begun = Measurement(), time.perf_counter()

        async def keep_pressing() -> None:
            nonlocal most
            while time.perf_counter() < begun + seconds and self._ready and most > 0:
                most -= 1
                await self._press(self._ready.popleft(), measurement)

        await asyncio.gather(*(keep_pressing() for _ in range(together)))
        measurement.seconds = time.perf_counter() - begun
        return measurement

    async def _press(self, place: int, measurement: Measurement) -> None:
        """Press the table's next step; a table whose script has ended gets no more presses."""
        player, custom_id = self._scripts[place].popleft()
        press = await self._discord.press(player, dm_of(player), custom_id, LOCALES[place % 2])
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await press.answer()
        except TimeoutError:
            measurement.lost += 1
            return
        self._count(press, measurement)
        self.played[place] += 1
        self.turns += custom_id.endswith(":end")
        if self._scripts[place]:
            self._ready.append(place)

    def _count(self, press: Press, measurement: Measurement) -> None:
        assert press.acknowledged_at is not None
        assert press.answered_at is not None
        measurement.answers.append(press.acknowledged_at - press.sent_at)
        embeds = press.content.get("embeds") or [{}]
        measurement.lost += (embeds[0].get("description") or REFUSED).startswith(REFUSED)


async def scripts(path: Path, tables: Sequence[Running], steps: int) -> list[list[Step]]:
    """The presses for each table, from its current state."""
    store = await Store.open(path)
    try:
        referee = Referee(store, now)
        return [_script(await referee.match(table.game_id), steps) for table in tables]
    finally:
        await store.close()


def _script(match: Match, steps: int) -> list[Step]:
    script: list[Step] = []
    game, state, revision, dice = match.game, match.state, match.revision, random.Random(match.id)
    while len(script) < steps and game.rules.outcome(state) is None:
        player, text = turn_of(Match(match.row, game, state), dice)
        (seat,) = game.rules.to_act(state)
        for action in game.notation.parse_all(text):
            if game.rules.outcome(state) is not None:
                break  # placing the last card ends the game without an `end`
            script.append((player, Control(Verb.ACT, match.id, revision, game.notation.notate(action)).custom_id()))
            state, revision = game.rules.apply(state, seat, action), revision + 1
    return script
