"""Serializes a state of The Game to JSON and back, for the store."""

from bot.games.core import Json, Seat, dump_outcome, load_outcome
from bot.games.the_game.notation import notate, notate_turn, parse_all
from bot.games.the_game.position import Place
from bot.games.the_game.state import Mode, Sent, Signal, State, Turn


def dump(state: State) -> Json:
    """What is for display only and not known is left out: a state that older code stored does not know it."""
    return {
        "mode": {"expert": state.mode.is_expert, "fewer": state.mode.has_fewer, "fire": state.mode.is_on_fire},
        "hands": [list(hand) for hand in state.hands],
        "draw": list(state.draw),
        "lot": state.lot,
        "turn": state.turn,
        "tops": list(state.tops),
        "staged": notate_turn(state.staged),
        "signals": [[sent.seat, notate(sent.signal)] for sent in state.signals],
        "last": state.last
        and {
            "seat": state.last.seat,
            "places": notate_turn(state.last.places),
            "drawn": state.last.drawn,
            "claimed": state.last.is_claimed,
            **({"before": list(state.last.before)} if state.last.before else {}),
        },
        "turns": state.turns,
        "outcome": dump_outcome(state.outcome),
        "fresh": {str(seat): list(cards) for seat, cards in enumerate(state.fresh) if cards},
    }


def load(raw: Json) -> State:
    first_up, second_up, first_down, second_down = raw["tops"]
    return State(
        mode=Mode(raw["mode"]["expert"], raw["mode"]["fewer"], raw["mode"]["fire"]),
        hands=tuple(map(tuple, raw["hands"])),
        draw=tuple(raw["draw"]),
        lot=_seat(raw["lot"]),
        turn=_seat(raw["turn"]),
        tops=(first_up, second_up, first_down, second_down),
        staged=_places(raw["staged"]),
        signals=tuple(Sent(Seat(seat), _signal(text)) for seat, text in raw["signals"]),
        last=raw["last"] and _turn(raw["last"]),
        turns=raw["turns"],
        outcome=load_outcome(raw["outcome"]),
        fresh=tuple(tuple(raw.get("fresh", {}).get(str(seat), ())) for seat in range(len(raw["hands"]))),
    )


def _seat(raw: Json) -> Seat | None:
    return None if raw is None else Seat(raw)


def _turn(raw: Json) -> Turn:
    before = raw.get("before")
    return Turn(Seat(raw["seat"]), _places(raw["places"]), raw["drawn"], raw["claimed"], before and (*before,))


def _places(text: str) -> tuple[Place, ...]:
    return tuple(action for action in parse_all(text) if isinstance(action, Place))


def _signal(text: str) -> Signal:
    (signal,) = parse_all(text)
    if not isinstance(signal, Signal):
        raise ValueError("not a signal")
    return signal
