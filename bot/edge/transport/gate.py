"""The one door to Discord. Every request of ours passes here, so that somebody sees all of them: how fast we ask, what
fails for now, and when everything is refused. Then nothing is asked at all, except one request now and then.

Two kinds of requests are kept apart: the bot's own, by its token, and those by an interaction's, which Discord counts
for itself and which may work when the others do not.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, cast

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.edge.transport.breaker import Breaker
from bot.edge.transport.rate_limits import SECOND, RateLimits, SlidingWindow
from bot.edge.transport.retries import CALLBACK, retrying_interactions, timeout_after

log = logging.getLogger(__name__)

REQUEST_LASTS = 20  # seconds: longer than any answer that still helps
MOST_A_SECOND = 45  # requests of the bot's own, whoever asks; Discord takes fifty
TOO_MANY = 429
INVALID = (401, 403, TOO_MANY)  # what Discord counts towards a ban
NEW_DM = "new dm"  # the place where DMs are opened

Request = Callable[..., Awaitable[Any]]


class _Unasked:
    """Stands where an answer of Discord's would."""

    status = 503
    reason = "Not asked"
    headers: dict[str, str] = {}  # noqa: RUF012 (nobody writes there)


class WithheldError(discord.HTTPException):
    """Not asked, because it would be refused now: to be tried again later, like anything Discord is too busy for."""

    def __init__(self, wait: int) -> None:
        unasked: Any = _Unasked()  # as much of an answer as is looked at
        super().__init__(unasked, None)
        self.wait = wait  # milliseconds


UNREACHED = (discord.HTTPException, aiohttp.ClientError, OSError)  # what comes of a request that Discord does not take


def cause_of(error: Exception) -> str:
    """For a log: Discord's code, or else the kind of failure."""
    return str(getattr(error, "code", type(error).__name__))


