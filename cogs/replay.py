"""`/replay` with its buttons: a finished game turn by turn, as an animation, a plot or a record, in private. A button
names a game and a turn; whether the presser may see it is checked each time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.app import Arbitre
from bot.edge.finished_games import meant, suggested
from bot.edge.interactions.answers import Answer, answering
from bot.edge.interactions.translation import named, options
from bot.edge.presenting.match_views import match_view_of, meet
from bot.edge.shares import shareable
from bot.referee.errors import Refusal
from bot.referee.records import to_json
from bot.referee.replay_check import record_of, turn_texts
from bot.referee.replays import Replay, chances_of, check_may_replay, has_turning_point, replay_of
from bot.referee.reviews import biggest_swing
from bot.store.rows import ActionRow
from bot.table.controls import Control, Verb
from bot.table.illustrations import drawn_animation, drawn_plot, drawn_review, drawn_turn
from bot.table.locale import Locale
from bot.table.page import Page
from bot.table.review.replay_pages import (
    ANIMATION,
    OPEN,
    PLOT,
    RECORD,
    TURNING,
    animation_page,
    chances_page,
    plot_page,
    record_page,
    record_text,
    replay_page,
)

_KEPT = 1000  # games whose chances are known
_MOST_FILMS = 4  # at work and waiting, a few seconds each

Extra = Callable[[Replay, Sequence[ActionRow], Locale], Awaitable[Page]]


class Replays(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self._chances: dict[int, tuple[float, ...]] = {}  # of finished games, which change no more
        self._one_animation = asyncio.Lock()  # each takes seconds of a processor
        self._filming: set[int] = set()  # people who wait for an animation
        self._extras: dict[str, Extra] = {PLOT: self._plot, RECORD: self._record}
        bot.router.route(Verb.REPLAY, self.press)
        bot.shares.route(Verb.SHARE_REPLAY, self._public_turn)

    @app_commands.command(name=named("command.replay"), description=named("command.replay.about"))
    @options("game_number")
    async def replay(self, interaction: discord.Interaction, game_number: int | None = None) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            replay, _ = await self._find(answer, await meant(self.bot, interaction, game_number))
            await answer.beside(await self._own_turn(answer, replay, 0, locale))

    @replay.autocomplete("game_number")
    async def suggest_games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await suggested(self.bot, interaction, typed)

    async def press(self, answer: Answer, locale: Locale, control: Control) -> None:
        replay, actions = await self._find(answer, control.number)
        if control.argument == ANIMATION:
            await self._film(answer, replay, actions, locale)
        elif control.argument in self._extras:
            await answer.beside(await self._extras[control.argument](replay, actions, locale))
        elif control.argument == OPEN:
            await answer.beside(await self._own_turn(answer, replay, control.revision, locale))
        elif control.argument == TURNING and has_turning_point(replay.match):
            turn = biggest_swing(await self._chances_of(replay, actions))
            await answer.private(await self._own_turn(answer, replay, turn, locale, is_turning_point=turn > 0))
        else:
            await answer.private(await self._own_turn(answer, replay, control.revision, locale))

    async def _own_turn(
        self, answer: Answer, replay: Replay, turn: int, locale: Locale, *, is_turning_point: bool = False
    ) -> Page:
        """A turn as the asker alone sees it; with a Share button where everybody may see it."""
        page = await self._turn(replay, turn, locale, is_turning_point=is_turning_point)
        if answer.interaction.guild_id != replay.match.row.guild_id:
            return page
        return shareable(page, answer, Control(Verb.SHARE_REPLAY, replay.match.id, min(turn, replay.last)), locale)

    async def _public_turn(self, answer: Answer, locale: Locale, control: Control) -> Page:
        replay, _ = await self._find(answer, control.number)
        if answer.interaction.guild_id != replay.match.row.guild_id:
            raise Refusal("replay_elsewhere")
        return await self._turn(replay, control.revision, locale)

    async def _film(self, answer: Answer, replay: Replay, actions: Sequence[ActionRow], locale: Locale) -> None:
        """One a person, and few in all: each waits for those before it."""
        user_id = answer.interaction.user.id
        if user_id in self._filming:
            raise Refusal("film_in_progress")
        if len(self._filming) >= _MOST_FILMS:
            raise Refusal("too_many_films")
        self._filming.add(user_id)
        try:
            await answer.promise()
            await answer.beside(await self._animation(replay, actions, locale))
        finally:
            self._filming.discard(user_id)

    async def _find(self, answer: Answer, number: int) -> tuple[Replay, list[ActionRow]]:
        """The game, if it is over and the asker may see it."""
        match = await self.bot.referee.match(number)
        check_may_replay(match, answer.interaction.user.id, answer.interaction.guild_id)
        actions = await self.bot.store.games.actions(number)
        return replay_of(match, actions), actions

    async def _turn(self, replay: Replay, turn: int, locale: Locale, *, is_turning_point: bool = False) -> Page:
        turn = min(turn, replay.last)
        match_view = await match_view_of(self.bot, replay.match, None, locale)
        page = replay_page(
            match_view,
            replay.views,
            turn,
            locale,
            has_turning_point=has_turning_point(replay.match),
            is_turning_point=is_turning_point,
        )
        return await drawn_turn(page, match_view, replay.views, turn, locale, self.bot.pictures)

    async def _chances_of(self, replay: Replay, actions: Sequence[ActionRow]) -> tuple[float, ...]:
        number = replay.match.id
        if number not in self._chances:
            if len(self._chances) >= _KEPT:
                self._chances.clear()
            self._chances[number] = await asyncio.to_thread(chances_of, replay.match, actions)
        return self._chances[number]

    async def _animation(self, replay: Replay, _actions: Sequence[ActionRow], locale: Locale) -> Page:
        match_view = await match_view_of(self.bot, replay.match, None, locale)
        async with self._one_animation:
            return await drawn_animation(
                animation_page(match_view, locale), match_view, replay.views, locale, self.bot.pictures
            )

    async def _plot(self, replay: Replay, actions: Sequence[ActionRow], locale: Locale) -> Page:
        """The chance to win where computers can tell it, otherwise what was placed or is left."""
        match_view = await match_view_of(self.bot, replay.match, None, locale)
        if has_turning_point(replay.match):
            chances = await self._chances_of(replay, actions)
            page, turning = chances_page(match_view, locale), biggest_swing(chances)
            return await drawn_review(page, match_view, chances, turning, locale, self.bot.pictures)
        return await drawn_plot(plot_page(match_view, locale), match_view, replay.views, locale, self.bot.pictures)

    async def _record(self, replay: Replay, actions: Sequence[ActionRow], locale: Locale) -> Page:
        match_view, row = await match_view_of(self.bot, replay.match, None, locale), replay.match.row
        times = (row.created_at, row.ended_at or row.moved_at)
        record, turns = to_json(record_of(row, actions)), turn_texts(row, actions)
        text = record_text(match_view, replay.views, turns, record, times, locale)
        return record_page(match_view, text, locale)


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Replays(bot))
