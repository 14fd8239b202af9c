"""What every game promises, as checks over a game at play. `test_contract` runs them over the registry; a game that
breaks a promise must make one of them fail, which `test_leaks` proves with games that do.

Nothing of a single game enters here.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, TypeVar

import pytest

from bot.games.core import (
    AnyGame,
    Choice,
    ChoiceKind,
    GameError,
    Options,
    RuleError,
    Seat,
    Viewer,
    apply_all,
    check_reveals_nothing,
)

T = TypeVar("T")

LONGEST = 20_000  # actions after which random play counts as endless
IMAGINED = 5  # how many ways the hidden cards are dealt anew
PLANNED = 8  # actions in a row: enough for a turn and into the next


@dataclass(frozen=True, slots=True)
class SeededShuffle:
    """Like the fair shuffle, the same question gets the same answer, in whatever order the questions come."""

    seed: str

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(random.Random(f"{self.seed} {deck} {owner}").sample(list(cards), len(cards)))


@dataclass(frozen=True, slots=True)
class Table:
    """A game to be played: how many sit down, the options, the shuffle and the dice."""

    game: AnyGame
    seats: int
    options: Options
    seed: str

    @property
    def shuffle(self) -> SeededShuffle:
        return SeededShuffle(self.seed)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(self.seats)))

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (None, *self.all_seats)

    def start(self) -> Any:
        return self.game.start(self.seats, self.options, self.shuffle)


@dataclass(frozen=True, slots=True)
class Step:
    """A state and who did what to reach it; nobody did anything before the first."""

    state: Any
    seat: Seat | None = None
    action: Any = None


def random_play(table: Table, *, is_quiet: bool = False) -> Iterator[Step]:
    """Any legal action of whoever the game waits for, now and then of anybody who may do something; until it ends.
    Quiet players only do what the game waits for."""
    game, dice = table.game, random.Random(table.seed)
    step = Step(table.start())
    yield step
    for _ in range(LONGEST):
        if game.outcome(step.state) is not None:
            return
        able = sorted(game.to_act(step.state))
        if not is_quiet and dice.random() < 0.1:
            able = [seat for seat in table.all_seats if game.legal(step.state, seat)]
        seat = dice.choice(able)
        able_to = [action for action in game.legal(step.state, seat) if not (is_quiet and game.is_remark(action))]
        action = dice.choice(able_to)
        step = Step(game.apply(step.state, seat, action), seat, action)
        yield step
    pytest.fail(f"{game.key} did not end within {LONGEST} random actions")


def some_states(table: Table, count: int) -> list[Any]:
    """Some of a game's states: always the first and the last, the others anywhere between."""
    states = [step.state for step in random_play(table)]
    between = states[1:-1]
    return [states[0], *random.Random(table.seed).sample(between, min(count, len(between))), states[-1]]


def check_ends(table: Table) -> None:
    game = table.game
    for step in random_play(table):
        to_act, outcome = game.to_act(step.state), game.outcome(step.state)
        assert to_act <= frozenset(table.all_seats)
        assert (not to_act) == (outcome is not None)
        for seat in table.all_seats:
            assert game.legal(step.state, seat) or seat not in to_act
            assert not (game.legal(step.state, seat) and outcome)
    assert outcome is not None
    assert outcome.reason
    assert outcome.winners <= frozenset(table.all_seats)
    assert len(outcome.scores) == table.seats


def check_dump(table: Table) -> None:
    game = table.game
    for step in random_play(table):
        dumped = game.dump(step.state)
        stored = json.loads(json.dumps(dumped))
        assert stored == dumped
        assert game.load(stored) == step.state


def check_notation(game: AnyGame) -> None:
    texts = set()
    for action in game.actions():
        text = game.notate(action)
        assert game.parse(text) == action
        assert game.parse_all(text) == game.parse_all(game.readable(text)) == (action,)
        assert text not in texts
        texts.add(text)


def check_refusals(table: Table, *, states: int = 5) -> None:
    """Every action that is not legal is refused for every seat, every legal one is not, and neither changes a state."""
    game, actions = table.game, tuple(table.game.actions())
    for state in some_states(table, states):
        before = json.dumps(game.dump(state))
        for seat in table.all_seats:
            legal = game.legal(state, seat)
            assert len(set(legal)) == len(legal)
            assert set(legal) <= set(actions)
            for action in actions:
                assert (refusal(game, state, seat, action) is None) == (action in legal), game.notate(action)
        assert json.dumps(game.dump(state)) == before


def refusal(game: AnyGame, state: Any, seat: Seat, action: Any) -> tuple[str, dict[str, object]] | None:
    try:
        game.apply(state, seat, action)
    except RuleError as error:
        assert_names_only_its_code(error)
        return error.code, dict(error.values)
    return None