def is_passing(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed later. A refusal without a code of Discord's says nothing about what was
    asked: it comes from what stands before Discord, or is meant for all of us."""
    return error.status >= 500 or error.status == TOO_MANY or error.code == 0


def was_refused(error: Exception) -> bool:
    """Whether Discord has said no. Otherwise it may have done what was asked and not come to say so."""
    return isinstance(error, discord.HTTPException) and error.status < 500


def is_refusal(error: BaseException) -> bool:
    """Whether it would have been refused whatever was asked."""
    return isinstance(error, discord.HTTPException) and error.status in INVALID and error.code == 0


def retry_after(error: discord.HTTPException) -> int:
    """Milliseconds Discord asks us to wait."""
    try:
        return int(float(error.response.headers.get("Retry-After") or 0) * 1000)
    except ValueError:  # a date, which nobody has seen there yet
        return 0


class Gate:
    def __init__(self, lived: Callable[[], int], steady: Callable[[], float] | None, dice: random.Random) -> None:
        """`lived` is a monotonic clock in milliseconds, `steady` one in seconds; without the second there is no limit
        of requests a second, because time is simulated."""
        self.now = lived
        self._steady = steady
        self.limits = RateLimits(dice)
        self._rush, self._queue = SlidingWindow(MOST_A_SECOND, SECOND), asyncio.Lock()
        self._own, self._theirs = Breaker(dice), Breaker(dice)
        self.when_shut: list[Callable[[int], None]] = []  # told since when nothing was taken
        self._doors: list[tuple[Any, Request]] = []

    def install(self, http: Any) -> None:
        """Route every request of this client and of interaction answers through here."""
        for carrier in (http, cast("Any", async_context.get())):
            self._doors.append((carrier, carrier.request))
            carrier.request = self._through(retrying_interactions(carrier.request))

    def uninstall(self) -> None:
        for carrier, request in self._doors:
            carrier.request = request
        self._doors.clear()

    @property
    def doubtful_since(self) -> int:
        """Since when nothing of the bot's own was taken."""
        return self._own.doubtful_since

    def is_passing(self, error: Exception) -> bool:
        """Whether the same request may succeed later: while everything is refused, no reason for it is believed, and a
        connection that broke off gives none."""
        return self._own.is_shut or not isinstance(error, discord.HTTPException) or is_passing(error)

    def ask_leave(self, place: Hashable, *, is_edit: bool = False) -> None:
        """For whoever can wait: refuses what would have to, before it costs a request."""
        now = self.now()
        if wait := max(self._own.wait(now), self.limits.wait_in(place, now, is_edit=is_edit)):
            raise WithheldError(wait)

    def wait(self, others: int) -> int:
        """Milliseconds until the bot may ask anything by itself, besides what others are about to ask."""
        now = self.now()
        return max(self._own.wait(now), self.limits.wait(now, others))

    def _through(self, request: Request) -> Request:
        async def asked(route: Route, *arguments: Any, **options: Any) -> Any:
            breaker, place = self._breaker(route), _place(route)
            if wait := breaker.wait(self.now()):
                raise WithheldError(wait)
            if breaker is self._own:
                await self._until_there_is_room()
            breaker.send()
            if breaker is self._own:
                self.limits.note(place, self.now(), is_edit=route.method == "PATCH")
            try:
                async with timeout_after(_lasts(route, place)):
                    answer = await request(route, *arguments, **options)
            except discord.RateLimited as error:
                wait = int(error.retry_after * 1000)
                breaker.lost()
                self.limits.failed(place, self.now(), wait)
                raise WithheldError(wait) from error
            except BaseException as error:
                self._ended(breaker, place, error)
                raise
            self._taken(breaker, place)
            return answer

        return asked

    async def _until_there_is_room(self) -> None:
        """Several may ask leave in one moment and all get it, and what they set off asks for none: together they stay
        below Discord's limit all the same. By the steady clock; where time is not real there is none, and no limit."""
        if (steady := self._steady) is None:
            return
        async with self._queue:
            if wait := self._rush.wait(int(steady() * 1000)):
                await asyncio.sleep(wait / 1000)
            self._rush.note(int(steady() * 1000))

    def _breaker(self, route: Route) -> Breaker:
        return self._own if route.webhook_token is None else self._theirs

    def _ended(self, breaker: Breaker, place: Hashable, error: BaseException) -> None:
        """A connection that broke off counts as an answer; whatever else there is, most of all that whoever asked was
        called off, says nothing of the place."""
        if isinstance(error, discord.HTTPException):
            self._answered(breaker, place, error)
        else:
            breaker.lost()

    def _answered(self, breaker: Breaker, place: Hashable, error: discord.HTTPException) -> None:
        now = self.now()
        if _says_when(error):
            if breaker.delayed(now):
                self._shut(breaker, now)
        elif error.status in INVALID:
            if breaker.refused(now, place, is_bare=error.code == 0, retry_after=retry_after(error)):
                self._shut(breaker, now)
        elif error.status >= 500:
            breaker.lost()
        else:
            self._taken(breaker, place)
        if is_passing(error):
            self.limits.failed(place, now, retry_after(error))

    def _taken(self, breaker: Breaker, place: Hashable) -> None:
        if breaker.is_shut:
            log.warning("Discord answers again")
        breaker.taken(self.now())
        self.limits.worked(place)

    def _shut(self, breaker: Breaker, now: int) -> None:
        log.warning("Discord refuses everything: nothing is asked for %d s", breaker.wait(now) // 1000)
        if breaker is self._own:
            for tell in self.when_shut:
                tell(self.doubtful_since)


def _says_when(error: discord.HTTPException) -> bool:
    """Whether Discord itself tells us to wait, and for how long: it deals with us, and what it is about is no ban."""
    return error.status == TOO_MANY and "X-RateLimit-Scope" in error.response.headers


def _place(route: Route) -> Hashable:
    """What a refusal would be about."""
    if route.webhook_token is not None:
        return route.webhook_token
    if route.path == "/users/@me/channels":
        return NEW_DM
    return route.channel_id or route.guild_id or route.path


def _lasts(route: Route, place: Hashable) -> float | None:
    """Seconds until a request is given up. Discord waits three for a first answer; what follows one may be a large
    file."""
    is_short = route.channel_id or route.guild_id or place == NEW_DM or route.path == CALLBACK
    return REQUEST_LASTS if is_short else None
