"""Rules of DUEL through the contract: the deal, decisions and answers, leaving. What follows from a decision is carried
out in `effects`, `movement` (the loss too, DU30) and `turn`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from bot.games.core import Json, Options, Outcome, RuleError, Seat, Shuffle, no_shuffle
from bot.games.duel.cards import FORMATS
from bot.games.duel.decks import check_deck, usual_deck
from bot.games.duel.effects import aimed, run
from bot.games.duel.language import Choose, Move, Pile
from bot.games.duel.movement import move
from bot.games.duel.plays import legal_plays, play
from bot.games.duel.sets import current_set
from bot.games.duel.state import (
    Action,
    Asked,
    Context,
    End,
    Equip,
    Moving,
    Option,
    Phase,
    Play,
    Question,
    Side,
    State,
    Take,
    Target,
    Throw,
)
from bot.games.duel.table import Table
from bot.games.duel.turn import DRAWN, begin_turn, end_play, end_reflex
from bot.games.duel.views import imagine, observe

__all__ = [
    "apply", "default", "imagine", "is_out", "leave", "legal", "observe", "outcome", "reveals", "start", "to_act",
    "turns",
]  # fmt: skip

SEATS = range(2, 7)  # DU1


def start(seats: int, options: Options, shuffle: Shuffle) -> State:
    """DU2, DU5, DU6."""
    if seats not in SEATS:
        raise ValueError("DUEL is for two to six")
    form, fixed = options.get("format") or FORMATS[0], options.get("first")
    if form not in FORMATS:
        raise RuleError("bad_option", option="format")
    if fixed is not None and (type(fixed) is not int or fixed not in range(seats)):
        raise RuleError("bad_option", option="first")
    sides = tuple(_deal(deck, Seat(seat), shuffle) for seat, deck in enumerate(_decks(seats, options, form)))
    first = shuffle("seats", tuple(map(Seat, range(seats))), owner=None)[0] if fixed is None else Seat(fixed)
    table = Table(State(current_set().version, form, sides, first, first), shuffle)
    begin_turn(table, first)
    run(table)
    return table.frozen()


def _decks(seats: int, options: Options, form: str) -> list[dict[str, int]]:
    raw: Json = options.get("decks")
    if raw is None:
        raw = [usual_deck(current_set())] * seats
    if not isinstance(raw, list) or len(raw) != seats:
        raise RuleError("bad_option", option="decks")
    return [check_deck(deck, form, current_set()) for deck in raw]


def _deal(deck: dict[str, int], seat: Seat, shuffle: Shuffle) -> Side:
    cards = shuffle("draw", tuple(Counter(deck).elements()), owner=seat)
    return Side(
        deck=tuple(deck.items()),
        draw=tuple((card, 0) for card in reversed(cards[DRAWN:])),
        hand=tuple(sorted(cards[:DRAWN])),
    )


def to_act(state: State) -> frozenset[Seat]:
    if state.outcome is not None:
        return frozenset()
    return frozenset({state.turn if state.asked is None else state.asked.seat})


def outcome(state: State) -> Outcome | None:
    return state.outcome


def turns(state: State) -> int:
    """The turn in which the game ended counts: replays show what it came to."""
    return state.turns + (state.outcome is not None)


def reveals(action: Action) -> bool:
    """Only discarding at will shows nothing: any effect may draw."""
    return not isinstance(action, Throw)


def default(state: State, seat: Seat) -> Action | None:
    """A question out of turn is answered with its first cards, its last branch or the player: while waiting for one's
    own turn one can neither stop the game nor lose it by that. On one's own turn nothing is decided for a player: the
    clock is for that, and who is not there would only be worn down by fatigue, turn after turn."""
    if state.asked is None or seat != state.asked.seat or seat == state.turn or state.outcome is not None:
        return None
    if state.asked.question is Question.OPTION:
        return Option(state.asked.number)
    return legal(state, seat)[0]


# Legal actions


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Each set of cards once, in order of ids, and throws at will of one card; `apply` takes any order and number."""
    if seat not in to_act(state):
        return ()
    if state.asked is not None:
        return tuple(_answers(state.asked))
    table = Table(state, no_shuffle)
    throws = (Throw((card,)) for card in dict.fromkeys(state.sides[seat].hand))
    return (*legal_plays(table), *throws, End())


def _answers(asked: Asked) -> Iterator[Action]:
    match asked.question:
        case Question.CARDS:
            yield from map(Take, dict.fromkeys(combinations(asked.cards, asked.number)))
        case Question.OPTION:
            yield from (Option(number) for number in range(1, asked.number + 1))
        case Question.TARGET:
            yield from (Target(is_familiar=False), Target(is_familiar=True))


# Decisions and answers


def apply(state: State, seat: Seat, action: Action, shuffle: Shuffle = no_shuffle) -> State:
    if state.outcome is not None:
        raise RuleError("game_is_over")
    if seat != (state.turn if state.asked is None else state.asked.seat):
        raise RuleError("not_your_turn")
    table = Table(state, shuffle)
    if state.asked is None:
        _act(table, action)
    else:
        _answer(table, state.asked, action)
    run(table)
    return table.frozen()


def _act(table: Table, action: Action) -> None:
    match action:
        case Play():
            play(table, action)
        case Throw(cards):
            _throw(table, cards)
        case End():
            end_play(table) if table.phase is Phase.PLAY else end_reflex(table)
        case _:
            raise RuleError("nothing_is_asked")


def _throw(table: Table, cards: tuple[str, ...]) -> None:
    """DU8: no effect."""
    seat = table.turn
    if not cards or any(cards.count(card) > table.sides[seat].hand.count(card) for card in cards):
        raise RuleError("card_not_in_hand")
    for card in cards:
        move(table, seat, Pile.HAND, Pile.DISCARD, Context(seat), card=card)


def _answer(table: Table, asked: Asked, action: Action) -> None:
    """The task that asked lies on top of what is to be done; it is done again with the answer in it."""
    context, task = table.todo.pop()
    table.asked = None
    match action, task:
        case Take(cards), Moving() | Equip():
            if len(cards) != asked.number or any(cards.count(card) > asked.cards.count(card) for card in cards):
                raise RuleError("not_among_the_choices", count=asked.number)
            answered = replace(task, cards=cards) if isinstance(task, Moving) else replace(task, replaced=cards[0])
            table.push(context, answered)
        case Option(number), Choose(branches) if 1 <= number <= len(branches):
            table.push(context, *branches[number - 1])
        case Target(is_familiar), Move():
            aimed(table, context, task, is_familiar=is_familiar)
        case _:
            raise RuleError("answer_first")


def on_turn(state: State) -> Seat:
    return state.turn


def next_seat(state: State) -> Seat:
    """DU40: the turn goes to the left."""
    return Table(state, no_shuffle).neighbour(state.turn, 1)


def is_out(state: State, seat: Seat) -> bool:
    return bool(state.sides[seat].out_at)


def leave(state: State, seat: Seat, shuffle: Shuffle = no_shuffle) -> State:
    """A question that waits is asked anew, if there still is one: who is out may be named in it."""
    table = Table(state, shuffle)
    table.asked = None
    table.put_out(seat, "left")
    run(table)
    return table.frozen()
