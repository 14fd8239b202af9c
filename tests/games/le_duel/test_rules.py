"""LD1 to LD5 and LD10 to LD13: dealing, the turn, drawing, winning and losing. Each test is named by its rule."""

from typing import Any

import pytest

from bot.games.core import Outcome, Player, RuleError, Seat, whole_turns_of
from bot.games.le_duel.state import EndTurn, State
from tests.games.contract import SeededShuffle
from tests.games.le_duel.builders import ANY_HAND, GAME, GOLD, SILVER, Stacked, Tops, game, play, refused, stage

ALL = tuple(range(2, 60))
EMPTY: tuple[int, ...] = ()


def hand(state: State, seat: int = GOLD) -> tuple[int, ...]:
    return state.sides[seat].hand


def test_ld01_each_player_owns_2_to_59() -> None:
    gold, silver = whole_turns_of(GAME).decks(SeededShuffle("colours"))
    assert sorted(gold) == sorted(silver) == list(ALL)


def test_ld01_both_may_hold_the_same_number_and_each_places_their_own() -> None:
    state = play(game([27, 30], [2], theirs=[27, 40]), "27^A,30^A")
    assert hand(state, SILVER) == (27, 40)
    assert play(state, "27^A,40^A").outcome == Outcome("placed_all", frozenset({SILVER}), (57, 58))


def test_ld01_two_players() -> None:
    for seats in (0, 1, 3):
        with pytest.raises(ValueError, match="two"):
            GAME.rules.start(seats, {}, SeededShuffle("too few, too many"))


def test_ld02_each_deck_is_shuffled_as_its_owner_s() -> None:
    shuffle = Stacked(ALL, tuple(reversed(ALL)))
    state = GAME.rules.start(2, {}, shuffle)
    assert shuffle.asked.count(("draw", GOLD)) == shuffle.asked.count(("draw", SILVER)) == 1
    assert hand(state, GOLD) == (2, 3, 4, 5, 6, 7)
    assert hand(state, SILVER) == (54, 55, 56, 57, 58, 59)


def test_ld03_six_cards_each_from_the_top_of_the_own_pile() -> None:
    decks = whole_turns_of(GAME).decks(SeededShuffle("deal"))
    state = GAME.rules.start(2, {}, SeededShuffle("deal"))
    for side, deck in zip(state.sides, decks, strict=True):
        assert side.hand == tuple(sorted(deck[:6]))
        assert side.draw == deck[6:]
        assert (side.up, side.down) == (1, 60)


@pytest.mark.parametrize("first", [GOLD, SILVER])
def test_ld04_who_starts_is_drawn_or_fixed(first: int) -> None:
    assert GAME.rules.start(2, {}, Stacked(ALL, ALL, first)).turn == first
    assert GAME.rules.start(2, {"first": None}, Stacked(ALL, ALL, first)).turn == first
    assert GAME.rules.start(2, {"first": first}, Stacked(ALL, ALL, 1 - first)).turn == first


GARBAGE: list[Any] = ["0", "", "challenger", 2, -1, True, False, 1.0, 0.0, float("nan"), [], [0], {}, b"0"]


@pytest.mark.parametrize("first", GARBAGE, ids=repr)
def test_ld04_nothing_else_can_be_fixed(first: object) -> None:
    with pytest.raises(RuleError) as caught:
        GAME.rules.start(2, {"first": first}, SeededShuffle("garbage"))
    assert caught.value.code == "bad_option"
    assert caught.value.values == {"option": "first"}


@pytest.mark.parametrize("draw", [(40, 41, 42), EMPTY], ids=["cards to draw", "draw pile empty"])
def test_ld05_two_cards_at_least(draw: tuple[int, ...]) -> None:
    state = game([10, 11, 12, 13], draw)
    for placed, text in enumerate(("", "10^A")):
        error = refused(stage(state, text), "end")
        assert error.code == "too_few_cards"
        assert error.values == {"placed": placed, "minimum": 2}
    assert play(state, "10^A,11^A").turn == SILVER


