"""Measures playing strength: games between choosers under the real rules, from observations alone."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import TypeVar

from bot.games.core import GameError, Seat, apply_all
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.state import State
from bot.players.core import Chooser

T = TypeVar("T")
GAME = LE_DUEL


@dataclass(frozen=True, slots=True)
class SeededShuffle:
    """The same decks for the same seed, independent of the starting player."""

    seed: int

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(random.Random(f"{self.seed} {deck} {owner}").sample(list(cards), len(cards)))


@dataclass
class Match:
    """Totals of some games, from the first chooser's side."""

    games: int = 0
    wins: int = 0
    illegal: tuple[int, int] = (0, 0)
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    def __add__(self, more: "Match") -> "Match":
        return Match(
            self.games + more.games,
            self.wins + more.wins,
            (self.illegal[0] + more.illegal[0], self.illegal[1] + more.illegal[1]),
            (self.seconds[0] + more.seconds[0], self.seconds[1] + more.seconds[1]),
        )


def play_pair(choosers: tuple[Chooser, Chooser], seed: int) -> Match:
    """Two games on the same decks, either starting."""
    return play_one(choosers, seed, first=Seat(0)) + play_one(choosers, seed, first=Seat(1))


def play_one(choosers: tuple[Chooser, Chooser], seed: int, *, first: Seat) -> Match:
    """An illegal turn loses at once, as in the arena."""
    state: State = GAME.rules.start(2, {"first": first}, SeededShuffle(seed))
    dice = (random.Random(f"{seed} {first} 0"), random.Random(f"{seed} {first} 1"))
    match = Match(games=1)
    while (outcome := GAME.rules.outcome(state)) is None:
        seat = state.turn
        view = GAME.rules.observe(state, seat)
        start = process_time()
        turn = choosers[seat](view, dice[seat])
        match.seconds[seat].append(process_time() - start)
        try:
            after = apply_all(GAME, state, seat, GAME.parse_turn(turn))
        except GameError:
            match.illegal = (int(seat == 0), int(seat == 1))
            match.wins = int(seat == 1)
            return match
        state = after
    match.wins = int(0 in outcome.winners)
    return match
