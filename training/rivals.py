"""The other members of the gauntlet: published computers, reimplemented, and players found by training.

They choose as levels do (`bot.players.core.Chooser`), but are not offered as opponents.
"""

import random

from bot.games.le_duel.notation import notate_turn
from bot.games.le_duel.position import MINIMUM, Place, Position, Whose, can_place, is_jump, legal_places
from bot.games.le_duel.state import View
from bot.players.core import Chooser
from bot.players.le_duel.bitboard import Bitboard, bitboard_of
from bot.players.le_duel.network import Network, load
from bot.players.le_duel.outcomes import TurnOutcome, Turns
from bot.players.le_duel.ranking import certain_win, rank

_NODES = 40
_CLOSE = 1


def choose_least(view: View, dice: random.Random) -> str:
    """The strongest published computer: of all turns the one that moves the four piles least, a card placed counting
    one and a card for the opponent nothing."""
    turns = Turns.of(bitboard_of(view))
    outcome = min(turns.every(), key=lambda outcome: _movement(turns.board, outcome))
    return notate_turn(turns.places(outcome))


def _movement(board: Bitboard, outcome: TurnOutcome) -> tuple[int, int]:
    own = outcome.up - board.up + board.down - outcome.down
    theirs = board.their_up - outcome.their_up + outcome.their_down - board.their_down
    return own + theirs + outcome.placed - (outcome.helper is not None), outcome.key


def choose_pair(view: View, dice: random.Random) -> str:
    """The second published computer: always two cards. A jump if there is one, else the nearest card; then a jump, else
    a card close to the opponent's top on their side, else the nearest."""
    position = view.position
    first = _pair_first(position)
    return notate_turn([first, _pair_second(position.after(first))])


def _pair_first(position: Position) -> Place:
    options = [
        place
        for place in legal_places(position)
        if place.whose is Whose.OWN and can_place(position.after(place), MINIMUM - 1)
    ]
    if not options:  # only a card on the opponent's side leaves a second placement
        options = [place for place in legal_places(position) if can_place(position.after(place), MINIMUM - 1)]
    return min(options, key=lambda place: _distance(place, position))


def _pair_second(position: Position) -> Place:
    own = [place for place in legal_places(position) if place.whose is Whose.OWN]
    theirs = [place for place in legal_places(position) if place.whose is Whose.THEIRS]
    nearest_own = min(own, key=lambda place: _distance(place, position), default=None)
    if nearest_own is not None and is_jump(nearest_own, position.tops[nearest_own.top_index]):
        return nearest_own
    gift = min(theirs, key=lambda place: _distance(place, position), default=None)
    if gift is not None and (nearest_own is None or _distance(gift, position) <= _CLOSE):
        return gift
    if nearest_own is None:
        raise ValueError("the first card left no second")  # LD16 rules this out
    return nearest_own


def _distance(place: Place, position: Position) -> int:
    """Distance of the card from its top; -1 for a jump, which comes first."""
    top = position.tops[place.top_index]
    if is_jump(place, top):
        return -1
    return abs(place.card - top)


def choose_linear(view: View, dice: random.Random) -> str:
    return _best_turn(bitboard_of(view), load()["linear"])


def _best_turn(board: Bitboard, network: Network) -> str:
    """The best turn without lookahead, in notation."""
    turns = Turns.of(board)
    outcome = certain_win(turns, _NODES) or rank(turns, network)[0].outcome
    return notate_turn(turns.places(outcome))


def choose_starver(view: View, dice: random.Random) -> str:
    return _best_turn(bitboard_of(view), load()["starver"])


def choose_racer(view: View, dice: random.Random) -> str:
    return _best_turn(bitboard_of(view), load()["racer"])


RIVALS: dict[str, Chooser] = {
    "least": choose_least,
    "pair": choose_pair,
    "linear": choose_linear,
    "starver": choose_starver,
    "racer": choose_racer,
}
