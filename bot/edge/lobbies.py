"""Lobbies: joining, leaving, options, computers, starting, playing again, and the lobby's message."""

import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.edge.allowed_channels import place_for_another
from bot.edge.computer_turns import ComputerTurns
from bot.edge.delivery.invitations import post_as_answer, post_from_afar
from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer, tolerating_store_errors
from bot.edge.interactions.router import Router
from bot.edge.presenting.match_views import level_name, person_name, public_locale
from bot.edge.render import edited_message, new_message
from bot.edge.table_answers import TableAnswers
from bot.edge.transport.gate import UNREACHED, cause_of
from bot.games.registry import GAMES
from bot.referee.errors import Refusal
from bot.referee.locks import Locks
from bot.referee.match import Match
from bot.store.rows import LobbyRow, LobbySeatRow
from bot.table.controls import Control, Verb
from bot.table.gathering.lobby_pages import MORE, ON, Lobby, LobbySeat, Role, lobby_page
from bot.table.locale import Locale
from bot.table.page import Page

log = logging.getLogger(__name__)


class Lobbies:
    def __init__(self, bot: Client, router: Router, computers: ComputerTurns, tables: TableAnswers) -> None:
        self.bot = bot
        self.computers = computers
        self.tables = tables
        self._lock = Locks().of
        self._gathering = Locks().of
        router.route(Verb.JOIN, self.join)
        router.route(Verb.LEAVE, self.leave)
        router.route(Verb.START, self.start)
        router.route(Verb.SWITCH, self.switch)
        router.route(Verb.COMPUTER, self.change_computers)
        router.route(Verb.SEND_AWAY, self.send_away)
        router.route(Verb.DISBAND, self.disband)
        router.route(Verb.AGAIN, self.again)

    async def join(self, answer: Answer, _words: Locale, control: Control) -> None:
        interaction = answer.interaction
        await self.bot.referee.lobbies.join(control.number, interaction.user.id, str(interaction.id))
        await self._show(answer, control.number)

    async def leave(self, answer: Answer, _words: Locale, control: Control) -> None:
        await self.bot.referee.lobbies.leave(control.number, answer.interaction.user.id)
        await self._show(answer, control.number)

    async def start(self, answer: Answer, _words: Locale, control: Control) -> None:
        match = await self.bot.referee.lobbies.start(control.number, answer.interaction.user.id)
        try:
            await self._show(answer, control.number)
        except UNREACHED as error:  # the game has begun all the same
            log.warning("lobby %d still looks open: %s", control.number, cause_of(error))
        await self.tables.open_table(answer, match)

    async def switch(self, answer: Answer, _words: Locale, control: Control) -> None:
        name, _, wanted = control.argument.partition("=")
        host_id = answer.interaction.user.id
        await self.bot.referee.lobbies.set_option(control.number, host_id, name, is_on=wanted == ON)
        await self._show(answer, control.number)

    async def change_computers(self, answer: Answer, _words: Locale, control: Control) -> None:
        lobbies = self.bot.referee.lobbies
        change = lobbies.add_computer if control.argument == MORE else lobbies.remove_computer
        await change(control.number, answer.interaction.user.id, control.revision)
        await self._show(answer, control.number)

    async def send_away(self, answer: Answer, _words: Locale, control: Control) -> None:
        await self.bot.referee.lobbies.remove(control.number, answer.interaction.user.id, _user_id(control.argument))
        await self._show(answer, control.number)

    async def disband(self, answer: Answer, _words: Locale, control: Control) -> None:
        await self.bot.referee.lobbies.cancel(control.number, answer.interaction.user.id)
        await self._show(answer, control.number)

    # Again

    async def again(self, answer: Answer, locale: Locale, control: Control) -> None:
        await self.play_again(answer, locale, control.number)

    async def play_again(self, answer: Answer, locale: Locale, game_id: int) -> None:
        """In the same server: as the answer, for all to see. From elsewhere: in the channel of the old game."""
        interaction = answer.interaction
        old = await self.bot.referee.match(game_id)
        channel_id, is_here = await place_for_another(self.bot, interaction, old.row)
        async with self._gathering(game_id):  # or a second press would post a second lobby
            made = await self.bot.referee.lobbies.again(old, interaction.user.id, channel_id, str(interaction.id))
            await self._show_again(answer, locale, made, is_here=is_here)

    async def _show_again(self, answer: Answer, locale: Locale, made: LobbyRow | Match, *, is_here: bool) -> None:
        if isinstance(made, Match):
            await self._begin_again(answer, locale, made, is_here=is_here)
        elif made.message_id is not None:
            await self.update(made.id)
            await answer.note(locale.text("team.waiting"))
        elif is_here:
            await self.post(answer, made)
        else:
            await self._post_from_afar(made)
            await answer.note(locale.text("team.waiting"))

    async def _begin_again(self, answer: Answer, locale: Locale, match: Match, *, is_here: bool) -> None:
        """A game for one starts without a lobby."""
        if is_here:
            await self.tables.open_table(answer, match, is_answer=True)
            return
        self.computers.moved(match)
        await answer.note(locale.text("team.again_started"))

    # The lobby's message

    async def post(self, answer: Answer, row: LobbyRow) -> None:
        locale = await public_locale(self.bot, row.guild_id)
        page = await self._page(row, locale)
        await post_as_answer(answer, self.bot.store.lobbies, row, page, _calling(row, locale))

    async def _post_from_afar(self, row: LobbyRow) -> None:
        locale = await public_locale(self.bot, row.guild_id)
        sent = {**new_message(await self._page(row, locale)), **_calling(row, locale)}
        await post_from_afar(self.bot, self.bot.store.lobbies, row, sent)

    async def _show(self, answer: Answer, lobby_id: int) -> None:
        """Replace the pressed message by the lobby as it stands. Under a lock, so that the last edit shows the newest
        state."""
        async with self._lock(lobby_id):
            row = await self.bot.referee.lobbies.get(lobby_id)
            locale = await public_locale(self.bot, row.guild_id)
            await answer.replace(await self._page(row, locale))
            with tolerating_store_errors("lobby", row.id):
                await self.bot.store.lobbies.shown(row.id, row.revision)

    async def catch_up(self) -> None:
        """Update the messages of lobbies that expired, or changed while Discord did not take an edit."""
        for lobby_id in await self.bot.store.lobbies.behind():
            await self.update(lobby_id)

    async def update(self, lobby_id: int) -> None:
        """Edit the lobby's message; if Discord does not take it now, a later sweep retries."""
        async with self._lock(lobby_id):
            row = await self.bot.referee.lobbies.get(lobby_id)
            try:
                self.bot.gate.ask_leave(row.channel_id, is_edit=True)
                await self._edit(row)
            except UNREACHED as error:
                if self.bot.gate.is_passing(error):
                    return  # for now; the next sweep tries again
                log.info("lobby %d has no message any more", row.id)
            await self.bot.store.lobbies.shown(row.id, row.revision)

    async def _edit(self, row: LobbyRow) -> None:
        locale = await public_locale(self.bot, row.guild_id)
        message = self.bot.get_partial_messageable(row.channel_id).get_partial_message(row.message_id or 0)
        await message.edit(**edited_message(await self._page(row, locale)))

    async def _page(self, row: LobbyRow, locale: Locale) -> Page:
        lobby = Lobby(
            lobby_id=row.id,
            revision=row.revision,
            game=row.game,
            seats=max(GAMES[row.game].seats),
            clock=row.clock,
            options=row.options,
            places=tuple([await self._place(row, place, locale) for place in row.places]),
            commitment=row.commitment,
            expires_at=row.expires_at // 1000,
            status=row.status,
            game_id=row.game_id,
        )
        return lobby_page(lobby, locale)

    async def _place(self, row: LobbyRow, place: LobbySeatRow, locale: Locale) -> LobbySeat:
        if place.user_id is None:
            return LobbySeat(level_name(place.level, locale), Role.COMPUTER)
        role = Role.HOST if place.user_id == row.host_id else Role.MATE if place.is_taken else Role.EXPECTED
        return LobbySeat(await person_name(self.bot, place.user_id, locale), role, place.user_id)


def _calling(row: LobbyRow, locale: Locale) -> dict[str, Any]:
    """Mention the people a seat is kept for, and only them."""
    expected: Sequence[int] = [place.user_id for place in row.places if place.user_id and not place.is_taken]
    if not expected:
        return {}
    mentions = discord.AllowedMentions(users=[discord.Object(user_id) for user_id in expected])
    called = locale.text("team.call", mentions=", ".join(f"<@{user_id}>" for user_id in expected))
    return {"content": called, "allowed_mentions": mentions}


def _user_id(argument: str) -> int:
    """The user a button names; a forged argument is refused."""
    if not argument.isdecimal() or int(argument) >= 2**63:
        raise Refusal("unknown_button")
    return int(argument)
