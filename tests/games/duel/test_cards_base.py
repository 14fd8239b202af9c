# ruff: noqa: E501 (a case a line)
"""Every card of the base set, played from a built state: what it really does."""

from typing import Any

import pytest

from bot.games.duel.sets import current_set
from bot.games.duel.state import Side, State
from tests.games.duel.builders import discard, do, draw, gear, hand, side, state, wounds

MINE, THEIRS = "lie-low bandage thrust slash payback", "rally feint momentum disarm beat"  # draw piles
PAY = "charge"  # what pays, and is in nobody's way
PILES = {"hand": hand, "draw": draw, "discard": discard, "wounds": wounds, "gear": gear}


def mine(cards: str = "", **piles: Any) -> Side:
    return side(cards, **{"draw": MINE, **piles})


def theirs(cards: str = "", **piles: Any) -> Side:
    return side(cards, **{"draw": THEIRS, **piles})


def wounded(number: int) -> list[str]:
    """The opponent's first cards, as they lie in the wounds."""
    return list(reversed(THEIRS.split()[:number]))


def drawn(number: int) -> list[str]:
    return sorted(MINE.split()[:number])


def attacked(card: str, *actions: str, **piles: Any) -> tuple[Side, Side, tuple[str, ...]]:
    """The opponent has the card on top of their draw pile, and is wounded."""
    return mine("thrust"), theirs(draw=f"{card} {THEIRS}", **piles), ("thrust", *actions)


def with_gear(card: str, *actions: str, hand: str = "", **piles: Any) -> tuple[Side, Side, tuple[str, ...]]:
    return mine(hand, equipment=card, **piles), theirs(), actions


def with_their_gear(card: str, *actions: str, hand: str = "", **piles: Any) -> tuple[Side, Side, tuple[str, ...]]:
    return mine(hand), theirs(equipment=card, **piles), actions


