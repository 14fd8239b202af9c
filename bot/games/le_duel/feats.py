"""Statistics of Le Duel turns: chains of jumps, and opening shapes."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.games.core import Feats, Phrase, Seat, phrase
from bot.games.le_duel.position import PILES, Pile, Place, Whose, is_jump
from bot.games.le_duel.state import State

_WHERE = {
    (Pile.UP, Whose.OWN): "le-duel.opening_up",
    (Pile.DOWN, Whose.OWN): "le-duel.opening_down",
    (Pile.UP, Whose.THEIRS): "le-duel.opening_their_up",
    (Pile.DOWN, Whose.THEIRS): "le-duel.opening_their_down",
}


def feats(before: State, after: State) -> tuple[Seat, Feats]:
    assert after.last is not None  # noqa: S101 (a turn was completed)
    places = after.last.places
    return after.last.seat, Feats(max(_chains(before, places), default=0), _shape(places))


def _chains(before: State, places: Sequence[Place]) -> Iterator[int]:
    """LD6: after each card, the number of consecutive jumps so far."""
    chain, position = 0, before.position
    for place in places:
        chain = chain + 1 if is_jump(place, position.tops[place.top_index]) else 0
        position = position.after(place)
        yield chain


def _shape(places: Sequence[Place]) -> str:
    """The piles of a turn in canonical order and in notation, without the cards."""
    return " ".join(_typed(place.pile, place.whose) for place in sorted(places, key=lambda place: place.top_index))


def _typed(pile: Pile, whose: Whose) -> str:
    return pile + (whose if whose is Whose.THEIRS else "")


_NAMES = {_typed(pile, whose): _WHERE[pile, whose] for pile, whose in PILES}


def opening(shape: str) -> tuple[Phrase, ...]:
    """The number of cards on each pile; empty for an unknown shape."""
    piles = Counter(shape.split())
    if not piles.keys() <= _NAMES.keys():
        return ()
    return tuple(
        phrase("le-duel.opening_more" if number else "le-duel.opening_first", count=count, where=Phrase(_NAMES[pile]))
        for number, (pile, count) in enumerate(piles.items())
    )
