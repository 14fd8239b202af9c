"""Whole games of The Game from lobby to result: one to five people, in every way of playing, with computers, in both
languages, across restarts."""

from pathlib import Path

import pytest
from simcord.env import Env

from bot.games.core import Seat, apply_all
from bot.referee.match import Match
from bot.referee.team_scores import team_score
from bot.table.locale import locale_for
from tests.support.play import reckless_turn
from tests.support.team import Club, TurnPlayer, begin, play_out, tap_ephemeral_turn, tap_turn, turn_of, type_turn
from tests.support.tiers import has_long_version, sized
from tests.support.world import argument_of, button, buttons, is_private, press, said, text_of

CHOOSE = sized(reckless_turn, turn_of)


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


@has_long_version
@pytest.mark.parametrize("people", sized([1, 3], [1, 2, 3, 4, 5]))
async def test_a_whole_game_typed(club: Club, people: int) -> None:
    await club.team(people)
    match = await play_out(club, type_turn, choose=CHOOSE)
    await club.assert_sound()
    assert match.row.reason in ("beaten", "blocked")
    names = ("Alice", "Bob", "Chloé", "Dan", "Emma")
    why = locale_for("en").text(f"the-game.{match.row.reason}", player=names[match.state.turn])
    assert why in text_of(club.table())
    assert why.rstrip(".") in (club.table().attachments[0].description or "")
    verbs = {custom_id.split(":")[1] for custom_id in buttons(club.table())}
    assert verbs == {"rematch", "replay", "review", "verify", "rules", "details"}


async def test_nobody_alone_can_type_their_way_into_the_draw_pile(club: Club) -> None:
    """Neither suggestions nor refusals of a typed list reveal which cards come next (TG6)."""
    match = await club.team(1)
    turn = f"{','.join(turn_of(match))},end"
    after = apply_all(match.game, match.state, Seat(0), match.game.notation.parse_all(turn))
    drawn = set(after.hands[0]) - set(match.state.hands[0])
    assert drawn
    for typed in (f"{turn},", f"{turn}, ", *(f"{turn},{card}" for card in sorted(after.hands[0]))):
        assert await club.alice.autocomplete(club.channel, "play", "moves", typed) == []
    unheld = [card for card in range(2, 100) if card not in after.hands[0]]
    answers = set()
    for card in (*sorted(after.hands[0]), *unheld[:6]):
        answers.add(said(await club.alice.slash(club.channel, "play", moves=f"{turn},{card:02d}a")))
    assert len(answers) == 1, "refused alike, whichever cards lie on top"
    assert "on its own" in answers.pop()
    assert (await club.match()).revision == match.revision


@has_long_version
@pytest.mark.parametrize("play", [tap_turn, tap_ephemeral_turn])
async def test_a_whole_game_tapped(club: Club, play: TurnPlayer) -> None:
    if play is tap_ephemeral_turn:
        club.close_dms(club.alice, club.bob)
    await club.team(2, fire=True, expert=True, fewer=True)
    match = await play_out(club, play, choose=CHOOSE)
    await club.assert_sound()
    assert match.row.options == {"expert": True, "fewer": True, "fire": True}


