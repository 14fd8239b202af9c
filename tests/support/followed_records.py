"""Follows a record from its JSON alone, by the rules and without any shuffle, as a program that knows no secret."""

import json
from collections.abc import Sequence
from typing import Any

from bot.games.core import Seat
from bot.games.registry import GAMES
from bot.referee.records import Record, to_json


class FromTheRecord:
    """Deals what a record says was dealt, in its order."""

    def __init__(self, raw: Any) -> None:
        self.waiting = list(raw["shuffles"])

    def __call__(self, deck: str, cards: Sequence[Any], *, owner: Seat | None) -> Any:
        if len(cards) < 2:
            return tuple(cards)
        shown = self.waiting.pop(0)
        assert (shown["deck"], shown["owner"], sorted(shown["result"])) == (deck, owner, sorted(cards))
        return tuple(shown["result"])


def follow(record: Record) -> None:
    """From the JSON alone: every action was legal for its seat, and the result is the one reached."""
    raw = json.loads(json.dumps(to_json(record)))
    game, shuffle = GAMES[raw["game"]], FromTheRecord(raw)
    state = game.rules.start(raw["seats"], raw["options"], shuffle)
    for seat, text in raw["actions"]:
        assert text in [game.notation.notate(action) for action in game.rules.legal(state, seat)]
        state = game.rules.apply(state, seat, game.parse(text), shuffle)
    outcome = game.rules.outcome(state)
    assert outcome is not None
    assert not shuffle.waiting
    assert (raw["reason"], raw["winners"], tuple(raw.get("scores", ()))) == (
        outcome.reason,
        sorted(outcome.winners),
        outcome.scores,
    )
