"""DU12 to DU19: playing a card, choices, limits."""

import pytest

from bot.games.core import Seat
from bot.games.duel import rules
from bot.games.duel.cards import CardSet
from bot.games.duel.state import Asked, Phase, Play, Question, Take
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


def test_du12_a_card_is_played_in_order() -> None:
    start = state(side("slash thrust", equipment="dagger"), side(draw="rally feint momentum"))
    after = do(start, "slash/thrust")
    assert (hand(after, 0), discard(after, 0)) == ([], ["slash", "thrust"])  # paid, then the card itself
    assert wounds(after, 1) == ["momentum", "feint", "rally"]  # two by the slash, then one by the dagger


def test_du12_what_may_not_be_played() -> None:
    start = state(side(f"slash {BLOOD}"), side())
    assert refused(start, "thrust") == "card_not_in_hand"
    assert refused(start, BLOOD) == "blood_is_not_played"
    assert refused(start, Play("excalibur")) == "card_not_in_hand"


def test_du12_a_strategy_names_an_opponent_while_three_are_in() -> None:
    three = state(side("feint momentum thrust"), side("slash"), side("rally"))
    assert {"feint@1", "feint@2", "momentum", "thrust"} <= set(legal(three))
    assert refused(three, "feint") == "name_an_opponent"
    assert refused(three, "feint@0") == "name_an_opponent"
    for text in ("momentum@1", "thrust@1"):
        assert refused(three, text) == "no_opponent_to_name"
    assert do(three, "feint@2", "option=1").sides[2].hand == ()
    two = state(side("feint"), side("slash"))
    assert refused(two, "feint@1") == "no_opponent_to_name"
    assert "feint" in legal(rules.leave(three, Seat(1)))


def test_du13_a_cost_is_paid_in_full_or_not_at_all() -> None:
    start = state(side("charge thrust slash rally"), side())
    assert refused(start, "charge/rally+slash+thrust") == "cannot_be_paid"  # a card cannot pay for itself
    start = state(side("charge thrust slash rally feint bandage"), side(draw="raven " * 9))
    assert refused(start, "charge/rally+slash+thrust") == "wrong_payment"
    assert refused(start, "charge/rally+slash+thrust+charge") == "wrong_payment"
    assert refused(start, "charge/rally+slash+thrust+thrust") == "wrong_payment"
    assert refused(start, "charge/rally+slash+thrust+feint+bandage") == "wrong_payment"
    assert refused(start, "thrust/slash") == "wrong_payment"
    paid = do(start, "charge/thrust+slash+rally+feint")
    assert discard(paid, 0) == ["charge", "feint", "rally", "slash", "thrust"]
    assert [text for text in legal(start) if text.startswith("charge")] == [
        "charge/bandage+feint+rally+slash",
        "charge/bandage+feint+rally+thrust",
        "charge/bandage+feint+slash+thrust",
        "charge/bandage+rally+slash+thrust",
        "charge/feint+rally+slash+thrust",
    ]


def test_du13_thrown_cards_are_not_shown() -> None:
    paid = do(state(side("slash thrust"), side(draw="raven raven")), "slash/thrust")
    assert observe(paid, Seat(1)).sides[0].discard == (None, "slash")
    assert observe(paid, Seat(0)).sides[0].discard == ("thrust", "slash")
    told = [event for event in observe(paid, Seat(1)).story if event.source == "hand"]
    assert [card for card, _ in told[0].cards] == [None]


def test_du13_each_pile_must_hold_what_the_cost_takes() -> None:
    assert "blood-oath" not in legal(state(side("blood-oath", blood=1), side()))
    start = do(state(side("blood-oath", "slash rally momentum"), side(draw="thrust thrust")), "blood-oath")
    assert (wounds(start, 0), hand(start, 0)) == (["rally", "slash"], sorted(["momentum", BLOOD]))


def test_du13_moves_of_a_cost_by_choice_are_the_payment(extra: CardSet) -> None:
    mine = side("price thrust rally", "slash", equipment="dagger mail-shirt", wounds="feint")
    start = state(mine, side())
    assert [text for text in legal(start) if text.startswith("price")] == [
        "price/thrust+dagger",
        "price/thrust+mail-shirt",
    ]
    for text in ("price/rally+dagger", "price/thrust", "price/dagger+thrust", "price/thrust+raven"):
        assert refused(start, text) == "wrong_payment"
    after = do(start, "price/thrust+mail-shirt")
    assert (gear(after, 0), discard(after, 0)) == (["dagger"], ["price", "feint", "mail-shirt", "thrust"])
    assert hand(after, 0) == ["rally", "slash"]
    assert refused(state(side("price thrust", equipment="dagger"), side()), "price/thrust+dagger") == "cannot_be_paid"
    late = state(mine, side(), round=21)
    assert refused(late, "price/thrust+dagger") == "cannot_be_paid"  # nothing is healed any more (DU36)


