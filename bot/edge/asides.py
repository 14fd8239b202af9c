"""What one can look at beside the public table, privately: open piles and the like, and the story so far."""

import asyncio

from bot.edge.allowed_channels import check_may_look
from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer
from bot.edge.interactions.router import Router
from bot.edge.presenting.match_views import match_view_of
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.referee.replays import course_so_far
from bot.table.controls import Control, Verb
from bot.table.game.story_page import story_page
from bot.table.illustrations import drawn_aside
from bot.table.locale import Locale


class Asides:
    def __init__(self, bot: Client, router: Router) -> None:
        self.bot = bot
        router.route(Verb.ASIDE, self._aside)
        router.route(Verb.STORY, self._story)

    async def _aside(self, answer: Answer, locale: Locale, control: Control) -> None:
        match = await self._seen(answer, control)
        match_view = await match_view_of(self.bot, match, None, locale)
        for aside in match.game.screens.screen(match_view.view).asides:
            if aside.name == control.argument:
                await answer.beside(await drawn_aside(match_view, aside, locale, self.bot.pictures))
                return
        raise Refusal("unknown_button")

    async def _story(self, answer: Answer, locale: Locale, control: Control) -> None:
        """A player is told what they saw themselves; others what everybody did."""
        match = await self._seen(answer, control)
        viewer = match.seat_of(answer.interaction.user.id)
        if not match.game.screens.screen(match.game.rules.observe(match.state, None)).asides:
            raise Refusal("unknown_button")  # only tables with asides offer it
        actions = await self.bot.store.games.actions(match.id)
        views = await asyncio.to_thread(course_so_far, match, actions, viewer)
        page = story_page(await match_view_of(self.bot, match, viewer, locale), views, control.revision, locale)
        await (answer.private(page) if control.argument else answer.beside(page))

    async def _seen(self, answer: Answer, control: Control) -> Match:
        match = await self.bot.referee.match(control.number)
        check_may_look(self.bot, answer.interaction, match)
        return match
