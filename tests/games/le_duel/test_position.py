"""LD6 to LD9, LD14 to LD16 and the rule sheet's worked cases: placement, visibility, taking back."""

from collections.abc import Iterable
from typing import Any

import pytest

from bot.games.core import ChoiceKind, Phrase, whole_turns_of
from bot.games.le_duel.position import Pile, Place, Whose, fits_own, improves, refusal
from bot.games.le_duel.state import State, TakeBack
from tests.games.contract import SeededShuffle
from tests.games.le_duel.builders import (
    ANY_HAND,
    GAME,
    GOLD,
    SILVER,
    Tops,
    game,
    is_refused,
    play,
    position,
    refused,
    stage,
)

CARDS = frozenset(range(2, 60))


def fitting(pile: Pile, top: int) -> set[int]:
    return {card for card in CARDS if fits_own(card, top, pile)}


def test_ld06_ascending_greater_or_ten_less() -> None:
    for top in range(1, 60):
        assert fitting(Pile.UP, top) == (set(range(top + 1, 60)) | {top - 10}) & CARDS


def test_ld06_descending_smaller_or_ten_more() -> None:
    for top in range(2, 61):
        assert fitting(Pile.DOWN, top) == (set(range(2, top)) | {top + 10}) & CARDS


def test_ld06_a_refusal_names_card_and_top() -> None:
    for text, code, top in (("26^A", "wrong_direction_up", 27), ("46vA", "wrong_direction_down", 35)):
        error = refused(game([26, 46], [2], tops=(27, 35, 1, 60)), text)
        assert error.code == code
        assert error.values == {"card": int(text[:2]), "top": top}


def test_ld07_jumps_on_both_piles_between_ordinary_cards() -> None:
    state = game([17, 7, 45, 55, 18, 8], [2, 3], tops=(27, 35, 1, 60))
    state = play(state, "17^A,45vA,07^A,18^A,55vA,08^A")
    assert (state.sides[GOLD].up, state.sides[GOLD].down) == (8, 55)


def test_ld08_their_ascending_pile_takes_strictly_smaller_cards() -> None:
    for top in range(1, 60):
        assert {card for card in CARDS if improves(card, top, Pile.UP)} == set(range(2, top))


def test_ld08_their_descending_pile_takes_strictly_greater_cards() -> None:
    for top in range(2, 61):
        assert {card for card in CARDS if improves(card, top, Pile.DOWN)} == set(range(top + 1, 60))


@pytest.mark.parametrize("text", ["12^E", "45vE"])
def test_ld08_one_card_a_turn_on_their_side(text: str) -> None:
    state = stage(game([11, 12, 44, 45], [2], tops=(1, 60, 30, 40)), "11^E")
    assert refused(state, text).code == "one_card_on_their_side"
    freed = stage(state, "undo")
    assert not is_refused(freed, text)


def test_ld08_the_next_turn_may_help_again() -> None:
    state = game([11, 12, 13, 14], [2, 3, 4, 5], tops=(1, 60, 30, 40), theirs=[50, 51, 52, 53])
    state = play(state, "12^A,11^E", "50^A,51^A")
    assert play(state, "14^A,13^E").sides[SILVER].up == 13


def test_ld08_an_equal_card_a_worse_card_and_a_base_are_refused() -> None:
    state = game([29, 30, 40, 39], [2], tops=(1, 60, 29, 40))
    for text, code in (
        ("29^E", "does_not_improve_up"),
        ("30^E", "does_not_improve_up"),
        ("40vE", "does_not_improve_down"),
        ("39vE", "does_not_improve_down"),
    ):
        assert refused(state, text).code == code
    for text in ("29^E", "39vE"):
        error = refused(game([29, 39], [2]), text)
        assert (error.code, error.values) == ("base_cannot_be_improved", {"card": int(text[:2])})


def test_ld08_the_owner_goes_on_from_the_improved_top() -> None:
    state = play(game([11, 12, 13], [2, 3], tops=(1, 60, 30, 40), theirs=[15, 16, 17]), "12^A,11^E")
    assert play(state, "15^A,16^A").sides[SILVER].up == 16


@pytest.mark.parametrize("turn", ["11^E,12^A,13^A", "12^A,11^E,13^A", "12^A,13^A,11^E"])
def test_ld09_first_last_or_between(turn: str) -> None:
    state = play(game([11, 12, 13], [2, 3], tops=(1, 60, 30, 40)), turn)
    assert (state.sides[GOLD].up, state.sides[SILVER].up) == (13, 11)


