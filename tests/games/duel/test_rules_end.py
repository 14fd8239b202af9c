"""DU30 to DU41: losing, exhaustion, sudden death, three to six players."""

import pytest

from bot.games.core import Outcome, Seat
from bot.games.duel import rules
from bot.games.duel.sets import current_set
from bot.games.duel.state import End
from tests.games.duel.builders import BLOOD, Dice, awaited, discard, do, gear, hand, legal, side, state, wounds


def test_du30_who_has_all_blood_in_the_wounds_has_lost_at_once() -> None:
    start = do(state(side("slash raven"), side(draw=f"{BLOOD} rally", blood=0)), "slash/raven")
    assert start.outcome == Outcome("bled_out", frozenset({Seat(0)}), (), (1, 2))
    assert wounds(start, 1) == [BLOOD]  # the rest of the effect is not done
    assert (rules.to_act(start), start.todo, start.queue) == (frozenset(), (), ())
    own = do(state(side("blood-pact", f"{BLOOD} slash", blood=0), side()), "blood-pact")
    assert own.outcome is not None
    assert (own.outcome.reason, own.outcome.winners) == ("bled_out", frozenset({1}))


def test_du30_every_blood_card_counts() -> None:
    start = state(side("thrust"), side(draw=f"{BLOOD}", wounds="hot-blood", blood=0, hand=BLOOD))
    assert do(start, "thrust").outcome is None


def test_du30_by_the_fatigue_wound_it_is_exhaustion() -> None:
    start = do(state(side(draw="slash", discard=f"{BLOOD}", blood=0), side()), "end")
    assert start.outcome == Outcome("exhausted", frozenset({Seat(1)}), (), (2, 1))


def test_du35_fatigue_without_cards_to_draw_is_thrown_else_stripped() -> None:
    start = do(state(side(f"{BLOOD} {BLOOD} rally", blood=0), side()), "end")
    assert (awaited(start), legal(start)) == (0, [f"take={BLOOD}", "take=rally"])
    assert wounds(do(start, "take=rally"), 0) == ["rally"]
    start = do(state(side(equipment="dagger raven", wounds="rally", blood=0), side()), "end")
    assert legal(start) == ["take=dagger", "take=raven"]
    start = do(start, "take=raven")
    assert (gear(start, 0), wounds(start, 0)) == (["dagger"], ["raven", "rally"])


def test_du36_from_round_21_each_turn_starts_with_a_wound_and_nobody_heals() -> None:
    theirs = side(draw="rally slash", discard="feint", equipment="salamander")
    start = do(state(side(draw="slash " * 9), theirs, round=21), "end", "end")
    assert wounds(start, 1) == ["rally"]
    theirs = side(discard="feint slash", blood=0, hand=BLOOD)
    start = do(state(side(draw="slash " * 9), theirs, round=21), "end", "end")
    assert (wounds(start, 1), discard(start, 1)) == (["feint"], ["slash"])  # nothing is shuffled
    theirs = side(f"{BLOOD} rally", blood=0)
    start = do(state(side(draw="slash " * 9), theirs, round=21), "end", "end")
    assert (awaited(start), legal(start)) == (1, [f"take={BLOOD}", "take=rally"])
    lost = do(start, f"take={BLOOD}")
    assert lost.outcome is not None
    assert lost.outcome.reason == "exhausted"


def test_du36_a_round_begins_at_or_past_the_seat_of_who_started() -> None:
    many = "slash " * 15
    start = state(*(side(draw=many) for _ in range(3)), turn=1)._replace(first=Seat(1))
    rounds = []
    for _ in range(6):
        start = do(start, "end", "end")
        rounds.append((start.turn, start.round))
    assert rounds == [(2, 1), (0, 1), (1, 2), (2, 2), (0, 2), (1, 3)]
    start = rules.leave(start, Seat(1))
    assert (start.turn, start.round) == (2, 3)
    assert [(do(start, "end", "end").turn), do(start, "end", "end", "end", "end").round] == [0, 4]


@pytest.mark.parametrize("seats", range(2, 7))
def test_du36_no_game_exceeds_its_bound(seats: int) -> None:
    """Nobody plays anything."""
    start = rules.start(seats, {"decks": [{BLOOD: 25}] * seats, "format": "free"}, Dice())
    dice = Dice()
    while start.outcome is None:
        seat = Seat(awaited(start))
        action = End() if start.asked is None else rules.legal(start, seat)[0]
        start = rules.apply(start, seat, action, dice)
    assert start.turns <= 45 * seats - 1


