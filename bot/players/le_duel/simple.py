"""Two baseline computers for Le Duel: random legal turns, and greedy least movement."""

import random

from bot.games.le_duel.notation import notate_turn
from bot.games.le_duel.position import MINIMUM, Pile, Place, Position, Whose, can_place, legal_places
from bot.games.le_duel.state import View

_KEEP_GOING = 0  # greedy places a further card when its pile moves no more than this: only by a jump


def choose_random(view: View, dice: random.Random) -> str:
    """Random legal placements; past the minimum each further one with probability one half."""
    places: list[Place] = []
    position = view.position
    while options := [place for place in legal_places(position) if _leads_on(position.after(place), len(places) + 1)]:
        if len(places) >= MINIMUM and dice.random() < 0.5:
            break
        places.append(dice.choice(options))
        position = position.after(places[-1])
    return notate_turn(places)


def choose_greedy(view: View, dice: random.Random) -> str:
    """Always the placement that moves a pile least; past the minimum only jumps."""
    places: list[Place] = []
    position = view.position
    while options := [place for place in legal_places(position) if _leads_on(position.after(place), len(places) + 1)]:
        best = min(options, key=lambda place: _cost(place, position))
        if len(places) >= MINIMUM and _cost(best, position) > _KEEP_GOING:
            break
        places.append(best)
        position = position.after(best)
    return notate_turn(places)


def _leads_on(position: Position, placed: int) -> bool:
    """LD16: the first card must leave a legal second one."""
    return can_place(position, max(0, MINIMUM - placed))


def _cost(place: Place, position: Position) -> int:
    """Steps the pile moves against its owner; on the opponent's side, steps given to them."""
    top = position.tops[place.top_index]
    step = place.card - top if place.pile is Pile.UP else top - place.card
    return step if place.whose is Whose.OWN else -step
