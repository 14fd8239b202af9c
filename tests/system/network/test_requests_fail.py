"""Each way a request can fail reaches a client, with the headers discord.py reads."""

import time
from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.system.network.faults import REQUESTS, Kind, Rule, mixed_faults
from tests.system.network.server import NetworkDiscord

PAUSE = 0.3


@pytest.fixture
async def network() -> AsyncIterator[NetworkDiscord]:
    async with NetworkDiscord(seed=1) as network:
        yield network


@pytest.fixture
async def client(network: NetworkDiscord) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {network.token}"}) as session:
        yield session


@pytest.fixture
def place(network: NetworkDiscord) -> str:
    """The URL of a channel's messages."""
    channel = network.state.channel(network.state.guild("Club"), "duels")
    return f"{network.api}/channels/{channel}/messages"


@pytest.mark.parametrize("kind", [Kind.SERVER_ERROR, Kind.BAD_GATEWAY, Kind.UNAVAILABLE])
async def test_a_server_error_does_nothing(
    network: NetworkDiscord, client: aiohttp.ClientSession, place: str, kind: Kind
) -> None:
    network.faults.add(Rule(kind))
    async with client.post(place, json={"content": "hello"}) as answer:
        assert answer.status == kind.value
    network.faults.clear()
    async with client.get(place) as answer:
        assert await answer.json() == []
    assert network.faults.injected == {kind: 1}
    assert network.meter.invalid == 0


@pytest.mark.parametrize(
    ("kind", "code", "said"),
    [
        (Kind.FORBIDDEN, None, 50001),
        (Kind.FORBIDDEN, 50007, 50007),
        (Kind.NOT_FOUND, None, 10003),
        (Kind.NOT_FOUND, 10008, 10008),
    ],
)
async def test_a_refusal_carries_discords_code(
    network: NetworkDiscord, client: aiohttp.ClientSession, place: str, kind: Kind, code: int | None, said: int
) -> None:
    network.faults.add(Rule(kind, code=code))
    async with client.post(place, json={"content": "hello"}) as answer:
        assert answer.status == kind.value
        assert (await answer.json())["code"] == said
    assert network.meter.invalid == (kind is Kind.FORBIDDEN)


@pytest.mark.parametrize(
    ("kind", "scope", "counted"),
    [(Kind.LIMITED, "user", 1), (Kind.LIMITED_SHARED, "shared", 0), (Kind.LIMITED_GLOBALLY, "global", 1)],
)
async def test_a_429_says_how_long_and_for_what(
    network: NetworkDiscord, client: aiohttp.ClientSession, place: str, kind: Kind, scope: str, counted: int
) -> None:
    network.faults.add(Rule(kind, seconds=1.5))
    async with client.post(place, json={"content": "hello"}) as answer:
        assert answer.status == 429
        assert answer.headers["Via"]
        assert answer.headers["Retry-After"] == "1.500"
        assert answer.headers["X-RateLimit-Scope"] == scope
        assert ("X-RateLimit-Global" in answer.headers) == (scope == "global")
        said = await answer.json()
    assert said["retry_after"] == 1.5
    assert said["global"] == (scope == "global")
    assert network.meter.invalid == counted
    assert network.meter.violations == []


@pytest.mark.parametrize(("kind", "done"), [(Kind.RESET, []), (Kind.LOST, ["hello"]), (Kind.HANG, [])])
async def test_the_connection_ends_in_the_middle_of_nowhere(
    network: NetworkDiscord, client: aiohttp.ClientSession, place: str, kind: Kind, done: list[str]
) -> None:
    network.faults.add(Rule(kind, method="POST", seconds=PAUSE))
    began = time.monotonic()
    with pytest.raises((aiohttp.ClientError, ConnectionResetError)):
        await client.post(place, json={"content": "hello"})
    assert kind is not Kind.HANG or time.monotonic() - began >= PAUSE
    async with client.get(place) as answer:
        assert [it["content"] for it in await answer.json()] == done


async def test_a_slow_answer_comes(network: NetworkDiscord, client: aiohttp.ClientSession, place: str) -> None:
    network.faults.add(Rule(Kind.SLOW, seconds=PAUSE))
    began = time.monotonic()
    async with client.post(place, json={"content": "hello"}) as answer:
        assert answer.status == 200
    assert time.monotonic() - began >= PAUSE


async def test_a_rule_strikes_only_where_it_says(
    network: NetworkDiscord, client: aiohttp.ClientSession, place: str
) -> None:
    network.faults.add(Rule(Kind.UNAVAILABLE, method="POST", path="/channels/*/messages"))
    person = network.state.person(network.state.guild("Elsewhere"), "Alice")
    for url, body, status in (
        (place, {"content": "hello"}, 503),
        (f"{network.api}/users/@me/channels", {"recipient_id": person}, 200),
    ):
        async with client.post(url, json=body) as answer:
            assert answer.status == status
    async with client.get(place) as answer:
        assert answer.status == 200


def test_the_same_seed_brings_the_same_storm() -> None:
    first, again, other = (_picked(seed) for seed in (1, 1, 2))
    assert first == again != other
    assert {kind for kind in first if kind is not None} == set(REQUESTS)
    assert 0.15 < sum(kind is not None for kind in first) / len(first) < 0.25


def _picked(seed: int) -> list[Kind | None]:
    network = NetworkDiscord(seed=seed)
    network.faults.add(*mixed_faults(0.2))
    injected = (network.faults.pick("POST", "/channels/1/messages") for _ in range(2000))
    return [None if rule is None else rule.kind for rule in injected]


async def test_a_wrong_token_is_refused(network: NetworkDiscord, client: aiohttp.ClientSession, place: str) -> None:
    async with client.get(place, headers={"Authorization": "Bot another"}) as answer:
        assert answer.status == 401
    assert network.meter.invalid == 1


async def test_a_message_sent_again_under_its_nonce_is_one(
    network: NetworkDiscord, client: aiohttp.ClientSession, place: str
) -> None:
    for nonce in ("7", "7", "8"):
        async with client.post(place, json={"content": "hello", "nonce": nonce, "enforce_nonce": True}) as answer:
            assert answer.status == 200
    async with client.get(place) as answer:
        assert len(await answer.json()) == 2
