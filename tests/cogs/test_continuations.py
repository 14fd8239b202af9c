"""What `/play` offers always leads on to a turn that can be played: a turn typed at once cannot be taken back."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.games.core import AnyGame, Seat, apply_all
from bot.games.le_duel.game import LeDuel
from bot.games.the_game.game import TheGame
from cogs.continuations import END, continuations
from training.match import SeededShuffle

GAMES = 40


def careless_turn(game: AnyGame, state: Any, seat: Seat, dice: random.Random) -> str:
    """Typed by one who takes any card offered, and ends the turn as soon as that is offered."""
    typed = ""
    while True:
        every = continuations(game, state, seat, typed)
        offered = [text for text in every if not game.is_remark(game.parse_all(text)[-1])]
        assert offered, f"nothing goes on from {typed!r}"
        typed = next((text for text in offered if text.endswith(END)), dice.choice(offered))
        after = apply_all(game, state, seat, game.parse_all(typed))
        if seat not in game.to_act(after) or typed.endswith(END):
            return typed


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [(LeDuel(), 2, {}), (TheGame(), 1, {}), (TheGame(), 3, {"fire": True}), (TheGame(), 2, {"expert": True})],
    ids=["le-duel", "alone", "on-fire", "expert"],
)
def test_no_offer_is_a_dead_end(game: AnyGame, seats: int, options: Mapping[str, Any]) -> None:
    for seed in range(GAMES):
        dice = random.Random(seed)
        state = game.start(seats, {"first": seed % seats, **options}, SeededShuffle(seed))
        while game.outcome(state) is None:
            seat, *_ = game.to_act(state)
            state = apply_all(game, state, seat, game.parse_all(careless_turn(game, state, seat, dice)))
