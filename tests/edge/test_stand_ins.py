"""Who leaves a team's game ends it for nobody, if the others let a computer play on."""

import re
from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from bot.referee.erase_person import Erasure, erase_person
from bot.referee.match import Match
from tests.support.team import Club, begin, type_turn
from tests.support.world import answers_of, button, press, said, text_of


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


async def left_by_bob(club: Club, people: int) -> Match:
    """After Alice's first turn, when Bob's would begin."""
    await type_turn(club, await begin(club, await club.team(people)))
    asked = await press(club.bob, club.table(), "resign")
    answered = await press(club.bob, answers_of(asked)[-1], "resign-sure")
    assert "The others are asked" in said(answered)
    return await club.match()


def question(club: Club) -> Any:
    """The message that asks the others, or that tells what became of it."""
    return [one for one in club.channel.history() if one.content.endswith("left your game.") or _is_decided(one)][-1]


def _is_decided(message: Any) -> bool:
    return (
        not button(message, "hand") and not button(message, "rematch") and bool(re.search("[🚪🤖]", text_of(message)))
    )


async def test_a_computer_plays_on_if_all_others_agree(club: Club) -> None:
    match = await left_by_bob(club, 3)
    hand = " · ".join(map(str, match.state.hands[1]))
    assert not match.is_over
    asked = question(club)
    assert all(f"<@{one.id}>" in asked.content for one in (club.alice, club.chloe))
    assert f"<@{club.bob.id}>" not in asked.content
    assert [one for one in club.bob.user.dm_channel.history() if button(one, "act")] == [], "his panel is gone"
    for stranger, told in ((club.dan, "do not play"), (club.bob, "out of this game")):
        assert told in said(await press(stranger, asked, "stand-in"))
    await press(club.alice, asked, "stand-in")
    await press(club.alice, asked, "stand-in")
    assert "1 of 2 so far" in text_of(question(club))
    await club.restart()
    await press(club.chloe, club.table(), "stand-in")
    match = await club.match()
    assert [seat.level for seat in match.row.seats] == [None, "mate", None]
    assert match.to_act == {2}, "the computer has played"
    assert button(club.table(), "stand-in") is None
    assert "Bob" not in text_of(club.table())
    assert hand not in text_of(club.table()) + text_of(question(club)), "nobody sees the hand that was taken over"
    assert "do not play" in said(await press(club.bob, club.table(), "hand"))
    assert await club.bot.referee.running_of(club.bob.id) == []
    assert "any more" in said(await press(club.chloe, question(club), "stand-in"))
    await type_turn(club, match)
    await club.assert_sound()


async def test_one_who_declines_ends_it(club: Club) -> None:
    await left_by_bob(club, 3)
    await press(club.alice, question(club), "stand-in")
    await press(club.chloe, question(club), "no-stand-in")
    match = await club.match()
    assert match.row.reason == "abandoned"
    assert "🚪 Bob resigned" in text_of(club.table())
    assert "🚪 Bob resigned" in text_of(question(club))
    await club.assert_sound()


async def test_a_copy_and_a_deletion_know_the_seat_that_was_left(club: Club) -> None:
    await left_by_bob(club, 2)
    await press(club.alice, question(club), "stand-in")
    (game,) = (await club.bot.store.privacy.export(club.bob.id))["games"]
    assert game["seat"] == 1
    await erase_person(club.bot.referee, club.bob.id, Erasure())
    match = await club.match()
    assert not match.is_over
    assert (match.row.seats[1].user_id, match.row.seats[1].level, match.row.seats[1].left_by) == (None, "mate", None)
    await type_turn(club, match)


async def test_who_has_their_data_deleted_leaves_a_seat_too(club: Club) -> None:
    await type_turn(club, await begin(club, await club.team(2)))
    shown = await club.bob.slash(club.channel, "privacy")
    sure = await press(club.bob, shown.response, "privacy", "delete")
    await press(club.bob, sure.response, "privacy", "delete-sure")
    await press(club.alice, question(club), "stand-in")
    match = await club.match()
    assert match.row.seats[1].level == "mate"
    assert match.to_act == {0}