def test_ld09_their_side_alone_is_no_turn() -> None:
    state = stage(game([11, 12, 13], [2], tops=(1, 60, 30, 40)), "11^E")
    assert refused(state, "end").code == "too_few_cards"


def on_the_table() -> State:
    return play(game([10, 11, 12, 13], range(40, 50), theirs=ANY_HAND, their_draw=(50, 51)), "10^A,12^A")


def test_ld14_tops_and_sizes_for_everybody_hands_for_their_player() -> None:
    state = on_the_table()
    for viewer in (None, GOLD, SILVER):
        view = GAME.rules.observe(state, viewer)
        gold, silver = view.sides
        assert (gold.up, gold.down, gold.hand_size, gold.draw_size) == (12, 60, 4, 8)
        assert (silver.up, silver.down, silver.hand_size, silver.draw_size) == (1, 60, 6, 2)
        assert gold.hand == ((11, 13, 40, 41) if viewer == GOLD else None)
        assert silver.hand == (ANY_HAND if viewer == SILVER else None)


def test_ld14_the_last_turn_is_public() -> None:
    state = on_the_table()
    for viewer in (None, GOLD, SILVER):
        last = GAME.rules.observe(state, viewer).last
        assert last is not None
        assert (last.seat, last.drawn, whole_turns_of(GAME).last_turn(state)) == (GOLD, 2, "10^A,12^A")


def test_ld14_the_end_reveals_the_hands() -> None:
    state = play(game([10, 11], theirs=ANY_HAND), "10^A,11^A")
    for viewer in (None, GOLD, SILVER):
        assert [side.hand for side in GAME.rules.observe(state, viewer).sides] == [(), ANY_HAND]
    ended = GAME.rules.observe(on_the_table(), None, is_over=True)
    assert [side.hand for side in ended.sides] == [(11, 13, 40, 41), ANY_HAND]


def test_ld14_what_is_imagined_has_every_card_once_and_no_order() -> None:
    """Both draw piles and the other hand are redealt: the order of a draw pile is unknown to all."""
    state = on_the_table()
    imagined = [GAME.rules.imagine(GAME.rules.observe(state, GOLD), SeededShuffle(str(seed))) for seed in range(20)]
    for other in imagined:
        assert other.sides[GOLD].hand == state.sides[GOLD].hand
        assert sorted(other.sides[GOLD].draw) == sorted(state.sides[GOLD].draw)
        unseen = [sorted(side.hand + side.draw) for side in (other.sides[SILVER], state.sides[SILVER])]
        assert unseen[0] == unseen[1]
    for place in (0, -1):
        assert len({other.sides[GOLD].draw[place] for other in imagined}) > 3
        assert len({other.sides[SILVER].draw[place] for other in imagined}) > 3
    assert len({other.sides[SILVER].hand for other in imagined}) > 3


def test_ld15_only_their_player_sees_staged_cards() -> None:
    state = game([10, 11, 12], [40, 41], tops=(1, 60, 30, 40))
    staged = stage(state, "10^A,11^E")
    for viewer in (None, SILVER):
        assert GAME.rules.observe(staged, viewer) == GAME.rules.observe(state, viewer)
    own = GAME.rules.observe(staged, GOLD)
    assert (own.position.hand, own.position.tops) == ((12,), (10, 60, 11, 40))
    assert own.draws_at_end == 2


def test_ld15_cards_come_back_one_by_one_last_first() -> None:
    state = game([10, 11, 12], [40, 41], tops=(1, 60, 30, 40))
    first, second = stage(state, "12^A"), stage(state, "12^A,11^E")
    assert GAME.rules.apply(second, GOLD, TakeBack()) == first
    assert GAME.rules.apply(first, GOLD, TakeBack()) == state
    assert refused(state, "undo").code == "nothing_to_take_back"


def test_ld15_ending_makes_public_draws_and_passes_in_one_step() -> None:
    state = stage(game([10, 11, 12], [40, 41, 42]), "10^A,11^A,end")
    assert (state.turn, state.staged, state.turns) == (SILVER, (), 1)
    assert state.sides[GOLD].hand == (12, 40, 41)


