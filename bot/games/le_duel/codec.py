"""Serializes a state of Le Duel to JSON and back, for the store."""

from bot.games.core import Json, Seat, dump_outcome, load_outcome
from bot.games.le_duel.notation import notate_turn, parse_all
from bot.games.le_duel.position import Place
from bot.games.le_duel.state import Side, State, Turn


def dump(state: State) -> Json:
    """What is for display only and not known is left out: a state that older code stored does not know it."""
    return {
        "sides": [
            {
                "hand": list(side.hand),
                "draw": list(side.draw),
                "up": side.up,
                "down": side.down,
                **({"fresh": list(side.fresh)} if side.fresh else {}),
            }
            for side in state.sides
        ],
        "turn": state.turn,
        "staged": notate_turn(state.staged),
        "last": state.last
        and {
            "seat": state.last.seat,
            "places": notate_turn(state.last.places),
            "drawn": state.last.drawn,
            **({"before": list(state.last.before)} if state.last.before else {}),
        },
        "turns": state.turns,
        "outcome": dump_outcome(state.outcome),
    }


def load(raw: Json) -> State:
    first, second = map(_side, raw["sides"])
    return State(
        sides=(first, second),
        turn=Seat(raw["turn"]),
        staged=_places(raw["staged"]),
        last=raw["last"] and _turn(raw["last"]),
        turns=raw["turns"],
        outcome=load_outcome(raw["outcome"]),
    )


def _side(raw: Json) -> Side:
    return Side(tuple(raw["hand"]), tuple(raw["draw"]), raw["up"], raw["down"], tuple(raw.get("fresh", ())))


def _turn(raw: Json) -> Turn:
    before = raw.get("before")
    return Turn(Seat(raw["seat"]), _places(raw["places"]), raw["drawn"], before and (*before,))


def _places(text: str) -> tuple[Place, ...]:
    return tuple(action for action in parse_all(text) if isinstance(action, Place))
