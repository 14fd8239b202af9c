"""Rules of Le Duel: dealing, staging, ending a turn, winning and losing (LD2 to LD16)."""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.core import Json, Options, Outcome, RuleError, Seat, Shuffle, Viewer, no_shuffle
from bot.games.le_duel.position import CARDS, HAND_SIZE, MINIMUM, Place, can_place, legal_places, refusal
from bot.games.le_duel.state import Action, EndTurn, Side, SideView, State, TakeBack, Turn, View, cards_drawn, other

SEATS = (Seat(0), Seat(1))
_DECK = frozenset(CARDS)


def start(seats: int, options: Options, shuffle: Shuffle) -> State:
    """LD2 to LD4."""
    if seats != len(SEATS):
        raise ValueError("Le Duel is for two")
    first, second = map(_deal, decks(shuffle))
    return _begin_turn(State(sides=(first, second), turn=_who_starts(options.get("first"), shuffle)))


def decks(shuffle: Shuffle) -> tuple[tuple[int, ...], ...]:
    """LD2."""
    return tuple(shuffle("draw", CARDS, owner=seat) for seat in SEATS)


def _deal(cards: tuple[int, ...]) -> Side:
    return Side(hand=tuple(sorted(cards[:HAND_SIZE])), draw=cards[HAND_SIZE:])


def _who_starts(fixed: Json, shuffle: Shuffle) -> Seat:
    """LD4: drawn at random unless the challenge fixed it."""
    if fixed is None:
        return shuffle("first", SEATS, owner=None)[0]
    if type(fixed) is int and fixed in SEATS:  # rejects True and 1.0
        return Seat(fixed)
    raise RuleError("bad_option", option="first")


def to_act(state: State) -> frozenset[Seat]:
    return frozenset() if state.outcome else frozenset({state.turn})


def outcome(state: State) -> Outcome | None:
    return state.outcome


def turns(state: State) -> int:
    return state.turns


def default(state: State, seat: Seat) -> Action | None:
    """A turn that can be ended as it stands is ended."""
    return EndTurn() if seat in to_act(state) and len(state.staged) >= MINIMUM else None


def reveals(action: Action) -> bool:
    """Cards are drawn when a turn ends (LD10)."""
    return isinstance(action, EndTurn)


def legal(state: State, seat: Seat) -> Sequence[Action]:
    if state.outcome is not None or seat != state.turn:
        return ()
    places: tuple[Action, ...] = tuple(legal_places(state.position))
    take_back = (TakeBack(),) if state.staged else ()
    end = (EndTurn(),) if len(state.staged) >= MINIMUM else ()
    return (*places, *take_back, *end)


def is_endable(state: State, seat: Seat) -> bool:
    """LD5: the seat's turn is over, or can be ended now or after further placements."""
    return seat not in to_act(state) or can_place(state.position, max(0, MINIMUM - len(state.staged)))


def apply(state: State, seat: Seat, action: Action, _shuffle: Shuffle = no_shuffle) -> State:
    if state.outcome is not None:
        raise RuleError("game_is_over")
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
    """LD15; a placement that satisfies LD12 ends the game immediately."""
    position = state.position
    if (error := refusal(position, place)) is not None:
        raise error
    staged = replace(state, staged=(*state.staged, place))
    if len(position.hand) == 1 and not state.sides[state.turn].draw:
        return _over(_settle(staged), "placed_all", winner=state.turn)
    return staged


def _take_back(state: State) -> State:
    if not state.staged:
        raise RuleError("nothing_to_take_back")
    return replace(state, staged=state.staged[:-1])


def _end_turn(state: State) -> State:
    """LD5, then LD10, then start the other player's turn."""
    if len(state.staged) < MINIMUM:
        raise RuleError("too_few_cards", placed=len(state.staged), minimum=MINIMUM)
    settled = _settle(state)
    return _begin_turn(replace(settled, turn=other(state.turn)))


def _settle(state: State) -> State:
    """Staged cards become public and their player draws (LD10, LD11)."""
    own, theirs = state.sides[state.turn], state.sides[other(state.turn)]
    position = state.position
    drawn = cards_drawn(len(position.hand), len(own.draw), state.staged)
    own_up, own_down, their_up, their_down = position.tops
    before, new = replace(state, staged=()).position.tops, own.draw[:drawn]
    own = Side(tuple(sorted(position.hand + new)), own.draw[drawn:], own_up, own_down, tuple(sorted(new)))
    theirs = replace(theirs, up=their_up, down=their_down)
    return State(
        sides=(own, theirs) if state.turn == 0 else (theirs, own),
        turn=state.turn,
        last=Turn(state.turn, state.staged, drawn, before),
        turns=state.turns + 1,
    )


def _begin_turn(state: State) -> State:
    """LD13: a player who cannot place two cards loses as their turn starts."""
    if can_place(state.position, MINIMUM):
        return state
    return _over(state, "stuck", winner=other(state.turn))


def _over(state: State, reason: str, *, winner: Seat) -> State:
    scores = tuple(len(CARDS) - len(side.hand) - len(side.draw) for side in state.sides)
    return replace(state, outcome=Outcome(reason, frozenset({winner}), scores))


def observe(state: State, viewer: Viewer, *, is_over: bool = False) -> View:
    """LD14, LD15: tops and sizes are public; hand and staged cards are their player's."""
    is_over = is_over or state.outcome is not None
    return View(
        viewer=viewer,
        sides=(
            _observe_side(state.sides[0], is_shown=is_over or viewer == 0, is_own=viewer == 0),
            _observe_side(state.sides[1], is_shown=is_over or viewer == 1, is_own=viewer == 1),
        ),
        turn=state.turn,
        staged=state.staged if viewer == state.turn else (),
        last=state.last,
        turns=state.turns,
        outcome=state.outcome,
        is_over=is_over,
    )


def _observe_side(side: Side, *, is_shown: bool, is_own: bool) -> SideView:
    return SideView(
        up=side.up,
        down=side.down,
        hand_size=len(side.hand),
        draw_size=len(side.draw),
        played=_DECK.difference(side.hand, side.draw),
        hand=side.hand if is_shown else None,
        fresh=side.fresh if is_own else (),
    )


def imagine(view: View, shuffle: Shuffle) -> State:
    """Determinization: deal the cards the viewer has not seen at random to hands and draw piles of the right size."""
    sides = tuple(_imagine_side(view.sides[seat], seat, shuffle) for seat in SEATS)
    return State((sides[0], sides[1]), view.turn, view.staged, view.last, view.turns, view.outcome)


def _imagine_side(side: SideView, seat: Seat, shuffle: Shuffle) -> Side:
    known = side.hand or ()
    unseen = shuffle("imagined", sorted(_DECK.difference(side.played, known)), owner=seat)
    missing = side.hand_size - len(known)
    return Side(tuple(sorted(known + unseen[:missing])), unseen[missing:], side.up, side.down, side.fresh)
