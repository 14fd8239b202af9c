"""Records of DUEL in the second reading: following one, and playing one at random.

Nothing of `bot` may enter: the two readings must stay independent.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from tests.games.duel.second_reading.cards import Cards
from tests.games.duel.second_reading.game import Game
from tests.games.duel.second_reading.legal import LEAVING, legal, refusal
from tests.games.duel.second_reading.position import Ending
from tests.games.duel.second_reading.table import Question

OnStep = Callable[[int, int, frozenset[int], list[str]], None]


class DiffersError(Exception):
    """A record says something else than the rules: at which step (-1: the deal; the number of actions: the end)."""

    def __init__(self, step: int, rule: str, what: str) -> None:
        super().__init__(f"step {step}: {rule}: {what}")
        self.step, self.rule, self.what = step, rule, what


class RecordedShuffles:
    """Hands out a record's shuffles in order, each checked against what is shuffled."""

    def __init__(self, shuffles: Sequence[Mapping[str, Any]]) -> None:
        self.waiting = list(shuffles)
        self.step = -1

    def shuffle(self, kind: str, owner: int | None, cards: Sequence[str]) -> list[str]:
        if len(cards) < 2 and not self._is_next_short(owner, cards):
            return list(cards)
        what = f"{kind} of seat {owner}: {sorted(cards)}"
        if not self.waiting:
            raise DiffersError(self.step, "shuffle", f"none left in the record for {what}")
        shown = self.waiting.pop(0)
        result = [str(one) for one in shown["result"]]
        is_named = kind not in ("draw", "seats") or shown["deck"] == kind
        if not is_named or shown["owner"] != owner or sorted(result) != sorted(cards):
            raise DiffersError(self.step, "shuffle", f"the record has {shown}, the rules {what}")
        return result

    def _is_next_short(self, owner: int | None, cards: Sequence[str]) -> bool:
        """Whether the record has this shuffle of fewer than two cards, which it need not have."""
        return bool(self.waiting) and self.waiting[0]["owner"] == owner and self.waiting[0]["result"] == list(cards)


