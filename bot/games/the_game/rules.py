"""Rules of The Game: dealing, claiming the first turn, staging, ending a turn, the end (TG2 to TG12)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.games.core import Json, Options, Outcome, RuleError, Seat, Shuffle, Viewer, no_shuffle
from bot.games.the_game import signals
from bot.games.the_game.position import CARDS, Place, can_end, can_place_all, legal_places, refusal
from bot.games.the_game.state import (
    Action,
    Claim,
    EndTurn,
    Mode,
    Signal,
    State,
    TakeBack,
    Turn,
    View,
    Withdraw,
)


def start(seats: int, options: Options, shuffle: Shuffle) -> State:
    """TG2, TG3. A single player starts without a claim."""
    if seats not in range(1, 6):
        raise ValueError("The Game is for one to five")
    mode = Mode(_switch(options, "expert"), _switch(options, "fewer"), _switch(options, "fire"))
    (cards,) = decks(shuffle)
    size = mode.hand_size(seats)
    first = Seat(0) if seats == 1 else _fixed_first(options.get("first"), seats)
    state = State(
        mode=mode,
        hands=tuple(tuple(sorted(cards[size * seat : size * (seat + 1)])) for seat in range(seats)),
        draw=cards[size * seats :],
        lot=_lot(seats, shuffle) if first is None else None,
    )
    return state if first is None else _begin_turn(state, first)


def decks(shuffle: Shuffle) -> tuple[tuple[int, ...], ...]:
    """TG1: one shared draw pile."""
    return (shuffle("draw", CARDS, owner=None),)


def _lot(seats: int, shuffle: Shuffle) -> Seat:
    return shuffle("first", tuple(map(Seat, range(seats))), owner=None)[0]


def _switch(options: Options, name: str) -> bool:
    value = options.get(name, False)
    if not isinstance(value, bool):
        raise RuleError("bad_option", option=name)
    return value


def _fixed_first(fixed: Json, seats: int) -> Seat | None:
    if fixed is None:
        return None
    if type(fixed) is int and fixed in range(seats):  # rejects True and 1.0
        return Seat(fixed)
    raise RuleError("bad_option", option="first")


def to_act(state: State) -> frozenset[Seat]:
    """All seats until the first turn is claimed (TG3). Signals (TG9) are optional and do not count."""
    if state.outcome is not None:
        return frozenset()
    return frozenset(map(Seat, range(len(state.hands)))) if state.turn is None else frozenset({state.turn})


def outcome(state: State) -> Outcome | None:
    return state.outcome


def turns(state: State) -> int:
    return state.turns


def default(state: State, seat: Seat) -> Action | None:
    """An unclaimed first turn goes to the seat drawn by lot (TG3); a turn that can be ended as it stands is ended."""
    if seat not in to_act(state):
        return None
    if state.turn is None:
        return Claim() if seat == state.lot else None
    return EndTurn() if _why_not_end(state) is None else None


def reveals(action: Action) -> bool:
    """Cards are drawn when a turn ends (TG6)."""
    return isinstance(action, EndTurn)


def legal(state: State, seat: Seat) -> Sequence[Action]:
    if state.outcome is not None:
        return ()
    return (*_legal_in_turn(state, seat), *_legal_signals(state, seat))


def _legal_in_turn(state: State, seat: Seat) -> Iterator[Action]:
    if state.turn is None:
        yield Claim()
    elif state.turn == seat:
        yield from legal_places(state.position)
        if state.staged:
            yield TakeBack()
        if _why_not_end(state) is None:
            yield EndTurn()


def _legal_signals(state: State, seat: Seat) -> Iterator[Action]:
    if len(state.hands) > 1:
        yield from signals.legal_signals(state.signals, seat)


def apply(state: State, seat: Seat, action: Action, _shuffle: Shuffle = no_shuffle) -> State:
    if state.outcome is not None:
        raise RuleError("game_is_over")
    match action:
        case Signal():
            return signals.send(state, seat, action)
        case Withdraw(pile):
            return signals.withdraw(state, seat, pile)
        case Claim():
            return _claim(state, seat)
        case _:
            return _act_in_turn(state, seat, action)


def _claim(state: State, seat: Seat) -> State:
    """TG3."""
    if state.turn is not None:
        raise RuleError("already_claimed")
    return _begin_turn(state, seat)


def _act_in_turn(state: State, seat: Seat, action: Place | TakeBack | EndTurn) -> State:
    if state.turn is None:
        raise RuleError("nobody_has_started")
    if seat != state.turn:
        raise RuleError("not_your_turn")
    match action:
        case Place():
            return _stage(state, action)
        case TakeBack():
            return _take_back(state)
        case EndTurn():
            return _end_turn(state)


def _stage(state: State, place: Place) -> State:
    """TG12; the last of all cards ends the game immediately, even with a fire due (TG8, TG11)."""
    position = state.position
    if (error := refusal(position, place)) is not None:
        raise error
    staged = replace(state, staged=(*state.staged, place))
    if state.is_last_hand and len(position.hand) == 1:
        return _over(_settle(staged), "beaten")
    return staged


def _take_back(state: State) -> State:
    if not state.staged:
        raise RuleError("nothing_to_take_back")
    return replace(state, staged=state.staged[:-1])


def _end_turn(state: State) -> State:
    if (error := _why_not_end(state)) is not None:
        raise error
    settled = _settle(state)
    return _begin_turn(settled, _next_seat(settled))


def is_endable(state: State, seat: Seat) -> bool:
    return seat not in to_act(state) or can_end_turn(state)


def can_end_turn(state: State) -> bool:
    """TG4, TG11: now, or after further placements."""
    missing = max(0, state.minimum - len(state.staged))
    return can_end(state.position, missing) or (state.is_last_hand and can_place_all(state.position))


def _why_not_end(state: State) -> RuleError | None:
    """TG4, TG11. A turn starts only if it can be ended legally, so taking back always leads to a legal end."""
    if len(state.staged) < state.minimum:
        return RuleError("too_few_cards", placed=len(state.staged), minimum=state.minimum)
    if due := state.position.due:
        pile = min(due)
        return RuleError("fire_not_covered", pile=pile.letter, card=state.tops[pile.top_index])
    return None


def _settle(state: State) -> State:
    """Staged cards become public, signals about their piles are removed (TG9), and the player draws (TG6)."""
    assert state.turn is not None  # noqa: S101 (cards are staged only in a turn)
    position = state.position
    drawn = min(len(state.staged), len(state.draw))
    hands, fresh = list(state.hands), [*state.fresh] or [()] * len(state.hands)
    hands[state.turn] = tuple(sorted(position.hand + state.draw[:drawn]))
    fresh[state.turn] = tuple(sorted(state.draw[:drawn]))
    return replace(
        state,
        hands=tuple(hands),
        draw=state.draw[drawn:],
        tops=position.tops,
        staged=(),
        signals=signals.after_covering(state.signals, (place.pile for place in state.staged)),
        last=Turn(state.turn, state.staged, drawn, state.turns == 0 and state.lot is not None, state.tops),
        turns=state.turns + 1,
        fresh=tuple(fresh),
    )


def next_seat(state: State) -> Seat | None:
    """TG7; unknown until the first turn is claimed (TG3)."""
    return None if state.turn is None else _next_seat(state)


def _next_seat(state: State) -> Seat:
    """TG7: the next seat that holds cards; the same one if no other does."""
    assert state.turn is not None  # noqa: S101 (a turn has just ended)
    count = len(state.hands)
    around = (Seat((state.turn + step) % count) for step in range(1, count + 1))
    return next(seat for seat in around if state.hands[seat])


def _begin_turn(state: State, seat: Seat) -> State:
    """TG8, TG11: the game ends as a turn starts that cannot be ended legally."""
    state = replace(state, turn=seat)
    if can_end_turn(state):
        return state
    is_burnt = can_end(replace(state.position, due=frozenset()), state.minimum)
    return _over(state, "burnt" if is_burnt else "blocked")


def _over(state: State, reason: str) -> State:
    """TG8: every seat has the team's score."""
    left = sum(map(len, state.hands)) + len(state.draw)
    winners = frozenset(map(Seat, range(len(state.hands)))) if left == 0 else frozenset[Seat]()
    return replace(state, outcome=Outcome(reason, winners, (left,) * len(state.hands)))


