"""Who learns which card moved (DU3), pile by pile."""

import pytest

from bot.games.core import Seat, unshuffled
from bot.games.duel import rules
from bot.games.duel.cards import CardSet
from bot.games.duel.language import Pile
from bot.games.duel.movement import move
from bot.games.duel.state import Context, State
from bot.games.duel.table import Table
from bot.games.duel.views import imagine, observe
from tests.games.duel.builders import Dice, do, side, state

OWNER, ALL, NOBODY = {0}, {0, 1, None}, set[int | None]()
LEARNS = {
    ("draw", "hand"): OWNER,
    ("draw", "discard"): NOBODY,
    ("draw", "equipment"): ALL,
    ("draw", "wounds"): ALL,
    ("hand", "draw"): OWNER,
    ("hand", "discard"): OWNER,
    ("hand", "equipment"): ALL,
    ("hand", "wounds"): ALL,
    ("discard", "draw"): NOBODY,
    ("discard", "hand"): OWNER,
    ("discard", "equipment"): ALL,
    ("discard", "wounds"): ALL,
    **{
        (source, target): ALL
        for source in ("equipment", "wounds")
        for target in ("draw", "hand", "discard", "equipment", "wounds")
        if source != target
    },
}


def moved(source: str, target: str) -> State:
    before = state(side("dagger", "dagger", "dagger", "dagger", "dagger"), side())
    table = Table(before, Dice())
    gear = table.sides[0].equipment[0] if source == "equipment" else None
    assert move(table, Seat(0), Pile(source), Pile(target), Context(Seat(0)), card="dagger", gear=gear)
    return table.frozen()


@pytest.mark.parametrize(("source", "target"), LEARNS)
def test_du3_who_learns_which_card_moved(source: str, target: str) -> None:
    """The story names the card to those who learn it, and to nobody else."""
    after = moved(source, target)
    told = {viewer: observe(after, viewer).story[-1].cards for viewer in (Seat(0), Seat(1), None)}
    assert {viewer for viewer, ((card, _),) in told.items() if card == "dagger"} == LEARNS[source, target]
    if target in ("draw", "discard"):
        known = {viewer for viewer in told if getattr(observe(after, viewer).sides[0], target)[-1] == "dagger"}
        assert known == LEARNS[source, target]


def test_du3_a_known_card_stays_known_as_it_moves_unseen() -> None:
    """All saw it go onto the draw pile, so all know which card is discarded from there."""
    table = Table(state(side(wounds="rally"), side()), Dice())
    for source, target in ((Pile.WOUNDS, Pile.DRAW), (Pile.DRAW, Pile.DISCARD)):
        move(table, Seat(0), source, target, Context(Seat(0)))
    after = table.frozen()
    assert observe(after, None).sides[0].discard == ("rally",)
    table = Table(after, Dice())
    move(table, Seat(0), Pile.DISCARD, Pile.HAND, Context(Seat(0)))
    move(table, Seat(0), Pile.HAND, Pile.DISCARD, Context(Seat(0)), card="rally")
    assert observe(table.frozen(), Seat(1)).sides[0].discard == (None,)  # the hand is its owner's


def test_a_hidden_cards_trigger_that_waits_is_hidden(extra: CardSet) -> None:
    """The opponent has thrown Ambush unseen, and the player is asked something else before it acts."""
    start = do(state(side("gambit"), side("ambush slash")), "gambit", "take=ambush")
    assert [one.card for one in start.queue] == ["ambush"]
    assert observe(start, Seat(0)).queue == observe(start, None).queue == ()
    assert len(observe(start, Seat(1)).queue) == 1
    imagined = imagine(observe(start, Seat(0)), unshuffled)
    assert observe(imagined, Seat(0)) == observe(start, Seat(0))
    assert "Ambush acts for" not in str(observe(start, Seat(0)).story)


def test_a_view_has_nothing_of_who_is_out() -> None:
    start = rules.leave(state(*(side("slash", "rally", "feint") for _ in range(3))), Seat(1))
    seen = observe(start, None).sides[1]
    assert (seen.hand_size, seen.draw, seen.discard, seen.wounds, seen.out_at) == (0, (), (), (), 1)
    assert imagine(observe(start, Seat(0)), unshuffled).sides[1] == start.sides[1]


def test_hands_are_shown_when_the_referee_ends_the_game() -> None:
    view = observe(state(side("slash"), side("rally")), None, is_over=True)
    assert [one.hand for one in view.sides] == [("slash",), ("rally",)]
    assert view.is_over
