"""Every action that a game's notation can express, legal or not, for games whose actions can be listed."""

from collections.abc import Callable, Iterator
from typing import Any

from bot.games.core import AnyGame
from bot.games.le_duel import position as le_duel
from bot.games.le_duel import state as le_duel_state
from bot.games.the_game import position as the_game
from bot.games.the_game import state as the_game_state
from tests.games import toy


def _le_duel() -> Iterator[Any]:
    yield from (le_duel.Place(card, pile, whose) for card in le_duel.CARDS for pile, whose in le_duel.PILES)
    yield le_duel_state.TakeBack()
    yield le_duel_state.EndTurn()


def _the_game() -> Iterator[Any]:
    yield from (the_game.Place(card, pile) for card in the_game.CARDS for pile in the_game.PILES)
    yield from (the_game_state.Signal(plea, pile) for plea in the_game_state.Plea for pile in the_game.PILES)
    yield from (the_game_state.Withdraw(pile) for pile in the_game.PILES)
    yield from (the_game_state.TakeBack(), the_game_state.EndTurn(), the_game_state.Claim())


_EVERY: dict[str, Callable[[], Iterator[Any]]] = {
    "le-duel": _le_duel,
    "the-game": _the_game,
    toy.SCRAMBLE.key: toy.every_action,
}


def every_action(game: AnyGame) -> tuple[Any, ...]:
    return tuple(_EVERY[game.key]())
