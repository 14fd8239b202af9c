"""Discord's side: whether it takes the token, what its servers let the bot do, and what time it is there. The token is
shown to nobody but Discord; without a network the doctor says so and goes on."""

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

PATIENCE = 10.0  # seconds for each question
PAGE, MOST_PAGES = 200, 50  # servers at a time are Discord's limit
CLOCK_OFF, CLOCK_WRONG = 5.0, 120.0  # seconds
AGENT = f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"
_SHAPE = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}", re.ASCII)
_HOW = (
    "in the developer portal, open your application's Bot page, reset the token, and put it into .env as DISCORD_TOKEN"
)
_OFFLINE = "look at this machine's network and firewall; everything else was looked at"


class SilentError(Exception):
    """Nobody answered, or nothing that could be understood; says why."""


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: Any
    offset: float | None  # seconds our clock is behind Discord's


class Discord:
    """Discord's REST interface, as far as the doctor asks. What it may be asked about is where `api` says."""

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
            raise SilentError(f"no answer within {PATIENCE:g} seconds") from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise SilentError(type(error).__name__) from None


def _offset(date: str | None, asked: datetime, answered: datetime) -> float | None:
    """Discord names whole seconds; half of one is added for what it leaves out."""
    try:
        theirs = parsedate_to_datetime(date or "")
    except ValueError:
        return None
    ours = asked + (answered - asked) / 2
    return (theirs - ours).total_seconds() + 0.5


def shape(token: str | None) -> Finding | None:
    """What is wrong with a token at first sight."""
    if token is None:
        return problem("token", "there is none", _HOW)
    if not _SHAPE.fullmatch(token) or not _names_somebody(token.partition(".")[0]):
        return problem(
            "token", "this is not what a bot's token looks like", f"copy all of it, and nothing else: {_HOW}"
        )
    return None


def _names_somebody(part: str) -> bool:
    """The first part of a token is its owner's number."""
    try:
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).isdigit()
    except (binascii.Error, ValueError):
        return False


async def examine(
    token: str | None, api: str, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> list[Finding]:
    unfit = shape(token)
    if unfit is not None:
        return [unfit]
    headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
        return [finding async for finding in _asked(Discord(session, api, clock))]


async def _asked(remote: Discord) -> AsyncIterator[Finding]:
    try:
        me = await remote.get("/users/@me")
    except SilentError as error:
        yield warning("network", f"Discord cannot be reached, so token and permissions are unknown ({error})", _OFFLINE)
        return
    yield _clock(me.offset)
    yield _token(me)
    if me.status == 200:
        try:
            for finding in _servers(await _guilds(remote), str(me.body["id"])):
                yield finding
        except (SilentError, LookupError, TypeError, ValueError) as error:
            yield warning("servers", f"Discord did not say which ({error})", "try again in a minute")


def _token(me: Reply) -> Finding:
    if me.status == 200:
        return ok("token", f"accepted; the bot is {me.body.get('username', '?')}")
    if me.status == 401:
        return problem("token", "Discord does not accept it", _HOW)
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
            raise SilentError(f"status {reply.status}")
        found += reply.body
        if len(reply.body) < PAGE:
            break
    return found


def _servers(guilds: list[dict[str, Any]], application: str) -> list[Finding]:
    """What each lets the bot do as a member; single channels may still forbid it."""
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
