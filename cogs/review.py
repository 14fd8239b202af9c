"""`/hint` for unrated games; `/review` and `/verify` for finished ones."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.app import Arbitre
from bot.edge.finished_games import meant, suggested
from bot.edge.interactions.answers import Answer, answering
from bot.edge.interactions.translation import named, options
from bot.edge.presenting.match_views import match_view_of, meet, public_locale
from bot.edge.running_games import awaits, is_here
from bot.players.advisers import ADVISERS, can_review, evaluator_of
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.referee.replays import check_may_see_record
from bot.referee.reviews import review, room_review
from bot.table.controls import Control, Verb
from bot.table.illustrations import drawn_review
from bot.table.locale import Locale
from bot.table.page import Page
from bot.table.review.advice_pages import hint_page, review_page, room_review_page
from bot.table.review.verification_page import verification_page


class ReviewCog(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        bot.router.route(Verb.HINT, self.hint_from_button)
        bot.router.route(Verb.REVIEW, self.review_from_button)
        bot.router.route(Verb.VERIFY, self.verify_from_button)

    @app_commands.command(name=named("command.hint"), description=named("command.hint.about"))
    @options("game_number")
    async def hint(self, interaction: discord.Interaction, game_number: int | None = None) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            clues = (is_here(interaction), awaits(interaction.user.id))
            match = await self.bot.running_games.meant(answer, locale, game_number, *clues, verb=Verb.HINT)
            if match is not None:
                await answer.beside(await self._hint(match, interaction.user.id, locale))

    async def hint_from_button(self, answer: Answer, locale: Locale, control: Control) -> None:
        match = await self.bot.referee.match(control.number)
        await answer.beside(await self._hint(match, answer.interaction.user.id, locale))

    async def _hint(self, match: Match, user_id: int, locale: Locale) -> Page:
        """From what the asker sees; only on their turn, and only in unrated games."""
        seat = match.seat_of(user_id)
        if seat is None:
            raise Refusal("not_a_player")
        if match.row.is_rated:
            raise Refusal("no_hint_when_rated")
        if seat not in match.to_act:
            raise Refusal("hint_on_your_turn")
        adviser = ADVISERS.get(match.game.key)
        if adviser is None:
            raise Refusal("no_adviser")
        match_view = await match_view_of(self.bot, match, seat, locale)
        (best,) = await asyncio.to_thread(adviser.ranked_turns, match_view.view, 1)
        return hint_page(match_view, best, locale, has_staged=bool(match_view.view.staged))

    @app_commands.command(name=named("command.review"), description=named("command.review.about"))
    @options("game_number", "private")
    async def review(
        self,
        interaction: discord.Interaction,
        game_number: int | None = None,
        private: bool = False,  # noqa: FBT001, FBT002 (Discord hands options in by name)
    ) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            if not private and interaction.guild_id is not None:
                locale = await public_locale(self.bot, interaction.guild_id)
            page = await self._review(answer, await meant(self.bot, interaction, game_number), locale)
            await (answer.beside(page) if private else answer.public(page))

    async def review_from_button(self, answer: Answer, locale: Locale, control: Control) -> None:
        await answer.beside(await self._review(answer, control.number, locale))

    async def _review(self, answer: Answer, game_id: int, locale: Locale) -> Page:
        match = await self.bot.referee.match(game_id)
        if not match.is_over:
            raise Refusal("review_when_over")
        check_may_see_record(match, answer.interaction.user.id, answer.interaction.guild_id)
        if not can_review(match.game.key):
            raise Refusal("no_judge")
        if match.turns == 0:
            raise Refusal("nothing_to_review")
        actions = await self.bot.store.games.actions(game_id)
        match_view = await match_view_of(self.bot, match, None, locale)
        if evaluator_of(match.game.key) is None:
            room = await asyncio.to_thread(room_review, match.row, actions)
            return room_review_page(match_view, room.used, room.least, room.worst, locale)
        found = await asyncio.to_thread(review, match.row, actions)
        page = review_page(
            match_view, found.chances, found.mistakes, locale, accuracies=found.accuracies, turning=found.turning_point
        )
        return await drawn_review(page, match_view, found.chances, found.turning_point, locale, self.bot.pictures)

    @app_commands.command(name=named("command.verify"), description=named("command.verify.about"))
    @options("game_number")
    async def verify(self, interaction: discord.Interaction, game_number: int | None = None) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            await self._verify(answer, locale, await meant(self.bot, interaction, game_number))

    @review.autocomplete("game_number")
    @verify.autocomplete("game_number")
    async def suggest_games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggested(self.bot, interaction, typed)

    async def verify_from_button(self, answer: Answer, locale: Locale, control: Control) -> None:
        await self._verify(answer, locale, control.number)

    async def _verify(self, answer: Answer, locale: Locale, game_id: int) -> None:
        match, problem = await self.bot.referee.verify(game_id)
        check_may_see_record(match, answer.interaction.user.id, answer.interaction.guild_id)
        match_view = await match_view_of(self.bot, match, None, locale)
        why = None if problem is None else problem.code
        await answer.beside(verification_page(match.row, match_view.names, why, locale))


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(ReviewCog(bot))
