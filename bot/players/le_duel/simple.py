"""Two simple computers for Le Duel: one that plays anything legal, one that moves its piles as little as it can."""

import random

from bot.games.le_duel.notation import notate_turn
from bot.games.le_duel.position import MINIMUM, Pile, Place, Position, Whose, can_place, legal_places
from bot.games.le_duel.state import View

_KEEP_GOING = 0  # greedy places a further card when its pile moves no more than this: only by a jump


def choose_random(view: View, dice: random.Random) -> str:
    """Any legal first cards, then on or not by the toss of a coin."""
    places: list[Place] = []
    position = view.position
    while options := [place for place in legal_places(position) if _leads_on(position.after(place), len(places) + 1)]:
        if len(places) >= MINIMUM and dice.random() < 0.5:
            break
        places.append(dice.choice(options))
        position = position.after(places[-1])
    return notate_turn(places)


def choose_greedy(view: View, dice: random.Random) -> str:
    """Always the card that moves a pile least; past the minimum only by a jump."""
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
    """LD16: a first card must leave a second."""
    return can_place(position, max(0, MINIMUM - placed))


def _cost(place: Place, position: Position) -> int:
    """How far the pile moves the wrong way for its owner; on the opponent's side every step is a gift."""
    top = position.tops[place.top_index]
    step = place.card - top if place.pile is Pile.UP else top - place.card
    return step if place.whose is Whose.OWN else -step
