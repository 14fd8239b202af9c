"""Posting a challenge or a lobby. What nobody can see, nobody can answer or cancel: what Discord does not take is
withdrawn, and whoever asked for it is told to ask again.

Where a connection broke off nobody knows whether it was posted all the same. It stays among what is to be shown then,
and `bot.edge.delivery.recovery` looks for it."""

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
    """As the bot, in the channel that the game was played in."""
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
        if _is_beyond_words(error):
            raise
        raise Refusal("not_posted") from None


async def _withdraw(room: Room, row: ChallengeView, error: Exception) -> None:
    log.warning("%s %d could not be posted: %s", _kind(row), row.id, cause_of(error))
    await room.close(row.id, "cancelled")
    if was_refused(error):
        await room.put_away(row.id)


def _is_beyond_words(error: Exception) -> bool:
    """Whether whatever we could say would not be taken either."""
    return isinstance(error, WithheldError) or getattr(error, "code", None) in TOO_LATE


def _kind(row: ChallengeView) -> str:
    return "challenge" if isinstance(row, ChallengeRow) else "lobby"
