"""Every suggestion of `/play` leads to a turn that can be ended: a turn typed whole cannot be taken back."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.games.core import AnyGame, Seat, apply_all
from bot.games.le_duel.game import LE_DUEL
from bot.games.the_game.game import THE_GAME
from bot.referee.suggestions import END, continuations
from tests.support.altered_games import altered
from tests.support.tiers import has_long_version, sized
from training.match import SeededShuffle

GAMES = sized(8, 40)
TABLES = [
    (LE_DUEL, 2, {}),
    (THE_GAME, 1, {}),
    (THE_GAME, 1, {"fire": True}),
    (THE_GAME, 3, {"fire": True}),
    (THE_GAME, 2, {"expert": True}),
    (THE_GAME, 1, {"fire": True, "expert": True}),
]
NAMES = ["le-duel", "alone", "alone on fire", "on fire", "expert", "alone on fire, expert"]


def careless_turn(game: AnyGame, state: Any, seat: Seat, dice: random.Random) -> str:
    """Type a turn by choosing random suggestions and the end of the turn as soon as it is suggested."""
    typed = ""
    while True:
        every = continuations(game, state, seat, typed)
        offered = [text for text in every if not game.is_remark(game.notation.parse_all(text)[-1])]
        assert offered, f"nothing goes on from {typed!r}"
        typed = next((text for text in offered if text.endswith(END)), dice.choice(offered))
        after = apply_all(game, state, seat, game.notation.parse_all(typed))
        if seat not in game.rules.to_act(after) or typed.endswith(END):
            return typed


@has_long_version
@pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=NAMES)
def test_no_offer_is_a_dead_end(game: AnyGame, seats: int, options: Mapping[str, Any]) -> None:
    for seed in range(GAMES):
        dice = random.Random(seed)
        state = game.rules.start(seats, {"first": seed % seats, **options}, SeededShuffle(seed))
        while game.rules.outcome(state) is None:
            seat, *_ = game.rules.to_act(state)
            state = apply_all(game, state, seat, game.notation.parse_all(careless_turn(game, state, seat, dice)))


@has_long_version
@pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=NAMES)
def test_offers_are_the_same_however_the_hidden_cards_lie(
    game: AnyGame, seats: int, options: Mapping[str, Any]
) -> None:
    """Nothing is suggested past the first action that reveals hidden cards."""
    for seed in range(GAMES):
        dice = random.Random(seed)
        state = game.rules.start(seats, {"first": seed % seats, **options}, SeededShuffle(seed))
        seat, *_ = game.rules.to_act(state)
        turn = careless_turn(game, state, seat, dice)
        places = turn.split(",")
        typed = [",".join(places[:length]) for length in range(len(places) + 1)]
        drawn = game.rules.legal(apply_all(game, state, seat, game.notation.parse_all(turn)), seat)
        typed += [f"{turn},", f"{turn},{END}", *(f"{turn},{game.notation.notate(action)}," for action in drawn)]
        for other in range(1, 4):
            imagined = game.rules.imagine(game.rules.observe(state, seat), SeededShuffle(seed + GAMES * other))
            for text in typed:
                offered = continuations(game, state, seat, text)
                assert continuations(game, imagined, seat, text) == offered
                assert not offered or not text.startswith(f"{turn},")


def test_what_leads_nowhere_is_not_followed_for_long() -> None:
    """With a fire that few cards cover, brute force would try millions of orders that leave it burning."""
    applied: list[Any] = []

    def counted(state: Any, seat: Seat, action: Any) -> Any:
        applied.append(action)
        return THE_GAME.rules.apply(state, seat, action)

    game = altered(THE_GAME, apply=counted)
    begun = game.rules.start(1, {"fire": True, "first": 0}, SeededShuffle(1))
    hand = (10, 15, 25, 35, 45, 58, 70, 98)
    burning = replace(begun, hands=(hand,), tops=(77, 1, 100, 100))
    assert burning.position.due, "a pile has to be covered"
    offered = continuations(game, burning, Seat(0), "")
    assert offered
    assert len(applied) < 100