def test_ld05_as_many_more_as_they_like_in_any_order_on_any_pile() -> None:
    state = play(game([10, 11, 12, 50, 51, 52], ALL[:2]), "52vA,10^A,51vA,11^A,50vA,12^A")
    assert (state.sides[GOLD].up, state.sides[GOLD].down) == (12, 50)
    assert hand(state) == ALL[:2]


def test_ld05_only_one_s_own_cards_and_each_once() -> None:
    state = game([10, 11, 12], [13], theirs=ANY_HAND)
    for text in ("20^A", "13^A", "02^A"):
        assert refused(state, text).code == "not_in_hand"
    assert refused(stage(state, "10^A"), "10^A").code == "not_in_hand"


def test_ld05_only_in_turn() -> None:
    state = game([10, 11, 12], [13])
    for text in ("20^A", "10^A", "undo", "end"):
        with pytest.raises(RuleError) as caught:
            GAME.rules.apply(state, SILVER, GAME.parse(text))
        assert caught.value.code == "not_your_turn"
        assert not caught.value.values


DRAWS = [
    pytest.param("10^A,11^A", 6, 2, 6, id="two own: two"),
    pytest.param("10^A,11^A,12^A", 6, 2, 5, id="three own: two, hand five"),
    pytest.param("10^A,11^A,12^A,13^A,14^A,15^A", 6, 2, 2, id="six own: two"),
    pytest.param("10^A,11^E", 6, 2, 6, id="one own, one theirs: back to six"),
    pytest.param("10^A,12^A,13^A,14^A,11^E", 6, 5, 6, id="four own, one theirs: back to six"),
    pytest.param("11^E,10^A,12^A,13^A,14^A,15^A", 6, 6, 6, id="all six, one theirs: back to six"),
    pytest.param("10^A,11^A", 1, 1, 5, id="two own, one left to draw"),
    pytest.param("10^A,11^E,12^A,13^A", 3, 3, 5, id="theirs, three left to draw"),
    pytest.param("10^A,11^A", 0, 0, 4, id="two own, none left"),
    pytest.param("10^A,11^E", 0, 0, 4, id="theirs, none left"),
]


@pytest.mark.parametrize(("turn", "left", "drawn", "size"), DRAWS)
def test_ld10_two_cards_or_back_to_six(turn: str, left: int, drawn: int, size: int) -> None:
    draw = tuple(range(40, 40 + left))
    state = play(game([10, 11, 12, 13, 14, 15], draw, tops=(1, 60, 30, 60)), turn)
    assert state.last is not None
    assert state.last.drawn == drawn
    assert len(hand(state)) == size
    assert set(draw[:drawn]) <= set(hand(state))  # from the top of the pile
    assert state.sides[GOLD].draw == draw[drawn:]


@pytest.mark.parametrize(("turn", "size"), [("10^A,11^A", 5), ("10^A,11^E", 6)])
def test_ld10_a_hand_of_five_stays_five_or_tops_up_to_six(turn: str, size: int) -> None:
    state = play(game([10, 11, 12, 13, 14], range(40, 50), tops=(1, 60, 30, 60)), turn)
    assert len(hand(state)) == size


def test_ld10_the_other_player_draws_nothing() -> None:
    state = play(game([10, 11, 12], range(40, 50), tops=(1, 60, 30, 60), their_draw=[30, 31]), "10^A,11^E")
    assert state.sides[SILVER].draw == (30, 31)
    assert hand(state, SILVER) == ANY_HAND


def test_ld11_without_a_draw_pile_play_goes_on() -> None:
    state = play(game([10, 11, 12, 13], EMPTY, theirs=[20, 21, 22]), "10^A,11^A", "20^A,21^A")
    assert state.outcome is None
    assert hand(state) == (12, 13)


def test_ld12_the_last_card_wins_in_the_middle_of_the_turn() -> None:
    state = stage(game([10, 11]), "10^A")
    assert state.outcome is None
    state = stage(state, "11^A")
    assert state.outcome == Outcome("placed_all", frozenset({GOLD}), (58, 52))
    assert (state.sides[GOLD].up, state.staged, state.turns) == (11, (), 1)
    assert whole_turns_of(GAME).last_turn(state) == "10^A,11^A"
    assert GAME.rules.to_act(state) == frozenset()
    assert refused(state, "end").code == refused(state, "undo").code == "game_is_over"


