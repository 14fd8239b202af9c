"""Posts challenges and lobbies. One that Discord does not take is withdrawn, because it could be neither answered nor
cancelled, and the asker is told to try again.

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
from bot.store.rows import ChallengeRow, LobbyRow
from bot.store.sqlite.challenges import Challenges
from bot.store.sqlite.lobbies import Lobbies
from bot.table.page import Page

log = logging.getLogger(__name__)

ChallengeView = ChallengeRow | LobbyRow
Room = Challenges | Lobbies


async def post_as_answer(answer: Answer, room: Room, row: ChallengeView, page: Page, calling: dict[str, Any]) -> None:
    async with _withdrawing(room, row):
        message_id = await answer.public(page, **calling)
    with tolerating_store_errors(_kind(row), row.id):
        await room.posted(row.id, row.channel_id, message_id)


async def post_from_afar(bot: Client, room: Room, row: ChallengeView, sent: dict[str, Any]) -> None:
    """As the bot, in the channel of the old game."""
    async with _withdrawing(room, row):
        try:
            message = await bot.get_partial_messageable(row.channel_id).send(**sent)
        except (discord.Forbidden, discord.NotFound) as error:
            if bot.gate.is_passing(error):
                raise
            await _withdraw(room, row, error)
            raise Refusal("channel_lost") from None
    with tolerating_store_errors(_kind(row), row.id):
        await room.posted(row.id, message.channel.id, message.id)


@contextlib.asynccontextmanager
async def _withdrawing(room: Room, row: ChallengeView) -> AsyncIterator[None]:
    try:
        yield
    except UNREACHED as error:
        await _withdraw(room, row, error)
        if _cannot_explain(error):
            raise
        raise Refusal("not_posted") from None


async def _withdraw(room: Room, row: ChallengeView, error: Exception) -> None:
    log.warning("%s %d could not be posted: %s", _kind(row), row.id, cause_of(error))
    await room.close(row.id, "cancelled")
    if was_refused(error):
        await room.skip_showing(row.id)


def _cannot_explain(error: Exception) -> bool:
    """Whether whatever we could say would not be taken either."""
    return isinstance(error, WithheldError) or getattr(error, "code", None) in TOO_LATE


def _kind(row: ChallengeView) -> str:
    return "challenge" if isinstance(row, ChallengeRow) else "lobby"
