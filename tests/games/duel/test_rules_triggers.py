"""DU22 to DU28: triggers, replacements, equipment and familiars."""

from bot.games.core import Seat
from bot.games.duel.cards import CardSet
from bot.games.duel.state import Question
from bot.games.duel.views import observe
from tests.games.duel.builders import awaited, discard, do, draw, gear, hand, legal, side, state, wounds


def test_du22_a_card_hears_that_it_was_wounded_by_an_opponent() -> None:
    start = do(state(side("thrust", "rally feint"), side(draw="hot-blood", blood=3)), "thrust")
    assert (wounds(start, 1), wounds(start, 0)) == (["hot-blood"], ["feint", "rally"])
    own = do(state(side("blood-pact", "hot-blood rally feint slash"), side(draw="raven raven")), "blood-pact")
    assert (wounds(own, 0), wounds(own, 1)) == (["hot-blood"], [])  # one's own cost is no opponent's effect


def test_du22_a_card_hears_that_it_was_thrown_by_an_opponent() -> None:
    start = do(state(side("ransom", "rally feint"), side("ambush slash")), "ransom", "option=1")
    assert (discard(start, 1), wounds(start, 0)) == (["slash", "ambush"], ["feint", "rally"])
    paid = do(state(side("slash ambush"), side(draw="raven raven raven")), "slash/ambush")
    assert len(wounds(paid, 1)) == 2  # not as a cost
    wounded = do(state(side("low-blow thrust", "rally feint"), side("ambush")), "low-blow/thrust")
    assert (wounds(wounded, 1), wounds(wounded, 0)) == (["ambush"], ["rally"])  # wounded, so not thrown
    own = do(state(side("all-in ambush", "slash slash slash"), side(draw="raven")), "all-in")
    assert wounds(own, 1) == []


def test_du22_thrown_and_not_wounded_after_all_counts_as_thrown() -> None:
    start = do(state(side("low-blow thrust", "rally feint"), side("ambush", equipment="gambeson")), "low-blow/thrust")
    assert (discard(start, 1), wounds(start, 0)) == (["ambush"], ["feint", "rally"])


def test_du22_equipment_hears_of_wounds_by_opponents() -> None:
    start = do(
        state(side("slash raven", "rally feint"), side(draw="thrust thrust", equipment="thorn-cloak")), "slash/raven"
    )
    assert (len(wounds(start, 1)), wounds(start, 0)) == (2, ["rally"])  # once a turn
    own = do(state(side("bloodletting", "rally", equipment="thorn-cloak"), side(draw="slash slash")), "bloodletting")
    assert (wounds(own, 0), len(wounds(own, 1))) == (["rally"], 2)


def test_du23_equipment_acts_after_the_card_and_does_not_hear_its_own_playing() -> None:
    start = do(state(side("signet-ring momentum thrust", "slash rally feint"), side()), "signet-ring/thrust")
    assert hand(start, 0) == ["momentum"]
    assert hand(do(start, "momentum"), 0) == ["feint", "rally", "slash"]


def test_du24_triggers_wait_and_act_oldest_first() -> None:
    """Two hot cards are wounded by one instruction: their triggers act when it is done."""
    theirs = side(draw="cold-blood hot-blood slash rally feint", blood=3)
    start = do(state(side("secret-lunge raven raven", "thrust thrust"), theirs), "secret-lunge/raven+raven")
    assert wounds(start, 1) == ["slash", "hot-blood", "cold-blood"]
    told = [event.card for event in start.story if event.kind == "trigger"]
    assert told == ["cold-blood", "hot-blood"]


def test_du24_equipment_acts_in_the_order_of_equipping_all_players_together() -> None:
    mine = side("thrust", "rally rally", equipment="dagger", first_at=7)
    theirs = side(draw="slash feint momentum", equipment="low-guard", first_at=3)
    start = do(state(mine, theirs), "thrust")
    assert [event.card for event in start.story if event.kind == "trigger"] == ["low-guard", "dagger"]


def test_du24_a_cards_own_trigger_is_queued_before_equipments() -> None:
    theirs = side(draw="hot-blood", equipment="thorn-cloak", blood=3)
    start = do(state(side("thrust", "rally " * 5), theirs), "thrust")
    assert [event.card for event in start.story if event.kind == "trigger"] == ["hot-blood", "thorn-cloak"]


