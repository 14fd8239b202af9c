"""The baseline computers: always legal, deterministic by seed, dependent on the view only."""

import random
from typing import Any

import pytest

from bot.games.core import Seat, apply_all, whole_turns_of
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.state import State
from bot.players.core import Level
from bot.players.registry import LEVELS
from tests.games.contract import SeededShuffle
from tests.support.reference_le_duel import first_fault
from tests.support.tiers import has_long_version, sized

GAME = LE_DUEL
SIMPLE = ("random", "greedy")
GAMES = sized(20, 60)
simple = pytest.mark.parametrize("name", SIMPLE)


def start(seed: str) -> State:
    return GAME.rules.start(2, {}, SeededShuffle(seed))


def self_play(levels: tuple[Level, Level], seed: str) -> tuple[list[State], dict[str, Any]]:
    """The state at the start of each turn and the last one, and the game's record."""
    dice, states, turns = random.Random(seed), [start(seed)], []
    while (state := states[-1]).outcome is None:
        turn = levels[state.turn].choose(GAME.rules.observe(state, state.turn), dice)
        turns.append(turn)
        states.append(apply_all(GAME, state, state.turn, GAME.parse_turn(turn)))
        assert GAME.rules.turns(states[-1]) == len(turns)
    (winner,) = state.outcome.winners
    decks = [list(deck) for deck in whole_turns_of(GAME).decks(SeededShuffle(seed))]
    record = {"game": GAME.key, "decks": decks, "first": states[0].turn, "turns": turns}
    return states, {**record, "winner": winner, "reason": state.outcome.reason}


@has_long_version
@pytest.mark.parametrize("pair", [(one, other) for one in SIMPLE for other in SIMPLE])
def test_never_an_illegal_turn(pair: tuple[str, str]) -> None:
    levels = LEVELS[pair[0]], LEVELS[pair[1]]
    for number in range(GAMES):
        _, record = self_play(levels, f"{pair} {number}")
        assert first_fault(record) is None


@simple
def test_the_same_dice_give_the_same_game(name: str) -> None:
    levels = (LEVELS[name], LEVELS[name])
    assert self_play(levels, "again") == self_play(levels, "again")


@simple
def test_only_what_is_seen_decides(name: str) -> None:
    """Redealing hidden cards does not change the computer's turn."""
    level = LEVELS[name]
    states, _ = self_play((level, level), "seen")
    for state in states[:-1]:
        view = GAME.rules.observe(state, state.turn)
        imagined = GAME.rules.imagine(view, SeededShuffle("elsewhere"))
        assert imagined.sides != state.sides
        assert level.choose(GAME.rules.observe(imagined, state.turn), random.Random(1)) == level.choose(
            view, random.Random(1)
        )


def test_random_differs_from_dice_to_dice() -> None:
    view = GAME.rules.observe(start("dice"), Seat(0))
    assert len({LEVELS["random"].choose(view, random.Random(seed)) for seed in range(20)}) > 5


def test_greedy_takes_the_jump() -> None:
    state = start("jump")
    state = GAME.codec.load(
        GAME.codec.dump(state)
        | {
            "turn": 0,
            "sides": [
                {"hand": [17, 30, 50], "draw": [2, 3], "up": 27, "down": 60},
                {"hand": [20, 21], "draw": [], "up": 1, "down": 60},
            ],
        }
    )
    assert LEVELS["greedy"].choose(GAME.rules.observe(state, Seat(0)), random.Random(0)).startswith("17^A")


def test_greedy_beats_random() -> None:
    """Sixty games on sixty pairs of decks, each starting half of them."""
    won = 0
    for number in range(GAMES):
        seat = number % 2
        levels = (LEVELS["greedy"], LEVELS["random"]) if seat == 0 else (LEVELS["random"], LEVELS["greedy"])
        won += self_play(levels, f"match {number}")[1]["winner"] == seat
    assert won > GAMES * 0.75
