"""A game that is in no product code goes through every shared feature: gathered with decks, played by buttons and menus
on turn and out of it, restarted at every step, with computers, left, drawn, verified, replayed, rated by rank, on the
board, in histories, exported and erased; and no card of it is told to others."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import simcord.http.router
from simcord.env import Env

from bot.games.core import Seat
from bot.referee.match import Match
from bot.referee.replay_check import difference
from tests.games.toy import SCRAMBLE
from tests.games.toy_registered import LEVEL, registered
from tests.support.any_game import act, play_out
from tests.support.team import Club
from tests.support.tiers import only_long
from tests.support.world import answers_of, is_private, menus, press, said, text_of

DECKS = {
    "alice": "albatross antelope armadillo anaconda aardvark alligator",
    "bob": "badger beaver buffalo baboon bullfinch barracuda",
    "chloe": "caribou chinchilla cormorant crocodile cuttlefish cockatoo",
}


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with registered(monkeypatch):
        yield


@pytest.fixture
def club(toy: None, simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


async def sit_down(club: Club, **options: Any) -> Match:
    """Each with a deck of their own: the host's typed in the command, the others' in the dialogue."""
    made = await club.alice.slash(
        club.channel, "challenge", game=SCRAMBLE.key, players=3, deck=DECKS["alice"], **options
    )
    gathering = answers_of(made)[-1]
    for person, name in ((club.bob, "bob"), (club.chloe, "chloe")):
        shown = await press(person, gathering, "cut")
        await person.submit_modal(shown, {"deck": DECKS[name]})
    return await club.match()


async def test_from_the_challenge_to_the_result_and_again(club: Club) -> None:
    match = await sit_down(club, clock="daily")
    assert [seat.user_id for seat in match.row.seats] == [club.alice.id, club.bob.id, club.chloe.id]
    assert [sorted(deck) for deck in match.row.options["decks"]] == [sorted(deck.split()) for deck in DECKS.values()]
    match = await play_out(club, match)
    assert {match.row.reason} <= {"last_standing", "worn_out"}
    await club.assert_sound()
    assert "✅" in said(await press(club.emma, club.table(), "verify"))
    replay = await press(club.emma, club.table(), "replay")
    assert "Alice" in said(replay)
    rows = await club.bot.store.database.rows("SELECT user_id, rank, is_counted FROM results ORDER BY rank")
    assert rows[0]["rank"] == 1
    assert [row["is_counted"] for row in rows] == [1, 1, 1], "rated, as a free-for-all on a clock is"
    of_two: Any = await club.alice.slash(club.channel, "leaderboard", game=SCRAMBLE.key)
    board = said(await club.alice.click(of_two.response, label="Free-for-alls"))
    assert all(name in board for name in ("Alice", "Bob", "Chloé"))
    assert "Alice, Chloé" in said(await club.bob.slash(club.channel, "history"))
    assert "Scramble" in said(await club.bob.slash(club.channel, "profile", game=SCRAMBLE.key))
    again = await press(club.chloe, club.table(), "rematch")
    gathering = answers_of(again)[-1]
    for person in (club.alice, club.bob):
        await press(person, gathering, "accept")
    second = await club.match(2)
    assert [seat.user_id for seat in second.row.seats] == [club.chloe.id, club.alice.id, club.bob.id]
    assert second.row.options["decks"][0] == match.row.options["decks"][2], "everybody brings the same deck again"


async def test_a_restart_at_every_step_asks_the_same_again(club: Club) -> None:
    match, dice = await sit_down(club), random.Random(3)
    for _ in range(12):
        if match.is_over:
            break
        (seat,) = match.to_act
        before = text_of(club.panel(club.person(match, seat)))
        await club.restart()
        match = await club.match()
        assert match.to_act == {seat}
        assert text_of(club.panel(club.person(match, seat))) == before
        await act(club, match, dice)
        match = await club.match()
    await club.assert_sound()


async def test_a_menu_of_another_revision_is_answered_with_the_panel_of_now(club: Club) -> None:
    match, dice = await sit_down(club), random.Random(5)
    while match.state.asked is None:
        await act(club, match, dice)
        match = await club.match()
    person = club.person(match, match.state.asked)
    panel = club.panel(person)
    (menu,) = menus(panel)
    for values in (["zz"], ["a", "a"], ["1"], [], ["a", "b", "c"], ["?"]):
        forged = {"custom_id": menu.custom_id, "component_type": 3, "values": values}
        await club.forge_data(person, forged, panel)
        assert (await club.match()).revision == match.revision, values
    stranger = await club.forge_data(
        club.emma, {"custom_id": menu.custom_id, "component_type": 3, "values": ["a"]}, club.table()
    )
    assert is_private(stranger)
    await person.user.select(panel, ["a"], custom_id=menu.custom_id)
    after = await club.match()
    assert after.revision == match.revision + 1
    await club.forge_data(person, {"custom_id": menu.custom_id, "component_type": 3, "values": ["a"]}, panel)
    assert (await club.match()).revision == after.revision, "the same press again plays nothing"


@only_long
async def test_one_resigns_and_the_others_play_on(club: Club) -> None:
    match = await sit_down(club)
    asked = await press(club.bob, club.table(), "resign")
    assert "the others play on" in said(asked)
    await press(club.bob, answers_of(asked)[-1], "resign-sure")
    match = await club.match()
    assert not match.is_over
    assert match.is_out(Seat(1))
    assert "out of this game" in said(await press(club.bob, club.table(), "resign"))
    match = await play_out(club, match)
    assert 1 not in match.row.winners
    await club.assert_sound()


async def test_a_draw_needs_everybody(club: Club) -> None:
    await sit_down(club)
    await club.alice.slash(club.channel, "draw")
    for person in (club.alice, club.bob, club.chloe):
        await club.forge(person, "arb:draw-sure:1:0:", club.table())
        match = await club.match()
        assert match.is_over == (person is club.chloe)
    assert match.row.reason == "agreed_draw"


async def test_computers_take_the_seats_left(club: Club) -> None:
    made = await club.alice.slash(club.channel, "challenge", game=SCRAMBLE.key, players=3, clock="none")
    gathering = answers_of(made)[-1]
    for _ in range(2):
        await press(club.alice, gathering, "computers", "more")
    match = await club.match()
    assert [seat.level for seat in match.row.seats] == [None, LEVEL, LEVEL]
    dice = random.Random(7)
    for _ in range(200):
        if match.is_over or match.is_out(Seat(0)):
            break
        if Seat(0) in match.to_act:
            await act(club, match, dice)
        else:
            await club.env.advance_time(5)
        match = await club.match()
    assert match.is_over or match.is_out(Seat(0))
    await club.assert_sound()


@only_long
async def test_what_is_kept_is_exported_and_erased_in_mid_game(club: Club) -> None:
    """Who deletes their data leaves a running game; the others play on, and nothing of theirs is left."""
    match = await sit_down(club)
    kept = await club.bot.store.privacy.export(club.bob.id)
    assert "badger" in json.dumps(kept["gatherings"])
    asked: Any = await club.bob.slash(club.channel, "privacy")
    question: Any = await club.bob.click(asked.response, label="Delete everything")
    done: Any = await club.bob.click(question.response, label="Yes, delete everything about me")
    assert "is deleted" in text_of(done.response)
    match = await club.match()
    assert not match.is_over
    assert match.is_out(Seat(1))
    assert match.row.seats[1].user_id not in (None, club.bob.id)
    match = await play_out(club, match)
    assert difference(match.row, await club.bot.store.games.actions(1)) is None
    stored = await club.bot.store.database.rows("SELECT user_id FROM standings UNION SELECT user_id FROM results")
    assert {row["user_id"] for row in stored} <= {club.alice.id, club.chloe.id}


@only_long
async def test_no_card_is_told_to_others(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every request and who can read it: no card of a hand or a draw pile but its owner's."""
    found: list[str] = []
    dispatch = simcord.http.router.dispatch
    told: dict[str, Any] = {"match": None, "texts": 0}

    def checked(backend: Any, method: str, path: str, **options: Any) -> Any:
        match = told["match"]
        if match is not None and method not in ("GET", "DELETE") and not match.is_over:
            told["texts"] += 1
            text = json.dumps(options.get("json"), ensure_ascii=False) + repr(options.get("files") or "")
            found.extend(f"{path}: {card}" for card in _hidden(club, match, path) if card in text)
        return dispatch(backend, method, path, **options)

    monkeypatch.setattr(simcord.http.router, "dispatch", checked)
    for seed in range(3):
        match, dice = await _another(club, seed + 1), random.Random(seed)
        while not match.is_over:
            told["match"] = match
            await act(club, match, dice)
            await club.emma.slash(club.channel, "table", game=match.id)
            match = await club.match(match.id)
        told["match"] = None
    assert told["texts"] > 100
    assert found == []


async def _another(club: Club, number: int) -> Match:
    if number == 1:
        return await sit_down(club)
    again = await press(club.alice, club.table(), "rematch")
    for person in (club.bob, club.chloe):
        await press(person, answers_of(again)[-1], "accept")
    return await club.match(number)


def _hidden(club: Club, match: Match, path: str) -> set[str]:
    """The cards that whoever can read this request must not see, in the state before it and so also after."""
    backend, parts = club.env.backend, path.strip("/").split("/")
    reader = None
    if parts[0] == "interactions":
        reader = backend.interactions[int(parts[1])].user_id
    elif parts[0] == "webhooks":
        reader = backend.interaction_by_token(parts[2]).user_id
    elif parts[0] == "channels":
        reader = next((one.id for one in club.everyone if one.user.dm_channel.id == int(parts[1])), None)
    return {
        card
        for seat, side in enumerate(match.state.sides)
        if match.row.seats[seat].user_id != reader
        for card in side.draw
    }
