"""TG4 to TG7, TG10, TG12: placing, staging, taking back, drawing, turn order."""

import pytest

from bot.games.core import Seat, whole_turns_of
from bot.games.the_game.position import BASES, Tops
from bot.games.the_game.state import Mode
from tests.games.the_game.builders import EASY, GAME, game, is_legal, play, reason, refused, stage

EXPERT = Mode(is_expert=True)


@pytest.mark.parametrize("pile", "ab")
def test_tg4_ascending_greater_or_exactly_ten_less(pile: str) -> None:
    for card in (card for card in range(2, 100) if card != 47):
        state = game((card, 47, 98), tops=(47, 47, 100, 100))
        assert is_legal(state, f"{card:02d}{pile}") == (card > 47 or card == 37), card


@pytest.mark.parametrize("pile", "cd")
def test_tg4_descending_smaller_or_exactly_ten_more(pile: str) -> None:
    for card in (card for card in range(2, 100) if card != 65):
        state = game((card, 65, 3), tops=(1, 1, 65, 65))
        assert is_legal(state, f"{card:02d}{pile}") == (card < 65 or card == 75), card


@pytest.mark.parametrize(
    ("text", "code", "values"),
    [
        ("38a", "wrong_direction_up", {"card": 38, "top": 47}),
        ("70d", "wrong_direction_down", {"card": 70, "top": 65}),
        ("50a", "not_in_hand", {"card": 50}),
    ],
)
def test_tg4_a_refusal_says_why(text: str, code: str, values: dict[str, int]) -> None:
    error = refused(game((38, 70, 99, 3), tops=(47, 1, 100, 65)), text)
    assert (error.code, error.values) == (code, values)


def test_tg4_the_sheet_s_examples() -> None:
    assert stage(game((8, 13), tops=(4, 1, 100, 100)), "8a 13a").position.tops == (13, 1, 100, 100)
    assert is_legal(game((35, 46), tops=(45, 1, 100, 100)), "35a")
    assert stage(game((37, 99), tops=(47, 1, 100, 100)), "37a").position.tops == (37, 1, 100, 100)
    assert stage(game((75, 99), tops=(1, 1, 65, 100)), "75c").position.tops == (1, 1, 75, 100)


def test_tg4_one_turn_may_use_every_pile_and_jump_in_between() -> None:
    state = stage(game((20, 30, 40, 50, 60, 70)), "30a 20a 40b 60c 70c 50d")
    assert state.position.tops == (20, 40, 70, 50)


@pytest.mark.parametrize(
    ("mode", "draw", "minimum"),
    [(Mode(), (60,), 2), (EXPERT, (60,), 3), (Mode(), (), 1), (EXPERT, (), 1), (Mode(has_fewer=True), (60,), 2)],
)
def test_tg4_tg7_tg10_the_minimum(mode: Mode, draw: tuple[int, ...], minimum: int) -> None:
    """In every mode it is 1 once the draw pile is empty."""
    state = game((10, 11, 12, 13, 14), EASY, draw=draw, mode=mode)
    for placed in range(minimum):
        error = refused(state, "end")
        assert (error.code, error.values) == ("too_few_cards", {"placed": placed, "minimum": minimum})
        state = stage(state, f"{10 + placed}a")
    assert is_legal(state, "end")


def test_tg4_as_many_more_as_they_like() -> None:
    state = play(game((10, 11, 12, 13, 14, 15), EASY), "10a,11a,12a,13a,14a,15a")
    assert state.tops == (15, 1, 100, 100)


def test_tg5_only_tops_are_shown() -> None:
    state = play(game((10, 11, 12), EASY), "10a,11a,12a", "45b,46b")
    lines = GAME.screens.screen(GAME.rules.observe(state, None)).lines
    tops = [line.values["top"] for line in lines if line.code in ("the-game.up", "the-game.down")]
    assert tops == [12, 46, 100, 100]
    assert not any(card in line.values.values() for line in lines for card in (10, 11, 45))


