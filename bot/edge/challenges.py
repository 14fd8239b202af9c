"""Challenges and rematches: posting, accepting (with a cut or without), declining, cancelling, closing the expired."""

import logging
from typing import Any

import discord

from bot.edge.allowed_channels import place_for_another, server_for
from bot.edge.computer_turns import ComputerTurns
from bot.edge.delivery.invitations import post_as_answer, post_from_afar
from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer, tolerating_store_errors
from bot.edge.interactions.choices import DEFAULT_GAME
from bot.edge.interactions.router import Router, interaction_data
from bot.edge.presenting.match_views import challenge_view_of, introduce, meet, public_locale
from bot.edge.render import edited_message, new_message
from bot.edge.table_answers import TableAnswers
from bot.edge.transport.gate import UNREACHED, cause_of
from bot.players.registry import default_opponent
from bot.referee.challenges import MAX_CUT, Terms
from bot.referee.clocks import NO_CLOCK
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.store.rows import ChallengeRow, ServerRow
from bot.table.controls import Control, Verb
from bot.table.gathering.challenge_pages import challenge_page
from bot.table.locale import Locale
from bot.table.page import Page

log = logging.getLogger(__name__)


Person = discord.User | discord.Member


class CutDialogue(discord.ui.Modal):
    """Asks for a cut, a word that goes into the opponent's deck (LD2). Stopped at once: discord.py would keep every
    dialogue that was opened and dismissed."""

    def __init__(self, control: Control, locale: Locale) -> None:
        super().__init__(title=locale.text("cut.title"), custom_id=control.custom_id())
        word: discord.ui.TextInput[CutDialogue] = discord.ui.TextInput(custom_id="cut", max_length=MAX_CUT)
        self.add_item(discord.ui.Label(text=locale.text("cut.label"), component=word))
        self.stop()