def test_du13_a_payment_from_hand_and_equipment_may_be_of_equal_cards(extra: CardSet) -> None:
    start = state(side("swap dagger", equipment="dagger"), side())
    assert "swap/dagger+dagger" in legal(start)
    assert discard(do(start, "swap/dagger+dagger"), 0) == ["swap", "dagger", "dagger"]


def test_du13_modifiers_change_bare_numbers_only() -> None:
    start = state(side("thrust slash bloodletting charge raven raven", equipment="duellists-ring"), side())
    assert {"thrust", "slash", "bloodletting"} <= set(legal(start))
    assert [len(text.split("+")) for text in legal(start) if text.startswith("charge")] == [3] * len(
        [text for text in legal(start) if text.startswith("charge")]
    )


def test_du14_a_card_that_would_do_nothing_may_be_played() -> None:
    start = do(state(side("bandage disarm thrust"), side()), "bandage", "disarm/thrust")
    assert discard(start, 0) == ["disarm", "thrust", "bandage"]


def test_du15_a_text_beats_the_rules_and_cannot_beats_can() -> None:
    """The hand limit is 13 with the cloak; nothing is healed in sudden death, whatever a card says."""
    full = " ".join(["thrust"] * 11)
    start = do(state(side(f"{full} momentum", "slash rally", equipment="pocket-cloak"), side()), "momentum")
    assert len(hand(start, 0)) == 13
    late = do(state(side("bandage", wounds="rally"), side(), round=21), "bandage")
    assert wounds(late, 0) == ["rally"]


def test_du16_an_effect_moves_what_is_there() -> None:
    start = do(
        state(side("second-wind thrust thrust thrust", wounds="rally"), side()), "second-wind/thrust+thrust+thrust"
    )
    assert (hand(start, 0), wounds(start, 0)) == (["rally"], [])


def test_du17_the_holder_chooses_what_is_thrown() -> None:
    start = do(state(side("low-blow thrust"), side("slash rally")), "low-blow/thrust")
    assert start.asked == Asked(Seat(1), Question.CARDS, 1, Seat(1), start.asked.pile, ("rally", "slash"))  # type: ignore[union-attr]
    assert (awaited(start), legal(start)) == (1, ["take=rally", "take=slash"])
    assert observe(start, Seat(0)).asked.cards is None  # type: ignore[union-attr]
    assert wounds(do(start, "take=slash"), 1) == ["slash"]


def test_du17_several_cards_move_in_the_order_of_the_answer() -> None:
    start = do(state(side("ransom"), side("slash rally thrust")), "ransom", "option=1")
    assert legal(start) == ["take=rally+slash", "take=rally+thrust", "take=slash+thrust"]
    assert discard(do(start, "take=thrust+rally"), 1) == ["rally", "thrust"]
    for wrong in ("take=thrust", "take=thrust+thrust", "take=thrust+raven", "take=thrust+rally+slash"):
        assert refused(start, wrong) == "not_among_the_choices"
    for wrong in ("end", "option=1", "target=player", "thrust"):
        assert refused(start, wrong) == "answer_first"


def test_du17_who_performs_the_verb_chooses_what_is_stripped() -> None:
    start = do(state(side("beat thrust thrust"), side(equipment="dagger mail-shirt")), "beat/thrust+thrust")
    assert awaited(start) == 1
    assert gear(do(start, "take=dagger"), 1) == ["mail-shirt"]
    mine = do(state(side("disarm thrust"), side(equipment="dagger mail-shirt")), "disarm/thrust")
    assert (awaited(mine), observe(mine, Seat(1)).asked.cards) == (0, ("dagger", "mail-shirt"))  # type: ignore[union-attr]


def test_du17_as_many_candidates_as_required_are_not_asked_for() -> None:
    start = do(state(side("ransom"), side("slash rally")), "ransom", "option=1")
    assert (start.asked, discard(start, 1)) == (None, ["slash", "rally"])  # in the order of ids
    assert do(state(side("low-blow thrust"), side("slash")), "low-blow/thrust").asked is None


def test_du17_equal_copies_are_asked_for_all_the_same() -> None:
    start = do(state(side("low-blow thrust"), side("slash slash")), "low-blow/thrust")
    assert (awaited(start), legal(start)) == (1, ["take=slash"])
    start = do(state(side("disarm thrust"), side(equipment="dagger dagger")), "disarm/thrust")
    assert [one.at for one in do(start, "take=dagger").sides[1].equipment] == [2]  # the one equipped first is meant