def test_du24_a_queued_trigger_acts_though_its_card_has_left() -> None:
    """High Guard is replaced as Low Guard comes: what is queued acts all the same."""
    mine = side("beat raven raven", "rally rally")
    start = do(state(mine, side(draw="slash", equipment="thorn-cloak")), "beat/raven+raven")
    assert (gear(start, 1), wounds(start, 0)) == ([], ["rally"])


def test_du24_this_triggers_count_for_each_copy_in_the_deck() -> None:
    theirs = side("false-trail false-trail slash", "rally feint momentum thrust raven")
    start = do(state(side("ransom ransom"), theirs), "ransom", "option=1", "take=false-trail+false-trail")
    assert start.sides[1].spent == (("false-trail", 0, 2),)
    assert len(hand(start, 1)) == 5


def test_du24_anew_if_equipped_again() -> None:
    mine = side("thrust thrust dagger", equipment="dagger rapier")
    start = do(state(mine, side(draw="raven " * 9)), "thrust")
    assert len(wounds(start, 1)) == 3
    start = do(start, "dagger", "take=dagger", "thrust")
    assert len(wounds(start, 1)) == 6  # the thrust, the rapier's second time and the new dagger


def test_du25_the_first_that_applies_replaces_the_wound() -> None:
    theirs = side("rally", "slash feint momentum", equipment="parrying-dagger shield")
    start = do(state(side("secret-lunge raven raven"), theirs), "secret-lunge/raven+raven")
    assert (discard(start, 1), wounds(start, 1)) == (["feint", "slash"], ["momentum"])
    assert [one.used for one in start.sides[1].equipment] == [(1,), (1,)]
    assert observe(start, Seat(1)).sides[1].discard == (None, None)  # nobody has seen them
    low = do(state(side("low-blow thrust"), side("rally", equipment="parrying-dagger")), "low-blow/thrust")
    assert wounds(low, 1) == ["rally"]  # it must come from the draw pile


def test_du25_ones_own_wounds_are_not_replaced() -> None:
    start = do(state(side("blood-pact", "rally slash feint momentum", equipment="shield"), side()), "blood-pact")
    assert wounds(start, 0) == ["rally"]


def test_du26_one_card_a_slot() -> None:
    start = do(state(side("gambeson thrust", equipment="mail-shirt"), side()), "gambeson/thrust")
    assert (gear(start, 0), discard(start, 0)) == (["gambeson"], ["mail-shirt", "thrust"])


def test_du26_hands() -> None:
    mine = side("dagger shield greatsword dagger raven raven raven raven", equipment="rapier")
    start = do(state(mine, side()), "dagger", "shield/raven+raven")
    assert (start.asked is not None, legal(start)) == (True, ["take=dagger", "take=rapier"])
    start = do(start, "take=rapier")
    assert gear(start, 0) == ["dagger", "shield"]
    start = do(start, "greatsword/raven+raven")
    assert gear(start, 0) == ["greatsword"]
    assert gear(do(start, "dagger"), 0) == ["dagger"]


def test_du26_it_works_from_the_moment_it_lies_there(extra: CardSet) -> None:
    start = do(state(side("charm", draw="slash " * 6), side(draw="rally")), "charm")
    assert (discard(start, 1), gear(start, 0)) == (["rally"], ["charm"])  # its effect comes first
    assert hand(do(start, "end"), 0) == []  # draws 5 fewer


def test_du26_a_question_in_the_middle_of_an_instruction(extra: CardSet) -> None:
    mine = side("outfit dagger shield slash", equipment="dagger rapier")
    start = do(state(mine, side()), "outfit", "take=shield+dagger")
    assert (awaited(start), legal(start), start.sides[0].table) == (
        0,
        ["take=dagger", "take=rapier"],
        ("outfit", "shield"),
    )
    hidden = observe(start, Seat(1)).todo
    assert "dagger" in str(start.todo)
    assert all(getattr(task, "cards", None) in (None, ("",)) for _, task in hidden)
    start = do(start, "take=dagger", "take=rapier")
    assert (gear(start, 0), hand(start, 0)) == (["shield", "dagger"], ["slash"])


