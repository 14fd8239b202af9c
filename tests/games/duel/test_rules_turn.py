"""DU1 to DU11: before the game, and the turn."""

from collections import Counter

import pytest

from bot.games.core import RuleError, Seat
from bot.games.duel import rules
from bot.games.duel.decks import read_deck
from bot.games.duel.sets import current_set
from bot.games.duel.state import Phase
from bot.games.duel.views import observe
from tests.games.duel.builders import (
    BLOOD,
    Dice,
    awaited,
    discard,
    do,
    draw,
    gear,
    hand,
    legal,
    refused,
    side,
    state,
    wounds,
)  # fmt: skip

MANY = "slash " * 15
BLADE = dict(current_set().starters["blade"].deck)


def code_of(seats: int, **options: object) -> str:
    with pytest.raises(RuleError) as caught:
        rules.start(seats, options, Dice())
    return caught.value.code


def test_du1_for_two_and_in_the_variant_for_three_to_six() -> None:
    for seats in range(2, 7):
        assert len(rules.start(seats, {}, Dice()).sides) == seats
    for seats in (1, 7):
        with pytest.raises(ValueError, match="two to six"):
            rules.start(seats, {}, Dice())


def test_du2_decks_have_25_cards_and_blood() -> None:
    start = rules.start(2, {"decks": [BLADE, BLADE]}, Dice())
    assert all(sum(number for _, number in one.deck) == 25 for one in start.sides)
    assert observe(start, None).sides[1].deck == BLADE  # shown to everybody
    assert code_of(2, decks=[BLADE, {**BLADE, BLOOD: 4}]) == "deck_size"
    assert code_of(2, decks=[BLADE, {"thrust": 25}], format="free") == "deck_without_blood"
    assert code_of(2, decks=[BLADE, {"excalibur": 25}]) == "deck_unknown_card"
    for wrong in ([BLADE], "blade", [BLADE, "blade"], [BLADE, {BLOOD: True}], [BLADE, {BLOOD: "25"}]):
        assert code_of(2, decks=wrong) == "bad_option"


@pytest.mark.parametrize(
    ("deck", "code"),
    [
        ({BLOOD: 21, "thrust": 4}, "deck_too_many"),
        ({BLOOD: 23, "rummage": 2}, "deck_too_many"),
        ({BLOOD: 25}, None),
        ({BLOOD: 21, "thrust": 3, "rummage": 1}, None),
    ],
)
def test_du2_format_standard_limits_copies(deck: dict[str, int], code: str | None) -> None:
    assert rules.start(2, {"decks": [deck, deck], "format": "free"}, Dice()).form == "free"
    if code is None:
        assert rules.start(2, {"decks": [deck, deck]}, Dice()).form == "standard"
    else:
        assert code_of(2, decks=[deck, deck]) == code
    assert code_of(2, format="wild") == "bad_option"


def test_du2_a_deck_is_typed_in_many_ways() -> None:
    assert read_deck("", {}) == read_deck(" The Blade ", {}) == read_deck("la lame", {}) == BLADE
    lines = "\n".join(f"{number} {card}" for card, number in BLADE.items())
    names = ", ".join(f"{current_set().cards[card].names['fr']} x{number}" for card, number in BLADE.items())
    assert read_deck(lines, {}) == read_deck(names.replace("’", "'"), {}) == BLADE
    assert read_deck(f"24 {BLOOD}; thrust", {}) == {BLOOD: 24, "thrust": 1}
    assert read_deck(f'{{"{BLOOD}": 24, "thrust": 1}}', {}) == {BLOOD: 24, "thrust": 1}
    for text, code in (
        ("x" * 5000, "deck_unreadable"),
        ("{", "deck_unreadable"),
        ("[1]", "deck_unknown_card"),
        ("3 excalibur", "deck_unknown_card"),
    ):
        with pytest.raises(RuleError) as caught:
            read_deck(text, {})
        assert caught.value.code == code


