"""People who play Le Duel over the network from what they are shown alone: they press enabled buttons, or type
suggestions. They play at random, so games are short; without an answer they look again with `/hand`."""

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bot.table.controls import Verb
from tests.system.network.discord_state import Json
from tests.system.network.members import Member
from tests.system.network.replies import Reply
from tests.system.network.seen_message import SeenMessage, argument_of, is_talk

if TYPE_CHECKING:
    from tests.system.network.server import NetworkDiscord

END, UNDO = "end", "undo"
IMPATIENCE = 12.0  # seconds without a new panel, after which a player sends `/hand`
TRIES = 100  # attempts of one action before a player gives up: injected faults pass
PERSISTENCE = 3  # presses of a button before a player takes it for dead
Choose = Callable[[Sequence[str]], str]


def recklessly(offered: Sequence[str]) -> str:
    """The highest card up, or the lowest down: games end within a few turns."""
    return max(offered, key=lambda it: _waste(_written(it)))


def _waste(text: str) -> int:
    """The distance of a placement (`12^A`), or of a card to be placed, from its pile's base."""
    last = text.split(",")[-1]
    card = int(last[:2].rstrip("^v"))
    if last.endswith("E"):
        return 0
    return card if "^" in last else 60 - card if "v" in last else max(card, 60 - card)


class StuckError(AssertionError):
    """A player could not continue after all attempts."""


