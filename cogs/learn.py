"""`/rules` and `/tutorial` with their buttons, in private. Nothing is stored: a button says which page, or how far the
tutorial has come."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.app import Arbitre
from bot.edge.interactions.answers import Answer, answering
from bot.edge.interactions.choices import ALL_GAME_CHOICES, DEFAULT_GAME, choices
from bot.edge.interactions.dialogues import chosen_places
from bot.edge.interactions.translation import named, options
from bot.edge.presenting.match_views import meet, wants_details
from bot.games.core import AnyGame, GameError
from bot.games.registry import GAMES
from bot.players.registry import gentle_level
from bot.referee.clocks import MINUTE
from bot.referee.locks import Locks
from bot.referee.tutorial import LEARNER, OffLessonError, TutorialState, tap, tutorial_state
from bot.table.controls import Control, Verb
from bot.table.game.choices import Chosen, read_chosen
from bot.table.illustrations import drawn_rules, drawn_tutorial
from bot.table.learning.tutorial_pages import (
    AGAIN,
    LEAVE,
    PLAY,
    TutorialView,
    left_page,
    off_lesson_text,
    read_tap,
)
from bot.table.locale import Locale
from bot.table.match_view import MatchView
from bot.table.notices import error_text

TUTORIAL_CHOICES = choices("game", [key for key, game in GAMES.items() if game.tutorial is not None])


class Learning(commands.Cog):
    def __init__(self, bot: Arbitre) -> None:
        self.bot = bot
        self._lock = Locks().of
        bot.router.route(Verb.RULES, self.turn_page)
        bot.router.route(Verb.TUTORIAL, self.tap)

    @app_commands.command(name=named("command.rules"), description=named("command.rules.about"))
    @options("game")
    @app_commands.choices(game=ALL_GAME_CHOICES)
    async def rules(self, interaction: discord.Interaction, game: str = DEFAULT_GAME) -> None:
        async with answering(self.bot, interaction) as answer:
            locale = await meet(self.bot, interaction)
            await answer.private(await drawn_rules(game, 0, locale, self.bot.pictures))

    async def turn_page(self, answer: Answer, locale: Locale, control: Control) -> None:
        """Pressed on a table, the rules open beside it; pressed on a page of the rules, they turn."""
        game = control.argument if control.argument in GAMES else DEFAULT_GAME
        page = await drawn_rules(game, control.number, locale, self.bot.pictures)
        await (answer.private(page) if control.revision else answer.beside(page))

    @app_commands.command(name=named("command.tutorial"), description=named("command.tutorial.about"))
    @options("game")
    @app_commands.choices(game=TUTORIAL_CHOICES)
    async def tutorial(self, interaction: discord.Interaction, game: str = DEFAULT_GAME) -> None:
        async with answering(self.bot, interaction) as answer:
            await self._show(answer, await meet(self.bot, interaction), tutorial_state(GAMES[game], 0))

    async def tap(self, answer: Answer, locale: Locale, control: Control) -> None:
        """A way out, something to open, or an action; a tap that does not fit is answered with the reason."""
        found = read_tap(control.argument)
        at = tutorial_state(found.game or GAMES[DEFAULT_GAME], control.number, found.done)
        if found.tap == PLAY and at.is_over:
            await self._play(answer, locale, at.game)
        elif found.tap == LEAVE:
            await answer.private(left_page(await self._tutorial_view(answer, locale, at), locale))
        elif found.tap == AGAIN:
            await self._show(answer, locale, tutorial_state(at.game, 0))
        elif at.is_over or not found.tap:
            await self._show(answer, locale, at)
        else:
            await self._choose(answer, locale, at, found.tap)

    async def _choose(self, answer: Answer, locale: Locale, at: TutorialState, text: str) -> None:
        """What a forged button stands for is not there: the lesson is shown as it is."""
        try:
            chosen = read_chosen(at.choices, text, chosen_places(answer.interaction))
        except GameError:
            chosen = Chosen("", is_action=False)
        if chosen.is_action:
            await self._act(answer, locale, at, chosen.text)
        else:
            await self._show(answer, locale, at, picked=chosen.text)

    async def _play(self, answer: Answer, locale: Locale, game: AnyGame) -> None:
        """A double click starts one game: a game just started is shown instead."""
        user_id = answer.interaction.user.id
        async with self._lock(user_id):
            for match in await self.bot.referee.running_of(user_id):
                seat = match.seat_of(user_id)
                is_new = self.bot.referee.now() - match.row.created_at < MINUTE
                if seat is not None and is_new and match.is_against_computer:
                    await self.bot.turns.show_panel(answer, locale, match, seat)
                    return
            await self.bot.gatherings.against_computer(answer, game.key, gentle_level(game.key))

    async def _act(self, answer: Answer, locale: Locale, at: TutorialState, action: str) -> None:
        try:
            after = tap(at, action)
        except OffLessonError:
            text = off_lesson_text(await self._tutorial_view(answer, locale, at), locale)
            await self._show(answer, locale, at, notice=f"⚠️ {text}")
        except GameError as error:
            await self._show(answer, locale, at, notice=f"⚠️ {error_text(error, locale)}")
        else:
            await self._show(answer, locale, after)

    async def _show(
        self, answer: Answer, locale: Locale, at: TutorialState, *, picked: str = "", notice: str = ""
    ) -> None:
        view = await self._tutorial_view(answer, locale, at)
        await answer.private(await drawn_tutorial(view, locale, self.bot.pictures, picked=picked, notice=notice))

    async def _tutorial_view(self, answer: Answer, locale: Locale, at: TutorialState) -> TutorialView:
        interaction = answer.interaction
        outcome, others = at.outcome, at.seats - 1
        match_view = MatchView(
            game_id=0,
            revision=0,
            game=at.game,
            view=at.view,
            viewer=LEARNER,
            names=(interaction.user.display_name, *(locale.text("tutorial.teacher"),) * others),
            levels=(None, *(gentle_level(at.game.key),) * others),
            to_act=frozenset() if at.is_over else frozenset({LEARNER}),
            deadline=None,
            is_rated=False,
            clock="none",
            cuts=(),
            commitment="",
            reason=None if outcome is None else outcome.reason,
            winners=() if outcome is None else tuple(sorted(outcome.winners)),
            is_detailed=await wants_details(self.bot, interaction.user.id),
        )
        choices = () if at.is_over else at.choices
        return TutorialView(at.lesson, at.lessons, at.done, match_view, choices)


async def setup(bot: Arbitre) -> None:
    await bot.add_cog(Learning(bot))