def test_ld16_after_a_dead_end_the_card_must_be_taken_back() -> None:
    start = game([40, 59], [2, 3], tops=(50, 10, 1, 60))
    dead = stage(start, "59^A")
    assert GAME.rules.legal(dead, GOLD) == (TakeBack(),)
    assert refused(dead, "end").code == "too_few_cards"
    screen = GAME.screens.screen(GAME.rules.observe(dead, GOLD))
    assert Phrase("le-duel.dead_end") in screen.lines
    assert [choice.kind for choice in screen.choices if choice.is_legal] == [ChoiceKind.BACK]
    assert play(stage(dead, "undo"), "40^A,59^A").turn == SILVER


def test_ld16_a_second_card_is_no_dead_end() -> None:
    screen = GAME.screens.screen(
        GAME.rules.observe(stage(game([40, 59], [2, 3], tops=(50, 10, 1, 60)), "40^A,59^A"), GOLD)
    )
    assert Phrase("le-duel.dead_end") not in screen.lines


def test_ld11_a_turn_that_draws_nothing_says_so_without_a_number() -> None:
    screen = GAME.screens.screen(GAME.rules.observe(stage(game([10, 11, 12]), "10^A,11^A"), GOLD))
    assert Phrase("le-duel.may_end_dry") in screen.lines
    assert screen.choices[-1].label == Phrase("le-duel.end_dry")


def row(tops: Tops, whose: Whose, pile: Pile, legal: Iterable[int], refused_cards: Iterable[int], name: str) -> Any:
    return pytest.param(tops, whose, pile, set(legal), set(refused_cards), id=name)


OWN, THEIRS, UP, DOWN = Whose.OWN, Whose.THEIRS, Pile.UP, Pile.DOWN
WORKED = [
    row((27, 60, 1, 60), OWN, UP, {17}, {16, 18, 26}, "own ascending 27"),
    row((1, 35, 1, 60), OWN, DOWN, {45}, {36, 44, 46}, "own descending 35"),
    row((1, 60, 29, 60), THEIRS, UP, range(2, 29), range(29, 60), "their ascending 29"),
    row((1, 60, 18, 60), THEIRS, UP, range(2, 18), range(18, 60), "their ascending 18"),
    row((1, 60, 1, 40), THEIRS, DOWN, range(41, 60), range(2, 41), "their descending 40"),
    row((1, 60, 1, 60), THEIRS, UP, (), CARDS, "their ascending base"),
    row((1, 60, 1, 60), THEIRS, DOWN, (), CARDS, "their descending base"),
]


@pytest.mark.parametrize(("tops", "whose", "pile", "legal", "refused_cards"), WORKED)
def test_worked_placement(tops: Tops, whose: Whose, pile: Pile, legal: set[int], refused_cards: set[int]) -> None:
    assert legal.isdisjoint(refused_cards)
    for card in legal | refused_cards:
        assert (refusal(position([card], tops), Place(card, pile, whose)) is None) == (card in legal)


def test_worked_three_own_placements_draw_two() -> None:
    state = play(game([10, 11, 12, 13, 14, 15], range(40, 50)), "10^A,11^A,12^A")
    assert len(state.sides[GOLD].hand) == 5


def test_worked_four_own_and_one_of_theirs_draw_to_six() -> None:
    state = play(game([10, 11, 12, 13, 14, 15], range(40, 50), tops=(1, 60, 18, 40)), "10^A,11^A,12^A,13^A,14^E")
    assert len(state.sides[GOLD].hand) == 6


def test_worked_series() -> None:
    ups, downs = (3, 11, 12, 13, 18, 20, 34), (54, 50, 48, 41, 40, 37)
    turn = ",".join([f"{card:02d}^A" for card in ups] + [f"{card:02d}vA" for card in downs])
    state = play(game(ups + downs, [2]), turn)
    assert (state.sides[GOLD].up, state.sides[GOLD].down) == (34, 37)


def test_worked_ascent_then_two_down_then_one_of_theirs() -> None:
    state = play(game([10, 50, 49, 12], range(40, 44), tops=(1, 60, 29, 60)), "10^A,50vA,49vA,12^E")
    assert (state.sides[GOLD].up, state.sides[GOLD].down, state.sides[SILVER].up) == (10, 49, 12)
    assert len(state.sides[GOLD].hand) == 4
