"""Builders for Le Duel's tests: positions, games from given cards, played turns, refusal codes."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from bot.games.core import RuleError, Seat, apply_all
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.position import Position
from bot.games.le_duel.state import Side, State

T = TypeVar("T")
Tops = tuple[int, int, int, int]

GAME = LE_DUEL
BASES: Tops = (1, 60, 1, 60)
GOLD, SILVER = Seat(0), Seat(1)
ANY_HAND = (20, 21, 22, 23, 24, 25)  # a hand that can play on, for when the cards do not matter


def position(hand: Sequence[int], tops: Tops = BASES) -> Position:
    return Position(tuple(hand), tops)


def game(
    hand: Sequence[int],
    draw: Sequence[int] = (),
    *,
    tops: Tops = BASES,
    theirs: Sequence[int] = ANY_HAND,
    their_draw: Sequence[int] = (),
) -> State:
    """Gold on turn with this hand and draw pile; the tops as gold sees them; `theirs` is silver's hand."""
    own = Side(tuple(sorted(hand)), tuple(draw), tops[0], tops[1])
    other = Side(tuple(sorted(theirs)), tuple(their_draw), tops[2], tops[3])
    return State(sides=(own, other), turn=GOLD)


def stage(state: State, text: str) -> State:
    """Stage cards of the player on turn, without ending the turn."""
    return apply_all(GAME, state, state.turn, GAME.notation.parse_all(text))


def play(state: State, *turns: str) -> State:
    """Play whole turns, each by the player on turn."""
    for turn in turns:
        state = apply_all(GAME, state, state.turn, GAME.parse_turn(turn))
    return state


def refused(state: State, text: str) -> RuleError:
    """The refusal code of one action of the player on turn."""
    with pytest.raises(RuleError) as caught:
        GAME.rules.apply(state, state.turn, GAME.parse(text))
    return caught.value


def is_refused(state: State, text: str) -> bool:
    return GAME.parse(text) not in GAME.rules.legal(state, state.turn)


class Stacked:
    """A shuffle that returns the given decks and starting seat."""

    def __init__(self, gold: Sequence[int], silver: Sequence[int], first: int = 0) -> None:
        self.decks = (gold, silver)
        self.first = first
        self.asked: list[tuple[str, Seat | None]] = []

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        self.asked.append((deck, owner))
        if owner is None:
            return (cards[self.first], *(card for at, card in enumerate(cards) if at != self.first))
        by_number = {card: card for card in cards}
        assert sorted(by_number) == sorted(self.decks[owner])  # type: ignore[type-var]
        return tuple(by_number[card] for card in self.decks[owner])  # type: ignore[index]