def observe(state: State, viewer: Viewer, *, is_over: bool = False) -> View:
    """TG2, TG5, TG12: tops and sizes are public; hand and staged cards are their player's."""
    is_over = is_over or state.outcome is not None
    held = frozenset(card for hand in state.hands for card in hand)
    return View(
        viewer=viewer,
        mode=state.mode,
        hand_sizes=tuple(map(len, state.hands)),
        hands=tuple(hand if is_over or viewer == seat else None for seat, hand in enumerate(state.hands)),
        draw_size=len(state.draw),
        played=frozenset(CARDS) - held - frozenset(state.draw),
        lot=state.lot,
        turn=state.turn,
        tops=state.tops,
        staged=state.staged if viewer is not None and viewer == state.turn else (),
        signals=state.signals,
        last=state.last,
        turns=state.turns,
        outcome=state.outcome,
        is_over=is_over,
        fresh=state.fresh[viewer] if viewer is not None and state.fresh else (),
    )


def imagine(view: View, shuffle: Shuffle) -> State:
    """Determinization: deal the cards the viewer has not seen at random to hands and draw pile of the right size."""
    known = frozenset(card for hand in view.hands if hand is not None for card in hand)
    unseen = iter(shuffle("imagined", sorted(frozenset(CARDS) - view.played - known), owner=None))
    hands = tuple(
        tuple(sorted(next(unseen) for _ in range(size))) if hand is None else hand
        for hand, size in zip(view.hands, view.hand_sizes, strict=True)
    )
    return State(
        mode=view.mode,
        hands=hands,
        draw=tuple(unseen),
        lot=view.lot,
        turn=view.turn,
        tops=view.tops,
        staged=view.staged,
        signals=view.signals,
        last=view.last,
        turns=view.turns,
        outcome=view.outcome,
        fresh=tuple(view.fresh if seat == view.viewer else () for seat in range(len(hands))),
    )
