"""Messages that can be edited or deleted through the interaction that made them: for fifteen minutes Discord allows
this outside its rate limits. After that, or after a restart, the bot's own requests are used."""

from dataclasses import dataclass
from typing import Any

import discord

from bot.edge.render import edited_message
from bot.edge.transport.gate import REQUEST_LASTS
from bot.edge.transport.retries import timeout_after
from bot.games.core import Seat
from bot.table.page import Page

LIFETIME = 14 * 60 * 1000  # milliseconds; Discord's fifteen minutes less one
CHANNEL_SLOT = "channel"
MOST_OLDER = 5  # handles kept in a slot besides the newest


def ephemeral_slot(seat: Seat) -> str:
    return f"ephemeral{seat}"


@dataclass(frozen=True, slots=True)
class MessageHandle:
    """Addresses one message: the interaction's own answer, or a further message sent through it. Requests time out, so
    that a silent Discord does not hold up everything else of that game."""

    token: "InteractionToken"
    made_at: int
    followup_id: int | None = None  # None: the interaction's own answer
    message_id: int | None = None  # where it is known

    def is_alive(self, now: int) -> bool:
        """One made in the future has an unknown age: the clock was set back since."""
        return 0 <= now - self.made_at < LIFETIME

    async def edit(self, page: Page) -> None:
        async with timeout_after(REQUEST_LASTS):
            if self.followup_id is None:
                await self.token.interaction().edit_original_response(**edited_message(page))
            else:
                await self.token.interaction().followup.edit_message(self.followup_id, **edited_message(page))

    async def delete(self) -> None:
        async with timeout_after(REQUEST_LASTS):
            if self.followup_id is None:
                await self.token.interaction().delete_original_response()
            else:
                await self.token.interaction().followup.delete_message(self.followup_id)

    async def post(self, **message: Any) -> discord.Message:
        """Send a further public message."""
        async with timeout_after(REQUEST_LASTS):
            return await self.token.interaction().followup.send(**message, wait=True)

    def to(self, message_id: int) -> "MessageHandle":
        """A handle to a message that `post` has sent."""
        return MessageHandle(self.token, self.made_at, message_id, message_id)


class InteractionToken:
    """The part of an interaction that its messages are edited with. A whole interaction is ten times as large, and
    several are kept for every running game."""

    __slots__ = ("_channel", "_guild_id", "_payload", "_state", "channel_id")

    def __init__(self, whole: discord.Interaction) -> None:
        self.channel_id = whole.channel_id
        self._state, self._channel, self._guild_id = whole._state, whole.channel, whole.guild_id
        self._payload = (
            whole.id,
            whole.application_id,
            whole.token,
            whole.type.value,
            whole.version,
            whole.filesize_limit,
        )

    def interaction(self) -> discord.Interaction:
        """An interaction with this token and nothing else."""
        number, application, token, kind, version, limit = self._payload
        payload: Any = {
            "id": number,
            "application_id": application,
            "token": token,
            "type": kind,
            "version": version,
            "attachment_size_limit": limit,
        }
        bare = discord.Interaction(data=payload, state=self._state)
        bare.channel, bare.guild_id = self._channel, self._guild_id
        return bare


class MessageHandles:
    """Handles by game and slot. In memory only: losing one costs a request, never a move."""

    def __init__(self) -> None:
        self._handles: dict[tuple[int, str], list[MessageHandle]] = {}  # the newest last, one for each message

    def keep(self, game_id: int, slot: str, handle: MessageHandle) -> None:
        others = [it for it in self._handles.get((game_id, slot), []) if it.message_id != handle.message_id]
        self._handles[game_id, slot] = [*others[-MOST_OLDER:], handle]

    def get(self, game_id: int, slot: str, now: int) -> MessageHandle | None:
        """The newest one that is alive."""
        return next(reversed(self.all(game_id, slot, now)), None)

    def all(self, game_id: int, slot: str, now: int) -> list[MessageHandle]:
        """Every handle in the slot that is alive, the newest last."""
        alive = [handle for handle in self._handles.get((game_id, slot), []) if handle.is_alive(now)]
        if not alive:
            self._handles.pop((game_id, slot), None)
        return alive

    def take_others(self, game_id: int, slot: str, kept: MessageHandle) -> list[MessageHandle]:
        """Remove and return those in the slot that address another message, as far as that is known."""
        held = self._handles.get((game_id, slot), [])
        others = [it for it in held if it.message_id not in (None, kept.message_id)]
        if others:
            self._handles[game_id, slot] = [it for it in held if it not in others]
        return others

    def drop(self, game_id: int, slot: str) -> None:
        self._handles.pop((game_id, slot), None)

    def sweep(self, now: int) -> None:
        """Drop the expired."""
        for game_id, slot in list(self._handles):
            self.all(game_id, slot, now)