@has_long_version
async def test_a_whole_game_in_french(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> None:
    club = Club(simcord_env, tmp_path, languages, preferred_locale="fr")
    languages.update({person.id: "fr" for person in club.everyone})
    await club.team(3)
    match = await play_out(club, tap_turn, choose=CHOOSE)
    why = locale_for("fr").text(f"the-game.{match.row.reason}", player=("Alice", "Bob", "Chloé")[match.state.turn])
    assert why in text_of(club.table())
    assert why in text_of(club.panel(club.chloe))


@has_long_version
@pytest.mark.parametrize(("people", "computers"), sized([(1, 1)], [(1, 1), (1, 4), (3, 2)]))
async def test_computers_fill_seats_and_signal(club: Club, people: int, computers: int) -> None:
    match = await club.team(people, computers=computers)
    assert len(match.row.seats) == people + computers
    await play_out(club, type_turn, choose=turn_of)
    await club.assert_sound()
    actions = await club.bot.store.games.actions(1)
    talkers = {action.seat for action in actions if action.text[0] in "!~-"}
    assert talkers
    assert all(match.row.seats[seat or 0].level is not None for seat in talkers)


async def test_computers_leave_the_first_turn_to_people(club: Club) -> None:
    match = await club.team(2, computers=3)
    assert len(match.to_act) == 5
    assert button(club.table(), "act", "claim")
    match = await begin(club, match)
    assert match.to_act == {0}


@has_long_version
async def test_a_restart_after_every_turn_changes_nothing(club: Club) -> None:
    match = await begin(club, await club.team(2, computers=1))
    while not match.is_over:
        await type_turn(club, match, CHOOSE)
        await club.restart()
        match = await club.match()
    await club.assert_sound()


async def test_a_staged_card_survives_a_restart(club: Club) -> None:
    match = await club.team(1)
    await press(club.alice, club.panel(club.alice), "details")
    place = turn_of(match)[0]
    await press(club.alice, club.panel(club.alice), "pick", str(int(place[:2])))
    await press(club.alice, club.panel(club.alice), "act", place)
    await club.restart()
    shown = f"Placed: {int(place[:2])} {place[2].upper()}"
    assert shown in text_of(club.panel(club.alice))
    undone = await press(club.alice, club.panel(club.alice), "act", "undo")
    assert shown not in said(undone)


def left(match: Match) -> int:
    score = team_score(match.row)
    assert score is not None
    return score.score


async def test_the_result_is_compared_with_the_best_here(club: Club) -> None:
    await club.team(1)
    first = await play_out(club, type_turn)
    assert "This server’s best" in text_of(club.table())
    again = await press(club.alice, club.table(), "rematch")
    assert "best" not in said(again)
    second = await play_out(club, type_turn, number=2)
    scores = {match.id: left(match) for match in (first, second)}
    (best,) = await club.bot.store.teams.best_scores(club.guild.id, "the-game", 1, "")
    assert best.score == min(scores.values())
    assert best.game_id == min(scores, key=lambda number: (scores[number], number))


async def test_a_staged_card_shows_in_no_custom_id_of_the_table(club: Club) -> None:
    """Though the table is posted anew; and its buttons still do what they say."""
    match = await begin(club, await club.team(2))
    await club.bob.slash(club.channel, "table")
    before = sorted(buttons(club.table()))
    person = club.mover(match)
    await person.slash(club.channel, "play", moves=turn_of(match)[0])
    assert (await club.match()).revision > match.revision
    await club.bob.slash(club.channel, "table")
    assert sorted(buttons(club.table())) == before
    assert "signal" in " ".join(before)
    opened = await press(club.bob, club.table(), "pick", "signal")
    assert is_private(opened)
    keep_off = next(one for one in buttons(opened.response) if ":act:" in one)
    await press(club.bob, opened.response, "act", argument_of(keep_off))
    assert (await club.match()).revision > match.revision + 1


@pytest.mark.usefixtures("every_minute")
async def test_a_game_nobody_played_in_is_titled_so_and_not_abandoned(club: Club) -> None:
    await begin(club, await club.team(2))
    await club.env.advance_time(30 * 60)
    assert (await club.match()).row.reason == "called_off"
    (picture,) = club.table().attachments
    assert (picture.description or "").startswith("Called off. 98 cards left.")


async def test_a_game_somebody_left_is_titled_abandoned(club: Club) -> None:
    await club.team(2)
    await club.bot.referee.resign(1, club.alice.id, "resigned in a test")
    await club.bot.referee.decline_stand_in(1, club.bob.id, "declined in a test")
    await club.alice.slash(club.channel, "table", game=1)
    (picture,) = club.table().attachments
    assert (picture.description or "").startswith("Abandoned. 98 cards left.")


@pytest.mark.usefixtures("hourly")
@pytest.mark.parametrize("computers", [0, 2])
async def test_who_plays_without_other_people_may_step_away(club: Club, computers: int) -> None:
    """Whatever the lobby's clock, and again in the next game; the time of two missed turns of any clock passes."""
    lobby = await club.lobby(clock="live", computers=computers)
    assert "Nobody else? Just press **Start**: there is no clock then." in text_of(lobby)
    await press(club.alice, lobby, "begin")
    await type_turn(club, await begin(club, await club.match()))
    await club.env.advance_time(60 * 60)
    match = await club.match()
    assert (match.is_over, match.row.clock, match.row.deadline) == (False, "none", None)
    assert "no clock" in text_of(club.table())
    await club.bot.referee.resign(1, club.alice.id, "resigned in a test")
    await club.alice.slash(club.channel, "rematch")
    assert (await club.match(2)).row.clock == "none"
    await club.assert_sound()


async def test_whoever_joins_brings_the_clock_back(club: Club) -> None:
    lobby = await club.lobby(clock="live", computers=1)
    await press(club.bob, lobby, "accept")
    assert "Nobody else?" not in text_of(club.lobbies()[-1])
    await press(club.alice, lobby, "begin")
    assert (await club.match()).row.clock == "live"
