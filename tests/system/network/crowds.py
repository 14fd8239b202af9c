"""Many groups at once, each in a channel of its own: pairs who duel, and teams. Some tap, some type, half of them in
French."""

import asyncio
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.system.network.players import Player, begin, recklessly
from tests.system.network.process import PATIENT
from tests.system.network.seen_message import SeenMessage
from tests.system.network.server import NetworkDiscord
from tests.system.network.teams import Mate, begin_team

LANGUAGES = ("en-US", "fr")
NAMES = ("Eve", "Fay", "Gus")  # of a team


@dataclass(slots=True)
class Group(ABC):
    """The people of one game."""

    players: tuple[Player, ...]
    channel_id: int
    game_id: int = 0

    @abstractmethod
    async def begin(self, **terms: Any) -> None:
        """Start a game, up to the first turn."""

    async def play(self, **terms: Any) -> None:
        await self.begin(**terms)
        await self.resume()

    async def resume(self) -> None:
        """Play from the current state to the end."""
        await asyncio.gather(*(it.play(self.game_id, self.channel_id) for it in self.players))

    def tables(self) -> list[SeenMessage]:
        """The public messages of their game, the newest last."""
        seen = self.players[0].sees(self.channel_id)
        return [it for it in seen if not it.is_ephemeral and it.game_id == self.game_id]


class Pair(Group):
    async def begin(self, **terms: Any) -> None:
        first, second = self.players
        self.game_id = await begin(first, second, self.channel_id, **terms)


class Team(Group):
    """With one computer."""

    async def begin(self, **terms: Any) -> None:
        mates = [it for it in self.players if isinstance(it, Mate)]
        self.game_id = await begin_team(mates, self.channel_id, computers=1, **terms)


class Crowd:
    """`pairs` and `teams` on one server; `options` are passed to each player."""

    def __init__(self, network: NetworkDiscord, pairs: int, teams: int = 0, **options: Any) -> None:
        self.network = network
        self.guild_id = network.state.guild("Club")
        self.groups: list[Group] = [self._pair(number, options) for number in range(pairs)]
        self.groups += [self._team(number, options) for number in range(teams)]

    @property
    def players(self) -> list[Player]:
        return [player for group in self.groups for player in group.players]

    def _pair(self, number: int, given: dict[str, Any]) -> Pair:
        options = {"choose": recklessly, "is_typing": number % 4 == 3, **given}
        people = (
            Player(self.network, self.guild_id, f"{name}{number}", locale=_language(number + side), **options)
            for side, name in enumerate(("Ann", "Ben"))
        )
        return Pair(tuple(people), self.network.state.channel(self.guild_id, f"table-{number}"))

    def _team(self, number: int, options: dict[str, Any]) -> Team:
        people = (
            Mate(self.network, self.guild_id, f"{name}{number}", locale=_language(number + side), **options)
            for side, name in enumerate(NAMES)
        )
        return Team(tuple(people), self.network.state.channel(self.guild_id, f"team-{number}"))

    async def play(self, **terms: Any) -> None:
        """Start and play all games concurrently, to the end."""
        await asyncio.gather(*(group.play(**terms) for group in self.groups))

    async def begin(self, **terms: Any) -> None:
        await asyncio.gather(*(group.begin(**terms) for group in self.groups))

    async def resume(self) -> None:
        await asyncio.gather(*(group.resume() for group in self.groups))

    async def behind(self, seconds: float = 2 * PATIENT) -> list[Group]:
        """The groups whose tables do not all show the end of their game within `seconds`."""
        shown = await asyncio.gather(
            *(self.network.until(partial(_is_over, it), it.channel_id, timeout=seconds) for it in self.groups)
        )
        return [group for group, is_shown in zip(self.groups, shown, strict=True) if not is_shown]


def _language(number: int) -> str:
    return LANGUAGES[number % len(LANGUAGES)]


def _is_over(group: Group) -> bool:
    tables = group.tables()
    return bool(tables) and all(table.is_over for table in tables)
