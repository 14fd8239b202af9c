"""Posts gatherings. One that Discord does not take is withdrawn, because it could be neither answered nor cancelled,
and the asker is told to try again.

After a lost connection it is unknown whether it was posted; it then stays among the messages to be shown, and
`recovery` searches for it.
"""

import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

import discord

from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import TOO_LATE, Answer, tolerating_store_errors
from bot.edge.transport.gate import UNREACHED, WithheldError, cause_of, was_refused
from bot.referee.errors import Refusal
from bot.store.rows import GatheringRow
from bot.store.sqlite.gatherings import Gatherings
from bot.table.page import Page

log = logging.getLogger(__name__)


async def post_as_answer(answer: Answer, row: GatheringRow, page: Page, calling: dict[str, Any]) -> None:
    gatherings = answer.bot.store.gatherings
    async with _withdrawing(gatherings, row):
        message_id = await answer.public(page, **calling)
    with tolerating_store_errors("gathering", row.id):
        await gatherings.posted(row.id, row.channel_id, message_id, row.revision)


async def post_from_afar(bot: Client, row: GatheringRow, sent: dict[str, Any]) -> None:
    """As the bot, in the channel of the old game."""
    gatherings = bot.store.gatherings
    async with _withdrawing(gatherings, row):
        try:
            message = await bot.get_partial_messageable(row.channel_id).send(**sent)
        except (discord.Forbidden, discord.NotFound) as error:
            if bot.gate.is_passing(error):
                raise
            await _withdraw(gatherings, row, error)
            raise Refusal("channel_lost") from None
    with tolerating_store_errors("gathering", row.id):
        await gatherings.posted(row.id, message.channel.id, message.id, row.revision)


@contextlib.asynccontextmanager
async def _withdrawing(gatherings: Gatherings, row: GatheringRow) -> AsyncIterator[None]:
    try:
        yield
    except UNREACHED as error:
        await _withdraw(gatherings, row, error)
        if _cannot_explain(error):
            raise
        raise Refusal("not_posted") from None


async def _withdraw(gatherings: Gatherings, row: GatheringRow, error: Exception) -> None:
    log.warning("gathering %d could not be posted: %s", row.id, cause_of(error))
    await gatherings.close(row.id, "cancelled")
    if was_refused(error):
        await gatherings.skip_showing(row.id)


def _cannot_explain(error: Exception) -> bool:
    """Whether whatever we could say would not be taken either."""
    return isinstance(error, WithheldError) or getattr(error, "code", None) in TOO_LATE
