"""What a game's own cards are remembered for beyond its result. A game without a line here has nothing of the kind."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from bot.games.le_duel.game import LeDuel
from bot.games.le_duel.position import is_jump
from bot.games.le_duel.state import State
from bot.games.registry import GAMES
from bot.referee.reviews import turn_starts
from bot.store.rows import ActionRow, GameRow


def longest_chains(row: GameRow, actions: Sequence[ActionRow]) -> dict[int, int]:
    """By seat, the most jumps one after the other in a turn."""
    chains_of = _CHAINS.get(row.game)
    if chains_of is None:
        return {}
    longest: dict[int, int] = {}
    for before, after in pairwise(turn_starts(GAMES[row.game], row, actions)):
        for seat, chain in chains_of(before, after):
            longest[seat] = max(longest.get(seat, 0), chain)
    return longest


def _duel_chains(before: State, after: State) -> Iterator[tuple[int, int]]:
    """LD6, as the turn between these two states was played."""
    assert after.last is not None  # noqa: S101 (a turn was completed)
    chain, position = 0, before.position
    for place in after.last.places:
        chain = chain + 1 if is_jump(place, position.tops[place.top_index]) else 0
        position = position.after(place)
        yield after.last.seat, chain


_CHAINS: dict[str, Callable[[Any, Any], Iterator[tuple[int, int]]]] = {LeDuel.key: _duel_chains}
