"""Interactions that may still be answered through. Discord lets a bot edit and delete for fifteen minutes through the
interaction itself, outside its limit of requests; after that, or after a restart, the bot's own requests stand in."""

from dataclasses import dataclass

import discord

from bot.table.page import Page
from cogs.render import edited_message

LIFETIME = 14 * 60 * 1000  # a minute less than Discord's, in milliseconds


@dataclass(frozen=True, slots=True)
class Key:
    """Opens one message: the interaction's own answer, or a further message sent through it."""

    interaction: discord.Interaction
    made_at: int
    message_id: int | None = None  # None: the answer itself

    def is_alive(self, now: int) -> bool:
        return now - self.made_at < LIFETIME

    async def edit(self, page: Page) -> None:
        if self.message_id is None:
            await self.interaction.edit_original_response(**edited_message(page))
        else:
            await self.interaction.followup.edit_message(self.message_id, **edited_message(page))

    async def delete(self) -> None:
        if self.message_id is None:
            await self.interaction.delete_original_response()
        else:
            await self.interaction.followup.delete_message(self.message_id)

    async def post(self, content: str, mentions: discord.AllowedMentions) -> discord.Message:
        """A further public message beside the answer."""
        return await self.interaction.followup.send(content, allowed_mentions=mentions, wait=True)


class KeyRing:
    """Keys by what they open. In memory only: losing one costs a request, never a move."""

    def __init__(self) -> None:
        self._keys: dict[tuple[int, str], Key] = {}

    def keep(self, game_id: int, lock: str, key: Key) -> None:
        self._keys[game_id, lock] = key

    def get(self, game_id: int, lock: str, now: int) -> Key | None:
        key = self._keys.get((game_id, lock))
        if key is None or key.is_alive(now):
            return key
        del self._keys[game_id, lock]
        return None

    def drop(self, game_id: int, lock: str) -> None:
        self._keys.pop((game_id, lock), None)

    def sweep(self, now: int) -> None:
        self._keys = {place: key for place, key in self._keys.items() if key.is_alive(now)}