class Challenges:
    def __init__(self, bot: Client, router: Router, computers: ComputerTurns, tables: TableAnswers) -> None:
        self.bot = bot
        self.computers = computers
        self.tables = tables
        router.route(Verb.ACCEPT, self._accept)
        router.route(Verb.CUT, self._cut)
        router.route(Verb.DECLINE, self._decline)
        router.route(Verb.CANCEL, self._cancel)
        router.route(Verb.REMATCH, self._rematch)

    async def _accept(self, answer: Answer, _words: Locale, control: Control) -> None:
        await self.accept(answer, control.number, "")

    async def _cut(self, answer: Answer, locale: Locale, control: Control) -> None:
        """The button opens the dialogue; submitting the dialogue, which has the same custom id, accepts."""
        interaction = answer.interaction
        if interaction.type is discord.InteractionType.modal_submit:
            await self.accept(answer, control.number, _typed(interaction))
            return
        await self.bot.referee.challenges.may_accept(control.number, interaction.user.id)
        await answer.ask(CutDialogue(control, locale))

    async def _decline(self, answer: Answer, _words: Locale, control: Control) -> None:
        await self.bot.referee.challenges.decline(control.number, answer.interaction.user.id)
        await self.show_challenge(answer, control.number)

    async def _cancel(self, answer: Answer, _words: Locale, control: Control) -> None:
        await self.bot.referee.challenges.cancel(control.number, answer.interaction.user.id)
        await self.show_challenge(answer, control.number)

    async def _rematch(self, answer: Answer, locale: Locale, control: Control) -> None:
        await self.rematch(answer, locale, control.number)

    async def challenge(
        self, answer: Answer, opponent: Person | None, clock: str | None, level: str | None, wishes: Any
    ) -> None:
        """Make and post a challenge; against a computer the game begins at once. A level without an opponent asks for a
        computer too, and against one there is no clock unless one is wanted."""
        interaction = answer.interaction
        await meet(self.bot, interaction)
        server = await server_for(self.bot, interaction)
        is_computer = (opponent is None and level is not None) or (opponent is not None and self._is_me(opponent))
        terms = Terms(
            guild_id=server.guild_id,
            channel_id=interaction.channel_id or 0,
            challenger_id=interaction.user.id,
            opponent_id=None if is_computer else await self._meet_opponent(opponent, server),
            level=_computer(level, wishes.get("game", DEFAULT_GAME)) if is_computer else None,
            clock=clock or (NO_CLOCK if is_computer else server.clock),
            **wishes,
        )
        row = await self.bot.referee.challenges.make(terms, str(interaction.id))
        await self.post_challenge(answer, row)

    async def against_computer(self, answer: Answer, level: str) -> None:
        """Start a game against a computer, where `/challenge` would allow one."""
        await self.challenge(answer, None, None, level, {})

    async def post_challenge(self, answer: Answer, row: ChallengeRow) -> None:
        if row.level is not None:
            match = await self.bot.referee.challenges.accept_as_computer(row.id)
            await self.tables.open_table(answer, match, is_answer=True)
            return
        locale = await public_locale(self.bot, row.guild_id)
        page = challenge_page(await challenge_view_of(self.bot, row, locale), locale)
        await post_as_answer(answer, self.bot.store.challenges, row, page, _calling(row, locale))

    async def accept(self, answer: Answer, challenge_id: int, cut: str) -> None:
        interaction = answer.interaction
        match = await self.bot.referee.challenges.accept(challenge_id, interaction.user.id, cut)
        try:
            await self.show_challenge(answer, challenge_id)
        except UNREACHED as error:  # the game has begun all the same
            log.warning("challenge %d still looks open: %s", challenge_id, cause_of(error))
        await self.tables.open_table(answer, match)

    async def show_challenge(self, answer: Answer, challenge_id: int) -> None:
        """Replace the pressed message by the challenge as it stands."""
        row = await self.bot.referee.challenges.get(challenge_id)
        await answer.replace(await self.challenge_page(row))
        with tolerating_store_errors("challenge", row.id):
            await self.bot.store.challenges.shown(row.id, row.status)

    async def show_closed(self, row: ChallengeRow) -> None:
        """Edit the message of a challenge that was closed by expiry or while the bot was down."""
        message = self.bot.get_partial_messageable(row.channel_id).get_partial_message(row.message_id or 0)
        try:
            self.bot.gate.ask_leave(row.channel_id, is_edit=True)
            await message.edit(**edited_message(await self.challenge_page(row)))
        except UNREACHED as error:
            if self.bot.gate.is_passing(error):
                return  # for now; the next sweep tries again
            log.info("challenge %d has no message any more", row.id)
        await self.bot.store.challenges.shown(row.id, row.status)

    async def challenge_page(self, row: ChallengeRow) -> Page:
        locale = await public_locale(self.bot, row.guild_id)
        return challenge_page(await challenge_view_of(self.bot, row, locale), locale)

    async def rematch(self, answer: Answer, locale: Locale, game_id: int) -> None:
        """In the same server: as the answer, for all to see. From elsewhere: in the channel of the old game."""
        interaction = answer.interaction
        old = await self.bot.referee.match(game_id)
        channel_id, is_here = await place_for_another(self.bot, interaction, old.row)
        made = await self.bot.referee.challenges.rematch(old, interaction.user.id, channel_id, str(interaction.id))
        if is_here:
            if isinstance(made, Match):
                await self.tables.open_table(answer, made, is_answer=True)
            else:
                await self.post_challenge(answer, made)
            return
        await self._rematch_from_afar(made)
        await answer.note(locale.text("rematch.sent"))

    async def _rematch_from_afar(self, made: Match | ChallengeRow) -> None:
        if isinstance(made, ChallengeRow) and made.level is not None:
            made = await self.bot.referee.challenges.accept_as_computer(made.id)
        if isinstance(made, Match):
            self.computers.moved(made)
            return
        locale = await public_locale(self.bot, made.guild_id)
        sent = {**new_message(await self.challenge_page(made)), **_calling(made, locale)}
        await post_from_afar(self.bot, self.bot.store.challenges, made, sent)

    def _is_me(self, person: Person) -> bool:
        return self.bot.user is not None and person.id == self.bot.user.id

    async def _meet_opponent(self, opponent: Person | None, server: ServerRow) -> int | None:
        """Discord accepts any user as an option; one who is not in the server has no member object."""
        if opponent is None:
            return None
        if not isinstance(opponent, discord.Member):
            raise Refusal("not_a_member")
        if opponent.bot:
            raise Refusal("bot_opponent")
        locale = await public_locale(self.bot, server.guild_id)
        await introduce(self.bot, opponent, locale.language)
        return opponent.id


def _computer(level: str | None, game: str) -> str:
    found = level or default_opponent(game)
    if found is None:
        raise Refusal("bad_choice")
    return found


def _calling(row: ChallengeRow, locale: Locale) -> dict[str, Any]:
    """Mention the challenged person, and only them."""
    if row.opponent_id is None:
        return {}
    mentions = discord.AllowedMentions(users=[discord.Object(row.opponent_id)])
    return {"content": locale.text("challenge.call", mention=f"<@{row.opponent_id}>"), "allowed_mentions": mentions}


def _typed(interaction: discord.Interaction) -> str:
    """The text of the dialogue's one field."""
    for row in interaction_data(interaction).get("components", []):
        inner = row.get("components") or [row.get("component") or {}]
        for field in inner:
            if field.get("custom_id") == "cut":
                return str(field.get("value", ""))
    return ""
