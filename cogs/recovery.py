"""What was posted but not written down. After a crash, a full disk or a connection that broke off, Discord may show a
message the store knows nothing of: it is found again before it would be posted twice. Nothing is posted here."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import discord

from bot.app import Arbitre
from bot.referee.match import Match
from bot.store.rows import ShownRow
from bot.table.controls import Control, Verb, read_control

RECENT = 100  # messages looked at: one request
_MARGIN = timedelta(minutes=1)  # by which Discord's clock and ours may differ
_OF_THE_END = (Verb.REMATCH, Verb.AGAIN)
_OF_TURNS = (Verb.PICK, Verb.ACT)
_OF_TABLES = (Verb.HAND, *_OF_THE_END)
_OF_PANELS = (*_OF_TABLES, *_OF_TURNS)

Place = discord.abc.Messageable


async def posted(
    bot: Arbitre, place: Place, match: Match, shown: ShownRow | None, is_it: Callable[[discord.Message], bool]
) -> list[discord.Message]:
    """Our own messages that are it, the newest first: from the one we know of on, or since the game began. Where we may
    not look there are none."""
    try:
        recent = [
            message async for message in place.history(limit=RECENT, after=_since(match, shown), oldest_first=False)
        ]
    except (discord.Forbidden, discord.NotFound):
        return []
    return [it for it in recent if bot.user is not None and it.author.id == bot.user.id and is_it(it)]


def is_table(match: Match, message: discord.Message) -> bool:
    """Of this game, by its buttons; for messages of a server's channel."""
    return any(control.verb in _OF_TABLES for control in _controls(match, message))


def is_panel(match: Match, message: discord.Message) -> bool:
    """The same for somebody's DMs."""
    return any(control.verb in _OF_PANELS for control in _controls(match, message))


def revision_of(match: Match, message: discord.Message) -> int:
    """The revision a panel shows. Only who is on turn has buttons with one; who waits was told of the start, and all
    are told of the end."""
    controls = _controls(match, message)
    if match.is_over and any(control.verb in _OF_THE_END for control in controls):
        return match.revision
    return max((control.revision for control in controls if control.verb in _OF_TURNS), default=0)


def _controls(match: Match, message: discord.Message) -> list[Control]:
    buttons = (child for row in message.components for child in getattr(row, "children", ()))
    read = (read_control(getattr(button, "custom_id", None) or "") for button in buttons)
    return [control for control in read if control is not None and control.number == match.id]


def _since(match: Match, shown: ShownRow | None) -> discord.Object | datetime:
    if shown is not None and shown.message_id is not None:
        return discord.Object(shown.message_id - 1)
    return datetime.fromtimestamp(match.row.created_at / 1000, UTC) - _MARGIN
