"""The one gate for requests to Discord: rate limits, circuit breakers and timeouts apply to all of them here.

Requests by the bot's token and requests by an interaction's token have a breaker each: Discord limits them apart, and
one kind may work when the other does not.
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

REQUEST_LASTS = 20  # seconds until a request times out
MOST_A_SECOND = 45  # requests by the bot's token; Discord's limit is fifty
TOO_MANY = 429
INVALID = (401, 403, TOO_MANY)  # what Discord counts towards a ban
MALFORMED = 50035  # Discord's code for a request that is wrong in itself: our fault
_NO_RECIPIENT = 50033
NEW_DM = "new dm"  # the place of requests that open a DM channel

Request = Callable[..., Awaitable[Any]]


class _Unasked:
    """Stands in for Discord's response."""

    status = 503
    reason = "Not asked"
    headers: dict[str, str] = {}  # noqa: RUF012 (never written to)


class WithheldError(discord.HTTPException):
    """Not sent, because it would be refused now; retry after `wait`."""

    def __init__(self, wait: int) -> None:
        unasked: Any = _Unasked()  # only these attributes are read
        super().__init__(unasked, None)
        self.wait = wait  # milliseconds


UNREACHED = (discord.HTTPException, aiohttp.ClientError, OSError)  # a request that failed, for whatever reason


def cause_of(error: Exception) -> str:
    """For a log line: Discord's error code, otherwise the kind of failure."""
    return str(getattr(error, "code", type(error).__name__))


def is_passing(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed later. A refusal without Discord's error code says nothing about the
    request: it comes from a proxy, or from a ban."""
    return error.status >= 500 or error.status == TOO_MANY or error.code == 0


def is_closed(error: discord.HTTPException) -> bool:
    """Whether this place refuses the bot: a channel, or a person's DMs. Otherwise what was sent is at fault."""
    return error.status in (403, 404) or error.code == _NO_RECIPIENT


def was_refused(error: Exception) -> bool:
    """Whether Discord has refused it. Otherwise it may have been done without our hearing of it."""
    return isinstance(error, discord.HTTPException) and error.status < 500


def is_refusal(error: BaseException) -> bool:
    """Whether any request would have been refused."""
    return isinstance(error, discord.HTTPException) and error.status in INVALID and error.code == 0


def retry_after(error: discord.HTTPException) -> int:
    """Milliseconds Discord asks us to wait."""
    try:
        return int(float(error.response.headers.get("Retry-After") or 0) * 1000)
    except ValueError:  # a date
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
        self.when_shut: list[
            Callable[[int], None]
        ] = []  # called when the breaker shuts, with the time since when nothing was accepted
        self._wrapped: list[tuple[Any, Request]] = []

    def install(self, http: Any) -> None:
        """Route every request of this client and of interaction answers through here."""
        for carrier in (http, cast("Any", async_context.get())):
            self._wrapped.append((carrier, carrier.request))
            carrier.request = self._through(retrying_interactions(carrier.request))

    def uninstall(self) -> None:
        for carrier, request in self._wrapped:
            carrier.request = request
        self._wrapped.clear()

    @property
    def doubtful_since(self) -> int:
        """Since when no request by the bot's token was accepted."""
        return self._own.doubtful_since

    def is_passing(self, error: Exception) -> bool:
        """The same, knowing the breaker: while everything is refused, no error code is believed, and a lost connection
        gives none."""
        return self._own.is_shut or not isinstance(error, discord.HTTPException) or is_passing(error)

    def ask_leave(self, place: Hashable, *, is_edit: bool = False) -> None:
        """For requests that can wait: raise `WithheldError` instead of sending one that would be delayed or refused."""
        now = self.now()
        if wait := max(self._own.wait(now), self.limits.wait_in(place, now, is_edit=is_edit)):
            raise WithheldError(wait)

    def wait(self, others: int) -> int:
        """Milliseconds until the bot may send a request of its own, besides `others` about to be sent."""
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
        """Delay until the request fits below Discord's limit a second. `ask_leave` alone does not ensure it: several
        callers may get leave at one moment, and some requests are sent without."""
        if (steady := self._steady) is None:
            return
        async with self._queue:
            if wait := self._rush.wait(int(steady() * 1000)):
                await asyncio.sleep(wait / 1000)
            self._rush.note(int(steady() * 1000))

    def _breaker(self, route: Route) -> Breaker:
        return self._own if route.webhook_token is None else self._theirs

    def _ended(self, breaker: Breaker, place: Hashable, error: BaseException) -> None:
        """A lost connection counts as an answer. Anything else, such as a cancelled caller, says nothing about the
        place."""
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
    """Whether it is Discord's own rate limit, with a wait, and so not a ban."""
    return error.status == TOO_MANY and "X-RateLimit-Scope" in error.response.headers


def _place(route: Route) -> Hashable:
    """What a refusal would be about: a token, a channel, a server."""
    if route.webhook_token is not None:
        return route.webhook_token
    if route.path == "/users/@me/channels":
        return NEW_DM
    return route.channel_id or route.guild_id or route.path


def _lasts(route: Route, place: Hashable) -> float | None:
    """Seconds until a request times out. None after the first answer to an interaction: a follow-up may upload a large
    file."""
    is_short = route.channel_id or route.guild_id or place == NEW_DM or route.path == CALLBACK
    return REQUEST_LASTS if is_short else None
