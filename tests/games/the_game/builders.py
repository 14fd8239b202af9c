"""Builders for The Game's tests: games from given cards, played turns, refusal codes."""

from collections.abc import Sequence

import pytest

from bot.games.core import RuleError, Seat, apply_all
from bot.games.the_game.game import THE_GAME
from bot.games.the_game.position import BASES, Tops
from bot.games.the_game.state import Mode, State

GAME = THE_GAME
FIRE = Mode(is_on_fire=True)
PLAIN = Mode()
EASY = (45, 46, 47, 48, 49, 50)  # a hand that can play on, for when the cards do not matter
UNDRAWN = (60, 61, 62, 63, 64, 65, 67, 68)  # a draw pile that does not matter


def game(
    *hands: Sequence[int], draw: Sequence[int] = UNDRAWN, tops: Tops = BASES, mode: Mode = PLAIN, turn: int = 0
) -> State:
    """A game with these hands by seat; seat 0 is on turn unless another is given."""
    return State(
        mode=mode,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        draw=tuple(draw),
        lot=None,
        turn=Seat(turn),
        tops=tops,
    )


def stage(state: State, text: str) -> State:
    """Stage cards of the player on turn, without ending the turn."""
    assert state.turn is not None
    return apply_all(GAME, state, state.turn, GAME.notation.parse_all(text))


def play(state: State, *turns: str) -> State:
    """Play whole turns, each by the player on turn."""
    for turn in turns:
        assert state.turn is not None
        state = apply_all(GAME, state, state.turn, GAME.parse_turn(turn))
    return state


def does(state: State, seat: int, text: str) -> State:
    return GAME.rules.apply(state, Seat(seat), GAME.parse(text))


def refused(state: State, text: str, *, seat: int | None = None) -> RuleError:
    """The refusal code of one action, by the player on turn unless a seat is given."""
    who = state.turn if seat is None else Seat(seat)
    assert who is not None
    action = GAME.parse(text)
    assert action not in GAME.rules.legal(state, who)
    with pytest.raises(RuleError) as caught:
        GAME.rules.apply(state, who, action)
    return caught.value


def is_legal(state: State, text: str) -> bool:
    assert state.turn is not None
    return GAME.parse(text) in GAME.rules.legal(state, state.turn)


def reason(state: State) -> str | None:
    return None if state.outcome is None else state.outcome.reason
