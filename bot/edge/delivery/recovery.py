"""What was posted but not written down. After a crash, a full disk or a connection that broke off, Discord may show a
message the store knows nothing of: it is found again before it would be posted twice. Nothing is posted here."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import discord

from bot.edge.gateway.client import Client
from bot.edge.transport.gate import UNREACHED, WithheldError
from bot.referee.match import Match
from bot.store.rows import ChallengeRow, LobbyRow, MessageRow
from bot.store.sqlite.challenges import Challenges
from bot.store.sqlite.lobbies import Lobbies
from bot.table.controls import Control, Verb, read_control

log = logging.getLogger(__name__)

RECENT = 100  # messages looked at: one request
_MARGIN = timedelta(minutes=1)  # by which Discord's clock and ours may differ
_OF_THE_END = (Verb.REMATCH, Verb.AGAIN)
_OF_TURNS = (Verb.PICK, Verb.ACT)
_OF_TABLES = (Verb.HAND, *_OF_THE_END)
_OF_PANELS = (*_OF_TABLES, *_OF_TURNS)

Place = discord.abc.Messageable


async def posted(
    bot: Client, place: Place, match: Match, shown: MessageRow | None, is_it: Callable[[discord.Message], bool]
) -> list[discord.Message]:
    """Our own messages that are it, the newest first: from the one we know of on, or since the game began."""
    return [it for it in await _recent(bot, place, _since(match, shown)) if is_it(it)]


async def settle_invitations(bot: Client, before: int) -> None:
    """Challenges and lobbies nobody noted as posted before that moment: where they stand is noted now. What nobody can
    see, nobody can answer or cancel, and it would be in its maker's way until it expires."""
    for challenge in await bot.store.challenges.unposted(before):
        await _settle(bot, bot.store.challenges, challenge, Verb.ACCEPT)
    for lobby in await bot.store.lobbies.unposted(before):
        await _settle(bot, bot.store.lobbies, lobby, Verb.JOIN)


async def find_lost(bot: Client) -> None:
    """What is over and was never noted as posted, though it may have been: it stops looking open, or nobody has to come
    back to it. Only what nobody can be posting any more."""
    now = bot.referee.now()
    for challenge in await bot.store.challenges.lost(now):
        await _settle(bot, bot.store.challenges, challenge, Verb.ACCEPT)
    for lobby in await bot.store.lobbies.lost(now):
        await _settle(bot, bot.store.lobbies, lobby, Verb.JOIN)


async def _settle(bot: Client, room: Challenges | Lobbies, row: ChallengeRow | LobbyRow, verb: Verb) -> None:
    """One that cannot be looked for now expires like any other, and is looked for then."""
    place = bot.get_partial_messageable(row.channel_id)
    try:
        bot.gate.ask_leave(row.channel_id)
        recent = await _recent(bot, place, _moment(row.created_at))
    except WithheldError:
        return
    except UNREACHED as error:
        log.warning("offer %d could not be looked for: %s", row.id, type(error).__name__)
        return
    found = [it for it in recent if any(control.verb is verb for control in _controls(row.id, it))]
    if found:
        await room.posted(row.id, row.channel_id, found[0].id)
    else:
        await room.close(row.id, "cancelled")
        await room.put_away(row.id)


async def _recent(bot: Client, place: Place, since: discord.Object | datetime) -> list[discord.Message]:
    """Our own messages, the newest first. Where we may not look there are none; where we may not look just now, nobody
    knows, and who took that for none would post a second time."""
    try:
        found = [message async for message in place.history(limit=RECENT, after=since, oldest_first=False)]
    except (discord.Forbidden, discord.NotFound) as error:
        if bot.gate.is_passing(error):
            raise
        return []
    return [it for it in found if bot.user is not None and it.author.id == bot.user.id]


def is_table(match: Match, message: discord.Message) -> bool:
    """Of this game, by its buttons; for messages of a server's channel."""
    return any(control.verb in _OF_TABLES for control in _controls(match.id, message))


def is_panel(match: Match, message: discord.Message) -> bool:
    """The same for somebody's DMs."""
    return any(control.verb in _OF_PANELS for control in _controls(match.id, message))


def is_draw_offer(match: Match, message: discord.Message) -> bool:
    """One that nobody has answered yet; for messages of a server's channel."""
    return any(control.verb is Verb.DRAW_DECLINE for control in _controls(match.id, message))


def revision_of(match: Match, message: discord.Message) -> int:
    """The revision a panel shows. Only who is on turn has buttons with one; who waits was told of the start, and all
    are told of the end."""
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
