"""Lines and buttons of The Game for one viewer. Built from a `View` only; the locale translates the phrases."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.games.core import Choice, ChoiceKind, Phrase, Player, Screen, Seat, phrase
from bot.games.piles import change, cheapest, cost
from bot.games.the_game.notation import notate
from bot.games.the_game.position import (
    CARDS,
    FIRE_CARDS,
    PILES,
    Pile,
    Place,
    Position,
    Tops,
    burning,
    can_end,
    can_place_all,
    covered,
    is_jump_back,
    legal_places,
)
from bot.games.the_game.signals import active_signals, legal_signals
from bot.games.the_game.state import Claim, EndTurn, Plea, Signal, TakeBack, Turn, View, Withdraw

_SIGNAL_LINES = {Plea.KEEP_OFF: "the-game.asks_keep_off", Plea.NO_BIG_JUMP: "the-game.asks_no_big_jump"}
_SIGNAL_LABELS = {Plea.KEEP_OFF: "the-game.keep_off", Plea.NO_BIG_JUMP: "the-game.no_big_jump"}
_VERDICTS = (
    (0, "the-game.verdict_beaten"),
    (9, "the-game.verdict_excellent"),
    (19, "the-game.verdict_good"),
    (39, "the-game.verdict_fair"),
    (len(CARDS), "the-game.verdict_poor"),
)
_ENDINGS = {"beaten": "the-game.beaten", "blocked": "the-game.blocked", "burnt": "the-game.burnt"}  # TG8, TG11
_CLAIM = Choice(phrase("the-game.claim"), ChoiceKind.PLAY, notate(Claim()))
_SIGNAL = Choice(phrase("the-game.signal"), ChoiceKind.OPEN, "signal")


def screen(view: View) -> Screen:
    choices, public_choices = tuple(_choices(view)), tuple(_public_choices(view))
    quick = tuple(_quick(view)) if view.is_on_turn else ()
    last, asked = tuple(_last_turn(view)), tuple(_asked(view))
    return Screen(tuple(_lines(view)), choices, public_choices, last, asked, quick)


def ending(view: View) -> Phrase | None:
    """In every ending the named player is on turn (TG8); nothing ends before the first turn is claimed."""
    if view.outcome is None or view.turn is None:
        return None
    return phrase(_ENDINGS[view.outcome.reason], player=Player(view.turn))


def _lines(view: View) -> Iterator[Phrase]:
    yield from (_pile(pile, view.tops) for pile in PILES)
    yield phrase("the-game.left", draw=view.draw_size, count=view.cards_left)
    yield from _mode(view)
    yield from _fires(view)
    yield from _asked(view)
    yield from _others(view)
    yield from _last_turn(view)
    if view.turn is None and view.lot is not None and not view.is_over:
        yield phrase("the-game.who_starts", player=Player(view.lot))
    if view.viewer is not None:
        yield from _private_lines(view)
    if view.outcome is not None:
        yield Phrase(verdict(view.cards_left))


def _asked(view: View) -> Iterator[Phrase]:
    for sent in view.signals:
        yield phrase(_SIGNAL_LINES[sent.signal.plea], player=Player(sent.seat), pile=sent.signal.pile.letter)


def _last_turn(view: View) -> Iterator[Phrase]:
    if view.last is not None:
        yield phrase(
            "the-game.last_turn" if view.last.drawn else "the-game.last_turn_dry",
            player=Player(view.last.seat),
            places=tuple(_put_all(view.last)),
            count=view.last.drawn,
        )


def verdict(cards_left: int) -> str:
    """TG8: the phrase code that grades a result."""
    return next(code for limit, code in _VERDICTS if cards_left <= limit)


def _pile(pile: Pile, tops: Tops) -> Phrase:
    return phrase("the-game.up" if pile.is_up else "the-game.down", pile=pile.letter, top=tops[pile.top_index])


def _mode(view: View) -> Iterator[Phrase]:
    switches = (
        (view.mode.is_expert, "the-game.expert"),
        (view.mode.has_fewer, "the-game.fewer"),
        (view.mode.is_on_fire, "the-game.on_fire"),
    )
    yield from (Phrase(code) for is_on, code in switches if is_on)


def _fires(view: View) -> Iterator[Phrase]:
    """TG11; none once the game is over."""
    if view.mode.is_on_fire and not view.is_over:
        for pile in sorted(burning(view.tops)):
            yield phrase("the-game.fire", pile=pile.letter, card=view.tops[pile.top_index])


def _others(view: View) -> Iterator[Phrase]:
    for seat, (size, hand) in enumerate(zip(view.hand_sizes, view.hands, strict=True)):
        if seat == view.viewer:
            continue
        if hand is None:
            yield phrase("the-game.hand_size", player=Player(Seat(seat)), count=size)
        elif hand:
            yield phrase("the-game.their_hand", player=Player(Seat(seat)), cards=_cards(hand))


def _private_lines(view: View) -> Iterator[Phrase]:
    position = view.position
    yield phrase("the-game.your_hand", cards=_cards(position.hand)) if position.hand else phrase("the-game.empty_hand")
    if view.staged:
        yield phrase("the-game.staged", places=tuple(_labels(view.staged, view.tops)))
        first_up, second_up, first_down, second_down = position.tops
        yield phrase("the-game.staged_tops", a=first_up, b=second_up, c=first_down, d=second_down)
    if view.is_on_turn:
        yield _advice(view, position)


def _put_all(last: Turn) -> Iterator[Phrase]:
    """The cards of a completed turn, in the words of the buttons; shorter where older code has stored it."""
    if last.before is not None:
        return _labels(last.places, last.before)
    return (phrase("the-game.put", card=place.card, pile=_pile_name(place.pile)) for place in last.places)


def _labels(places: Iterable[Place], tops: Tops) -> Iterator[Phrase]:
    """Placements one after the other."""
    for place in places:
        yield place_label(place, tops)
        tops = covered(tops, place)


def _pile_name(pile: Pile) -> Phrase:
    return phrase("the-game.pile_up" if pile.is_up else "the-game.pile_down", pile=pile.letter)


def _advice(view: View, position: Position) -> Phrase:
    missing = max(0, view.minimum - len(view.staged))
    if _is_dead_end(view, position, missing):
        return phrase("the-game.dead_end")
    if position.due:
        return phrase("the-game.cover", piles=", ".join(pile.letter for pile in sorted(position.due)))
    if missing:
        return phrase("the-game.place_more" if view.staged else "the-game.place_least", count=missing)
    return phrase("the-game.may_end", count=view.draws_at_end) if view.draws_at_end else phrase("the-game.may_end_dry")


def _is_dead_end(view: View, position: Position, missing: int) -> bool:
    """As LD16: the turn cannot be ended without taking a card back."""
    return not can_end(position, missing) and not (view.is_last_hand and can_place_all(position))


def _choices(view: View) -> Iterator[Choice]:
    if view.viewer is None or view.is_over:
        return
    if view.turn is None:
        yield _CLAIM
    if view.is_on_turn:
        yield from _turn_choices(view)
    if len(view.hand_sizes) > 1:
        yield replace(_SIGNAL, then=tuple(_signals(view, view.viewer)))


def _public_choices(view: View) -> Iterator[Choice]:
    """Actions that reveal no hand: claiming the first turn (TG3) and signalling (TG9)."""
    if view.is_over or len(view.hand_sizes) == 1:
        return
    if view.turn is None:
        yield _CLAIM
    yield _SIGNAL


def _turn_choices(view: View) -> Iterator[Choice]:
    position = view.position
    legal = tuple(legal_places(position))
    for card in position.hand:
        then = tuple(_place(place, position) for place in legal if place.card == card)
        code = "the-game.fire_card" if view.mode.is_on_fire and card in FIRE_CARDS else "the-game.card"
        yield Choice(phrase(code, card=card), ChoiceKind.OPEN, str(card), bool(then), then, is_direct=len(then) == 1)
    if view.staged:
        yield Choice(phrase("the-game.undo"), ChoiceKind.BACK, notate(TakeBack()))
    yield Choice(
        phrase("the-game.end", count=view.draws_at_end) if view.draws_at_end else phrase("the-game.end_dry"),
        ChoiceKind.DONE,
        notate(EndTurn()),
        is_legal=len(view.staged) >= view.minimum and not position.due,
    )


def _quick(view: View) -> Iterator[str]:
    """The cheapest placements after which the turn can be ended."""
    position, missing = view.position, max(0, view.minimum - len(view.staged) - 1)
    places = (place for place in legal_places(position) if not _is_dead_end(view, position.after(place), missing))
    return map(notate, cheapest(places, lambda place: _cost(place, position.tops)))


def _cost(place: Place, tops: Tops) -> int:
    return cost(place.card, tops[place.pile.top_index], is_up=place.pile.is_up)


def _place(place: Place, position: Position) -> Choice:
    return Choice(place_label(place, position.tops), ChoiceKind.PLAY, notate(place))


def place_label(place: Place, tops: Tops) -> Phrase:
    """A placement in the words of every button and line."""
    code = "the-game.jump" if is_jump_back(place, tops) else "the-game.place"
    changed = change(place.card, tops[place.pile.top_index])
    return phrase(code, card=place.card, pile=_pile_name(place.pile), change=changed)


def _signals(view: View, seat: Seat) -> Iterator[Choice]:
    for action in legal_signals(view.signals, seat):
        match action:
            case Signal(plea, pile):
                yield Choice(phrase(_SIGNAL_LABELS[plea], pile=pile.letter), ChoiceKind.SAY, notate(action))
            case Withdraw(pile):
                plea = active_signals(view.signals, seat)[pile]
                label = phrase("the-game.withdraw", what=phrase(_SIGNAL_LABELS[plea], pile=pile.letter))
                yield Choice(label, ChoiceKind.SAY, notate(action))


def _cards(hand: tuple[int, ...]) -> str:
    return " · ".join(str(card) for card in hand)
