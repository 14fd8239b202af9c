"""Interactions that may still be answered through. Discord lets a bot edit and delete for fifteen minutes through the
interaction itself, outside its limit of requests; after that, or after a restart, the bot's own requests stand in."""

from dataclasses import dataclass
from typing import Any

import discord

from bot.edge.render import edited_message
from bot.edge.transport.gate import REQUEST_LASTS
from bot.edge.transport.retries import timeout_after
from bot.games.core import Seat
from bot.table.page import Page

LIFETIME = 14 * 60 * 1000  # a minute less than Discord's, in milliseconds
CHANNEL_SLOT = "channel"
MOST_OLDER = 5  # messages of one kind that somebody has opened before the newest


def ephemeral_slot(seat: Seat) -> str:
    return f"ephemeral{seat}"


@dataclass(frozen=True, slots=True)
class MessageHandle:
    """Opens one message: the interaction's own answer, or a further message sent through it. What is not answered in
    time is given up like any other request: a game that waits for it shows nothing else."""

    token: "InteractionToken"
    made_at: int
    message_id: int | None = None  # None: the answer itself
    opens: int | None = None  # the message's id, where it is known

    def is_alive(self, now: int) -> bool:
        """Of one from the future nobody knows how old it is: the clock was set back since."""
        return 0 <= now - self.made_at < LIFETIME

    async def edit(self, page: Page) -> None:
        async with timeout_after(REQUEST_LASTS):
            if self.message_id is None:
                await self.token.interaction().edit_original_response(**edited_message(page))
            else:
                await self.token.interaction().followup.edit_message(self.message_id, **edited_message(page))

    async def delete(self) -> None:
        async with timeout_after(REQUEST_LASTS):
            if self.message_id is None:
                await self.token.interaction().delete_original_response()
            else:
                await self.token.interaction().followup.delete_message(self.message_id)

    async def post(self, **message: Any) -> discord.Message:
        """A further message beside the answer, for everyone there."""
        async with timeout_after(REQUEST_LASTS):
            return await self.token.interaction().followup.send(**message, wait=True)

    def to(self, message_id: int) -> "MessageHandle":
        """To a message that was posted with this one."""
        return MessageHandle(self.token, self.made_at, message_id, message_id)


class InteractionToken:
    """No more of an interaction than opens its messages: with all that was pressed it is ten times as large, and there
    are several for every game that is played. Few of them are ever used."""

    __slots__ = ("_channel", "_guild_id", "_state", "_told", "channel_id")

    def __init__(self, whole: discord.Interaction) -> None:
        self.channel_id = whole.channel_id
        self._state, self._channel, self._guild_id = whole._state, whole.channel, whole.guild_id
        self._told = (
            whole.id,
            whole.application_id,
            whole.token,
            whole.type.value,
            whole.version,
            whole.filesize_limit,
        )

    def interaction(self) -> discord.Interaction:
        """As Discord would tell of it if nobody had pressed anything."""
        number, application, token, kind, version, limit = self._told
        told: Any = {
            "id": number,
            "application_id": application,
            "token": token,
            "type": kind,
            "version": version,
            "attachment_size_limit": limit,
        }
        bare = discord.Interaction(data=told, state=self._state)
        bare.channel, bare.guild_id = self._channel, self._guild_id
        return bare


class MessageHandles:
    """Keys by what they open. In memory only: losing one costs a request, never a move."""

    def __init__(self) -> None:
        self._keys: dict[tuple[int, str], list[MessageHandle]] = {}  # the newest last, one for each message

    def keep(self, game_id: int, slot: str, handle: MessageHandle) -> None:
        others = [one for one in self._keys.get((game_id, slot), []) if one.opens != handle.opens]
        self._keys[game_id, slot] = [*others[-MOST_OLDER:], handle]

    def get(self, game_id: int, slot: str, now: int) -> MessageHandle | None:
        """The newest."""
        return next(reversed(self.all(game_id, slot, now)), None)

    def all(self, game_id: int, slot: str, now: int) -> list[MessageHandle]:
        """To every message of this kind, the newest last."""
        alive = [handle for handle in self._keys.get((game_id, slot), []) if handle.is_alive(now)]
        if not alive:
            self._keys.pop((game_id, slot), None)
        return alive

    def drop(self, game_id: int, slot: str) -> None:
        self._keys.pop((game_id, slot), None)

    def sweep(self, now: int) -> None:
        for game_id, slot in list(self._keys):
            self.all(game_id, slot, now)
