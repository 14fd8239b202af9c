"""Golden games: stored games replay to the same piles, turn by turn, and to the same end. Stored games of users replay
like these, so a change here needs a new game version."""

import hashlib
import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.games.core import Seat
from bot.games.duel.game import DUEL
from bot.games.duel.sets import current_set
from bot.games.duel.state import State
from bot.games.duel.words import LANGUAGES
from tests.games.duel.builders import BASE

GAMES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("golden.json").read_text(encoding="utf-8"))
golden = pytest.mark.parametrize("record", GAMES, ids=[record["name"] for record in GAMES])
# What the cards of each released version do. A change of it needs a new version of the set and of the game.
RELEASED = {2: "b92ad5995e8ad7e9"}


class Stacked:
    """Deals what a record says, in its order."""

    def __init__(self, shuffles: list[list[Any]]) -> None:
        self.waiting = list(shuffles)

    def __call__(self, deck: str, cards: Sequence[Any], *, owner: Seat | None) -> Any:
        named, seat, result = self.waiting.pop(0)
        assert (named, seat, sorted(result)) == (deck, owner, sorted(cards))
        return tuple(result)


def sizes(state: State) -> list[list[int]]:
    return [
        [len(side.hand), len(side.draw), len(side.discard), len(side.equipment), len(side.wounds)]
        for side in state.sides
    ]


@golden
def test_replays(record: dict[str, Any]) -> None:
    shuffle = Stacked(record["shuffles"])
    state = DUEL.rules.start(record["seats"], record["options"], shuffle)
    turns, leaving = [], dict(record["leaving"])
    for number, (seat, text) in enumerate(record["actions"]):
        if number in leaving:
            state = DUEL.elimination.leave(state, Seat(leaving[number]), shuffle)  # type: ignore[union-attr]
        before = state.turns
        state = DUEL.rules.apply(state, Seat(seat), DUEL.parse(text), shuffle)
        assert DUEL.notation.notate(DUEL.parse(text)) == text
        if state.turns > before:
            turns.append(sizes(state))
    assert turns == record["turns"]
    assert not shuffle.waiting
    assert state.outcome is not None
    assert [state.outcome.reason, sorted(state.outcome.winners), list(state.outcome.ranks)] == record["result"]


def test_the_version_is_the_one_these_were_played_with() -> None:
    assert (DUEL.version, current_set().version) == (1, 2)


def test_a_version_of_the_set_never_changes() -> None:
    """Names may."""
    cards = tomllib.loads(BASE)["card"]
    said = {key: {name: value for name, value in card.items() if name not in LANGUAGES} for key, card in cards.items()}
    digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
    assert digest[:16] == RELEASED[current_set().version]
