"""Who has left a server. The members intent is privileged, so Discord is asked about the people on a page, and answers
are cached for a day. No page waits long for them: a person Discord has said nothing about yet counts as present, and
is marked on the next page that is asked for."""

import asyncio
from collections.abc import Sequence

import discord

from bot.edge.gateway.client import Client
from bot.edge.transport.gate import UNREACHED
from bot.referee.clocks import DAY
from bot.store.ratings_rows import EVERYWHERE

UNKNOWN_MEMBER = 10007
TIMEOUT = 0.25  # seconds a page waits
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
        self._asking: dict[tuple[int, int], asyncio.Task[None]] = {}

    async def gone(self, guild_id: int, people: Sequence[int]) -> frozenset[int]:
        """Those of these people who have left the server."""
        guild = self.bot.get_guild(guild_id)
        if guild is None or guild_id == EVERYWHERE:
            return frozenset()
        now = self.bot.referee.now()
        unknown = [person for person in people if not self._is_known(guild, person, now)]
        asked = [self._asking.get((guild_id, person)) or self._start(guild, person, now) for person in unknown]
        if asked:
            await asyncio.wait(asked, timeout=TIMEOUT)
        return frozenset(person for person in people if self._known.get((guild_id, person), (False, 0))[0])

    def _is_known(self, guild: discord.Guild, person: int, now: int) -> bool:
        found = self._known.get((guild.id, person))
        return guild.get_member(person) is not None or (found is not None and now - found[1] < DAY)

    def _start(self, guild: discord.Guild, person: int, now: int) -> asyncio.Task[None]:
        task = self._asking[guild.id, person] = asyncio.create_task(self._ask(guild, person, now), name="member")
        task.add_done_callback(lambda _: self._asking.pop((guild.id, person), None))
        return task

    async def _ask(self, guild: discord.Guild, person: int, now: int) -> None:
        try:
            await guild.fetch_member(person)
        except discord.NotFound as error:
            self._keep(guild.id, person, now, is_gone=error.code == UNKNOWN_MEMBER)
        except UNREACHED:
            return  # not cached: asked again next time
        else:
            self._keep(guild.id, person, now, is_gone=False)

    def _keep(self, guild_id: int, person: int, now: int, *, is_gone: bool) -> None:
        if len(self._known) >= CACHED:
            self._known.pop(next(iter(self._known)))
        self._known[guild_id, person] = is_gone, now