def test_du40_attack_to_the_right_defence_to_the_left_strategy_by_name() -> None:
    four = tuple(side("thrust counter-cut ambush raven", "rally " * 5) for _ in range(4))
    assert wounds(do(state(*four), "thrust"), 3) == ["rally"]
    assert wounds(do(state(*four), "counter-cut/raven"), 1) == ["rally"]
    named = do(state(*four), "ambush@2/raven")
    assert awaited(named) == 2
    assert wounds(do(state(*four, turn=2), "thrust"), 1) == ["rally"]


def test_du40_the_nearest_living_player() -> None:
    start = rules.leave(state(*(side("thrust", "rally rally") for _ in range(4))), Seat(3))
    assert wounds(do(start, "thrust"), 2) == ["rally"]


def test_du40_equipment_aims_like_an_attack_unless_it_says_defence() -> None:
    mine = side(draw="slash " * 9, equipment="grey-wolf")
    start = do(state(mine, side(draw="rally"), side(draw="feint")), "end", "end")
    assert wounds(start, 2) == ["feint"]
    mine = side(draw="slash " * 9, equipment="watchdog", wounds="slash")
    start = do(state(mine, side(draw="rally feint"), side(draw="feint")), "end", "end")
    assert (wounds(start, 1), wounds(start, 2)) == (["feint", "rally"], [])


def test_du41_who_has_lost_is_out_and_the_others_play_on() -> None:
    last = side("slash", draw=BLOOD, blood=0)
    start = do(state(side("thrust", draw="slash " * 9), side(draw="rally " * 9), last), "thrust")
    assert start.outcome is None
    assert (start.sides[2].out_at, hand(start, 2), wounds(start, 2)) == (1, [], [])
    assert rules.is_out(start, Seat(2))
    assert do(start, "end", "end", "end", "end").turn == 0


def test_du41_the_effect_goes_on_without_what_names_them() -> None:
    """The opponent bleeds out by the first instruction; the second names them, the third the player."""
    last = side(draw=f"{BLOOD} slash", blood=0)
    start = do(state(side("blood-oath", "rally " * 9), side(), last), "blood-oath@2")
    assert (start.sides[2].out_at, hand(start, 0)) == (1, ["rally", "rally"])
    start = do(state(side("payback raven", wounds="rally"), side(), last), "payback/raven")
    assert start.sides[2].out_at == 1  # the condition names them: neither way is taken


def test_du41_their_own_turn_ends_without_turn_end_but_the_queue_is_emptied() -> None:
    mine = side("thrust", draw=BLOOD, blood=0, equipment="grey-wolf")
    theirs = side(draw="hot-blood rally", equipment="")
    start = do(state(mine, side(draw="slash " * 9), theirs), "thrust", "target=player")
    assert (start.sides[0].out_at, start.turn, wounds(start, 2)) == (1, 1, ["hot-blood"])  # the wolf does not act


def test_du41_who_dies_paying_begins_no_effect() -> None:
    start = do(
        state(side("bloodletting", draw=BLOOD, blood=0), side(draw="slash " * 9), side(draw="rally " * 9)),
        "bloodletting",
    )
    assert (start.sides[0].out_at, wounds(start, 2), start.turn) == (1, [], 1)


def test_du41_the_order_of_leaving_is_the_ranking() -> None:
    start = state(*(side(draw="slash " * 9) for _ in range(4)))
    for seat in (1, 3, 0):
        assert start.outcome is None
        start = rules.leave(start, Seat(seat))
    assert start.outcome == Outcome("left", frozenset({Seat(2)}), (), (2, 4, 1, 3))


def test_du41_leaving_at_any_moment() -> None:
    asked = do(state(side("low-blow thrust"), side("slash"), side("rally feint")), "low-blow/thrust")
    assert awaited(asked) == 2
    gone = rules.leave(asked, Seat(2))
    assert (gone.asked, awaited(gone), discard(gone, 0)) == (None, 0, ["low-blow", "thrust"])
    elsewhere = rules.leave(asked, Seat(1))
    assert (elsewhere.asked, awaited(elsewhere)) == (asked.asked, 2)
    by_the_player = rules.leave(asked, Seat(0))
    assert by_the_player.asked == asked.asked  # what is under way goes on
    assert do(by_the_player, "take=rally").turn == 1


def test_du41_a_familiar_cannot_be_aimed_at_by_who_left() -> None:
    start = do(state(side("thrust"), side(), side(draw="rally", equipment="raven")), "thrust")
    assert awaited(start) == 0
    gone = rules.leave(start, Seat(0))
    assert (wounds(gone, 2), gone.turn) == (["rally"], 1)


def test_du41_who_starts_never_catches_up_and_everybody_else_does() -> None:
    start = rules.start(3, {"first": 1}, Dice())
    assert len(hand(start, 1)) == 5
    dice = Dice()
    for seat in (2, 0):
        start = do(start, "end", "end", dice=dice)
        assert (start.turn, len(hand(start, seat))) == (seat, 6)
    assert current_set().version == start.version
