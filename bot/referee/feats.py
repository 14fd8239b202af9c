"""What a game's own cards are remembered for beyond its result. A game without a line here has nothing of the kind."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from bot.games.core import Seat
from bot.games.le_duel.game import LeDuel
from bot.games.le_duel.position import Place, Whose, is_jump
from bot.games.le_duel.state import State
from bot.games.registry import GAMES
from bot.referee.reviews import turn_starts
from bot.store.ratings_rows import Feats
from bot.store.rows import ActionRow, GameRow


def feats_of(row: GameRow, actions: Sequence[ActionRow]) -> dict[int, Feats]:
    """By seat; whoever completed no turn has none."""
    feats_in = _FEATS.get(row.game)
    if feats_in is None:
        return {}
    found: dict[int, Feats] = {}
    for before, after in pairwise(turn_starts(GAMES[row.game], row, actions)):
        seat, feats = feats_in(before, after)
        found[seat] = found.get(seat, Feats()).then(feats)
    return found


def _duel_feats(before: State, after: State) -> tuple[Seat, Feats]:
    """As the turn between these two states was played."""
    assert after.last is not None  # noqa: S101 (a turn was completed)
    places = after.last.places
    return after.last.seat, Feats(max(_chains(before, places), default=0), _shape(places))


def _chains(before: State, places: Sequence[Place]) -> Iterator[int]:
    """LD6: how many jumps had come one after the other, card by card."""
    chain, position = 0, before.position
    for place in places:
        chain = chain + 1 if is_jump(place, position.tops[place.top_index]) else 0
        position = position.after(place)
        yield chain


def _shape(places: Sequence[Place]) -> str:
    """The piles of a turn in one order, as they are typed, without the cards: hands differ, habits show."""
    piles = sorted(places, key=lambda place: place.top_index)
    return " ".join(place.pile + (place.whose if place.whose is Whose.THEIRS else "") for place in piles)


_FEATS: dict[str, Callable[[Any, Any], tuple[Seat, Feats]]] = {LeDuel.key: _duel_feats}
