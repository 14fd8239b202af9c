"""Scramble, a toy that has what the two pile games have not: three to four seats who compete, decks that players bring,
cards that are words, an answer out of turn, a choice of several, a shuffle in mid-game, elimination, and players who
leave while the others play on.

On turn one plays a card against another seat (`ant>2`). That seat answers at once: it discards one or two cards to
guard itself (`guard=bee+cat`) or takes the hit (`take`, and also what happens when it does not decide). A hit costs one
of two lives. Then all draw; an empty draw pile is made anew from the discards. The last one standing wins; after sixty
turns the most lives do.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import SimpleNamespace

from bot.games.core import (
    Choice,
    ChoiceKind,
    Game,
    Json,
    Kind,
    Options,
    Outcome,
    Phrase,
    Player,
    RuleError,
    Screen,
    Seat,
    Shuffle,
    UnreadableError,
    Viewer,
    no_shuffle,
    phrase,
    unshuffled,
)

LIVES, HAND, MOST, LONGEST = 2, 3, 12, 60
USUAL = ("ant", "bee", "cat", "dog", "eel", "fox", "ant", "bee")
_ACTION = re.compile(r"(?P<card>[a-z]+)>(?P<target>\d)|guard=(?P<guards>[a-z]+(?:\+[a-z]+)?)|(?P<take>take)")


@dataclass(frozen=True, slots=True)
class Attack:
    card: str
    target: Seat


@dataclass(frozen=True, slots=True)
class Guard:
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Take:
    pass


Action = Attack | Guard | Take


@dataclass(frozen=True, slots=True)
class Side:
    hand: tuple[str, ...]
    draw: tuple[str, ...]
    discard: tuple[str, ...] = ()
    lives: int = LIVES
    shuffles: int = 1
    out_at: int = 0  # the how-manieth to go; 0: still playing


@dataclass(frozen=True, slots=True)
class State:
    sides: tuple[Side, ...]
    turn: Seat
    asked: Seat | None = None  # who must answer an attack
    turns: int = 0
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class SideView:
    hand_size: int
    hand: tuple[str, ...] | None
    draw_size: int
    discard: tuple[str, ...]
    deck: tuple[str, ...]  # known to all
    lives: int
    shuffles: int
    out_at: int


@dataclass(frozen=True, slots=True)
class View:
    viewer: Viewer
    sides: tuple[SideView, ...]
    turn: Seat
    asked: Seat | None
    turns: int
    outcome: Outcome | None
    is_over: bool


# Rules


def read_deck(text: str, _options: Options) -> Json:
    cards = text.split() or list(USUAL)
    if len(cards) < HAND or len(cards) > MOST:
        raise RuleError("bad_option", option="decks")
    return cards


def start(seats: int, options: Options, shuffle: Shuffle) -> State:
    if seats not in range(2, 5):
        raise ValueError("Scramble is for two to four")
    decks = options.get("decks") or [list(USUAL)] * seats
    if len(decks) != seats or any(len(deck) < HAND for deck in decks):
        raise RuleError("bad_option", option="decks")
    sides = []
    for seat, deck in enumerate(decks):
        cards = shuffle("draw", tuple(sorted(deck)), owner=Seat(seat))
        sides.append(Side(tuple(sorted(cards[:HAND])), cards[HAND:]))
    return State(tuple(sides), shuffle("first", tuple(map(Seat, range(seats))), owner=None)[0])


def to_act(state: State) -> frozenset[Seat]:
    if state.outcome is not None:
        return frozenset()
    return frozenset({state.turn if state.asked is None else state.asked})


def outcome(state: State) -> Outcome | None:
    return state.outcome


def turns(state: State) -> int:
    return state.turns


def default(state: State, seat: Seat) -> Action | None:
    return Take() if state.outcome is None and state.asked == seat else None


def reveals(_action: Action) -> bool:
    return True


def legal(state: State, seat: Seat) -> Sequence[Action]:
    if seat not in to_act(state):
        return ()
    hand = state.sides[seat].hand
    if state.asked is not None:
        some = sorted({cards for count in (1, 2) for cards in combinations(hand, count)})
        return (*map(Guard, some), Take())
    targets = [Seat(at) for at, side in enumerate(state.sides) if at != seat and not side.out_at]
    return tuple(Attack(card, target) for card in sorted(set(hand)) for target in targets)


def apply(state: State, seat: Seat, action: Action, shuffle: Shuffle = no_shuffle) -> State:
    if state.outcome is not None:
        raise RuleError("game_is_over")
    if seat not in to_act(state):
        raise RuleError("not_your_turn")
    if action not in legal(state, seat):
        raise RuleError("not_allowed")
    match action:
        case Attack(card, target):
            return replace(_discarded(state, seat, (card,)), asked=target)
        case Guard(cards):
            return _next_turn(_discarded(state, seat, cards), shuffle)
        case Take():
            side = state.sides[seat]
            return _next_turn(_with(state, seat, replace(side, lives=side.lives - 1)), shuffle)


def _with(state: State, seat: Seat, side: Side) -> State:
    return replace(state, sides=tuple(side if at == seat else one for at, one in enumerate(state.sides)))


def _discarded(state: State, seat: Seat, cards: tuple[str, ...]) -> State:
    side, hand = state.sides[seat], list(state.sides[seat].hand)
    for card in cards:
        hand.remove(card)
    return _with(state, seat, replace(side, hand=tuple(hand), discard=(*side.discard, *cards)))


def _next_turn(state: State, shuffle: Shuffle) -> State:
    """Who was hit for good is out, everybody draws up to three, and the next who is left has the turn."""
    for seat, side in enumerate(state.sides):
        if side.lives <= 0 and not side.out_at:
            state = _out(state, Seat(seat))
    for seat, side in enumerate(state.sides):
        if not side.out_at:
            state = _with(state, Seat(seat), _drawn(side, Seat(seat), shuffle))
    return _passed(replace(state, asked=None, turns=state.turns + 1))


def _drawn(side: Side, seat: Seat, shuffle: Shuffle) -> Side:
    while len(side.hand) < HAND:
        if not side.draw:
            number = side.shuffles + 1
            pile = shuffle(f"draw {number}", tuple(sorted(side.discard)), owner=seat)
            side = replace(side, draw=pile, discard=(), shuffles=number)
        side = replace(side, hand=tuple(sorted((*side.hand, side.draw[0]))), draw=side.draw[1:])
    return side


def _out(state: State, seat: Seat) -> State:
    gone = max(side.out_at for side in state.sides) + 1
    return _with(state, seat, replace(state.sides[seat], lives=0, out_at=gone))


def _passed(state: State) -> State:
    playing = [Seat(seat) for seat, side in enumerate(state.sides) if not side.out_at]
    if len(playing) == 1:
        return _over(state, "last_standing")
    if state.turns >= LONGEST:
        return _over(state, "worn_out")
    count = len(state.sides)
    around = (Seat((state.turn + step) % count) for step in range(1, count + 1))
    return replace(state, turn=next(seat for seat in around if seat in playing))


def _over(state: State, reason: str) -> State:
    worth = [(side.out_at or len(state.sides) + 1, side.lives) for side in state.sides]
    ranks = tuple(1 + sum(other > one for other in worth) for one in worth)
    winners = frozenset(Seat(seat) for seat, rank in enumerate(ranks) if rank == 1)
    scores = tuple(side.lives for side in state.sides)
    return replace(state, asked=None, outcome=Outcome(reason, winners, scores, ranks))


def is_out(state: State, seat: Seat) -> bool:
    return bool(state.sides[seat].out_at)


def leave(state: State, seat: Seat, shuffle: Shuffle = no_shuffle) -> State:
    was_awaited = seat in to_act(state)
    state = _out(state, seat)
    if was_awaited:
        return _next_turn(state, shuffle)
    return _over(state, "last_standing") if sum(not side.out_at for side in state.sides) == 1 else state


def observe(state: State, viewer: Viewer, *, is_over: bool = False) -> View:
    is_over = is_over or state.outcome is not None
    return View(
        viewer=viewer,
        sides=tuple(
            SideView(
                hand_size=len(side.hand),
                hand=side.hand if is_over or viewer == seat else None,
                draw_size=len(side.draw),
                discard=side.discard,
                deck=tuple(sorted((*side.hand, *side.draw, *side.discard))),
                lives=side.lives,
                shuffles=side.shuffles,
                out_at=side.out_at,
            )
            for seat, side in enumerate(state.sides)
        ),
        turn=state.turn,
        asked=state.asked,
        turns=state.turns,
        outcome=state.outcome,
        is_over=is_over,
    )


def imagine(view: View, shuffle: Shuffle) -> State:
    sides = tuple(_imagined(side, Seat(seat), shuffle) for seat, side in enumerate(view.sides))
    return State(sides, view.turn, view.asked, view.turns, view.outcome)


def _imagined(side: SideView, seat: Seat, shuffle: Shuffle) -> Side:
    unseen = list(side.deck)
    for card in (*side.discard, *(side.hand or ())):
        unseen.remove(card)
    dealt = shuffle("imagined", tuple(unseen), owner=seat)
    missing = side.hand_size if side.hand is None else 0
    hand = side.hand if side.hand is not None else tuple(sorted(dealt[:missing]))
    return Side(hand, dealt[missing:], side.discard, side.lives, side.shuffles, side.out_at)


# Notation, codec, screen


def parse_all(text: str) -> tuple[Action, ...]:
    return tuple(map(_parse, text.replace(",", " ").split()))


def _parse(text: str) -> Action:
    found = _ACTION.fullmatch(text)
    if found is None:
        raise UnreadableError("unreadable", text=text[:20])
    if found["take"]:
        return Take()
    if found["guards"]:
        return Guard(tuple(sorted(found["guards"].split("+"))))
    return Attack(found["card"], Seat(int(found["target"])))


def notate(action: Action) -> str:
    match action:
        case Attack(card, target):
            return f"{card}>{target}"
        case Guard(cards):
            return f"guard={'+'.join(cards)}"
        case Take():
            return "take"


def dump(state: State) -> Json:
    ended = state.outcome
    return {
        "sides": [[list(s.hand), list(s.draw), list(s.discard), s.lives, s.shuffles, s.out_at] for s in state.sides],
        "turn": state.turn,
        "asked": state.asked,
        "turns": state.turns,
        "outcome": ended and [ended.reason, sorted(ended.winners), list(ended.scores), list(ended.ranks)],
    }


def load(raw: Json) -> State:
    sides = tuple(
        Side(tuple(hand), tuple(draw), tuple(discard), lives, shuffles, out_at)
        for hand, draw, discard, lives, shuffles, out_at in raw["sides"]
    )
    ended = raw["outcome"]
    outcome = ended and Outcome(ended[0], frozenset(map(Seat, ended[1])), tuple(ended[2]), tuple(ended[3]))
    asked = None if raw["asked"] is None else Seat(raw["asked"])
    return State(sides, Seat(raw["turn"]), asked, raw["turns"], outcome)


def screen(view: View) -> Screen:
    lines = [
        phrase("scramble.side", player=Player(Seat(seat)), lives=side.lives, hand=side.hand_size, draw=side.draw_size)
        for seat, side in enumerate(view.sides)
    ]
    lines += [phrase("scramble.seen", cards=side.discard) for side in view.sides if side.discard]
    if view.viewer is not None:
        lines.append(phrase("scramble.hand", cards=view.sides[view.viewer].hand or ()))
    return Screen(tuple(lines), () if view.viewer is None or view.is_over else tuple(_choices(view, view.viewer)))


def _choices(view: View, viewer: Seat) -> Iterator[Choice]:
    hand = view.sides[viewer].hand or ()
    if view.asked == viewer:
        cards = tuple(Choice(phrase("scramble.card", card=card), ChoiceKind.PLAY, card) for card in hand)
        most = min(2, len(cards))
        yield Choice(phrase("scramble.guard"), ChoiceKind.PLAY, "guard=", bool(cards), cards, range(1, most + 1))
        yield Choice(phrase("scramble.take"), ChoiceKind.DONE, notate(Take()))
    elif view.asked is None and view.turn == viewer:
        for card in sorted(set(hand)):
            then = tuple(_attack(card, Seat(at)) for at, s in enumerate(view.sides) if at != viewer and not s.out_at)
            yield Choice(phrase("scramble.card", card=card), ChoiceKind.OPEN, f"{card}>", then=then)


def _attack(card: str, target: Seat) -> Choice:
    return Choice(phrase("scramble.attack", player=Player(target)), ChoiceKind.PLAY, notate(Attack(card, target)))


def ending(view: View) -> Phrase | None:
    return None if view.outcome is None else phrase(f"scramble.{view.outcome.reason}")


def choose(view: View, dice: random.Random) -> str:
    """A computer that plays at random."""
    assert view.viewer is not None
    return notate(dice.choice(legal(imagine(view, unshuffled), view.viewer)))


_toy = SimpleNamespace(**globals())
SCRAMBLE: Game[State, Action, View] = Game(
    key="scramble",
    version=1,
    seats=range(2, 5),
    kind=Kind.VERSUS,
    rules=_toy,
    notation=_toy,
    codec=_toy,
    screens=_toy,
    brought={"decks": read_deck},
    elimination=_toy,
)


def every_action() -> Iterator[Action]:
    words = sorted(set(USUAL))
    yield from (Attack(card, Seat(target)) for card in words for target in range(4))
    yield from (Guard((card,)) for card in words)
    yield from (Guard(pair) for pair in sorted(set(combinations(sorted(words * 2), 2))))
    yield Take()
