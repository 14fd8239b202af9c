"""A player's turn: the shared path of buttons and typed commands. The referee commits, the player is answered with
their panel, then everybody else's messages follow."""

import contextlib

from bot.edge.allowed_channels import check_may_look
from bot.edge.computer_turns import ComputerTurns
from bot.edge.delivery.announcer import Announcer
from bot.edge.delivery.message_handles import CHANNEL_SLOT, InteractionToken, MessageHandle, ephemeral_slot
from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer
from bot.edge.interactions.dialogues import chosen_places
from bot.edge.interactions.router import Router
from bot.edge.presenting.match_views import match_view_of, panel_view_of
from bot.edge.running_games import RunningGames
from bot.edge.transport.gate import UNREACHED
from bot.games.core import GameError, Seat
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.store.sqlite.messages import panel
from bot.table.controls import Control, Verb
from bot.table.game.choices import read_chosen
from bot.table.game.pages import OFF, ON, WORD, details_page
from bot.table.illustrations import drawn_panel_or_text
from bot.table.locale import Locale
from bot.table.notices import error_text
from bot.table.page import Page

LATE = 0.12  # seconds since the press: an answer later than this skips its picture
_SHOW_AGAIN = ("stale", "repeated")  # no error: the panel as it stands is the answer


class Turns:
    def __init__(
        self, bot: Client, router: Router, announcer: Announcer, computers: ComputerTurns, games: RunningGames
    ) -> None:
        self.bot = bot
        self.games = games
        self.announcer = announcer
        self.computers = computers
        router.route(Verb.HAND, self._hand)
        router.route(Verb.KEEP, self._hand)  # a dismissed question becomes the panel
        router.route(Verb.PICK, self._pick)
        router.route(Verb.ACT, self._act)
        router.route(Verb.DETAILS, self._details)

    async def _hand(self, answer: Answer, locale: Locale, control: Control) -> None:
        match, seat = await self.own(answer, control.number)
        await self.show_panel(answer, locale, match, seat)
        if control.argument == WORD and _is_dm_panel(answer):  # a word about the time has become the panel
            await self.announcer.move_panel(match, seat, answer.message_id)

    async def _details(self, answer: Answer, locale: Locale, control: Control) -> None:
        """On a panel: show the whole text beside the picture from now on, or no longer. On a table: the whole text
        once, for every reader."""
        if control.argument not in (ON, OFF):
            match = await self.bot.referee.match(control.number)
            check_may_look(self.bot, answer.interaction, match)
            await answer.beside(details_page(await match_view_of(self.bot, match, None, locale), locale))
            return
        await self.bot.store.people.set_details(answer.interaction.user.id, has_details=control.argument == ON)
        await self._hand(answer, locale, control)

    async def _pick(self, answer: Answer, locale: Locale, control: Control) -> None:
        """Opens a choice on the panel."""
        match, seat = await self.own(answer, control.number)
        await self.show_panel(answer, locale, match, seat, picked=control.argument)

    async def _act(self, answer: Answer, locale: Locale, control: Control) -> None:
        """Plays what the button or the menu stands for; a menu's entry that leads further is opened."""
        match, seat = await self.own(answer, control.number)
        choices = match.game.screens.screen(match.view(seat)).choices
        try:
            chosen = read_chosen(choices, control.argument, chosen_places(answer.interaction))
        except GameError as error:
            await self._refuse(answer, locale, control.number, error)
            return
        if chosen.is_action:
            await self.act(answer, locale, control.number, chosen.text, seen=control.revision)
        else:
            await self.show_panel(answer, locale, match, seat, picked=chosen.text)

    async def own(self, answer: Answer, game_id: int) -> tuple[Match, Seat]:
        """The game and the asker's seat in it, running or over."""
        match = await self.bot.referee.match(game_id)
        seat = match.seat_of(answer.interaction.user.id)
        if seat is None:
            raise Refusal("not_a_player")
        return match, seat

    async def act(self, answer: Answer, locale: Locale, game_id: int, text: str, *, seen: int | None = None) -> None:
        """Play, then show the player their panel. A refusal is shown above the panel as it stands."""
        interaction = answer.interaction
        try:
            match = await self.bot.referee.act(game_id, interaction.user.id, text, key=str(interaction.id), seen=seen)
        except GameError as error:
            await self._refuse(answer, locale, game_id, error)
            return
        seat = match.seat_of(interaction.user.id)
        assert seat is not None  # noqa: S101 (the referee has let them play)
        try:
            await self.show_panel(answer, locale, match, seat)
        finally:  # committed, even if the player could not be answered
            self.computers.moved(match, is_seen=seen is None or match.row.public_revision > seen)

    async def _refuse(self, answer: Answer, locale: Locale, game_id: int, error: GameError) -> None:
        match = await self.bot.referee.match(game_id)
        seat = match.seat_of(answer.interaction.user.id)
        if seat is None:
            raise error
        notice = "" if error.code in _SHOW_AGAIN else f"⚠️ {error_text(error, locale)}"
        await self.show_panel(answer, locale, match, seat, notice=notice)

    async def show_panel(
        self, answer: Answer, locale: Locale, match: Match, seat: Seat, *, picked: str = "", notice: str = ""
    ) -> None:
        """Answer with the panel. If a newer revision was committed meanwhile, edit it once more: the announcer may have
        run before this answer and would not come again."""
        self.games.used(answer.interaction.user.id, match.id)
        is_late = answer.waited > LATE or self.bot.load.is_high
        page = await self._panel(locale, match, seat, picked=picked, notice=notice, is_late=is_late)
        handle = self._keep_handle(answer, match, seat, await answer.private(page))
        self.announcer.told(match, seat, answer.message_id)
        await self._remove_older(match, seat, handle)
        if not match.is_over and (newest := await self.bot.referee.match(match.id)).revision > match.revision:
            page = await self._panel(locale, newest, seat, picked=picked, notice=notice, is_late=is_late)
            with contextlib.suppress(*UNREACHED):  # answered already; the announcer shows the rest
                if await self.announcer.delivery.edit_through(handle, page):
                    self.announcer.told(newest, seat, answer.message_id)

    async def _panel(
        self, locale: Locale, match: Match, seat: Seat, *, picked: str, notice: str, is_late: bool
    ) -> Page:
        match_view = await panel_view_of(self.bot, match, seat, locale)
        return await drawn_panel_or_text(
            match_view, locale, self.bot.pictures, picked=picked, notice=notice, is_late=is_late
        )

    async def _remove_older(self, match: Match, seat: Seat, shown: MessageHandle) -> None:
        """One panel a game and reader: an ephemeral one from before would keep offering what is past."""
        if shown.message_id is None:
            return
        for handle in self.announcer.handles.take_others(match.id, ephemeral_slot(seat), shown):
            if handle.is_alive(self.bot.referee.now()):
                with contextlib.suppress(*UNREACHED):  # the reader may have dismissed it
                    await handle.delete()

    def _keep_handle(self, answer: Answer, match: Match, seat: Seat, message_id: int | None) -> MessageHandle:
        """Keep the answer editable: this is how the player's panel follows the opponents' moves."""
        interaction, now = answer.interaction, self.bot.referee.now()
        slot = panel(seat) if _is_dm_panel(answer) else ephemeral_slot(seat)
        token = InteractionToken(interaction)
        handle = MessageHandle(token, now, message_id, answer.message_id)
        self.announcer.handles.keep(match.id, slot, handle)
        if interaction.channel_id == match.row.channel_id:
            self.announcer.handles.keep(match.id, CHANNEL_SLOT, MessageHandle(token, now))
        return handle


def _is_dm_panel(answer: Answer) -> bool:
    """Whether a message of a DM was pressed, and so became the panel there; an ephemeral one vanishes by itself."""
    interaction = answer.interaction
    message = interaction.message
    return interaction.guild_id is None and message is not None and not message.flags.ephemeral
