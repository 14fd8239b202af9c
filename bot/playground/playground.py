"""A playground: four seats on a simulated Discord with the real bot, saved to a folder between runs.

No browser and no network enter here; `server` serves the page.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from discord.ext import commands

from bot.games.registry import GAMES
from bot.playground.saves import Folder
from bot.playground.simulator import Answer, RefusedError, Simulator, saved_models

SEATS = {"alice": "Alice", "bob": "Bob", "chloe": "Chloé"}
LATER_SEATS = {"david": "David"}  # playgrounds that were saved before do not have them
LOCALES = ("en-US", "fr")
SKIPS = (60, 60 * 60, 24 * 60 * 60)  # seconds
_PRIMARY, _SUCCESS = 1, 3  # Discord's blue and green buttons
_SAVED_MESSAGES = 200  # of each channel
_SAVE_SECONDS = 1.0
_ACCEPT_SECONDS = 10.0


class Playground:
    """The seats, and the games that can be started for them with one click."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        names, later = tuple(SEATS.values()), tuple(LATER_SEATS.values())
        self.simulator = Simulator(server="Arbitre", bot_name="Arbitre", people=names, later=later, channel="games")
        self.seats = dict(zip((*SEATS, *LATER_SEATS), self.simulator.people, strict=True))
        saved = folder.load(saved_models())
        if saved is not None:
            self.simulator.load(*saved)
        self._saver: asyncio.Task[None] | None = None

    async def start(self, bot: commands.Bot) -> None:
        """The bot may have registered its commands in an earlier run, which this simulated Discord knows nothing of."""
        await self.simulator.attach(bot)
        await bot.tree.sync()
        self._saver = asyncio.create_task(self._save_often())

    async def stop(self) -> None:
        if self._saver is not None:
            self._saver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._saver
        await self.simulator.detach()
        self._save()

    def set_locale(self, locale: str, seat: str | None = None) -> None:
        """Set the language of one seat, or of the server and every seat."""
        if locale not in LOCALES:
            raise RefusedError("playground.language")
        if seat is None:
            self.simulator.set_locale(locale)
        for person in self.seats.values() if seat is None else [self.seats[seat]]:
            self.simulator.set_locale(locale, person)

    def skip(self, seconds: object) -> None:
        if seconds not in SKIPS:
            raise RefusedError("playground.broken")
        self.simulator.skip(float(str(seconds)))

    def person(self, seat: str) -> int:
        return self.seats[seat]

    def locale(self, seat: str | None) -> str:
        """A seat's language, or the server's."""
        if seat is None:
            return self.simulator.server().preferred_locale
        return self.simulator.locales.get(self.seats[seat], LOCALES[0])

    async def start_duel(self, game: str) -> Answer:
        """Alice challenges Bob and Bob accepts; or they make a team, and Alice starts."""
        if GAMES[game].is_cooperative:
            answer = await self._command("team", game=game)
        else:
            answer = await self._command("challenge", game=game, opponent=str(self.seats["bob"]))
        last = await self._press("bob", answer, _SUCCESS)
        if last is None or not GAMES[game].is_cooperative:
            return last or answer
        return await self._press("alice", answer, _PRIMARY) or answer

    async def start_against_computer(self, game: str) -> Answer:
        """Alice challenges the bot itself, or starts a team with a computer."""
        if not GAMES[game].is_cooperative:
            return await self._command("challenge", game=game, opponent=str(self.simulator.bot_id))
        answer = await self._command("team", game=game, computers="1")
        return await self._press("alice", answer, _PRIMARY) or answer

    async def _command(self, name: str, **values: str) -> Answer:
        """Of Alice."""
        return await self.simulator.command(self.seats["alice"], self.simulator.channel_id, [name], values)

    async def _press(self, seat: str, answer: Answer, style: int) -> Answer | None:
        """Press the only button of this style; None if the bot answered with an ephemeral refusal."""
        found = await self._button(self.seats["alice"], answer, style)
        if found is None:
            return None
        return await self.simulator.press(self.seats[seat], self.simulator.channel_id, *found)

    async def _button(self, person: int, answer: Answer, style: int) -> tuple[int, str] | None:

        def find() -> tuple[int, str] | None:
            for message in self.simulator.messages(person, self.simulator.channel_id):
                if message.id == answer.message and message.is_ephemeral:
                    raise LookupError
                if message.id == answer.message:
                    return next(((message.id, it) for it in self.simulator.buttons(message, style)), None)
            return None

        with contextlib.suppress(LookupError, TimeoutError):
            return await self._until(find)
        return None

    async def _until(self, find: Callable[[], tuple[int, str] | None]) -> tuple[int, str]:
        async with asyncio.timeout(_ACCEPT_SECONDS):
            while True:
                with self.simulator.subscribe() as changed:
                    found = find()
                    if found is not None:
                        return found
                    await changed.wait()

    async def _save_often(self) -> None:
        with self.simulator.subscribe() as changed:
            while True:
                self._save()
                await asyncio.sleep(_SAVE_SECONDS)
                await changed.wait()
                changed.clear()

    def _save(self) -> None:
        self.folder.save(*self.simulator.save(last=_SAVED_MESSAGES))


QuickStart = Callable[[Playground, str], Awaitable[Answer]]
QUICK_STARTS: dict[str, QuickStart] = {"two": Playground.start_duel, "computer": Playground.start_against_computer}
