"""What becomes of requests whose connection breaks off."""

import io
from collections.abc import Sequence
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord.http import Route

from bot.edge.transport.retries import ALREADY_ANSWERED, CALLBACK, ConnectionLostError, retrying_interactions

ANSWER = Route("POST", CALLBACK, webhook_id=1, webhook_token="token")  # noqa: S106 (opens nothing)
EDIT = Route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", webhook_id=1, webhook_token="token")  # noqa: S106
MORE = Route("POST", "/webhooks/{webhook_id}/{webhook_token}", webhook_id=1, webhook_token="token")  # noqa: S106
OWN = Route("PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=1, message_id=2)
CUT = aiohttp.ClientOSError(104, "Connection reset by peer")
GONE = aiohttp.ServerDisconnectedError()


def refusal(code: int) -> discord.HTTPException:
    return discord.HTTPException(Mock(status=400, reason="Bad Request"), {"code": code, "message": ""})


class Line:
    """Answers with what it is given, one after the other."""

    def __init__(self, *outcomes: object) -> None:
        self._outcomes = list(outcomes)
        self.sent: list[bytes] = []

    async def request(self, _route: Route, *, files: Sequence[discord.File] = ()) -> Any:
        self.sent.append(b"".join(file.fp.read() for file in files))
        outcome = self._outcomes.pop(0)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome


@pytest.mark.parametrize("error", [CUT, GONE, TimeoutError()])
@pytest.mark.parametrize("route", [ANSWER, EDIT])
async def test_an_answer_is_sent_once_more_with_its_files(route: Route, error: Exception) -> None:
    line = Line(error, "done")
    picture = discord.File(io.BytesIO(b"picture"), "hand.png")
    assert await retrying_interactions(line.request)(route, files=[picture]) == "done"
    assert line.sent == [b"picture", b"picture"]


async def test_one_that_discord_has_already_is_as_good() -> None:
    line = Line(CUT, refusal(ALREADY_ANSWERED))
    assert await retrying_interactions(line.request)(ANSWER) == {"interaction": {"id": 1}}


async def test_that_it_was_answered_before_is_not_hidden() -> None:
    with pytest.raises(discord.HTTPException) as caught:
        await retrying_interactions(Line(refusal(ALREADY_ANSWERED)).request)(ANSWER)
    assert caught.value.code == ALREADY_ANSWERED


@pytest.mark.parametrize("route", [ANSWER, EDIT])
async def test_a_second_failure_is_one_discord_did_not_take(route: Route) -> None:
    with pytest.raises(ConnectionLostError) as caught:
        await retrying_interactions(Line(CUT, GONE).request)(route)
    assert caught.value.status == 503


@pytest.mark.parametrize("route", [MORE, OWN])
async def test_what_might_be_done_twice_is_not_repeated(route: Route) -> None:
    line = Line(CUT)
    with pytest.raises(ConnectionLostError):
        await retrying_interactions(line.request)(route)
    assert len(line.sent) == 1


async def test_what_discord_says_is_passed_on() -> None:
    with pytest.raises(discord.HTTPException) as caught:
        await retrying_interactions(Line(CUT, refusal(10062)).request)(ANSWER)
    assert caught.value.code == 10062
