"""Posts results in the channel a server has chosen for them: once each, without mentions, within a day."""

import logging

import discord

from bot.edge.delivery.delivery_state import DeliveryState
from bot.edge.presenting.match_views import match_view_of, public_locale
from bot.edge.render import new_text
from bot.referee.clocks import DAY
from bot.referee.match import Match
from bot.store.rows import MessageRow
from bot.table.game.pages import game_name, status_lines, versus

log = logging.getLogger(__name__)

NEWS = "news"


async def tell_result(delivery: DeliveryState, match: Match, *, is_told: bool) -> None:
    """Nothing for a game that ended while this was off, or long ago."""
    bot, now = delivery.bot, delivery.now()
    if is_told or match.row.ended_at is None or now - match.row.ended_at > DAY:
        return
    channel_id = (await bot.store.servers.get(match.row.guild_id)).results_channel
    if channel_id is None or channel_id == match.row.channel_id:
        return  # the table there shows it
    message_id = await _post(delivery, match, channel_id)
    await bot.store.messages.put(MessageRow(match.id, NEWS, channel_id, message_id, match.row.public_revision, now))


async def _post(delivery: DeliveryState, match: Match, channel_id: int) -> int | None:
    delivery.gate.ask_leave(channel_id)
    bot = delivery.bot
    locale = await public_locale(bot, match.row.guild_id)
    match_view = await match_view_of(bot, match, None, locale)
    text = locale.text(
        "result.news",
        game=game_name(locale, match.game.key),
        number=match.id,
        players=versus(match_view, locale),
        outcome=" ".join(status_lines(match_view, locale)),
    )
    try:
        nonce = f"news{match.id}"
        return (await bot.get_partial_messageable(channel_id).send(**new_text(text), nonce=nonce)).id
    except (discord.Forbidden, discord.NotFound) as error:
        if delivery.gate.is_passing(error):
            raise
        delivery.lose(match, NEWS)
        log.warning("game %d: its result cannot be told in its server: %d", match.id, error.code)
        return None