def test_du3_sizes_are_public_and_hands_their_owners() -> None:
    start = state(side("slash", "thrust"), side("bandage momentum", "raven", "feint", "dagger", "rally"))
    mine, theirs = observe(start, Seat(0)).sides
    assert (mine.hand, theirs.hand, theirs.hand_size) == (("slash",), None, 2)
    assert (theirs.draw, theirs.discard) == ((None,) * 4, (None,))
    assert (theirs.wounds, [one.card for one in theirs.equipment]) == (("rally",), ["dagger"])
    assert observe(start, None).sides[0].hand is None


def test_du3_a_viewer_is_told_what_they_saw_go_into_a_hidden_pile() -> None:
    start = do(state(side("bandage thrust slash", wounds="rally"), side()), "bandage", "throw=slash")
    assert discard(start, 0) == ["slash", "bandage", "rally"]
    assert observe(start, Seat(0)).sides[0].discard == ("rally", "bandage", "slash")
    for viewer in (Seat(1), None):
        assert observe(start, viewer).sides[0].discard == ("rally", "bandage", None)


def test_du3_what_was_seen_is_forgotten_with_a_shuffle() -> None:
    start = do(
        state(side("transfusion slash slash slash", "thrust", wounds="rally feint dagger"), side()),
        "transfusion/slash+slash+slash",
    )
    assert observe(start, Seat(0)).sides[0].draw == (None,) * 7
    assert Counter(draw(start, 0)) == Counter([BLOOD] * 3 + ["thrust", "rally", "feint", "dagger"])


def test_du4_a_card_kept_into_a_full_hand_is_discarded_unseen() -> None:
    full = " ".join(["thrust"] * 10)
    start = do(state(side(f"{full} momentum", "slash rally"), side()), "momentum")
    assert len(hand(start, 0)) == 10
    assert discard(start, 0) == ["momentum", "rally", "slash"]
    assert observe(start, Seat(0)).sides[0].discard == (None, None, "momentum")
    start = do(state(side(full, draw=MANY), side(full, draw=MANY, wounds="rally", begun=False)), "end", "end")
    assert observe(start, None).sides[1].discard == ("rally",)


def test_du5_each_shuffles_and_keeps_five() -> None:
    dice = Dice()
    start = rules.start(3, {"first": 2}, dice)
    assert list(dice.asked) == [("draw", 0), ("draw", 1), ("draw", 2)]
    assert all(list(cards) == sorted(cards) and len(cards) == 25 for cards in dice.asked.values())
    assert [(len(one.hand), len(one.draw)) for one in start.sides] == [(5, 20)] * 3
    dealt = Dice()("draw", dice.asked["draw", 1], owner=Seat(1))
    assert sorted(dealt[:5]) == hand(start, 1)
    assert list(dealt[5:]) == draw(start, 1)


def test_du6_who_starts_is_drawn_or_fixed() -> None:
    dice = Dice()
    start = rules.start(4, {}, dice)
    assert dice.asked["seats", None] == (0, 1, 2, 3)
    assert start.first == start.turn == Dice()("seats", (0, 1, 2, 3), owner=None)[0]
    assert rules.start(2, {"first": 1}, Dice()).turn == 1
    for wrong in (2, -1, True, "0", 1.0):
        assert code_of(2, first=wrong) == "bad_option"


def test_du7a_what_is_counted_a_turn_is_counted_anew() -> None:
    mine = side("thrust thrust thrust", "slash " * 9, equipment="dagger")
    start = do(state(mine, side(draw="rally " * 12)), "thrust", "thrust")
    assert (start.plays, len(wounds(start, 1))) == (2, 3)  # the dagger acts once a turn
    start = do(start, "end", "end")
    assert (start.turn, start.plays, start.acted) == (1, 0, 0)
    start = do(start, "end", "end", "thrust")
    assert len(wounds(start, 1)) == 5


