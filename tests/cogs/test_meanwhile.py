"""Two things in one moment: whatever comes first, Discord shows the same in the end, once."""

from pathlib import Path

import pytest
from simcord.env import Env

from cogs.answers import Answer
from tests.support.meanwhile import a_while, after
from tests.support.team import Club
from tests.support.world import World, button, press, text_of


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


async def end(world: World) -> None:
    question = await world.alice.slash(world.channel, "resign")
    await press(world.alice, question.response, "resign-sure")


async def test_two_who_play_again_in_one_moment_find_one_lobby(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.team(2)
    await end(club)
    table = club.table()

    async def bob_too() -> None:
        club.emit(club.bob, "arb:again:1:0:", table)
        await a_while()

    after(monkeypatch, Answer, "public", bob_too)
    await press(club.alice, table, "again")
    (lobby,) = [message for message in club.channel.history() if button(message, "join")]
    assert "⏳" not in text_of(lobby)