def test_tg6_draws_as_many_as_were_placed() -> None:
    state = play(game((10, 11, 12, 13), EASY, draw=(90, 20, 91, 92)), "10a,11a,12a")
    assert state.hands[0] == (13, 20, 90, 91)
    assert state.draw == (92,)
    assert state.last is not None
    assert state.last.drawn == 3


def test_tg6_as_far_as_the_draw_pile_reaches() -> None:
    state = play(game((10, 11, 12, 13), EASY, draw=(90,)), "10a,11a,12a")
    assert (state.hands[0], state.draw) == ((13, 90), ())


def test_tg6_nobody_draws_before_the_turn_has_ended() -> None:
    state = stage(game((10, 11, 12), EASY, draw=(90, 91)), "10a 11a")
    assert (state.position.hand, state.draw) == ((12,), (90, 91))


def test_tg7_with_an_empty_draw_pile_nobody_draws() -> None:
    assert play(game((10, 11, 12), EASY, draw=()), "10a").hands[0] == (11, 12)


def test_tg7_the_minimum_is_that_of_the_turn_s_start() -> None:
    """One card is left to draw: two must be placed, though only one can be drawn."""
    state = game((10, 11, 12), EASY, draw=(90,))
    assert refused(stage(state, "10a"), "end").code == "too_few_cards"
    assert play(state, "10a,11a", "45b").turn == 0


def test_tg7_who_has_no_cards_is_passed_over() -> None:
    state = play(game((10, 30), (), (), (40, 41), (), draw=()), "10a")
    assert state.turn == 3
    state = play(state, "40a")
    assert state.turn == 0
    assert refused(state, "40a", seat=3).code == "not_your_turn"


def test_tg7_the_last_with_cards_goes_on_alone() -> None:
    state = play(game((10,), (40, 41), (), draw=()), "10a", "40a")
    assert state.turn == 1


def test_turns_go_round() -> None:
    state = game((10, 11), (20, 21), (30, 31), draw=(90, 91, 92, 93, 94, 95), turn=1)
    seats = []
    for turn in ("20a,21a", "30a,31a", "10b,11b"):
        seats.append(state.turn)
        state = play(state, turn)
    assert seats == [1, 2, 0]
    assert GAME.rules.turns(state) == 3
    assert whole_turns_of(GAME).last_turn(state) == "10b,11b"


def test_only_the_player_on_turn_places() -> None:
    state = game((10, 11), (20, 21))
    for text in ("20a", "undo", "end"):
        assert refused(state, text, seat=1).code == "not_your_turn"


def test_tg12_staged_cards_are_seen_by_their_player_alone() -> None:
    before = game((10, 11, 12), EASY, EASY)
    state = stage(before, "10a 11b")
    for viewer in (None, Seat(1), Seat(2)):
        assert GAME.rules.observe(state, viewer) == GAME.rules.observe(before, viewer)
    own = GAME.rules.observe(state, Seat(0))
    assert own.position == state.position
    assert own.position.tops == (10, 11, 100, 100)


def test_tg12_taken_back_one_by_one() -> None:
    before = game((10, 11, 12), EASY)
    assert refused(before, "undo").code == "nothing_to_take_back"
    assert stage(before, "10a 11b undo") == stage(before, "10a")
    assert stage(before, "10a 11b undo undo") == before


def test_tg12_ending_shows_the_turn_to_everybody() -> None:
    state = play(game((10, 11, 12), EASY), "10a,11a")
    assert GAME.rules.observe(state, None).last == state.last
    assert state.staged == ()
    assert GAME.rules.observe(state, None).tops == (11, 1, 100, 100)


@pytest.mark.parametrize("tops", [BASES, (50, 60, 40, 30)])
def test_the_whole_deck_is_somewhere(tops: Tops) -> None:
    """`played` is every card in no hand and not in the draw pile."""
    state = play(game((70, 71, 12), EASY, tops=tops), "70a,71a")
    assert {70, 71} <= GAME.rules.observe(state, None).played
    assert not {12, *EASY, *state.draw} & GAME.rules.observe(state, None).played
    assert reason(state) is None
