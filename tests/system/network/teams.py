"""People who play The Game together over the network, from the lobby on, from what they are shown alone. They waste
cards, so games are short; all of them claim the first turn, and sometimes they signal."""

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
TALKATIVE = 0.2  # probability of a signal at each opportunity
FICKLE = 0.25  # probability of a random choice: a fixed strategy would repeat the same dead end


def _waste(text: str) -> int:
    """The distance of a placement (`12a`), or of a card to be placed, from its pile's base."""
    card, pile = int(text[:2].rstrip("abcd")), text[-1]
    return card if pile in "ab" else 100 - card if pile in "cd" else max(card, 100 - card)


class Mate(Player):
    def __init__(self, network: "NetworkDiscord", guild_id: int, name: str, **options: Any) -> None:
        super().__init__(network, guild_id, name, **{"choose": self._waste_most, **options})
        self._chance = random.Random(name)

    # Starting

    async def gather(self, channel_id: int, **terms: Json) -> SeenMessage:
        """Open a lobby until one is visible."""
        for _ in range(TRIES):
            reply = await self.slash(channel_id, "team", **terms)
            if reply.shown is not None and reply.shown.find(Verb.ACCEPT):
                return reply.shown
            if (
                lobby := next((it for it in reversed(self.sees(channel_id)) if it.find(Verb.ACCEPT)), None)
            ) is not None:
                return lobby
        raise StuckError(f"{self.name} cannot gather a team")

    async def join(self, lobby: SeenMessage) -> bool:
        """Join until the lobby shows it; False if the lobby has closed. The press is answered first, the lobby may be
        edited a little later."""
        for _ in range(TRIES):
            seen = self.look(lobby)
            if seen is None or (custom_id := seen.find(Verb.ACCEPT)) is None:
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
        """Start, and return the game's number once `/hand` shows it."""
        for _ in range(PERSISTENCE):
            if (custom_id := (self.look(lobby) or lobby).find(Verb.BEGIN)) is not None:
                await self.press(lobby, custom_id)
            shown = await self.hand(lobby.channel_id, tries=PERSISTENCE)
            if shown is not None and shown.game_id is not None and not shown.is_over:
                return shown.game_id
        return None

    # Playing

    async def _called(self, game_id: int, channel_id: int) -> SeenMessage | None:
        """Signal sometimes while waiting (TG9)."""
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
        """The highest card up, or the lowest down: the game is blocked within a few turns."""
        if self._chance.random() < FICKLE:
            return self._chance.choice(offered)
        return max(offered, key=lambda it: _waste(argument_of(it)))

    async def _tap(self, panel: SeenMessage) -> Reply:
        """Claim the first turn if it is open (TG3)."""
        if (claim := panel.find(Verb.ACT, CLAIM)) is not None:
            return await self.press(panel, claim)
        return await super()._tap(panel)


async def begin_team(mates: Sequence[Mate], channel_id: int, **terms: Json) -> int:
    """A game up to its first turn: lobby opened, joined and started, repeated if it fails. Return its number."""
    host, *others = mates
    for _ in range(TRIES):
        lobby = await host.gather(channel_id, **terms)
        joined = await asyncio.gather(*(it.join(lobby) for it in others))
        if all(joined) and (game_id := await host.start(lobby)) is not None:
            return game_id
    raise StuckError(f"{host.name} and the others do not come together")
