"""DUEL through the real cogs: whole games of two and more by buttons and menus in the players' DMs, restarted at
every kind of question, left, played against computers."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from bot.games.core import Seat
from bot.games.duel.game import DUEL
from bot.games.duel.state import Phase
from bot.referee.match import Match
from tests.support.any_game import act, panel_of, play_out
from tests.support.question_forgery import ask_every_kind
from tests.support.team import Club
from tests.support.tiers import has_long_version, only_long, sized
from tests.support.world import answers_of, buttons, menus, press, said, text_of

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


@has_long_version
async def test_of_three_one_resigns_and_the_rest_play_on_to_ranks(club: Club) -> None:
    match = await sit_down(club, 3)
    await club.forge(club.bob, "arb:resign-sure:1:0:", club.table())
    match = await play_out(club, await club.match(), turns=sized(3, 10_000))
    if not match.is_over:
        await club.forge(club.chloe, "arb:resign-sure:1:0:", club.table())
        match = await club.match()
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


@only_long
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


# Taps and typed moves


HANDY = "12 quick-blood, 3 ransom, 3 finishing-blow, 7 thrust"  # free, asking the other player, and paid with two


async def holding(club: Club, *cards: str, **options: Any) -> Match:
    """A game in which Alice, on turn, holds these. Until she does, she throws everything else and draws."""
    match = await sit_down(club, 2, [HANDY, HANDY], format="free", first="challenger", **options)
    wanted = Counter(cards)
    while match.state.turn or match.state.phase is not Phase.PLAY or wanted - Counter(match.state.sides[0].hand):
        seat = min(match.to_act)
        other = Counter(match.state.sides[seat].hand) - wanted
        text = "end" if seat or not other else f"throw={'+'.join(other.elements())}"
        key = f"waiting {match.revision}"
        match = await club.bot.referee.act(match.id, match.seat(seat).user_id or 0, text, key=key)
    await shown(club, match)
    return match


async def shown(club: Club, match: Match) -> None:
    """What was done behind Discord's back."""
    club.bot.announcer.touch(match.id)
    await club.env.advance_time(10)


def labelled(message: Any, label: str) -> str:
    return next(custom_id for custom_id, one in buttons(message).items() if (one.label or "").startswith(label))


async def test_a_free_card_takes_two_taps_and_a_paid_one_a_menu_more(club: Club) -> None:
    match = await holding(club, "thrust", "thrust", "thrust", "finishing-blow")
    alice = club.alice.user
    await alice.click(panel_of(club, match), custom_id=labelled(panel_of(club, match), "Thrust"))
    opened = panel_of(club, match)
    assert "draws and wounds 1" in text_of(opened), "what the card does is said before it is played"
    await alice.click(opened, custom_id=labelled(opened, "Play"))
    match = await club.match()
    assert [event.card for event in match.state.story if event.kind == "play"] == ["thrust"]
    await alice.click(panel_of(club, match), custom_id=labelled(panel_of(club, match), "Finishing Blow"))
    opened = panel_of(club, match)
    (menu,) = menus(opened)
    thrusts = [option.value for option in menu.options if option.label == "Thrust"][:2]
    held = match.state.sides[0].hand.count("thrust")
    await alice.select(opened, thrusts, custom_id=menu.custom_id)
    match = await club.match()
    assert match.state.sides[0].hand.count("thrust") == held - 2
    assert [event.card for event in match.state.story if event.kind == "play"] == ["thrust", "finishing-blow"]


async def test_a_question_out_of_turn_is_answered_from_the_ping_in_two_taps(club: Club) -> None:
    club.close_dms(club.bob)
    match = await holding(club, "ransom")
    await club.bot.referee.act(match.id, club.alice.id, "ransom", key="asks")
    await shown(club, match)
    ping = next(one for one in reversed(club.channel.history()) if f"<@{club.bob.id}>" in one.content)
    question = answers_of(await press(club.bob, ping, "hand"))[-1]
    assert "Ransom" in text_of(question)
    await club.bob.click(question, custom_id=labelled(question, "The opponent draws and wounds 1"))
    assert (await club.match()).state.asked is None


async def test_moves_are_typed_in_notation_or_in_the_readers_words(club: Club) -> None:
    """Only legal ones are suggested."""
    match = await holding(club, "thrust", "thrust", "finishing-blow")
    offered = await club.alice.autocomplete(club.channel, "play", "moves", "")
    legal = {DUEL.notation.notate(action) for action in DUEL.rules.legal(match.state, Seat(0))}
    assert offered
    assert {one["value"] for one in offered} <= legal
    club.languages[club.alice.id] = "fr"
    french = await club.alice.autocomplete(club.channel, "play", "moves", "coup de gr")
    assert french
    assert all(one["value"].startswith("finishing-blow") for one in french)
    await club.alice.slash(club.channel, "play", moves="Coup de grâce / estoc + estoc")
    match = await club.match()
    assert [event.card for event in match.state.story if event.kind == "play"] == ["finishing-blow"]
    refused = await club.alice.slash(club.channel, "play", moves="slash/thrust")
    assert (await club.match()).revision == match.revision
    assert said(refused)
