"""Every button and dialogue, told apart by custom id alone: nothing is remembered per message, so all of them survive a
restart, and one nobody knows gets an answer too. (discord.py drops those in silence, and swallows some errors.)"""

from collections.abc import Awaitable, Callable
from typing import Any, cast

import discord
from discord.ext import commands

from bot.edge.answers import Answer, answering
from bot.edge.app import Arbitre
from bot.edge.presenting.match_views import meet, sight_of
from bot.edge.turns import desk_of
from bot.referee.challenges import MAX_CUT
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.table.controls import Control, Verb, read_control
from bot.table.locale import Locale
from bot.table.pages import draw_page, resign_page

Handler = Callable[[Answer, Locale, Control], Awaitable[None]]


class CutDialogue(discord.ui.Modal):
    """A word of one's own for the opponent's deck (LD2). Stopped at once, as pages are: discord.py would remember each
    that somebody opened and put away."""

    def __init__(self, control: Control, words: Locale) -> None:
        super().__init__(title=words.text("cut.title"), custom_id=control.custom_id())
        self.add_item(discord.ui.TextInput(label=words.text("cut.label"), custom_id="cut", max_length=MAX_CUT))
        self.stop()


class Buttons(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self.desk = desk_of(bot)
        self._handlers: dict[Verb, Handler] = {
            Verb.ACCEPT: self._accept,
            Verb.CUT: self._cut,
            Verb.DECLINE: self._decline,
            Verb.CANCEL: self._cancel,
            Verb.HAND: self._hand,
            Verb.PICK: self._pick,
            Verb.ACT: self._act,
            Verb.RESIGN: self._ask_resign,
            Verb.RESIGN_SURE: self._resign,
            Verb.DRAW: self._ask_draw,
            Verb.DRAW_SURE: self._draw,
            Verb.DRAW_DECLINE: self._decline_draw,
            Verb.REMATCH: self._rematch,
            Verb.VERIFY: self._verify,
            Verb.KEEP: self._keep,
        }

    def route(self, verb: Verb, handler: Handler) -> None:
        """For other cogs: their button, their handler."""
        self._handlers[verb] = handler

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        if not self.bot.once.is_first(interaction.id):
            return
        async with answering(self.bot, interaction) as answer:
            words = await meet(self.bot, interaction)
            control = read_control(_data(interaction).get("custom_id", ""))
            if control is None:
                raise Refusal("unknown_button")
            await self.press(answer, words, control)

    async def press(self, answer: Answer, words: Locale, control: Control) -> None:
        """Also for commands that do what a button does."""
        if control.verb not in self._handlers:
            raise Refusal("unknown_button")
        await self._handlers[control.verb](answer, words, control)

    # Challenges

    async def _accept(self, answer: Answer, _words: Locale, control: Control) -> None:
        await self.desk.accept(answer, control.number, "")

    async def _cut(self, answer: Answer, words: Locale, control: Control) -> None:
        """The button opens the dialogue; the dialogue, under the same id, accepts."""
        interaction = answer.interaction
        if interaction.type is discord.InteractionType.modal_submit:
            await self.desk.accept(answer, control.number, _typed(interaction))
            return
        await self.bot.referee.challenges.may_accept(control.number, interaction.user.id)
        await answer.ask(CutDialogue(control, words))

    async def _decline(self, answer: Answer, _words: Locale, control: Control) -> None:
        await self.bot.referee.challenges.decline(control.number, answer.interaction.user.id)
        await self.desk.show_challenge(answer, control.number)

    async def _cancel(self, answer: Answer, _words: Locale, control: Control) -> None:
        await self.bot.referee.challenges.cancel(control.number, answer.interaction.user.id)
        await self.desk.show_challenge(answer, control.number)

    # The panel

    async def _hand(self, answer: Answer, words: Locale, control: Control) -> None:
        match = await self._own(answer, control)
        await self.desk.show_panel(answer, words, match, match.seats[match.seat_of(answer.interaction.user.id) or 0])

    async def _pick(self, answer: Answer, words: Locale, control: Control) -> None:
        """Opens a choice, if it is still one."""
        match = await self._own(answer, control)
        seat = match.seats[match.seat_of(answer.interaction.user.id) or 0]
        await self.desk.show_panel(answer, words, match, seat, picked=control.argument)

    async def _act(self, answer: Answer, words: Locale, control: Control) -> None:
        await self.desk.act(answer, words, control.number, control.argument, seen=control.revision)

    # Ending a game early

    async def _ask_resign(self, answer: Answer, words: Locale, control: Control) -> None:
        sight = await sight_of(self.bot, await self._running(answer, control), None, words)
        await answer.beside(resign_page(sight, words))

    async def _resign(self, answer: Answer, words: Locale, control: Control) -> None:
        interaction = answer.interaction
        match = await self.bot.referee.resign(control.number, interaction.user.id, str(interaction.id))
        await self._show_result(answer, words, match)

    async def _ask_draw(self, answer: Answer, words: Locale, control: Control) -> None:
        match = await self._running(answer, control)
        match.check_draws(match.seat_of(answer.interaction.user.id))
        await answer.beside(draw_page(await sight_of(self.bot, match, None, words), words))

    async def _draw(self, answer: Answer, words: Locale, control: Control) -> None:
        interaction = answer.interaction
        match = await self.bot.referee.offer_draw(control.number, interaction.user.id, str(interaction.id))
        if match.is_over:
            await self._show_result(answer, words, match)
        else:
            await self.desk.show_draw_offer(answer, words, match)

    async def _decline_draw(self, answer: Answer, words: Locale, control: Control) -> None:
        match = await self.bot.referee.decline_draw(control.number, answer.interaction.user.id)
        await self.desk.show_draw_declined(answer, words, match)

    async def _show_result(self, answer: Answer, words: Locale, match: Match) -> None:
        seat = match.seat_of(answer.interaction.user.id)
        assert seat is not None  # noqa: S101 (the referee has let them end it)
        try:
            await self.desk.show_panel(answer, words, match, seat)
        finally:
            self.desk.moved(match)

    # The rest

    async def _rematch(self, answer: Answer, words: Locale, control: Control) -> None:
        await self.desk.rematch(answer, words, control.number)

    async def _verify(self, answer: Answer, words: Locale, control: Control) -> None:
        await self.desk.verify(answer, words, control.number)

    async def _keep(self, answer: Answer, words: Locale, control: Control) -> None:
        """The question goes; the panel takes its place."""
        await self._hand(answer, words, control)

    async def _own(self, answer: Answer, control: Control) -> Match:
        match = await self.bot.referee.match(control.number)
        if match.seat_of(answer.interaction.user.id) is None:
            raise Refusal("not_a_player")
        return match

    async def _running(self, answer: Answer, control: Control) -> Match:
        match = await self._own(answer, control)
        if match.is_over:
            raise Refusal("game_is_over")
        return match


def _data(interaction: discord.Interaction) -> dict[str, Any]:
    return cast("dict[str, Any]", interaction.data or {})


def _typed(interaction: discord.Interaction) -> str:
    """What was written in the dialogue's one field."""
    for row in _data(interaction).get("components", []):
        inner = row.get("components") or [row.get("component") or {}]
        for field in inner:
            if field.get("custom_id") == "cut":
                return str(field.get("value", ""))
    return ""


def buttons_of(bot: Arbitre) -> Buttons:
    buttons = bot.get_cog("Buttons")
    assert isinstance(buttons, Buttons)  # noqa: S101 (loaded before all that ask for it)
    return buttons


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Buttons(bot))
