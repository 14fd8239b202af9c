"""Share buttons: a page shown to one person is posted in the channel, made anew for all viewers."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer
from bot.edge.interactions.router import Router
from bot.edge.presenting.match_views import person_name, public_locale
from bot.referee.allowances import HourlyAllowance
from bot.referee.errors import Refusal
from bot.table.controls import Control, Verb
from bot.table.limits import with_button
from bot.table.locale import Locale
from bot.table.page import Button, Page

SHARES = 10  # by one person an hour

PublicPage = Callable[[Answer, Locale, Control], Awaitable[Page]]


class Shares:
    def __init__(self, bot: Client, router: Router) -> None:
        self.bot = bot
        self._router = router
        self._allowance = HourlyAllowance("shared_lately")

    def route(self, verb: Verb, make: PublicPage) -> None:
        """`make` is given the language of the server, and must not make use of who asks but to refuse."""

        async def share(answer: Answer, _locale: Locale, control: Control) -> None:
            interaction = answer.interaction
            if interaction.guild_id is None:
                raise Refusal("only_in_a_server")
            locale = await public_locale(self.bot, interaction.guild_id)
            page = await make(answer, locale, control)
            self._allowance.use(interaction.user.id, self.bot.referee.now(), SHARES)
            by = locale.text("share.by", player=await person_name(self.bot, interaction.user.id, locale))
            await answer.public(replace(page, footer=" · ".join(filter(None, (page.footer, by)))))

        self._router.route(verb, share)


def shareable(page: Page, answer: Answer, control: Control, locale: Locale) -> Page:
    """With a Share button, in a server."""
    if answer.interaction.guild_id is None:
        return page
    return replace(page, rows=with_button(page.rows, Button(locale.text("button.share"), control)) or page.rows)