def test_du17_chosen_by_another_shows_the_candidates(extra: CardSet) -> None:
    start = do(state(side("pickpocket"), side("slash rally")), "pickpocket")
    view = observe(start, Seat(0))
    assert (awaited(start), view.asked and view.asked.cards) == (0, ("rally", "slash"))
    after = do(start, "take=rally")
    assert observe(after, Seat(0)).sides[1].discard == ("rally",)  # who chose it knows it
    assert observe(after, None).sides[1].discard == (None,)
    imagined = rules.imagine(view, lambda _deck, cards, *, owner: tuple(cards))
    assert imagined.sides[1].hand == ("rally", "slash")


def test_du17_at_random_lists_all_candidates_and_takes_the_first(extra: CardSet) -> None:
    dice = Dice()
    start = do(state(side("fumble"), side("slash rally thrust")), "fumble", dice=dice)
    ((name, candidates),) = dice.asked.items()
    assert (name, candidates) == (("pick 2", 1), ("rally", "slash", "thrust"))
    picked = Dice()(*("pick 2", candidates), owner=Seat(1))[:2]
    assert discard(start, 1) == list(reversed(picked))
    whole = do(state(side("fumble"), side("slash rally")), "fumble", dice=Dice())
    assert (discard(whole, 1), whole.shuffles) == (["slash", "rally"], 1)  # nothing is picked of as many as required


def test_du17_thrown_to_the_draw_pile_in_order(extra: CardSet) -> None:
    start = do(state(side("burial slash rally thrust", "feint"), side()), "burial", "take=thrust+rally")
    assert draw(start, 0)[:3] == ["rally", "thrust", "feint"]
    assert observe(start, Seat(0)).sides[0].draw[-2:] == ("thrust", "rally")
    assert observe(start, Seat(1)).sides[0].draw[-2:] == (None, None)


def test_du18_what_is_no_equipment_is_shown_and_discarded(extra: CardSet) -> None:
    start = do(state(side("armoury", "slash dagger"), side()), "armoury")
    assert (gear(start, 0), discard(start, 0)) == (["dagger"], ["armoury", "slash"])
    assert observe(start, None).sides[0].discard == ("slash", "armoury")


def test_du19_at_most_25_plays_in_a_turn() -> None:
    start = state(side("thrust"), side(draw="raven"), plays=24)
    assert do(start, "thrust").plays == 25
    full = state(side("thrust"), side(), plays=25)
    assert refused(full, "thrust") == "too_many_plays"
    assert legal(full) == ["throw=thrust", "end"]


def test_du19_at_most_100_triggers_act_in_a_turn() -> None:
    mine = side("thrust thrust", equipment="dagger rapier")
    start = do(state(mine, side(draw="raven " * 9), acted=99), "thrust")
    assert (start.acted, len(wounds(start, 1)), start.queue) == (100, 2, ())


def test_a_choice_may_be_of_nothing(extra: CardSet) -> None:
    start = do(state(side("whim", "slash"), side()), "whim")
    assert (hand(do(start, "option=1"), 0), hand(do(start, "option=2"), 0)) == (["slash"], [])
    for wrong in ("option=3", "take=slash"):
        assert refused(start, wrong) == "answer_first"


def test_conditions_have_two_ways(extra: CardSet) -> None:
    few = do(state(side("mirror", "slash"), side("rally rally")), "mirror")
    many = do(state(side("mirror", "slash"), side("rally rally rally", "feint")), "mirror")
    assert (hand(few, 0), hand(many, 0), discard(many, 1)) == (["slash"], [], ["feint"])


def test_answers_are_for_questions_and_for_who_is_asked() -> None:
    start = state(side("low-blow thrust"), side("slash rally"))
    for text in ("take=slash", "option=1", "target=player"):
        assert refused(start, text) == "nothing_is_asked"
    asked = do(start, "low-blow/thrust")
    with pytest.raises(Exception, match="not_your_turn"):
        rules.apply(asked, Seat(0), Take(("slash",)), Dice())


def test_what_happens_when_nobody_decides_in_time() -> None:
    """Out of turn there is a default; on one's own turn there is none."""
    start = do(state(side("low-blow thrust"), side("slash rally")), "low-blow/thrust")
    assert rules.default(start, Seat(1)) == Take(("rally",))
    assert rules.default(start, Seat(0)) is None
    ransom = do(state(side("ransom"), side("slash rally rally")), "ransom")
    assert rules.default(ransom, Seat(1)) == rules.legal(ransom, Seat(1))[-1]
    feint = do(state(side("feint"), side("slash")), "feint")
    assert rules.default(feint, Seat(0)) is None
    assert rules.default(state(side(), side(), phase=Phase.REFLEX), Seat(0)) is None
