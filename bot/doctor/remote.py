"""Checks against Discord: the token, the bot's permissions in its servers, and the clock. The token is sent to Discord
only; without a network that is a finding."""

import base64
import binascii
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord

from bot.doctor.findings import Finding, ok, problem, warning
from bot.edge.gateway.client import PERMISSIONS

TIMEOUT = 10.0  # seconds for each request
PAGE, MOST_PAGES = 200, 50  # servers at a time are Discord's limit
CLOCK_OFF, CLOCK_WRONG = 5.0, 120.0  # seconds
AGENT = f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"
_TOKEN_SHAPE = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}", re.ASCII)
_HOW_TO_GET_ONE = (
    "in the developer portal, open your application's Bot page, reset the token, and put it into .env as DISCORD_TOKEN"
)
_OFFLINE_ADVICE = "look at this machine's network and firewall; everything else was looked at"


class NoAnswerError(Exception):
    """No answer, or an unreadable one; the message says why."""


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: Any
    offset: float | None  # seconds that this machine's clock is behind Discord's


class Discord:
    """Discord's REST API at the base URL `api`, as far as the doctor needs it."""

    def __init__(self, session: aiohttp.ClientSession, api: str, clock: Callable[[], datetime]) -> None:
        self._session = session
        self._api = api
        self._clock = clock

    async def get(self, path: str) -> Reply:
        asked = self._clock()
        try:
            async with self._session.get(f"{self._api}{path}") as answer:
                offset = _offset(answer.headers.get("Date"), asked, self._clock())
                return Reply(answer.status, await answer.json(), offset)
        except TimeoutError:
            raise NoAnswerError(f"no answer within {TIMEOUT:g} seconds") from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise NoAnswerError(type(error).__name__) from None


def _offset(date: str | None, asked: datetime, answered: datetime) -> float | None:
    """From the Date header, which has whole seconds: half a second is added for the rounding."""
    try:
        theirs = parsedate_to_datetime(date or "")
    except ValueError:
        return None
    ours = asked + (answered - asked) / 2
    return (theirs - ours).total_seconds() + 0.5


def check_shape(token: str | None) -> Finding | None:
    """A finding if this cannot be a token."""
    if token is None:
        return problem("token", "there is none", _HOW_TO_GET_ONE)
    if not _TOKEN_SHAPE.fullmatch(token) or not _is_user_id(token.partition(".")[0]):
        return problem(
            "token", "this is not what a bot's token looks like", f"copy all of it, and nothing else: {_HOW_TO_GET_ONE}"
        )
    return None


def _is_user_id(part: str) -> bool:
    """The first part of a token is the bot's user id in base64."""
    try:
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).isdigit()
    except (binascii.Error, ValueError):
        return False


async def examine(
    token: str | None, api: str, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> list[Finding]:
    malformed = check_shape(token)
    if malformed is not None:
        return [malformed]
    headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
    timeout = aiohttp.ClientTimeout(total=TIMEOUT)
    async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
        return [finding async for finding in _findings(Discord(session, api, clock))]


async def _findings(remote: Discord) -> AsyncIterator[Finding]:
    try:
        me = await remote.get("/users/@me")
    except NoAnswerError as error:
        yield warning(
            "network", f"Discord cannot be reached, so token and permissions are unknown ({error})", _OFFLINE_ADVICE
        )
        return
    yield _clock(me.offset)
    yield _token(me)
    if me.status == 200:
        try:
            for finding in _servers(await _guilds(remote), str(me.body["id"])):
                yield finding
        except (NoAnswerError, LookupError, TypeError, ValueError) as error:
            yield warning("servers", f"Discord did not say which ({error})", "try again in a minute")


def _token(me: Reply) -> Finding:
    if me.status == 200:
        return ok("token", f"accepted; the bot is {me.body.get('username', '?')}")
    if me.status == 401:
        return problem("token", "Discord does not accept it", _HOW_TO_GET_ONE)
    return warning("token", f"Discord answered with status {me.status}", "try again in a minute")


def _clock(offset: float | None) -> Finding:
    if offset is None:
        return warning("clock", "Discord did not say what time it is", "compare this machine's clock with another")
    says = f"{abs(offset):.0f} seconds {'behind' if offset > 0 else 'ahead of'} Discord's"
    advice = "turn on time synchronisation: timedatectl set-ntp true"
    if abs(offset) > CLOCK_WRONG:
        return problem("clock", says, advice)
    return warning("clock", says, advice) if abs(offset) > CLOCK_OFF else ok("clock", "as Discord's")


async def _guilds(remote: Discord) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for _ in range(MOST_PAGES):
        after = f"&after={found[-1]['id']}" if found else ""
        reply = await remote.get(f"/users/@me/guilds?limit={PAGE}{after}")
        if reply.status != 200:
            raise NoAnswerError(f"status {reply.status}")
        found += reply.body
        if len(reply.body) < PAGE:
            break
    return found


def _servers(guilds: list[dict[str, Any]], application: str) -> list[Finding]:
    """Findings of permissions at server level; single channels may still deny them."""
    invite = discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))
    if not guilds:
        return [warning("servers", "the bot is in none yet", f"invite it: {invite}")]
    found = [
        warning(
            "servers",
            f"{guild['name']} does not let the bot {missing}",
            f"give its role that, or invite it anew: {invite}",
        )
        for guild in guilds
        if (missing := _missing(discord.Permissions(int(guild["permissions"]))))
    ]
    return found or [ok("servers", f"{len(guilds)}, and the bot may do in each what it needs")]


def _missing(has: discord.Permissions) -> str:
    if has.administrator:
        return ""
    lacking = discord.Permissions(PERMISSIONS.value & ~has.value)
    return ", ".join(name.replace("_", " ") for name, is_lacking in lacking if is_lacking)
