"""Many pairs at once, each in a channel of its own: some tap, some type, half of them in French."""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any

from tests.network.players import Player, begin, duel, recklessly
from tests.network.process import PATIENT
from tests.network.server import NetworkDiscord
from tests.network.shown import Shown

LANGUAGES = ("en-US", "fr")


@dataclass(slots=True)
class Pair:
    first: Player
    second: Player
    channel_id: int
    game_id: int = 0

    async def play(self, **terms: Any) -> None:
        self.game_id = await duel(self.first, self.second, self.channel_id, **terms)

    async def begin(self, **terms: Any) -> None:
        """As far as the first turn."""
        self.game_id = await begin(self.first, self.second, self.channel_id, **terms)

    async def resume(self) -> None:
        """From wherever they are to the end."""
        await asyncio.gather(*(it.play(self.game_id, self.channel_id) for it in (self.first, self.second)))

    def tables(self) -> list[Shown]:
        """What everybody sees of their game, the newest last."""
        return [it for it in self.first.sees(self.channel_id) if not it.is_ephemeral and it.game_id == self.game_id]


class Crowd:
    """`pairs` who share a server; how they play is a player's own (`options`)."""

    def __init__(self, network: NetworkDiscord, pairs: int, **options: Any) -> None:
        self.network = network
        self.guild_id = network.realm.guild("Club")
        self.pairs = [self._pair(number, {"choose": recklessly, **options}) for number in range(pairs)]

    def _pair(self, number: int, options: dict[str, Any]) -> Pair:
        channel = self.network.realm.channel(self.guild_id, f"table-{number}")
        first, second = (
            Player(
                self.network,
                self.guild_id,
                f"{name}{number}",
                locale=LANGUAGES[(number + side) % 2],
                is_typing=number % 4 == 3,
                **options,
            )
            for side, name in enumerate(("Ann", "Ben"))
        )
        return Pair(first, second, channel)

    async def play(self, **terms: Any) -> None:
        """Everybody at once, to the end."""
        await asyncio.gather(*(pair.play(**terms) for pair in self.pairs))

    async def begin(self, **terms: Any) -> None:
        await asyncio.gather(*(pair.begin(**terms) for pair in self.pairs))

    async def resume(self) -> None:
        await asyncio.gather(*(pair.resume() for pair in self.pairs))

    async def behind(self, seconds: float = 2 * PATIENT) -> list[Pair]:
        """Whose tables do not come to show the end of their game, all of them, in time; everybody is waited for."""
        shown = await asyncio.gather(
            *(self.network.until(partial(_is_over, pair), pair.channel_id, timeout=seconds) for pair in self.pairs)
        )
        return [pair for pair, is_shown in zip(self.pairs, shown, strict=True) if not is_shown]


def _is_over(pair: Pair) -> bool:
    tables = pair.tables()
    return bool(tables) and all(table.is_over for table in tables)
