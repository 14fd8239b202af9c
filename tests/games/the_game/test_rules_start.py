"""TG1 to TG3, TG10: the deck, the deal, who starts."""

import pytest

from bot.games.core import RuleError, Seat, whole_turns_of
from bot.games.the_game.state import Claim
from bot.referee.clocks import default_action
from tests.games.contract import SeededShuffle
from tests.games.the_game.builders import GAME, does, refused

SHUFFLE = SeededShuffle("start")


def start(seats: int, **options: object) -> object:
    return GAME.rules.start(seats, options, SHUFFLE)


def test_tg1_one_draw_pile_of_the_cards_2_to_99() -> None:
    (deck,) = whole_turns_of(GAME).decks(SHUFFLE)
    assert sorted(deck) == list(range(2, 100))


def test_tg1_two_piles_begin_at_1_and_two_at_100() -> None:
    assert GAME.rules.start(2, {}, SHUFFLE).tops == (1, 1, 100, 100)


@pytest.mark.parametrize(("seats", "size"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
@pytest.mark.parametrize(("options", "less"), [({}, 0), ({"fewer": True}, 1), ({"expert": True, "fire": True}, 0)])
def test_tg2_tg10_hands(seats: int, size: int, options: dict[str, bool], less: int) -> None:
    state = GAME.rules.start(seats, options, SHUFFLE)
    assert [len(hand) for hand in state.hands] == [size - less] * seats
    assert len(state.draw) == 98 - seats * (size - less)


def test_tg2_hands_and_draw_pile_are_dealt_from_the_deck_in_order() -> None:
    state = GAME.rules.start(3, {}, SHUFFLE)
    (deck,) = whole_turns_of(GAME).decks(SHUFFLE)
    assert state.hands == (tuple(sorted(deck[:6])), tuple(sorted(deck[6:12])), tuple(sorted(deck[12:18])))
    assert state.draw == deck[18:]


def test_tg2_a_hand_is_seen_by_its_player_alone() -> None:
    state = GAME.rules.start(3, {}, SHUFFLE)
    assert GAME.rules.observe(state, Seat(1)).hands == (None, state.hands[1], None)
    assert GAME.rules.observe(state, None).hands == (None, None, None)


def test_tg3_nobody_is_on_turn_until_somebody_claims_it() -> None:
    state = GAME.rules.start(3, {}, SHUFFLE)
    assert state.turn is None
    assert GAME.rules.to_act(state) == {0, 1, 2}
    assert all(Claim() in GAME.rules.legal(state, Seat(seat)) for seat in range(3))
    for text in ("02a", "undo", "end"):
        assert refused(state, text, seat=0).code == "nobody_has_started"


@pytest.mark.parametrize("seat", range(3))
def test_tg3_any_seat_may_claim_the_first_turn(seat: int) -> None:
    state = does(GAME.rules.start(3, {}, SHUFFLE), seat, "claim")
    assert GAME.rules.to_act(state) == {seat}
    assert refused(state, "claim", seat=(seat + 1) % 3).code == "already_claimed"
    assert refused(state, "claim").code == "already_claimed"


def test_tg3_when_nobody_claims_it_the_lot_does_it_for_them() -> None:
    seen = set()
    for number in range(40):
        state = GAME.rules.start(3, {}, SeededShuffle(str(number)))
        overdue = default_action(GAME, state)
        assert overdue is not None
        seat, action = overdue
        assert GAME.rules.to_act(GAME.rules.apply(state, seat, action)) == {seat}
        seen.add(seat)
    assert seen == {0, 1, 2}


def test_tg3_once_somebody_has_started_nothing_happens_by_itself() -> None:
    assert default_action(GAME, does(GAME.rules.start(3, {}, SHUFFLE), 2, "claim")) is None


@pytest.mark.parametrize("seat", range(4))
def test_tg3_the_table_may_have_fixed_who_starts(seat: int) -> None:
    state = GAME.rules.start(4, {"first": seat}, SHUFFLE)
    assert GAME.rules.to_act(state) == {seat}
    assert refused(state, "claim").code == "already_claimed"
    assert default_action(GAME, state) is None


def test_tg3_alone_there_is_nobody_to_agree_with() -> None:
    assert GAME.rules.to_act(GAME.rules.start(1, {}, SHUFFLE)) == {0}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("first", 3),
        ("first", -1),
        ("first", True),
        ("first", 1.0),
        ("first", "0"),
        ("expert", 1),
        ("fewer", "yes"),
        ("fire", None),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(option: str, value: object) -> None:
    with pytest.raises(RuleError) as caught:
        start(3, **{option: value})
    assert (caught.value.code, caught.value.values) == ("bad_option", {"option": option})


@pytest.mark.parametrize("seats", [0, 6])
def test_nobody_and_six_are_not_a_team(seats: int) -> None:
    with pytest.raises(ValueError, match="one to five"):
        start(seats)
