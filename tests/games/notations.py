"""Every action that a game's notation can express, legal or not; of a game whose actions are too many, a sample in the
form in which legal actions are listed."""

from collections.abc import Callable, Iterator
from typing import Any

from bot.games.core import AnyGame, Seat
from bot.games.duel import state as duel
from bot.games.duel.sets import current_set
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


def _duel() -> Iterator[Any]:
    """Every card played at no cost and for one or two cards, every single card thrown or taken."""
    cards = sorted(current_set().cards)
    for card in cards:
        yield from (duel.Play(card, opponent) for opponent in (None, *map(Seat, range(6))))
        yield from (duel.Play(card, None, (other,)) for other in cards[::7])
        yield duel.Play(card, Seat(1), (cards[0], cards[-1]))
        yield from (duel.Throw((card,)), duel.Take((card,)))
    yield from (duel.Option(number) for number in (1, 2, 3))
    yield from (duel.Target(is_familiar=False), duel.Target(is_familiar=True), duel.End())


_EVERY: dict[str, Callable[[], Iterator[Any]]] = {
    "le-duel": _le_duel,
    "the-game": _the_game,
    "duel": _duel,
    toy.SCRAMBLE.key: toy.every_action,
}


def every_action(game: AnyGame) -> tuple[Any, ...]:
    return tuple(_EVERY[game.key]())


def is_sample(game: AnyGame) -> bool:
    """Whether there are legal actions besides those of `every_action`."""
    return game.key == "duel"
