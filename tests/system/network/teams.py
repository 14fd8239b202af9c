"""People who play The Game together over the network, from their lobby on, by what they are shown alone. They waste
their cards, so games are short; all of them would like to begin, and now and then one says something in between."""

import asyncio
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.table.controls import Verb
from tests.system.network.discord_state import Json
from tests.system.network.players import PERSISTENCE, TRIES, Player, StuckError
from tests.system.network.replies import Reply
from tests.system.network.seen_message import SeenMessage, argument_of, is_talk

if TYPE_CHECKING:
    from tests.system.network.server import NetworkDiscord

CLAIM, SIGNAL = "claim", "signal"
TALKATIVE = 0.2  # of the times a mate has a say
FICKLE = 0.25  # of the choices a mate makes by chance: who always wastes the most comes to the same dead end again


def _waste(text: str) -> int:
    """How far a placement (`12a`), or a card that is still to be placed, is from where its pile began."""
    card, pile = int(text[:2].rstrip("abcd")), text[-1]
    return card if pile in "ab" else 100 - card if pile in "cd" else max(card, 100 - card)


class Mate(Player):
    def __init__(self, network: "NetworkDiscord", guild_id: int, name: str, **options: Any) -> None:
        super().__init__(network, guild_id, name, **{"choose": self._waste_most, **options})
        self._chance = random.Random(name)

    # Finding each other

    async def gather(self, channel_id: int, **terms: Json) -> SeenMessage:
        """Opens a lobby, until there is one to see."""
        for _ in range(TRIES):
            reply = await self.slash(channel_id, "team", **terms)
            if reply.shown is not None and reply.shown.find(Verb.JOIN):
                return reply.shown
            if (lobby := next((it for it in reversed(self.sees(channel_id)) if it.find(Verb.JOIN)), None)) is not None:
                return lobby
        raise StuckError(f"{self.name} cannot gather a team")

    async def join(self, lobby: SeenMessage) -> bool:
        """Joins until everybody can read it; False if the lobby has closed. Whoever has joined is told so, and the
        lobby may come to show it a little later."""
        for _ in range(TRIES):
            seen = self.look(lobby)
            if seen is None or (custom_id := seen.find(Verb.JOIN)) is None:
                return False
            if self.name in seen.text:
                return True
            await self.press(seen, custom_id)
            await self.network.until(lambda: self._is_read_in(lobby), lobby.channel_id, timeout=self.impatience)
        raise StuckError(f"{self.name} cannot join")

    def _is_read_in(self, lobby: SeenMessage) -> bool:
        seen = self.look(lobby)
        return seen is None or self.name in seen.text

    async def start(self, lobby: SeenMessage) -> int | None:
        """Starts, and looks whether there is a game; its number."""
        for _ in range(PERSISTENCE):
            if (custom_id := (self.look(lobby) or lobby).find(Verb.START)) is not None:
                await self.press(lobby, custom_id)
            shown = await self.hand(lobby.channel_id, tries=PERSISTENCE)
            if shown is not None and shown.game_id is not None and not shown.is_over:
                return shown.game_id
        return None

    # Playing

    async def _called(self, game_id: int, channel_id: int) -> SeenMessage | None:
        """Whoever waits has something to say too (TG9)."""
        if (panel := self.panel(game_id)) is not None and self._chance.random() < TALKATIVE:
            await self._talk(panel)
        return await super()._called(game_id, channel_id)

    async def _talk(self, panel: SeenMessage) -> None:
        if (opening := panel.find(Verb.PICK, SIGNAL)) is None:
            return
        opened = (await self.press(panel, opening)).shown
        words = [] if opened is None else [it for it in opened.all(Verb.ACT) if is_talk(argument_of(it))]
        if opened is not None and words:
            await self.press(opened, self._chance.choice(words))

    def _waste_most(self, offered: Sequence[str]) -> str:
        """The highest card up, or the lowest down: nothing is left to place within a few turns."""
        if self._chance.random() < FICKLE:
            return self._chance.choice(offered)
        return max(offered, key=lambda it: _waste(argument_of(it)))

    async def _tap(self, panel: SeenMessage) -> Reply:
        """Whoever is quick has the first turn (TG3)."""
        if (claim := panel.find(Verb.ACT, CLAIM)) is not None:
            return await self.press(panel, claim)
        return await super()._tap(panel)


async def begin_team(mates: Sequence[Mate], channel_id: int, **terms: Json) -> int:
    """A game as far as its first turn: a lobby, everybody in it, started, as often as it takes. Its number."""
    host, *others = mates
    for _ in range(TRIES):
        lobby = await host.gather(channel_id, **terms)
        joined = await asyncio.gather(*(it.join(lobby) for it in others))
        if all(joined) and (game_id := await host.start(lobby)) is not None:
            return game_id
    raise StuckError(f"{host.name} and the others do not come together")