def test_du28_who_causes_the_wounds_chooses_once() -> None:
    start = do(state(side("slash raven"), side(draw="rally feint", equipment="grey-wolf")), "slash/raven")
    assert (awaited(start), start.asked and start.asked.question) == (0, Question.TARGET)
    assert legal(start) == ["target=player", "target=familiar"]
    assert wounds(do(start, "target=player"), 1) == ["feint", "rally"]
    aimed = do(start, "target=familiar")
    assert (wounds(aimed, 1), discard(aimed, 1), aimed.sides[1].equipment[0].hits) == ([], ["feint", "rally"], 2)


def test_du28_at_its_hit_points_it_is_wounded_and_the_rest_wounds_the_player() -> None:
    theirs = side(draw="rally feint momentum thrust", equipment="raven thorn-cloak shield")
    start = do(state(side("charge " + "slash " * 4), theirs), "charge/slash+slash+slash+slash", "target=familiar")
    assert discard(start, 1) == ["momentum", "feint", "rally"]  # the third by the shield
    assert wounds(start, 1) == ["quick-blood", "thrust", "raven"]
    assert [event.card for event in start.story if event.kind == "trigger"] == ["thorn-cloak"]
    assert gear(start, 1) == ["thorn-cloak", "shield"]


def test_du28_where_the_pile_is_empty_it_counts_all_the_same() -> None:
    start = do(state(side("ground-strike slash"), side(equipment="raven")), "ground-strike/slash", "target=familiar")
    assert (gear(start, 1), wounds(start, 1)) == ([], ["raven"])


def test_du28_the_count_starts_anew_each_turn() -> None:
    start = do(
        state(side("thrust", draw="slash " * 9), side(draw="rally feint", equipment="raven")),
        "thrust",
        "target=familiar",
    )
    assert start.sides[1].equipment[0].hits == 1
    assert do(start, "end", "end").sides[1].equipment[0].hits == 0


def test_du28_fatigue_and_ones_own_costs_never_count() -> None:
    start = do(state(side("blood-pact", "rally slash feint momentum", equipment="raven"), side()), "blood-pact")
    assert (wounds(start, 0), start.sides[0].equipment[0].hits) == (["rally"], 0)


def test_du28_strip_and_discard_takes_it_strip_and_wound_does_not(extra: CardSet) -> None:
    start = do(state(side("disarm slash"), side(equipment="raven")), "disarm/slash")
    assert discard(start, 1) == ["raven"]
    start = do(state(side("rust"), side(equipment="raven dagger")), "rust", "target=player")
    assert (gear(start, 1), wounds(start, 1)) == (["raven"], ["dagger"])


def test_du28_its_going_meets_no_replacement() -> None:
    theirs = side(draw="rally", equipment="sparrowhawk shield thorn-cloak")
    start = do(state(side("thrust", "slash"), theirs), "thrust", "target=familiar")
    assert (wounds(start, 1), wounds(start, 0), draw(start, 1)[0]) == (["sparrowhawk"], [], "quick-blood")


def test_du40_in_a_trigger_the_opponent_is_who_caused_it(extra: CardSet) -> None:
    """Watch hears that seat 0's thrust wounds seat 2, and its owner 1 makes seat 0 throw."""
    seats = (side("thrust slash"), side(equipment="watch"), side(draw="rally"))
    start = do(state(*seats), "thrust")
    assert (wounds(start, 2), hand(start, 0), discard(start, 0)) == (["rally"], [], ["slash", "thrust"])


def test_du40_where_the_owner_caused_it_it_is_whose_card_was_wounded(extra: CardSet) -> None:
    start = do(state(side("thrust", equipment="watch"), side("feint"), side("slash", "rally")), "thrust")
    assert (hand(start, 1), hand(start, 2)) == (["feint"], [])


def test_du40_on_anothers_turn_it_is_whose_turn_it_is(extra: CardSet) -> None:
    seats = (side(draw="slash " * 6), side("momentum", "rally feint"), side(equipment="watch"))
    start = do(state(*seats), "end", "end")
    assert discard(start, 1) == ["rally"]