def assert_names_only_its_code(error: GameError) -> None:
    """Errors end up in logs, and values may name cards."""
    assert error.code
    assert str(error) == error.code
    assert error.args == (error.code,)


def check_replay(table: Table) -> None:
    game, steps = table.game, list(random_play(table))
    state = table.start()
    for seat, taken in groupby(steps[1:], key=lambda step: step.seat):
        assert seat is not None
        state = apply_all(game, state, seat, (step.action for step in taken))
    assert state == steps[-1].state


def check_record(table: Table) -> None:
    """What `last_turn` wrote, turn by turn, brings the game back through `parse_turn`."""
    game, steps = table.game, list(random_play(table, is_quiet=True))
    assert game.turns(steps[0].state) == 0
    assert game.last_turn(steps[0].state) == ""
    turns = [list(taken) for _, taken in groupby(steps, key=lambda step: game.turns(step.state))]
    assert [game.turns(taken[0].state) for taken in turns] == list(range(len(turns)))
    state = steps[0].state
    for reached, *_ in turns[1:]:
        assert reached.seat is not None
        state = apply_all(game, state, reached.seat, game.parse_turn(game.last_turn(reached.state)))
        assert state == reached.state
    assert state == steps[-1].state


def check_feats(table: Table) -> None:
    """Each turn is its player's, its cards stay out of what is kept of it, and the game has words for that."""
    game, steps = table.game, list(random_play(table, is_quiet=True))
    turns = [taken[0] for _, (*taken,) in groupby(steps, key=lambda step: game.turns(step.state))]
    for before, after in pairwise(turns):
        if (done := game.feats(before.state, after.state)) is None:
            continue
        seat, feats = done
        assert seat == after.seat
        assert feats.chain >= 0
        if feats.opening is not None:
            assert not any(sign.isdigit() for sign in feats.opening)
            assert game.opening(feats.opening)
    assert game.opening("no shape of ours") == ()


def imaginations(table: Table, state: Any, viewer: Viewer) -> Iterator[Any]:
    view = table.game.observe(state, viewer)
    for number in range(IMAGINED):
        yield table.game.imagine(view, SeededShuffle(f"{table.seed} imagined {number}"))


def check_hides(table: Table, *, states: int = 8) -> None:
    """Cards dealt anew to wherever the viewer cannot look leave the view, the screen and the size of it all equal."""
    game = table.game
    for state in some_states(table, states):
        for viewer in table.viewers:
            view, screen = game.observe(state, viewer), game.screen(game.observe(state, viewer))
            for imagined in imaginations(table, state, viewer):
                assert game.observe(imagined, viewer) == view
                assert game.screen(game.observe(imagined, viewer)) == screen


def check_cannot_be_told(table: Table) -> None:
    """Nobody can work out what somebody else has been dealt: dealt anew, another seat's view comes out different."""
    game, state = table.game, table.start()
    for viewer in table.viewers:
        for seat in table.all_seats:
            if seat == viewer:
                continue
            private = game.observe(state, seat)
            assert any(game.observe(imagined, seat) != private for imagined in imaginations(table, state, viewer)), (
                f"{viewer} knows what {seat} holds"
            )


def check_refusals_tell_nothing(table: Table, *, states: int = 1) -> None:
    """What is legal for a seat, and the answer to what is not, follow from what that seat can see."""
    game, actions = table.game, tuple(table.game.actions())
    for state in some_states(table, states):
        for seat in table.all_seats:
            imagined = next(imaginations(table, state, seat))
            assert game.legal(imagined, seat) == game.legal(state, seat)
            for action in actions:
                assert refusal(game, imagined, seat, action) == refusal(game, state, seat, action)


def planned(game: AnyGame, state: Any, seat: Seat, actions: Sequence[Any]) -> tuple[str, dict[str, object]] | None:
    """The refusal that typing these actions in a row gets, as the referee rules on them; None: they are played."""
    try:
        check_reveals_nothing(game, actions[:-1])
        apply_all(game, state, seat, actions)
    except RuleError as error:
        return error.code, dict(error.values)
    return None


def _plan(game: AnyGame, state: Any, seat: Seat, dice: random.Random) -> list[Any]:
    """Legal actions of one seat in a row, in a knowledge nobody has: past the end of the turn, with the cards drawn."""
    actions: list[Any] = []
    while len(actions) < PLANNED and (legal := [it for it in game.legal(state, seat) if not game.is_remark(it)]):
        closing = [it for it in legal if game.turns(game.apply(state, seat, it)) > game.turns(state)]
        action = dice.choice(closing or legal)
        actions.append(action)
        state = game.apply(state, seat, action)
    return actions


def check_plans_tell_nothing(table: Table, *, states: int = 10) -> None:
    """What is typed in a row is refused or played whatever lies where its player cannot look, up to and including the
    first action that reveals something, and always refused after it."""
    game, dice = table.game, random.Random(table.seed)
    for state in some_states(table, states):
        for seat in game.to_act(state):
            plan = _plan(game, state, seat, dice)
            tried = [*game.legal(state, seat), *dice.sample(tuple(game.actions()), 20)]
            for length in range(len(plan)):
                for action in (plan[length], *tried):
                    typed = [*plan[:length], action]
                    told = {repr(planned(game, it, seat, typed)) for it in imaginations(table, state, seat)}
                    assert told == {repr(planned(game, state, seat, typed))}, [game.notate(it) for it in typed]


def leaves(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The buttons that act when pressed; those that open further ones left out."""
    for choice in choices:
        if choice.kind is ChoiceKind.OPEN:
            assert bool(choice.then) == choice.is_legal
            yield from leaves(choice.then)
        elif choice.is_legal:
            assert not choice.then
            yield choice


def check_choices(table: Table, *, states: int = 30) -> None:
    game = table.game
    for state in some_states(table, states):
        for viewer in table.viewers:
            choices = game.screen(game.observe(state, viewer)).choices
            legal = () if viewer is None else game.legal(state, viewer)
            assert sorted(choice.action for choice in leaves(choices)) == sorted(map(game.notate, legal))
            assert bool(choices) == bool(legal)
            for choice in leaves(choices):
                assert (choice.kind is ChoiceKind.SAY) == game.is_remark(game.parse(choice.action))
            _assert_told_apart(choices)
        _assert_offers_are_anybodys(table, state)


def _assert_offers_are_anybodys(table: Table, state: Any) -> None:
    """What the public table offers is the same whoever looks, and every player could press it in their panel too."""
    screens = [table.game.screen(table.game.observe(state, viewer)) for viewer in table.viewers]
    assert all(screen.public_choices == screens[0].public_choices for screen in screens)
    for screen in screens[1:]:
        assert {choice.action for choice in screen.public_choices} <= {choice.action for choice in screen.choices}


def check_overdue(table: Table, *, states: int = 10) -> None:
    """What falls to somebody when nobody decides is theirs to do, and only where several could have."""
    game = table.game
    for state in some_states(table, states):
        if (overdue := game.overdue(state)) is not None:
            seat, action = overdue
            assert seat in game.to_act(state)
            assert len(game.to_act(state)) > 1
            assert action in game.legal(state, seat)


def _assert_told_apart(choices: Sequence[Choice]) -> None:
    names = [choice.action for choice in choices]
    assert len(set(names)) == len(names)
    for choice in choices:
        _assert_told_apart(choice.then)


def check_ended_by_referee(table: Table, *, states: int = 10) -> None:
    """A resignation leaves nothing to press and reveals every hand, though the rules would let play go on."""
    game, start = table.game, table.start()
    for state in some_states(table, states):
        for viewer in table.viewers:
            screen = game.screen(game.observe(state, viewer, is_over=True))
            assert not screen.choices
            assert not screen.public_choices
    for viewer in table.viewers:
        imagined = game.imagine(game.observe(start, viewer, is_over=True), SeededShuffle(f"{table.seed} imagined"))
        for seat in table.all_seats:
            assert game.observe(imagined, seat) == game.observe(start, seat)


def check_ending(table: Table, *, states: int = 10) -> None:
    """Why it ended is said once the rules have ended it, in the same words to everyone; about the referee's endings a
    game has nothing to say."""
    game = table.game
    for state in some_states(table, states):
        said = {repr(game.ending(game.observe(state, viewer, is_over=True))) for viewer in table.viewers}
        assert len(said) == 1
        assert (said == {"None"}) == (game.outcome(state) is None)


def check_decks(table: Table) -> None:
    """Each deck holds its cards once, `start` deals from exactly these, and another shuffle deals another game."""
    game = table.game
    decks, asked = game.decks(table.seats, table.shuffle), Asked(table.shuffle)
    for deck in decks:
        assert len(set(deck)) == len(deck) > 0
    assert game.start(table.seats, table.options, asked) == table.start()
    assert set(decks) <= asked.answers
    elsewhere = SeededShuffle(f"{table.seed} elsewhere")
    assert [sorted(deck) for deck in game.decks(table.seats, elsewhere)] == [sorted(deck) for deck in decks]
    assert game.start(table.seats, table.options, elsewhere) != table.start()


class Asked:
    """A shuffle that remembers what it answered."""

    def __init__(self, shuffle: SeededShuffle) -> None:
        self.shuffle = shuffle
        self.answers: set[tuple[Any, ...]] = set()

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        answer = self.shuffle(deck, cards, owner=owner)
        self.answers.add(answer)
        return answer