@pytest.mark.parametrize(
    ("theirs", "kept"),
    [
        (side(draw=MANY, discard="rally", wounds="feint", begun=False), "feint"),
        (side(draw=MANY, discard="rally", begun=False), "rally"),
        (side(draw=MANY, begun=False), "slash"),
    ],
)
def test_du7b_the_second_player_catches_up_once(theirs: object, kept: str) -> None:
    start = do(state(side(draw="thrust " * 20), theirs), "end", "end")  # type: ignore[arg-type]
    assert hand(start, 1) == [kept]
    again = do(start, "end", "end", "end", "end")
    assert len(hand(again, 1)) == 6  # five drawn, none besides


def test_du7_starts_with_triggers_then_the_queue() -> None:
    start = do(state(side(draw="thrust " * 20), side(draw="slash rally", equipment="sparrowhawk")), "end", "end")
    assert (hand(start, 1), start.phase, awaited(start)) == (["slash"], Phase.PLAY, 1)


def test_du8_cards_are_thrown_at_will_in_any_number_and_order() -> None:
    start = state(side("thrust slash slash"), side())
    assert [text for text in legal(start) if "throw" in text] == ["throw=slash", "throw=thrust"]
    after = do(start, "throw=thrust+slash")
    assert (hand(after, 0), discard(after, 0), after.plays) == (["slash"], ["slash", "thrust"], 0)
    assert refused(start, "throw=thrust+thrust") == "card_not_in_hand"
    assert awaited(after) == 0


def test_du9_five_are_drawn_and_an_empty_pile_is_shuffled_with_a_fatigue_wound() -> None:
    dice = Dice()
    start = do(state(side(draw="slash " * 5, discard="rally feint", blood=0), side()), "end", dice=dice)
    assert hand(start, 0) == ["slash"] * 5
    assert dice.asked == {("draw 2", 0): ("feint", "rally")}
    (wound,) = wounds(start, 0)
    assert {wound, *draw(start, 0)} == {"rally", "feint"}
    assert start.phase is Phase.REFLEX


def test_du9_who_has_fewer_draws_what_is_left_and_does_not_go_on() -> None:
    start = do(state(side(draw="slash", discard="rally feint thrust", blood=0), side()), "end")
    assert (hand(start, 0), len(wounds(start, 0)), len(draw(start, 0))) == (["slash"], 1, 2)
    kept = do(state(side(draw="slash " * 6, blood=0, discard="rally"), side()), "end")
    assert (len(hand(kept, 0)), wounds(kept, 0), discard(kept, 0)) == (5, [], ["rally"])


def test_du9_a_draw_pile_emptied_at_another_time_stays_empty() -> None:
    start = do(state(side("momentum", "slash", blood=0, discard="rally"), side()), "momentum")
    assert (draw(start, 0), discard(start, 0)) == ([], ["momentum", "rally"])


def test_du9_a_single_card_is_not_shuffled() -> None:
    start = do(state(side(draw="slash", discard="rally", blood=0), side()), "end", dice=Dice())
    assert (wounds(start, 0), start.shuffles) == (["rally"], 1)


def test_du10_only_reflex_cards_in_the_reflex_phase() -> None:
    start = do(state(side("thrust bandage", "slash " * 6), side()), "end")
    assert start.phase is Phase.REFLEX
    assert "bandage" in legal(start)
    assert refused(start, "thrust") == "only_reflex_cards"
    assert do(start, "throw=thrust").phase is Phase.REFLEX
    assert "bandage" in legal(state(side("bandage"), side()))


def test_du11_the_turn_ends_with_triggers_then_the_next_player() -> None:
    start = do(state(side(draw="slash " * 6, equipment="grey-wolf"), side(draw="thrust")), "end")
    assert wounds(start, 1) == []
    start = do(start, "end")
    assert (wounds(start, 1), start.turn, start.phase, start.turns) == (["thrust"], 1, Phase.PLAY, 1)
    assert gear(start, 0) == ["grey-wolf"]
