"""Routes every button and dialogue by its custom id alone. Nothing is kept per message, so all of them survive a
restart, and an unknown one gets an answer. (discord.py's views drop unknown ones silently, and swallow some errors.)"""

from collections.abc import Awaitable, Callable
from typing import Any, cast

import discord

from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer, answering
from bot.edge.presenting.match_views import meet
from bot.referee.errors import Refusal
from bot.table.controls import Control, Verb, read_control
from bot.table.locale import Locale

Handler = Callable[[Answer, Locale, Control], Awaitable[None]]


class Router:
    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._handlers: dict[Verb, Handler] = {}
        bot.add_listener(self.on_interaction)

    def route(self, verb: Verb, handler: Handler) -> None:
        self._handlers[verb] = handler

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        if not self.bot.seen_interactions.is_first(interaction.id):
            return
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            control = read_control(interaction_data(interaction).get("custom_id", ""))
            if control is None:
                raise Refusal("unknown_button")
            await self.press(answer, locale, control)

    async def press(self, answer: Answer, locale: Locale, control: Control) -> None:
        """Also for commands that do the same as a button."""
        if control.verb not in self._handlers:
            raise Refusal("unknown_button")
        await self._handlers[control.verb](answer, locale, control)


def interaction_data(interaction: discord.Interaction) -> dict[str, Any]:
    return cast("dict[str, Any]", interaction.data or {})
