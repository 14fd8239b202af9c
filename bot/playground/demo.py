"""Fills a playground's store with months of past games between players of different strength, duels and teams. Every
game is really played, by computers in people's seats, so all of them can be replayed and verified."""

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.games.registry import default_game
from bot.players.registry import LEVELS
from bot.referee.gatherings import Terms
from bot.referee.match import Match
from bot.referee.referee import Referee
from bot.store.rows import MessageRow, PersonRow
from bot.store.sqlite.messages import TABLE
from bot.store.sqlite.store import Store

GAMES = 90
DAYS = 100
_LEVELS = ("easy", "greedy", "greedy", "random")  # by person, repeated
_RESIGNS = 0.15
_UNRATED = 0.1
_TEAM_EVERY = 4  # every fourth game is a team's
_OPTIONS = ((), (), ("fire",), ("expert",), ("expert", "fire"))
_LARGEST_TEAM = 4
_RESIGN_AFTER = 6


@dataclass
class _Clock:
    """Simulated time, advanced by hand."""

    time: datetime

    def __call__(self) -> datetime:
        return self.time


async def has_past(store: Store, people: Mapping[int, str], guild_id: int) -> bool:
    """Whether any of these people have finished a game here."""
    return any([(await store.standings.history(guild_id, person, 0))[0] for person in people])


async def fill(
    store: Store, people: Mapping[int, str], *, guild_id: int, channel_id: int, now: datetime, games: int = GAMES
) -> int:
    """Play `games` games between these people (Discord id to name); return how many were played. A store with any
    finished game is left unchanged."""
    if await has_past(store, people, guild_id):
        return 0
    dice = random.Random("a believable past")
    clock = _Clock(now.astimezone(UTC) - timedelta(days=DAYS))
    for user_id, name in people.items():
        await store.people.seen(PersonRow(user_id, name, "en"), int(clock.time.timestamp() * 1000))
    demo = _DemoGames(Referee(store, clock), clock, tuple(people), dice, guild_id, channel_id)
    for number in range(1, games + 1):
        clock.time += timedelta(days=DAYS / (games + 1)) * dice.uniform(0.5, 1.5)
        clock.time = min(clock.time, now - timedelta(hours=1))
        await (demo.play() if number % _TEAM_EVERY else demo.play_team())
    return games


class _DemoGames:
    def __init__(
        self,
        referee: Referee,
        clock: _Clock,
        people: tuple[int, ...],
        dice: random.Random,
        guild_id: int,
        channel_id: int,
    ) -> None:
        self._referee, self._clock, self._people, self._dice = referee, clock, people, dice
        self._location = guild_id, channel_id
        self._keys = (f"demo:{number}" for number in itertools.count())
        self._levels = dict(zip(people, itertools.cycle(_LEVELS), strict=False))

    async def play(self) -> None:
        """Play one duel to its end. Its table is never posted."""
        one, other = self._dice.sample(self._people, 2)
        guild_id, channel_id = self._location
        is_rated = self._dice.random() >= _UNRATED
        terms = Terms(guild_id, channel_id, one, (other,), clock="daily", is_rated=is_rated)
        match = await self._gathered(terms, terms.invited)
        last = self._dice.randrange(_RESIGN_AFTER, 30) if self._dice.random() < _RESIGNS else None
        while not match.is_over:
            match = await self._turn(match, is_resigning=last is not None and match.turns >= last)
        await self._mark_shown(match)

    async def play_team(self) -> None:
        """Play one team game to its end."""
        team = self._dice.sample(self._people, self._dice.randint(1, min(_LARGEST_TEAM, len(self._people))))
        guild_id, channel_id = self._location
        game, options = default_game(is_cooperative=True), dict.fromkeys(self._dice.choice(_OPTIONS), True)
        terms = Terms(guild_id, channel_id, team[0], game=game, size=None, options=options, clock="daily")
        match = await self._gathered(terms, team[1:])
        level = self._dice.choice(("nearest", "mate"))
        while not match.is_over:
            match = await self._play_turn(match, level)
        await self._mark_shown(match)

    async def _gathered(self, terms: Terms, others: Sequence[int]) -> Match:
        gatherings = self._referee.gatherings
        made = await gatherings.open(terms, next(self._keys))
        gathering_id = made.id
        for other in others:
            made = await gatherings.sit(gathering_id, other)
        match = made if isinstance(made, Match) else await gatherings.start(gathering_id, terms.host_id)
        await self._referee.store.gatherings.shown(gathering_id, (await gatherings.get(gathering_id)).revision)
        return match

    async def _mark_shown(self, match: Match) -> None:
        _, channel_id = self._location
        shown = MessageRow(match.id, TABLE, channel_id, None, match.row.public_revision, self._referee.now())
        await self._referee.store.messages.put(shown)

    async def _turn(self, match: Match, *, is_resigning: bool) -> Match:
        seat = min(match.to_act)
        user_id = match.seat(seat).user_id or 0
        if is_resigning:
            return await self._referee.resign(match.id, user_id, next(self._keys))
        return await self._play_turn(match, self._levels[user_id])

    async def _play_turn(self, match: Match, level: str) -> Match:
        seat = min(match.to_act)
        self._clock.time += timedelta(seconds=self._dice.uniform(5, 60))
        turn = LEVELS[level].choose(match.view(seat), self._dice)
        return await self._referee.act(match.id, match.seat(seat).user_id or 0, f"{turn} end", key=next(self._keys))
