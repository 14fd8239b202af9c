"""TG8, TG10, TG12: the end of the game and its score."""

import pytest

from bot.games.core import Outcome, Seat, whole_turns_of
from bot.games.the_game.position import Position, Tops, can_end
from bot.games.the_game.state import Mode
from tests.games.the_game.builders import EASY, GAME, UNDRAWN, game, play, reason, refused, stage

CLOSED: Tops = (90, 91, 10, 11)  # hardly anything fits


def test_tg8_stops_as_the_turn_of_a_player_starts_who_cannot_place_the_minimum() -> None:
    state = play(game((92, 93, 94), (50, 51, 52), tops=CLOSED), "92a,93b")
    assert state.outcome == Outcome("blocked", frozenset(), (6 + 6,) * 2)
    assert GAME.rules.to_act(state) == frozenset()
    assert GAME.rules.legal(state, Seat(0)) == GAME.rules.legal(state, Seat(1)) == ()
    assert refused(state, "50a").code == "game_is_over"
    assert refused(state, "!a", seat=0).code == "game_is_over"


def test_tg8_one_card_is_not_two() -> None:
    """The next player could place the 95, and nothing after it."""
    assert reason(play(game((92, 93, 94), (50, 51, 95), tops=CLOSED), "92a,93b")) == "blocked"


def test_tg8_a_first_card_may_make_the_second_possible() -> None:
    """Alone the 86 fits nowhere; after the 96 it is ten back."""
    state = play(game((92, 93, 94), (50, 86, 96), tops=CLOSED), "92a,93b")
    assert reason(state) is None
    assert GAME.rules.apply(state, Seat(1), GAME.parse("96a")).position.hand == (50, 86)
    assert refused(state, "86a").code == "wrong_direction_up"


def test_tg8_judged_over_sequences_of_three_in_expert_mode() -> None:
    """96, 86 and then the 87: no two of them could begin with anything but the 96."""
    expert = Mode(is_expert=True)
    assert reason(play(game((92, 93, 94), (86, 87, 96), tops=CLOSED, mode=expert), "92a,93b,94b")) is None
    assert reason(play(game((92, 93, 94), (50, 86, 96), tops=CLOSED, mode=expert), "92a,93b,94b")) == "blocked"


def test_tg8_with_an_empty_draw_pile_one_card_is_enough() -> None:
    assert reason(play(game((92, 93), (50, 95), draw=(), tops=CLOSED), "92a")) is None
    assert reason(play(game((92, 93), (50, 51), draw=(), tops=CLOSED), "92a")) == "blocked"


def test_tg8_who_holds_nothing_is_not_stuck() -> None:
    assert reason(play(game((92, 93), (), (50, 95), draw=(), tops=CLOSED), "92a")) is None


def test_tg8_the_score_counts_hands_and_draw_pile_together() -> None:
    """The sheet's example: three hands of six and seven to draw are 25."""
    hands = ((92, 93, 31, 32, 33, 34), (50, 51, 52, 53, 54, 55), (40, 41, 42, 43, 44, 45))
    state = play(game(*hands, draw=(60, 61, 62, 63, 64, 65, 66, 67, 68), tops=CLOSED), "92a,93b")
    assert state.outcome == Outcome("blocked", frozenset(), (25, 25, 25))


def test_tg8_everything_placed_beats_the_game_in_the_middle_of_the_turn() -> None:
    state = stage(game((), (30, 31), (), draw=(), turn=1), "30a 31a")
    assert state.outcome == Outcome("beaten", frozenset({Seat(0), Seat(1), Seat(2)}), (0, 0, 0))
    assert GAME.rules.turns(state) == 1
    assert whole_turns_of(GAME).last_turn(state) == "30a,31a"
    assert GAME.rules.observe(state, None).played == frozenset(range(2, 100))


def test_tg8_the_last_card_of_a_hand_is_not_the_last_of_all() -> None:
    assert reason(stage(game((30,), (50,), draw=()), "30a")) is None
    assert reason(stage(game((30, 31), draw=(50,)), "30a 31a")) is None


def test_tg8_everybody_sees_every_hand_once_it_is_over() -> None:
    state = play(game((92, 93, 94), (50, 51, 52), tops=CLOSED), "92a,93b")
    assert GAME.rules.observe(state, None).hands == state.hands


@pytest.mark.parametrize("size", range(5, 9))
def test_tg10_no_first_turn_is_ever_stuck(size: int) -> None:
    for low in range(2, 100 - size):
        assert can_end(Position(tuple(range(low, low + size)), (1, 1, 100, 100)), 3)


def test_tg12_when_the_referee_ends_it_hands_are_shown_and_nothing_may_be_pressed() -> None:
    state = stage(game((10, 11, 12), EASY, draw=UNDRAWN), "10a")
    view = GAME.rules.observe(state, Seat(0), is_over=True)
    assert view.hands == state.hands
    assert view.outcome is None
    assert GAME.screens.screen(view).choices == ()
