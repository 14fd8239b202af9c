"""Lines and buttons of Le Duel for one viewer. Built from a `View` only; the locale translates the phrases."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from bot.games.core import Choice, ChoiceKind, Phrase, Player, Screen, Seat, phrase
from bot.games.le_duel.notation import notate
from bot.games.le_duel.position import MINIMUM, Pile, Place, Position, Whose, can_place, is_jump, legal_places
from bot.games.le_duel.state import EndTurn, TakeBack, Turn, View, other
from bot.games.piles import change, cheapest, cost

_COLOURS = ("le-duel.gold", "le-duel.silver")
_PLACE_LABELS = {
    (Pile.UP, Whose.OWN): "le-duel.place_own_up",
    (Pile.DOWN, Whose.OWN): "le-duel.place_own_down",
    (Pile.UP, Whose.THEIRS): "le-duel.place_their_up",
    (Pile.DOWN, Whose.THEIRS): "le-duel.place_their_down",
}
_PUT = {Pile.UP: "le-duel.put_up", Pile.DOWN: "le-duel.put_down"}
_PUT_THERE = {Pile.UP: "le-duel.put_their_up", Pile.DOWN: "le-duel.put_their_down"}
_GIVEN = {Pile.UP: "le-duel.given_up", Pile.DOWN: "le-duel.given_down"}
_ENDINGS = {"placed_all": "le-duel.placed_all", "stuck": "le-duel.stuck"}  # LD12, LD13
_JUMP_LABELS = {Pile.UP: "le-duel.jump_up", Pile.DOWN: "le-duel.jump_down"}


def screen(view: View) -> Screen:
    choices = tuple(_choices(view)) if view.is_on_turn else ()
    quick = tuple(_quick(view)) if view.is_on_turn else ()
    return Screen(tuple(_lines(view)), choices, last=tuple(_last_turn(view)), quick=quick)


def ending(view: View) -> Phrase | None:
    """In both endings the named player is on turn: they placed all (LD12), or are stuck as their turn starts (LD13)."""
    return None if view.outcome is None else phrase(_ENDINGS[view.outcome.reason], player=Player(view.turn))


def _lines(view: View) -> Iterator[Phrase]:
    first = Seat(0) if view.viewer is None else view.viewer
    for seat in (first, other(first)):
        yield _side(view, seat)
    yield from _last_turn(view)
    for seat in (Seat(0), Seat(1)):
        if (hand := view.sides[seat].hand) and seat != view.viewer:
            yield phrase("le-duel.their_hand", player=Player(seat), cards=_cards(hand))
    if view.viewer is not None:
        yield from _private_lines(view)


def _side(view: View, seat: Seat) -> Phrase:
    side = view.sides[seat]
    return phrase(
        "le-duel.side",
        player=Player(seat),
        colour=Phrase(_COLOURS[seat]),
        up=side.up,
        down=side.down,
        hand=side.hand_size,
        draw=side.draw_size,
        placed=phrase("le-duel.placed", count=len(side.played)),
    )


def _last_turn(view: View) -> Iterator[Phrase]:
    if view.last is not None:
        yield phrase(
            "le-duel.last_turn" if view.last.drawn else "le-duel.last_turn_dry",
            player=Player(view.last.seat),
            places=tuple(_put_all(view.last)),
            count=view.last.drawn,
        )


def _private_lines(view: View) -> Iterator[Phrase]:
    position = view.position
    yield phrase("le-duel.your_hand", cards=_cards(position.hand)) if position.hand else phrase("le-duel.empty_hand")
    if view.staged:
        own_up, own_down, their_up, their_down = position.tops
        yield phrase("le-duel.staged", places=tuple(_staged(view)))
        yield phrase("le-duel.staged_tops", up=own_up, down=own_down, their_up=their_up, their_down=their_down)
    if view.is_on_turn:
        yield _advice(view, position)


def _put(place: Place, seat: Seat) -> Phrase:
    """A card of a completed turn of which is not known by how much it changed its pile."""
    if place.whose is Whose.THEIRS:
        return phrase(_PUT_THERE[place.pile], card=place.card, player=Player(other(seat)))
    return phrase(_PUT[place.pile], card=place.card)


def _put_all(last: Turn) -> Iterator[Phrase]:
    """The cards of a completed turn, in the words of the buttons."""
    if last.before is None:  # stored by older code
        yield from (_put(place, last.seat) for place in last.places)
        return
    position = Position(tuple(place.card for place in last.places), last.before)
    for place in last.places:
        top = position.tops[place.top_index]
        if place.whose is Whose.OWN:
            yield place_label(place, top)
        else:
            changed = change(place.card, top)
            yield phrase(_GIVEN[place.pile], card=place.card, player=Player(other(last.seat)), change=changed)
        position = position.after(place)


def _staged(view: View) -> Iterator[Phrase]:
    before = replace(view, staged=()).position
    for place in view.staged:
        yield place_label(place, before.tops[place.top_index])
        before = before.after(place)


def _advice(view: View, position: Position) -> Phrase:
    missing = MINIMUM - len(view.staged)
    if missing <= 0:
        draws = view.draws_at_end
        return phrase("le-duel.may_end", count=draws) if draws else phrase("le-duel.may_end_dry")
    if missing == 1 and not any(legal_places(position)):
        return phrase("le-duel.dead_end")  # LD16
    return phrase("le-duel.place_more", count=missing)


def _choices(view: View) -> Iterator[Choice]:
    position = view.position
    places: dict[int, list[Choice]] = {card: [] for card in position.hand}
    for place in legal_places(position):
        places[place.card].append(_place(place, position.tops[place.top_index]))
    for card, then in places.items():
        label, is_direct = phrase("le-duel.card", card=card), len(then) == 1
        yield Choice(label, ChoiceKind.OPEN, str(card), bool(then), tuple(then), is_direct=is_direct)
    if view.staged:
        yield Choice(phrase("le-duel.undo"), ChoiceKind.BACK, notate(TakeBack()))
    draws = view.draws_at_end
    yield Choice(
        phrase("le-duel.end", count=draws) if draws else phrase("le-duel.end_dry"),
        ChoiceKind.DONE,
        notate(EndTurn()),
        is_legal=len(view.staged) >= MINIMUM,
    )


def _quick(view: View) -> Iterator[str]:
    """The cheapest placements after which the turn can be ended (LD16)."""
    position, missing = view.position, max(0, MINIMUM - len(view.staged) - 1)
    places = (place for place in legal_places(position) if can_place(position.after(place), missing))
    return map(notate, cheapest(places, lambda place: _cost(place, position.tops[place.top_index])))


def _cost(place: Place, top: int) -> int:
    """On the opponent's side, what they gain (LD8)."""
    lost = cost(place.card, top, is_up=place.pile is Pile.UP)
    return lost if place.whose is Whose.OWN else -lost


@lru_cache(maxsize=1024)
def _place(place: Place, top: int) -> Choice:
    """Cached: each panel has about a dozen, and they recur."""
    return Choice(place_label(place, top), ChoiceKind.PLAY, notate(place))


def place_label(place: Place, top: int) -> Phrase:
    """A placement in the words of every button and line."""
    code = _JUMP_LABELS[place.pile] if is_jump(place, top) else _PLACE_LABELS[place.pile, place.whose]
    return phrase(code, card=place.card, change=change(place.card, top))


def _cards(hand: tuple[int, ...]) -> str:
    return " · ".join(str(card) for card in hand)