Case = tuple[str, tuple[Side, Side, tuple[str, ...]], dict[str, list[str]]]
BLOODY = "quick-blood quick-blood quick-blood"
CASES: tuple[Case, ...] = (
    ("quick-blood", attacked("quick-blood"), {"their wounds": ["quick-blood"], "my wounds": []}),
    ("hot-blood", attacked("hot-blood"), {"their wounds": ["hot-blood"], "my wounds": ["bandage", "lie-low"]}),
    ("cold-blood", attacked("cold-blood"), {"their hand": ["feint", "rally"], "my wounds": []}),
    ("blue-blood", (mine("thrust slash slash"), theirs(draw="blue-blood"), ("thrust",)), {"my discard": ["slash", "slash", "thrust"]}),
    ("wolfs-blood", attacked("wolfs-blood", discard="raven dagger rapier"), {"their hand": ["dagger", "raven"], "their discard": ["rapier"]}),
    ("clotted-blood", attacked("clotted-blood", wounds="raven dagger"), {"their discard": ["raven", "clotted-blood"], "their wounds": ["dagger"]}),
    ("thrust", (mine("thrust"), theirs(), ("thrust",)), {"their wounds": wounded(1), "my discard": ["thrust"]}),
    ("slash", (mine(f"slash {PAY}"), theirs(), (f"slash/{PAY}",)), {"their wounds": wounded(2), "my discard": ["slash", PAY]}),
    ("secret-lunge", (mine(f"secret-lunge {PAY} {PAY}"), theirs(), (f"secret-lunge/{PAY}+{PAY}",)), {"their wounds": wounded(3)}),
    ("charge", (mine("charge raven raven raven raven"), theirs(), ("charge/raven+raven+raven+raven",)), {"their wounds": wounded(5)}),
    ("pommel-strike", (mine(f"pommel-strike {PAY}"), theirs("slash"), (f"pommel-strike/{PAY}",)), {"their wounds": wounded(1), "their discard": ["slash"]}),
    ("low-blow", (mine(f"low-blow {PAY}"), theirs("slash raven"), (f"low-blow/{PAY}", "take=raven")), {"their wounds": ["raven"], "their hand": ["slash"]}),
    ("laceration", (mine(f"laceration {PAY} {PAY}"), theirs("raven"), (f"laceration/{PAY}+{PAY}",)), {"their wounds": ["rally", "raven"]}),
    ("ground-strike", (mine(f"ground-strike {PAY}"), theirs(discard="raven dagger rapier"), (f"ground-strike/{PAY}",)), {"their wounds": ["dagger", "raven"], "their discard": ["rapier"]}),
    ("riposte", (mine(f"riposte {PAY}", draw="raven " * 6), theirs(), ("end", f"riposte/{PAY}")), {"their wounds": wounded(2)}),
    ("the-kill", (mine(f"the-kill {PAY}", equipment="raven"), theirs(), (f"the-kill/{PAY}",)), {"their wounds": wounded(3)}),
    ("the-kill", (mine(f"the-kill {PAY}"), theirs(), (f"the-kill/{PAY}",)), {"their wounds": wounded(1)}),
    ("twin-cut", (mine(f"twin-cut {PAY}", equipment="shield shield"), theirs(), (f"twin-cut/{PAY}",)), {"their wounds": wounded(3)}),
    ("bloodletting", (mine("bloodletting"), theirs(), ("bloodletting",)), {"my wounds": ["lie-low"], "their wounds": wounded(2)}),
    ("finishing-blow", (mine(f"finishing-blow {PAY} {PAY}"), theirs("slash", wounds="raven " * 8), (f"finishing-blow/{PAY}+{PAY}",)), {"their hand": [], "their wounds": ["slash", *wounded(2), *["raven"] * 8]}),
    ("finishing-blow", (mine(f"finishing-blow {PAY} {PAY}"), theirs("slash", wounds="raven " * 7), (f"finishing-blow/{PAY}+{PAY}",)), {"their hand": ["slash"]}),
    ("payback", (mine(f"payback {PAY}", wounds="raven raven"), theirs(), (f"payback/{PAY}",)), {"their wounds": wounded(3)}),
    ("payback", (mine(f"payback {PAY}", wounds="raven"), theirs(), (f"payback/{PAY}",)), {"their wounds": wounded(1)}),
    ("bandage", (mine("bandage", wounds="raven dagger"), theirs(), ("bandage",)), {"my wounds": ["dagger"], "my discard": ["bandage", "raven"]}),
    ("field-dressing", (mine(f"field-dressing {PAY}", wounds="raven dagger rapier feint"), theirs(), (f"field-dressing/{PAY}",)), {"my wounds": ["feint"]}),
    ("field-dressing", (mine(f"field-dressing {PAY}", wounds="raven dagger rapier feint"), theirs(wounds="raven raven"), (f"field-dressing/{PAY}",)), {"my wounds": ["rapier", "feint"]}),
    ("second-wind", (mine(f"second-wind {PAY} {PAY} {PAY}", wounds="raven dagger feint"), theirs(), (f"second-wind/{PAY}+{PAY}+{PAY}",)), {"my hand": ["dagger", "raven"], "my wounds": ["feint"]}),
    ("transfusion", (mine(f"transfusion {PAY} {PAY} {PAY}", draw="", blood=1, wounds="raven raven raven dagger"), theirs(), (f"transfusion/{PAY}+{PAY}+{PAY}",)), {"my wounds": ["dagger"], "my draw": ["quick-blood", "raven", "raven", "raven"]}),
    ("counter-cut", (mine(f"counter-cut {PAY}", wounds="raven"), theirs(), (f"counter-cut/{PAY}",)), {"my wounds": [], "their wounds": wounded(1)}),
    ("disarm", (mine(f"disarm {PAY}"), theirs(equipment="dagger mail-shirt"), (f"disarm/{PAY}", "take=mail-shirt")), {"their gear": ["dagger"], "their discard": ["mail-shirt"]}),
    ("momentum", (mine("momentum"), theirs(), ("momentum",)), {"my hand": drawn(2)}),
    ("rummage", (mine("rummage", discard="raven dagger rapier"), theirs(), ("rummage",)), {"my hand": ["dagger", "raven"], "my discard": ["rummage", "rapier"]}),
    ("feint", (mine("feint"), theirs("slash"), ("feint", "option=1")), {"their discard": ["slash"], "my hand": []}),
    ("feint", (mine("feint"), theirs("slash"), ("feint", "option=2")), {"their discard": [], "my hand": drawn(1)}),
    ("blood-pact", (mine("blood-pact"), theirs(), ("blood-pact",)), {"my wounds": ["lie-low"], "my hand": ["bandage", "slash", "thrust"]}),
    ("rally", (mine("rally", wounds="raven"), theirs(), ("rally",)), {"my hand": drawn(3)}),
    ("rally", (mine("rally"), theirs(), ("rally",)), {"my hand": drawn(1)}),
    ("ambush", (mine(f"ambush {PAY}"), theirs("slash", discard="raven"), (f"ambush/{PAY}",)), {"their wounds": ["raven"], "their discard": ["slash"]}),
    ("ambush", (mine("sidestep"), theirs("ambush"), ("sidestep", "option=2")), {"their discard": ["ambush"], "my wounds": ["bandage", "lie-low"]}),
    ("ambush", (mine(f"low-blow {PAY}"), theirs("ambush"), (f"low-blow/{PAY}",)), {"their wounds": ["ambush"], "my wounds": ["lie-low"]}),
    ("dagger", with_gear("dagger", "thrust", "thrust", hand="thrust thrust"), {"their wounds": wounded(3)}),
    ("rapier", with_gear("rapier", "thrust", "thrust", "thrust", hand="thrust thrust thrust"), {"their wounds": wounded(5)}),
    ("parrying-dagger", with_their_gear("parrying-dagger", f"slash/{PAY}", hand=f"slash {PAY}"), {"their discard": ["rally"], "their wounds": ["feint"]}),
    ("greatsword", with_gear("greatsword", "thrust", "thrust", hand="thrust thrust"), {"their wounds": wounded(4)}),
    ("shield", with_their_gear("shield", f"slash/{PAY}", hand=f"slash {PAY}"), {"their discard": ["rally"], "their wounds": ["feint"]}),
    ("mail-shirt", (mine(f"low-blow thrust {PAY}"), theirs("slash", equipment="mail-shirt"), (f"low-blow/{PAY}", "thrust")), {"their discard": ["slash"], "their wounds": wounded(1)}),
    ("gambeson", (mine(f"flushing-out {PAY} {PAY}"), theirs("slash", equipment="gambeson", discard="raven"), (f"flushing-out/{PAY}+{PAY}",)), {"their discard": ["slash"], "their wounds": ["rally", "raven"]}),
    ("seven-league-boots", with_gear("seven-league-boots", "end", draw=f"{MINE} raven dagger"), {"my hand": sorted([*MINE.split(), "raven"]), "my draw": ["dagger", "quick-blood", "quick-blood", "quick-blood"]}),
    ("grey-wolf", with_gear("grey-wolf", "end", "end", draw=f"{MINE} raven"), {"their wounds": wounded(1)}),
    ("raven", (mine(draw=f"{MINE} raven", equipment="raven"), theirs("slash dagger"), ("end", "end", "take=dagger")), {"their discard": ["dagger"]}),
    ("salamander", (mine(draw="slash " * 9), theirs(equipment="salamander", wounds="raven dagger"), ("end", "end")), {"their wounds": ["dagger"], "their discard": ["raven"]}),
    ("high-guard", with_their_gear("high-guard", f"secret-lunge/{PAY}+{PAY}", hand=f"secret-lunge {PAY} {PAY}"), {"their discard": ["feint", "rally"], "their wounds": ["momentum"]}),
    ("high-guard", (mine(draw="slash " * 9), theirs(equipment="high-guard"), ("end", "end")), {"their gear": [], "their discard": ["high-guard"]}),
    ("open-vein", (mine(f"open-vein {PAY}", wounds="quick-blood quick-blood"), theirs(), (f"open-vein/{PAY}",)), {"their wounds": wounded(3)}),
    ("open-vein", (mine(f"open-vein {PAY}", wounds="quick-blood"), theirs(), (f"open-vein/{PAY}",)), {"their wounds": wounded(2)}),
    ("sweeping-blow", (mine(f"sweeping-blow {PAY} {PAY}", equipment="halberd"), theirs(), (f"sweeping-blow/{PAY}+{PAY}",)), {"their wounds": wounded(5)}),
    ("sweeping-blow", (mine(f"sweeping-blow {PAY} {PAY}"), theirs(), (f"sweeping-blow/{PAY}+{PAY}",)), {"their wounds": wounded(2)}),
    ("flushing-out", (mine(f"flushing-out {PAY} {PAY}"), theirs("slash", discard="raven"), (f"flushing-out/{PAY}+{PAY}",)), {"their wounds": ["rally", "slash", "raven"]}),
    ("beat", (mine(f"beat {PAY} {PAY}"), theirs(equipment="dagger shield"), (f"beat/{PAY}+{PAY}", "take=dagger")), {"their gear": ["shield"], "their discard": ["dagger", "rally"]}),
    ("sidestep", (mine("sidestep", wounds="raven"), theirs("slash"), ("sidestep", "option=1")), {"my wounds": [], "their hand": ["slash"]}),
    ("sidestep", (mine("sidestep", wounds="raven"), theirs("slash"), ("sidestep", "option=2")), {"my wounds": ["raven"], "their hand": []}),
    ("cautery", (mine(f"cautery {PAY}", wounds="raven dagger rapier feint"), theirs(), (f"cautery/{PAY}",)), {"my wounds": ["lie-low", "feint"]}),
    ("last-stand", (mine(f"last-stand {PAY}", wounds=BLOODY), theirs(), (f"last-stand/{PAY}",)), {"my wounds": ["quick-blood"], "their wounds": wounded(1)}),
    ("last-stand", (mine(f"last-stand {PAY}", wounds="quick-blood quick-blood"), theirs(), (f"last-stand/{PAY}",)), {"my wounds": ["quick-blood"], "their wounds": []}),
    ("false-trail", (mine("false-trail"), theirs(), ("false-trail",)), {"my hand": drawn(1)}),
    ("false-trail", (mine("sidestep"), theirs("false-trail"), ("sidestep", "option=2")), {"their hand": ["feint", "rally"], "their discard": ["false-trail"]}),
    ("caltrops", (mine(f"caltrops {PAY}"), theirs("slash"), (f"caltrops/{PAY}",)), {"their wounds": ["slash"]}),
    ("caltrops", (mine("sidestep slash"), theirs("caltrops"), ("sidestep", "option=2")), {"my wounds": ["lie-low"], "my hand": [], "my discard": ["slash", "sidestep"]}),
    ("blood-oath", (mine("blood-oath"), theirs(), ("blood-oath",)), {"my wounds": ["bandage", "lie-low"], "their wounds": wounded(2), "my hand": ["slash", "thrust"]}),
    ("ransom", (mine("ransom"), theirs("slash raven"), ("ransom", "option=1")), {"their discard": ["slash", "raven"], "their wounds": []}),
    ("ransom", (mine("ransom"), theirs("slash raven"), ("ransom", "option=2")), {"their discard": [], "their wounds": wounded(1)}),
    ("all-in", (mine("all-in raven dagger"), theirs(), ("all-in",)), {"my hand": drawn(3), "my discard": ["all-in", "raven", "dagger"]}),
    ("lie-low", (mine("lie-low", wounds=f"raven {BLOODY}"), theirs(), ("lie-low",)), {"my wounds": BLOODY.split(), "my hand": ["lie-low"]}),
    ("lie-low", (mine("lie-low", wounds="raven quick-blood"), theirs(), ("lie-low",)), {"my wounds": ["quick-blood"], "my hand": []}),
    ("duellists-ring", with_gear("duellists-ring", "slash", hand="slash"), {"their wounds": wounded(2), "my discard": ["slash"]}),
    ("signet-ring", with_gear("signet-ring", "momentum", "momentum", hand="momentum momentum"), {"my hand": drawn(5)}),
    ("pocket-cloak", with_gear("pocket-cloak", "end", "throw=bandage+lie-low", "end", draw=f"{MINE} raven"), {"my hand": ["payback", "raven", "slash", "thrust"]}),
    ("thorn-cloak", with_their_gear("thorn-cloak", "thrust", hand="thrust"), {"their wounds": wounded(1), "my wounds": ["lie-low"]}),
    ("low-guard", with_their_gear("low-guard", "thrust", "thrust", "thrust", hand="thrust thrust thrust"), {"their wounds": wounded(3), "my wounds": ["bandage", "lie-low"]}),
    ("low-guard", (mine(draw="slash " * 9), theirs(equipment="low-guard"), ("end", "end")), {"their gear": []}),
    ("watchdog", with_gear("watchdog", "end", "end", draw=f"{MINE} raven", wounds="raven"), {"their wounds": wounded(2)}),
    ("watchdog", with_gear("watchdog", "end", "end", draw=f"{MINE} raven"), {"their wounds": []}),
    ("sparrowhawk", (mine(draw="slash " * 9), theirs(equipment="sparrowhawk"), ("end", "end")), {"their hand": ["rally"]}),
    ("halberd", with_gear("halberd", "thrust", hand="thrust"), {"their wounds": wounded(2)}),
    ("halberd", with_their_gear("halberd", "thrust", hand="thrust"), {"their discard": ["rally"], "their wounds": []}),
    ("squire", (mine(draw="slash " * 9), theirs(equipment="squire dagger shield"), ("end", "end")), {"their hand": ["rally"]}),
    ("squire", with_gear("squire", "rapier/raven", hand="rapier raven"), {"my gear": ["squire", "rapier"], "my hand": []}),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[f"{case[0]}-{number}" for number, case in enumerate(CASES)])
def test_a_card_does_what_it_says(case: Case) -> None:
    card, (one, other, actions), expected = case
    before = state(one, other)
    after = do(before, *actions)
    assert card in str(before)
    assert {what: pile_of(after, what) for what in expected} == expected


def pile_of(after: State, what: str) -> list[str]:
    whose, pile = what.split()
    found: list[str] = PILES[pile](after, 0 if whose == "my" else 1)
    return sorted(found) if what == "my draw" and len(found) == 4 else found


def test_every_card_is_played() -> None:
    assert {case[0] for case in CASES} == set(current_set().cards)
    assert all(case[2] for case in CASES)


def test_the_set_is_large_enough() -> None:
    assert len(current_set().cards) >= 60
    assert len(current_set().starters) == 5