class Player(Member):
    """`choose` picks among custom ids or notations (default: at random, seeded); `pause` is awaited before every
    action; `is_typing` plays by `/play` and its suggestions instead of the panel's buttons."""

    def __init__(
        self,
        network: "NetworkDiscord",
        guild_id: int,
        name: str,
        *,
        locale: str = "en-US",
        choose: Choose | None = None,
        is_typing: bool = False,
        pause: float = 0.0,
        impatience: float = IMPATIENCE,
    ) -> None:
        super().__init__(network, guild_id, name, locale=locale)
        self.choose: Choose = choose or random.Random(name).choice
        self.is_typing = is_typing
        self.pause = pause
        self.impatience = impatience
        self._private: dict[int, SeenMessage] = {}  # the newest panel only this player sees, by game

    # Starting

    async def challenge(self, opponent: Member, channel_id: int, **terms: Json) -> SeenMessage:
        """Challenge until the challenge is visible."""
        for _ in range(TRIES):
            reply = await self.slash(channel_id, "challenge", opponent=opponent, **terms)
            if reply.shown is not None and reply.shown.find(Verb.ACCEPT):
                return reply.shown
            if (challenge := self._challenge_to(opponent, channel_id)) is not None:
                return challenge
        raise StuckError(f"{self.name} cannot challenge {opponent.name}")

    def _challenge_to(self, opponent: Member, channel_id: int) -> SeenMessage | None:
        challenges = (it for it in reversed(self.sees(channel_id)) if it.find(Verb.ACCEPT))
        return next((it for it in challenges if f"<@{opponent.id}>" in it.text), None)

    async def accept(self, challenge: SeenMessage) -> int | None:
        """Accept, and return the game's number once `/hand` shows it."""
        custom_id = challenge.find(Verb.ACCEPT)
        assert custom_id is not None, "this is no open challenge"
        for _ in range(PERSISTENCE):
            await self.press(challenge, custom_id)
            shown = await self.hand(challenge.channel_id, tries=PERSISTENCE)
            if shown is not None and shown.game_id is not None and not shown.is_over:
                return shown.game_id
        return None

    # Panels

    async def hand(self, channel_id: int, game_id: int | None = None, *, tries: int = TRIES) -> SeenMessage | None:
        """Send `/hand` until it is answered with a panel."""
        named = {} if game_id is None else {"game": game_id}
        for _ in range(tries):
            panel = self._keep(await self.slash(channel_id, "hand", **named))
            if panel is not None:
                return panel
        return None

    def panel(self, game_id: int) -> SeenMessage | None:
        """The newest panel of a game: in the player's DM, or in an ephemeral answer."""
        panels = [it for it in self.dms() if it.game_id == game_id]
        private = self._private.get(game_id)
        if private is not None and (now := self.look(private)) is not None:
            panels.append(now)
        return max(panels, key=lambda it: it.changed_at, default=None)

    def _keep(self, reply: Reply) -> SeenMessage | None:
        shown = reply.shown
        if shown is None or shown.game_id is None:
            return None
        if shown.is_ephemeral:
            self._private[shown.game_id] = shown
        return shown

    # Playing

    async def play(self, game_id: int, channel_id: int) -> None:
        """Play one's own side of a game to its end."""
        while (panel := await self._called(game_id, channel_id)) is not None:
            await asyncio.sleep(self.pause)
            reply = await (self._type(game_id, channel_id) if self.is_typing else self._tap(panel))
            if self._keep(reply) is None:
                await self.hand(channel_id, game_id)

    async def _called(self, game_id: int, channel_id: int) -> SeenMessage | None:
        """The panel to play on, once this player is on turn; None once the game is over."""
        for _ in range(TRIES):
            panel = self.panel(game_id)
            if panel is not None and (panel.is_over or _is_on_turn(panel)):
                return None if panel.is_over else panel
            if not await self.network.until(
                lambda: self._is_called(game_id), self.id, self.dm_channel, timeout=self.impatience
            ):
                await self.hand(channel_id, game_id)
        raise StuckError(f"{self.name} waits for game {game_id} in vain")

    def _is_called(self, game_id: int) -> bool:
        panel = self.panel(game_id)
        return panel is not None and (panel.is_over or _is_on_turn(panel))

    async def _tap(self, panel: SeenMessage) -> Reply:
        """One press: a card, then its pile; the end of the turn as soon as it is enabled; undo at a dead end (LD16)."""
        places = [it for it in panel.all(Verb.ACT) if argument_of(it)[:1].isdecimal()]
        cards = [it for it in panel.all(Verb.PICK) if argument_of(it).isdecimal()]
        end, undo = panel.find(Verb.ACT, END), panel.find(Verb.ACT, UNDO)
        custom_id = self.choose(places) if places else end or (self.choose(cards) if cards else undo)
        assert custom_id is not None, f"{self.name} sees nothing to press"
        return await self.press(panel, custom_id)

    async def _type(self, game_id: int, channel_id: int) -> Reply:
        """Compose a whole turn from suggestions, then send it."""
        typed = ""
        for _ in range(TRIES):
            offered = await self.complete(channel_id, "play", "moves", typed, game=game_id)
            ends = [it for it in offered.choices if it.endswith(END)]
            if ends:
                return await self.slash(channel_id, "play", moves=ends[0], game=game_id)
            further = [it for it in offered.choices if not it.endswith(UNDO)]
            if not further and not typed:
                return await self.slash(channel_id, "hand", game=game_id)  # no suggestions: not on turn, or no answer
            typed = self.choose(further) if further else ""
        raise StuckError(f"{self.name} is suggested no end of their turn")


def _written(offered: str) -> str:
    """The notation of a choice, which is a button's custom id or a suggestion."""
    return argument_of(offered) or offered


def _is_on_turn(panel: SeenMessage) -> bool:
    can_pick = any(argument_of(it).isdecimal() for it in panel.all(Verb.PICK))
    return can_pick or not all(is_talk(argument_of(it)) for it in panel.all(Verb.ACT))


async def duel(first: Player, second: Player, channel_id: int, **terms: Json) -> int:
    """A whole game: challenged, accepted, played by both to its end. Return its number."""
    game_id = await begin(first, second, channel_id, **terms)
    await asyncio.gather(first.play(game_id, channel_id), second.play(game_id, channel_id))
    return game_id


async def begin(first: Player, second: Player, channel_id: int, **terms: Json) -> int:
    """A game up to its first turn: challenged and accepted, repeated if it fails. Return its number."""
    for _ in range(TRIES):
        challenge = await first.challenge(second, channel_id, **terms)
        if (game_id := await second.accept(challenge)) is not None:
            return game_id
    raise StuckError(f"{first.name} and {second.name} do not come together")
