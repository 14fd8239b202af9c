"""Finds messages that were posted but not stored, after a crash, a full disk or a lost connection, so that they are not
posted twice. Posts nothing."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import discord

from bot.edge.gateway.client import Client
from bot.edge.transport.gate import UNREACHED, WithheldError
from bot.referee.match import Match
from bot.store.rows import GatheringRow, MessageRow
from bot.table.controls import Control, Verb, read_control

log = logging.getLogger(__name__)

RECENT = 100  # messages searched: one request
_MARGIN = timedelta(minutes=1)  # by which Discord's clock and ours may differ
_OF_THE_END = (Verb.REMATCH,)
_OF_TURNS = (Verb.PICK, Verb.ACT)
_OF_TABLES = (Verb.HAND, *_OF_THE_END)
_OF_PANELS = (*_OF_TABLES, *_OF_TURNS)

Place = discord.abc.Messageable


async def posted(
    bot: Client, place: Place, match: Match, shown: MessageRow | None, is_it: Callable[[discord.Message], bool]
) -> list[discord.Message]:
    """The bot's own messages that match, newest first, from the stored one on or since the game began."""
    return [it for it in await _recent(bot, place, _since(match, shown)) if is_it(it)]


async def settle_invitations(bot: Client, before: int) -> None:
    """Gatherings not stored as posted before that moment: store where they are, or cancel them. One that cannot be seen
    would be in its host's way until it expires."""
    for row in await bot.store.gatherings.open_unposted(before):
        await _settle(bot, row)


async def find_lost(bot: Client) -> None:
    """Closed gatherings that were never stored as posted: store where they are so that they get updated, or put them
    away. Leaves alone those that may still be in the middle of being posted."""
    for row in await bot.store.gatherings.closed_unposted(bot.referee.now()):
        await _settle(bot, row)


async def _settle(bot: Client, row: GatheringRow) -> None:
    """One that cannot be searched for now is searched for at a later sweep; where Discord refuses the search for good,
    it counts as not posted."""
    place = bot.get_partial_messageable(row.channel_id)
    try:
        bot.gate.ask_leave(row.channel_id)
        recent = await _recent(bot, place, _moment(row.created_at))
    except WithheldError:
        return
    except UNREACHED as error:
        log.warning("gathering %d could not be looked for: %s", row.id, type(error).__name__)
        if bot.gate.is_passing(error):
            return
        recent = []
    found = [it for it in recent if any(control.verb is Verb.ACCEPT for control in _controls(row.id, it))]
    gatherings = bot.store.gatherings
    if found:
        await gatherings.posted(row.id, row.channel_id, found[0].id, 0)
    else:
        await gatherings.close(row.id, "cancelled")
        await gatherings.skip_showing(row.id)


async def _recent(bot: Client, place: Place, since: discord.Object | datetime) -> list[discord.Message]:
    """The bot's own messages, newest first. None where reading is forbidden. Raises if Discord only refuses for now:
    taking that for none would post a second time."""
    try:
        found = [message async for message in place.history(limit=RECENT, after=since, oldest_first=False)]
    except (discord.Forbidden, discord.NotFound) as error:
        if bot.gate.is_passing(error):
            raise
        return []
    return [it for it in found if bot.user is not None and it.author.id == bot.user.id]


def is_table(match: Match, message: discord.Message) -> bool:
    """By its buttons; for messages of a server's channel. A ping has the button too, but no embed."""
    return bool(message.embeds) and any(control.verb in _OF_TABLES for control in _controls(match.id, message))


def is_panel(match: Match, message: discord.Message) -> bool:
    """By its buttons; for messages of a DM. A word about the time has the button too, but no embed."""
    return bool(message.embeds) and any(control.verb in _OF_PANELS for control in _controls(match.id, message))


def is_ping(match: Match, message: discord.Message) -> bool:
    """Or a word about the time, which a newer ping replaces; for messages of a server's channel."""
    return not message.embeds and any(control.verb is Verb.HAND for control in _controls(match.id, message))


def is_draw_offer(match: Match, message: discord.Message) -> bool:
    """One that is still open; for messages of a server's channel."""
    return any(control.verb is Verb.DRAW_DECLINE for control in _controls(match.id, message))


def revision_of(match: Match, message: discord.Message) -> int:
    """The revision a panel shows. Only a player on turn has buttons with a revision; everyone is sent the start and the
    end."""
    controls = _controls(match.id, message)
    if match.is_over and any(control.verb in _OF_THE_END for control in controls):
        return match.revision
    return max((control.revision for control in controls if control.verb in _OF_TURNS), default=0)


def _controls(number: int, message: discord.Message) -> list[Control]:
    buttons = (child for row in message.components for child in getattr(row, "children", ()))
    read = (read_control(getattr(button, "custom_id", None) or "") for button in buttons)
    return [control for control in read if control is not None and control.number == number]


def _since(match: Match, shown: MessageRow | None) -> discord.Object | datetime:
    if shown is not None and shown.message_id is not None:
        return discord.Object(shown.message_id - 1)
    return _moment(match.row.created_at)


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC) - _MARGIN
