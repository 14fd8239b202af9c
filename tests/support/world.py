"""A simulated server with people in it, and the ways they play: what the tests of the edge stand on."""

from pathlib import Path
from typing import Any

import discord
import pytest
import simcord.interactions
from simcord.env import Env

from bot.app import Arbitre, create_bot
from bot.referee.match import Match
from bot.settings import Settings


def new_bot(folder: Path) -> Arbitre:
    return create_bot(Settings(database=folder / "arbitre.sqlite3"), pace=0)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """simcord naps 50 ms after each action; one millisecond is enough."""
    settle = Env._settle_internal

    async def quick(self: Env, **options: Any) -> None:
        options.setdefault("idle", 0.001)
        await settle(self, **options)

    monkeypatch.setattr(Env, "_settle_internal", quick)


def speak(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """A table of who speaks what; simcord has everybody speak English."""
    languages: dict[int, str] = {}
    payload = simcord.interactions.base_payload

    def translated(backend: Any, **options: Any) -> Any:
        record, made = payload(backend, **options)
        made["locale"] = languages.get(options["user_id"], "en-US")
        if options["guild_id"]:
            made["guild_locale"] = backend.get_guild(options["guild_id"]).preferred_locale
        return record, made

    monkeypatch.setattr(simcord.interactions, "base_payload", translated)
    return languages


class World:
    """A server with one channel, Alice, Bob, Chloé, and the bot."""

    def __init__(self, env: Env, folder: Path, languages: dict[int, str], *, preferred_locale: str = "en-US") -> None:
        self.env = env
        self.folder = folder
        self.languages = languages
        self.guild = env.create_guild("Club", preferred_locale=preferred_locale)
        self.channel = self.guild.create_text_channel("duels")
        self.alice, self.bob, self.chloe = (
            self.guild.add_member(env.create_user(name.lower(), global_name=name)) for name in ("Alice", "Bob", "Chloé")
        )

    @property
    def bot(self) -> Arbitre:
        bot = self.env.bot
        assert isinstance(bot, Arbitre)
        return bot

    @property
    def people(self) -> tuple[Any, Any]:
        """By seat, once Alice has challenged Bob."""
        return self.alice, self.bob

    async def restart(self) -> None:
        await self.env.restart_bot(new_bot(self.folder))

    def close_dms(self, *people: Any) -> None:
        for person in people:
            self.env.inject_error(
                "POST",
                f"/channels/{person.user.dm_channel.id}/messages",
                status=403,
                code=50007,
                message="Cannot send messages to this user",
                times=None,
            )

    async def challenge(self, **options: Any) -> Any:
        options.setdefault("opponent", self.bob)
        return await self.alice.slash(self.channel, "challenge", **options)

    async def duel(self, **options: Any) -> Match:
        """Alice challenges, Bob accepts."""
        challenge = await self.challenge(**options)
        await self.bob.click(challenge.response, label="Accept")
        return await self.match(1)

    async def match(self, number: int = 1) -> Match:
        return await self.bot.referee.match(number)

    def mover(self, match: Match) -> Any:
        return self.people[min(match.to_act)]

    def table(self) -> discord.Message:
        """The newest message of the channel that is a game's table."""
        tables = [m for m in self.channel.history() if button(m, "hand") or button(m, "rematch")]
        return tables[-1]

    def panel(self, person: Any) -> discord.Message:
        """The newest message in somebody's DMs."""
        message = person.user.dm_channel.last_message
        assert message is not None
        return message

    def requests(self) -> list[Any]:
        """What the bot asked of Discord outside the interactions' own endpoints."""
        return [
            entry for entry in self.env.http_requests if not entry.path.startswith(("/interactions/", "/webhooks/"))
        ]


def buttons(message: Any) -> dict[str, discord.Button]:
    """A message's buttons by custom id."""
    whole = getattr(message, "message", message)
    children = (child for row in whole.components for child in getattr(row, "children", []))
    return {child.custom_id: child for child in children if isinstance(child, discord.Button) and child.custom_id}


def button(message: Any, verb: str, argument: str | None = None) -> str | None:
    """The custom id of the button with this verb (and argument), if the message has it."""
    for custom_id in buttons(message):
        _, found, _, _, found_argument = custom_id.split(":")
        if found == verb and argument in (None, found_argument):
            return custom_id
    return None


def text_of(message: Any) -> str:
    """Everything a message says."""
    parts = [message.content or ""]
    for embed in message.embeds:
        parts += [embed.title or "", embed.description or "", embed.footer.text or ""]
    return "\n".join(parts)
