"""Ending a game early: resigning, and offering, accepting and declining a draw."""

from bot.edge.delivery.announcer import Announcer
from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer
from bot.edge.interactions.router import Router
from bot.edge.presenting.match_views import match_view_of, public_locale
from bot.edge.stand_ins import StandIns
from bot.edge.turns import Turns
from bot.games.core import Seat
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.table.controls import Control, Verb
from bot.table.game.questions import draw_declined_page, draw_page, resign_page
from bot.table.locale import Locale
from bot.table.notices import notice_page


class Endings:
    def __init__(self, bot: Client, router: Router, announcer: Announcer, turns: Turns, stand_ins: StandIns) -> None:
        self.bot = bot
        self.stand_ins = stand_ins
        self.announcer = announcer
        self.turns = turns
        router.route(Verb.RESIGN, self._ask_resign)
        router.route(Verb.RESIGN_SURE, self._resign)
        router.route(Verb.DRAW, self._ask_draw)
        router.route(Verb.DRAW_SURE, self._draw)
        router.route(Verb.DRAW_DECLINE, self._decline_draw)

    async def _ask_resign(self, answer: Answer, locale: Locale, control: Control) -> None:
        match, seat = await self._running(answer, control)
        await answer.beside(resign_page(await match_view_of(self.bot, match, seat, locale), locale))

    async def _resign(self, answer: Answer, locale: Locale, control: Control) -> None:
        interaction = answer.interaction
        match = await self.bot.referee.resign(control.number, interaction.user.id, str(interaction.id))
        if match.absent and not match.is_over:
            await self._show_left(answer, locale, match)
        else:
            await self._show_result(answer, locale, match)

    async def _show_left(self, answer: Answer, locale: Locale, match: Match) -> None:
        try:
            await answer.private(notice_page(locale, "stand_in.left", number=match.id))
        finally:  # committed, even if they could not be answered
            self.announcer.touch(match.id)
            await self.stand_ins.ask(match.id)

    async def _ask_draw(self, answer: Answer, locale: Locale, control: Control) -> None:
        match, seat = await self._running(answer, control)
        match.check_draw_possible(seat)
        await answer.beside(draw_page(await match_view_of(self.bot, match, seat, locale), locale))

    async def _draw(self, answer: Answer, locale: Locale, control: Control) -> None:
        interaction = answer.interaction
        match = await self.bot.referee.offer_draw(control.number, interaction.user.id, str(interaction.id))
        if match.is_over:
            await self._show_result(answer, locale, match)
        else:
            await self._show_draw_offer(answer, locale, match)

    async def _decline_draw(self, answer: Answer, locale: Locale, control: Control) -> None:
        match = await self.bot.referee.decline_draw(control.number, answer.interaction.user.id)
        await self._show_draw_declined(answer, locale, match)

    async def _show_result(self, answer: Answer, locale: Locale, match: Match) -> None:
        seat = match.seat_of(answer.interaction.user.id)
        assert seat is not None  # noqa: S101 (the referee has let them end it)
        try:
            await self.turns.show_panel(answer, locale, match, seat)
        finally:
            self.turns.computers.moved(match)

    async def _show_draw_offer(self, answer: Answer, locale: Locale, match: Match) -> None:
        """Answer the offerer, then post the offer where the table is."""
        seat = match.seat_of(answer.interaction.user.id)
        assert seat is not None  # noqa: S101 (the referee has let them offer)
        try:
            await self.turns.show_panel(answer, locale, match, seat, notice=locale.text("draw.made"))
        finally:  # the offer is committed, even if its maker could not be answered
            async with self.announcer.alone(match.id):
                await self.announcer.pings.post_draw_offer(match)
            self.announcer.touch(match.id)  # the offer may have lapsed meanwhile

    async def _show_draw_declined(self, answer: Answer, locale: Locale, match: Match) -> None:
        """Replace the offer by the answer if it was declined there; otherwise the announcer deletes it."""
        message, seat = answer.interaction.message, match.seat_of(answer.interaction.user.id)
        try:
            if answer.is_in_panel and seat is not None:
                notice = locale.text("draw.declined", number=match.id)
                await self.turns.show_panel(answer, locale, match, seat, notice=notice)
                return
            locale = await public_locale(self.bot, match.row.guild_id)
            await self.announcer.pings.keep_draw_offer(match, None if message is None else message.id)
            await answer.replace(draw_declined_page(await match_view_of(self.bot, match, None, locale), locale))
        finally:
            self.announcer.touch(match.id)

    async def _running(self, answer: Answer, control: Control) -> tuple[Match, Seat]:
        match, seat = await self.turns.own(answer, control.number)
        if match.is_over:
            raise Refusal("game_is_over")
        if match.is_out(seat):
            raise Refusal("out_of_the_game")
        return match, seat
