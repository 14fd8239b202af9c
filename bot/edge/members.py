"""Who has left a server. The members intent is privileged, so Discord is asked about the people on a page, with a
timeout, and answers are cached for a day. A person Discord says nothing about counts as present."""

import asyncio
import contextlib
from collections.abc import Sequence

import discord

from bot.edge.gateway.client import Client
from bot.edge.transport.gate import UNREACHED
from bot.referee.clocks import DAY
from bot.store.ratings_rows import EVERYWHERE

UNKNOWN_MEMBER = 10007
TIMEOUT = 0.8  # seconds for a page
CACHED = 10_000  # answers


async def has_left(bot: Client, guild_id: int, person: int) -> bool:
    """Whether Discord says now that the person is not in the server. No answer counts as present."""
    guild = bot.get_guild(guild_id)
    if guild is None:
        return False
    try:
        await guild.fetch_member(person)
    except UNREACHED as error:
        return isinstance(error, discord.NotFound) and error.code == UNKNOWN_MEMBER
    return False


class Members:
    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._known: dict[tuple[int, int], tuple[bool, int]] = {}  # has left, asked at

    async def gone(self, guild_id: int, people: Sequence[int]) -> frozenset[int]:
        """Those of these people who have left the server."""
        guild = self.bot.get_guild(guild_id)
        if guild is None or guild_id == EVERYWHERE:
            return frozenset()
        now = self.bot.referee.now()
        unknown = [person for person in people if not self._is_known(guild, person, now)]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT):
                await asyncio.gather(*(self._ask(guild, person, now) for person in unknown))
        return frozenset(person for person in people if self._known.get((guild_id, person), (False, 0))[0])

    def _is_known(self, guild: discord.Guild, person: int, now: int) -> bool:
        found = self._known.get((guild.id, person))
        return guild.get_member(person) is not None or (found is not None and now - found[1] < DAY)

    async def _ask(self, guild: discord.Guild, person: int, now: int) -> None:
        try:
            await guild.fetch_member(person)
        except discord.NotFound as error:
            self._keep(guild.id, person, now, is_gone=error.code == UNKNOWN_MEMBER)
        except discord.HTTPException:
            return  # not cached: asked again next time
        else:
            self._keep(guild.id, person, now, is_gone=False)

    def _keep(self, guild_id: int, person: int, now: int, *, is_gone: bool) -> None:
        if len(self._known) >= CACHED:
            self._known.pop(next(iter(self._known)))
        self._known[guild_id, person] = is_gone, now