class RandomShuffles:
    """Shuffles and writes down what a record tells of it."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.done: list[dict[str, Any]] = []

    def shuffle(self, kind: str, owner: int | None, cards: Sequence[str]) -> list[str]:
        result = list(cards)
        self.rng.shuffle(result)
        if len(cards) > 1:
            shown = [int(one) for one in result] if kind == "seats" else list(result)
            self.done.append({"deck": self._name(kind, owner), "owner": owner, "result": shown})
        return result

    def _name(self, kind: str, owner: int | None) -> str:
        if kind in ("draw", "seats"):
            return kind
        again = sum(one["owner"] == owner and one["deck"].startswith(kind) for one in self.done)
        return f"{kind} {again + 1}"


def actors(game: Game) -> frozenset[int]:
    """The seats the game waits for: one, or none once it is over."""
    return frozenset() if game.question is None else frozenset({game.question.seat})


def act(game: Game, seat: int, text: str) -> None:
    """Apply an action that `refusal` does not refuse."""
    if text in LEAVING:
        game.leave(seat, LEAVING[text])
    else:
        game.answer(text)


def follow(
    record: Mapping[str, Any],
    cards: Cards,
    on_step: OnStep | None = None,
    *,
    on_position: Callable[[Game], None] | None = None,
) -> Ending:
    """Replay a record from its JSON, or raise `DiffersError`. Before each action `on_step` is told the number of the
    action from 0, the seat of the action, who is to act, and what is legal for that seat (without leaving), and
    `on_position` is given the game itself, whose `sides` hold every pile."""
    shuffles = RecordedShuffles(record["shuffles"])
    game = _started(record, cards, shuffles)
    for step, (seat, text) in enumerate(record["actions"]):
        shuffles.step = step
        if on_step is not None:
            on_step(step, seat, actors(game), legal(game, seat))
        if on_position is not None:
            on_position(game)
        fault = refusal(game, seat, text)
        if fault:
            rule, _, what = fault.partition(": ")
            raise DiffersError(step, rule, f"seat {seat} {text}: {what}; asked is {game.question}")
        act(game, seat, text)
    return _checked_ending(record, game, shuffles)


def _started(record: Mapping[str, Any], cards: Cards, shuffles: RecordedShuffles) -> Game:
    options = record["options"]
    if len(options["decks"]) != record["seats"]:
        raise DiffersError(-1, "DU1", f"{record['seats']} seats and {len(options['decks'])} decks")
    try:
        return Game(
            options["decks"],
            cards,
            shuffles,
            deck_format=options.get("format", "standard"),
            first=options.get("first"),
        )
    except ValueError as error:
        rule, _, what = str(error).partition(": ")
        raise DiffersError(-1, rule, what) from error


def _checked_ending(record: Mapping[str, Any], game: Game, shuffles: RecordedShuffles) -> Ending:
    steps, ending = len(record["actions"]), game.ending
    if ending is None:
        raise DiffersError(steps, "DU30", f"the record ends and the game does not: asked is {game.question}")
    if shuffles.waiting:
        raise DiffersError(steps, "shuffle", f"not made by the rules: {shuffles.waiting}")
    told = (sorted(record["winners"]), list(record["ranks"]), record["reason"])
    reached = (sorted(ending.winners), list(ending.ranks), ending.reason)
    if told != reached:
        raise DiffersError(steps, "DU41", f"the record says {told}, the rules {reached}")
    return ending


def play_random(
    decks: Sequence[Mapping[str, int]],
    cards: Cards,
    rng: Random,
    *,
    deck_format: str = "standard",
    first: int | None = None,
    leaving: float = 0.0,
    on_position: Callable[[Game], None] | None = None,
) -> dict[str, Any]:
    """A record of a game of random legal actions. `leaving` is the chance at each step that any living seat leaves."""
    dealer = RandomShuffles(rng)
    game = Game(decks, cards, dealer, deck_format=deck_format, first=first)
    actions: list[list[Any]] = []
    while game.question is not None:
        if on_position is not None:
            on_position(game)
        seat, text = game.question.seat, _random_answer(game, game.question, rng)
        if rng.random() < leaving:
            seat, text = rng.choice(game.living), rng.choice(sorted(LEAVING))
        actions.append([seat, text])
        act(game, seat, text)
    options: dict[str, Any] = {"decks": [dict(deck) for deck in decks], "format": deck_format}
    if first is not None:
        options["first"] = first
    record = {"game": "duel", "rules": 1, "seed": "", "seats": len(decks), "options": options}
    return record | {"shuffles": dealer.done, "actions": actions} | _ending_json(game.ending)


def _ending_json(ending: Ending | None) -> dict[str, Any]:
    if ending is None:
        raise ValueError("the game is not over")
    return {"winners": list(ending.winners), "ranks": list(ending.ranks), "reason": ending.reason}


def _random_answer(game: Game, question: Question, rng: Random) -> str:
    """A play rather than an end, an end rather than a throw; cards in any order, thrown ones in any number."""
    choices = legal(game, question.seat)
    if question.kind != "act":
        return _stirred(game, question.seat, rng.choice(choices), rng)
    plays = [text for text in choices if text != "end" and not text.startswith("throw=")]
    hand = game.sides[question.seat].hand
    chance = rng.random()
    if plays and chance < 0.75:
        return _stirred(game, question.seat, rng.choice(plays), rng)
    if hand and chance > 0.92:
        return f"throw={'+'.join(rng.sample(hand, rng.randint(1, min(3, len(hand)))))}"
    return "end"


def _stirred(game: Game, seat: int, text: str, rng: Random) -> str:
    """The same cards in another order, where that is legal: the moves of a cost keep theirs."""
    for sign in ("take=", "/"):
        head, found, cards = text.partition(sign)
        if found:
            some = cards.split("+")
            rng.shuffle(some)
            stirred = head + sign + "+".join(some)
            return text if refusal(game, seat, stirred) else stirred
    return text
