"""A bot under load that is killed again and again: at random, and at every kill point, with people who run into limits,
block others and have their data deleted. Everything is inspected after
every death and at the end."""

import asyncio
import contextlib
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import ServerRow
from bot.store.sqlite.store import Store
from tests.system.faults.bystanders import Bystanders, limited
from tests.system.faults.inspection import Inspector
from tests.system.faults.kill_points import BOOT, POINTS
from tests.system.faults.killable_bot import ForkServer, KillableBot
from tests.system.network import members
from tests.system.network.crowds import Crowd, Group
from tests.system.network.players import Player
from tests.system.network.replies import Reply
from tests.system.network.server import NetworkDiscord

GROUPS = (7, 1), (2, 3)  # pairs and teams: every other run has mostly teams
RECOVERY = 30.0  # seconds within which everything committed must be shown
RANDOM = "at random"
MOVES = 8  # at most, acknowledged between two random kills
LONGEST = 6.0  # seconds of play between two kills
_LOOK = 0.05


@dataclass(slots=True)
class Tally:
    """Totals. `losses` must be empty."""

    deaths: Counter[str] = field(default_factory=Counter)
    losses: list[str] = field(default_factory=list)
    acknowledged: int = 0
    games: int = 0
    blocks: int = 0
    deletions: int = 0
    recoveries: list[float] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.deaths += other.deaths
        self.losses += other.losses
        self.acknowledged += other.acknowledged
        self.games += other.games
        self.blocks += other.blocks
        self.deletions += other.deletions
        self.recoveries += other.recoveries


def act_only_while(is_up: asyncio.Event, player: Player) -> None:
    """From now on this player acts only while the event is set."""
    interact = player._interact

    async def waiting(*args: Any, **options: Any) -> Reply:
        await is_up.wait()
        return await interact(*args, **options)

    player._interact = waiting  # type: ignore[method-assign]


class KillRun:
    def __init__(self, network: NetworkDiscord, folder: Path, fork_server: ForkServer | None, seed: int) -> None:
        self.network = network
        self.seed = seed
        self.chance = random.Random(seed)
        self.is_up = asyncio.Event()
        self.crowd = Crowd(network, *GROUPS[seed % len(GROUPS)], impatience=1.0)
        self.results_channel = network.state.channel(self.crowd.guild_id, "results")
        self.bot = KillableBot(network, folder, fork_server)
        self.inspector = Inspector(network, self.bot.database, self.results_channel)
        self.bystanders = Bystanders(network, self.crowd.guild_id, self.is_up)
        self.tally = Tally()
        for player in self.crowd.players:
            act_only_while(self.is_up, player)

    async def run(self, deaths: int) -> Tally:
        await self._configure_server()
        works = (*map(self._play_on, self.crowd.groups), *self.bystanders.works())
        playing = [asyncio.create_task(work) for work in works]
        try:
            for number in range(deaths):
                await self._run_once(self._kill_at(number))
                self._inspect()
                if self.tally.losses:
                    break  # the logs and the file are kept for debugging
            else:
                await self._run_to_the_end(playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            if self.bot.is_alive:
                await self.bot.kill()
        self.tally.acknowledged = len(self.network.ledger.moves)
        self.tally.blocks, self.tally.deletions = len(self.bystanders.blocked), len(self.bystanders.deleted)
        return self.tally

    async def _configure_server(self) -> None:
        """Post results in a channel of their own, and limit what a person may have."""
        store = await Store.open(self.bot.database)
        await store.servers.put(limited(ServerRow(self.crowd.guild_id, results_channel=self.results_channel)))
        await store.close()

    async def _play_on(self, group: Group) -> None:
        while True:
            await self.is_up.wait()
            await group.play(clock="none")

    def _kill_at(self, number: int) -> str:
        """Every kill point in turn, starting at another one in each run, alternating with random kills."""
        return RANDOM if number % 2 else POINTS[(number // 2 + self.seed) % len(POINTS)]

    async def _run_once(self, kill_at: str) -> None:
        """Run the bot once, up to its death. If the kill point is never reached, kill it at random."""
        times = 1 if kill_at in BOOT else self.chance.randint(1, 8)
        await self.bot.begin("" if kill_at == RANDOM else f"{kill_at}:{times}")
        if await self.bot.until_ready() and await self._recover():
            self.is_up.set()
            has_died = await self._play_until_dead(kill_at)
            self.tally.deaths[kill_at if has_died else RANDOM] += 1
            await self.bot.kill()
            self.is_up.clear()
        else:
            self.tally.deaths[kill_at] += 1

    async def _play_until_dead(self, kill_at: str) -> bool:
        """Return whether it reached its kill point. A random kill comes after some moves and a short random delay."""
        moves, began = len(self.network.ledger.moves) + self.chance.randint(1, MOVES), time.monotonic()
        while time.monotonic() - began < LONGEST and (kill_at != RANDOM or len(self.network.ledger.moves) < moves):
            if await self.bot.until_dead(_LOOK):
                return True
        return await self.bot.until_dead(self.chance.uniform(0, _LOOK))

    async def _recover(self) -> bool:
        """Wait until everything committed is shown; False if the bot died meanwhile."""
        began = time.monotonic()
        while faults := self.inspector.faults_to_see():
            if not self.bot.is_alive:
                return False
            if time.monotonic() - began > RECOVERY:
                self.tally.losses += [f"life {self.bot.count}, after {RECOVERY:g} s: {fault}" for fault in faults]
                return True
            await asyncio.sleep(_LOOK)
        self.tally.recoveries.append(time.monotonic() - began)
        return True

    def _inspect(self) -> None:
        losses = [*self.inspector.losses(), *self.bystanders.losses(self.bot.database)]
        self.tally.losses += [f"life {self.bot.count}: {loss}" for loss in losses]

    async def _run_to_the_end(self, playing: "list[asyncio.Task[None]]") -> None:
        """A last run without a kill, in which everything is inspected once more. The players wait: one who opens their
        hand in the channel gets no new panel in their DM until the next boot."""
        await self.bot.begin()
        await self.bot.until_ready()
        self.inspector.inspect_anew()
        await self._recover()
        failed = [task for task in playing if task.done()]
        self.tally.losses += [f"a player gave up: {task.exception()}" for task in failed]
        if await self.bot.stop():
            self.tally.losses.append(f"the last life ended badly:\n{self.bot.log}")
        self._inspect()
        self.tally.losses += [f"simcord does not know: {gap}" for gap in self.network.state.gaps]
        self.tally.games = len(self.inspector._seen_to_the_end)


async def run_kills(folder: Path, fork_server: ForkServer | None, seed: int, deaths: int) -> Tally:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(members, "FIRST", 0.7)  # players retry sooner after the bot has died
        async with NetworkDiscord(seed=seed) as network:
            return await KillRun(network, folder, fork_server, seed).run(deaths)


async def run_kills_on_many(folder: Path, seed: int, bots: int, deaths: int, *, is_forked: bool = True) -> Tally:
    """Several bots side by side, each with its own database and players; each process forked from a preloaded one, or
    started as a new program."""
    tally = Tally()
    async with contextlib.AsyncExitStack() as stack:
        fork_server = await stack.enter_async_context(ForkServer()) if is_forked else None
        folders = [_made(folder / str(number)) for number in range(bots)]
        runs = (run_kills(one, fork_server, seed + 5 * number, deaths) for number, one in enumerate(folders))
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(run) for run in runs]
        for task in tasks:
            tally.add(task.result())
    return tally


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder
