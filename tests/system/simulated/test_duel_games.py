"""DUEL through the real cogs: whole games of two and more by buttons and menus in the players' DMs, restarted at
every kind of question, left, played against computers."""

import random
from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from bot.games.core import Seat
from bot.games.duel.game import DUEL
from bot.referee.match import Match
from tests.support.any_game import act, panel_of, play_out
from tests.support.question_forgery import ask_every_kind
from tests.support.team import Club
from tests.support.world import answers_of, press, said, text_of

KEY = DUEL.key


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


async def sit_down(club: Club, players: int, decks: list[str] | None = None, **options: Any) -> Match:
    decks = decks or [""] * players
    given = {"deck": decks[0]} if decks[0] else {}
    made = await club.alice.slash(club.channel, "challenge", game=KEY, players=players, **given, **options)
    gathering = answers_of(made)[-1]
    for person, deck in zip(club.everyone[1:players], decks[1:], strict=True):
        shown = await press(person, gathering, "cut")
        await person.submit_modal(shown, {"deck": deck} if deck else {})
    return await club.match()


async def test_two_play_a_whole_duel_in_their_dms(club: Club) -> None:
    match = await play_out(club, await sit_down(club, 2, clock="daily"))
    assert match.row.reason in ("bled_out", "exhausted")
    await club.assert_sound()
    assert "✅" in said(await press(club.emma, club.table(), "verify"))
    assert "Alice" in said(await press(club.emma, club.table(), "replay"))
    board = await club.alice.slash(club.channel, "leaderboard", game=KEY)
    assert "Alice" in said(board)
    assert "free-for-all" not in said(board)
    free_for_alls = f"{KEY}|server|all|+"
    assert "Alice" not in said(await press(club.alice, answers_of(board)[-1], "board", free_for_alls))
    assert "Favourite decks: The Blade (1 game" in said(await club.alice.slash(club.channel, "profile", game=KEY))


async def test_of_three_one_resigns_and_the_rest_play_on_to_ranks(club: Club) -> None:
    match = await sit_down(club, 3)
    await club.forge(club.bob, "arb:resign-sure:1:0:", club.table())
    match = await play_out(club, await club.match())
    assert Seat(1) not in match.row.winners
    ranks = await club.bot.store.database.rows("SELECT rank FROM results ORDER BY seat")
    assert sorted(row["rank"] for row in ranks) == [1, 2, 3]
    assert ranks[1]["rank"] == 3, "who went first comes last"
    board = await club.alice.slash(club.channel, "leaderboard", game=KEY)
    assert "Alice" not in said(board), "games of two are rated apart"
    many = said(await press(club.alice, answers_of(board)[-1], "board", f"{KEY}|server|all|+"))
    assert "DUEL (free-for-all)" in many
    assert all(name in many for name in ("Alice", "Bob"))
    profile = await club.alice.slash(club.channel, "profile", game=KEY)
    own = said(await press(club.alice, answers_of(profile)[-1], "profile", f"{KEY}|server|{club.alice.id}|+"))
    assert "Favourite decks: The Blade (1 game" in own
    await club.assert_sound()


async def test_a_restart_asks_the_same_again_whatever_is_pending(club: Club) -> None:
    """Nothing is lost, and nothing is asked twice; each question is answered from the panel that was there before."""
    matches = (await ask_every_kind(club)).values()
    await club.restart()  # the newest of each is shown now
    before = {match.id: text_of(panel_of(club, match)) for match in matches}
    panels = [panel.id for person in club.everyone for panel in person.user.dm_channel.history()]
    await club.restart()
    assert [panel.id for person in club.everyone for panel in person.user.dm_channel.history()] == panels
    for match in matches:
        now = await club.match(match.id)
        assert now.state == match.state
        assert text_of(panel_of(club, match)) == before[match.id]
        await act(club, now, random.Random(3))
        assert (await club.match(match.id)).revision == match.revision + 1
        await club.assert_sound(match.id)


async def test_a_deck_that_is_refused_says_why(club: Club) -> None:
    refused = await club.alice.slash(club.channel, "challenge", game=KEY, deck="25 thrust")
    assert "blood" in said(refused).lower()
    many = "24 thrust, hot-blood"  # too many of one for the usual format
    assert "Thrust" in said(await club.alice.slash(club.channel, "challenge", game=KEY, deck=many))
    free = await club.alice.slash(club.channel, "challenge", game=KEY, deck=many, format="free")
    assert "Format *free*" in said(free)
    assert "unrated" in said(free)
    assert "deck" in said(await club.alice.slash(club.channel, "challenge", deck="blade")), (
        "nobody brings one to others"
    )


async def test_against_computers(club: Club) -> None:
    await club.alice.slash(club.channel, "challenge", game=KEY, level="duel-greedy")
    match, dice = await club.match(), random.Random(2)
    for _ in range(400):
        if match.is_over:
            break
        if Seat(0) in match.to_act:
            await act(club, match, dice)
        else:
            await club.env.advance_time(5)
        match = await club.match()
    assert match.is_over
    await club.assert_sound()