@pytest.mark.parametrize(("viewer", "holders"), [(None, [SILVER]), (GOLD, [SILVER]), (SILVER, [])])
def test_ld12_a_hand_that_is_empty_at_the_end_is_not_listed(viewer: Seat | None, holders: list[Seat]) -> None:
    state = stage(game([10, 11]), "10^A,11^A")
    lines = GAME.screens.screen(GAME.rules.observe(state, viewer, is_over=True)).lines
    listed = [line.values["player"] for line in lines if line.code == "le-duel.their_hand"]
    assert listed == [Player(seat) for seat in holders]


def test_ld12_a_card_on_the_other_side_counts_and_may_be_the_last() -> None:
    state = stage(game([10, 11], tops=(1, 60, 30, 60)), "10^A,11^E")
    assert state.outcome == Outcome("placed_all", frozenset({GOLD}), (58, 52))
    assert (state.sides[SILVER].up, state.sides[SILVER].down) == (11, 60)
    assert state.sides[SILVER].hand == ANY_HAND


def test_ld12_not_while_there_are_cards_to_draw() -> None:
    state = stage(game([10, 11], [40]), "10^A,11^A")
    assert state.outcome is None
    assert GAME.rules.legal(state, GOLD)[-1] == EndTurn()
    state = play(game([10, 11], [40]), "10^A,11^A")
    assert hand(state) == (40,)


def test_ld12_a_turn_as_records_write_it_needs_no_end() -> None:
    assert play(game([10, 11]), "10^A,11^A") == stage(game([10, 11]), "10^A,11^A")


# Tops of 2 and 59 on the other side cannot be improved, like the bases; a player has placed two cards by then.
STUCK = [
    pytest.param((3, 4, 55, 56, 30, 31), (58, 2, 33, 12), id="one card only, on the other side"),
    pytest.param((12,), (1, 60, 30, 31), id="one card left"),
    pytest.param((57, 3), (58, 2, 2, 59), id="nothing fits"),
    pytest.param((58, 57), (57, 2, 2, 59), id="only one fits"),
    pytest.param((49, 57), (58, 2, 50, 59), id="only theirs fits, once"),
]
NOT_STUCK = [
    pytest.param((40, 45), (50, 10, 2, 59), id="a jump makes room"),
    pytest.param((30, 40), (50, 10, 2, 59), id="a jump after a jump"),
    pytest.param((20, 15), (50, 10, 2, 59), id="a jump on the descending pile makes room"),
    pytest.param((57, 3), (58, 4, 58, 59), id="one theirs, one own"),
    pytest.param((58, 59), (57, 2, 2, 59), id="the last two"),
]


def begin_turn(cards: tuple[int, ...], tops: Tops) -> State:
    """Gold ends a turn that leaves silver these cards and tops (relative to silver)."""
    own_up, own_down, their_up, their_down = tops
    before = game([their_up, their_down], range(20, 30), tops=(1, 60, own_up, own_down), theirs=cards)
    return play(before, f"{their_up:02d}^A,{their_down:02d}vA")


@pytest.mark.parametrize(("cards", "tops"), STUCK)
def test_ld13_who_cannot_place_two_has_lost_as_the_turn_begins(cards: tuple[int, ...], tops: Tops) -> None:
    state = begin_turn(cards, tops)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("stuck", frozenset({GOLD}))
    assert state.outcome.scores[SILVER] == 58 - len(cards)
    assert not GAME.rules.legal(state, SILVER)


@pytest.mark.parametrize(("cards", "tops"), NOT_STUCK)
def test_ld13_it_takes_only_one_ordered_pair(cards: tuple[int, ...], tops: Tops) -> None:
    state = begin_turn(cards, tops)
    assert state.outcome is None
    assert GAME.rules.to_act(state) == {SILVER}
