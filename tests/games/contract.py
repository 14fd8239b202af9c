"""The contract of a game as checks over played games. `test_core_contract` runs them over the registry;
`test_core_leaks` proves with broken games that each violation makes a check fail.

Nothing specific to one game.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from typing import Any, TypeVar

import pytest

from bot.games.core import (
    AnyGame,
    Choice,
    ChoiceKind,
    GameError,
    Options,
    RuleError,
    Screen,
    Seat,
    Viewer,
    apply_all,
    check_reveals_nothing,
    ranks_of,
    whole_turns_of,
)
from bot.referee.recorded_shuffle import RecordingShuffle
from bot.table.game.pages import BUTTONS_A_ROW
from tests.games.notations import every_action, is_sample
from tests.support.tiers import sized

T = TypeVar("T")

LONGEST = 20_000  # actions after which random play counts as an infinite loop
IMAGINED = 5  # determinizations per view
MENU_OPTIONS = 25  # Discord's limit
PLANNED = 8  # consecutive actions: enough for a turn and part of the next


@dataclass(frozen=True, slots=True)
class SeededShuffle:
    """Deterministic by deck and owner, independent of call order, like the fair shuffle."""

    seed: str

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(random.Random(f"{self.seed} {deck} {owner}").sample(list(cards), len(cards)))


ANY_SHUFFLE = SeededShuffle("any")  # for rulings whose result does not matter


@dataclass(frozen=True, slots=True)
class Table:
    """A game to be played: number of seats, options, and the seed of shuffle and random choices."""

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
        return self.game.rules.start(self.seats, self.options, self.shuffle)


@dataclass(frozen=True, slots=True)
class Step:
    """A state and the seat and action that led to it; None for the first."""

    state: Any
    seat: Seat | None = None
    action: Any = None


def random_play(table: Table, *, is_quiet: bool = False) -> Iterator[Step]:
    """Random play to the end: legal actions of the seats to act, now and then of any seat that may act. Quiet players
    act only when the game waits for them."""
    game, dice = table.game, random.Random(table.seed)
    shuffle = RecordingShuffle(table.shuffle)
    step = Step(game.rules.start(table.seats, table.options, shuffle))
    yield step
    for _ in range(LONGEST):
        if game.rules.outcome(step.state) is not None:
            return
        able = sorted(game.rules.to_act(step.state))
        if not is_quiet and dice.random() < 0.1:
            able = [seat for seat in table.all_seats if game.rules.legal(step.state, seat)]
        seat = dice.choice(able)
        able_to = [action for action in game.rules.legal(step.state, seat) if not (is_quiet and game.is_remark(action))]
        action = dice.choice(able_to)
        step = Step(game.rules.apply(step.state, seat, action, shuffle), seat, action)
        yield step
    pytest.fail(f"{game.key} did not end within {LONGEST} random actions")


def some_states(table: Table, count: int) -> list[Any]:
    """A sample of a game's states, including the first and the last."""
    states = [step.state for step in random_play(table)]
    between = states[1:-1]
    return [states[0], *random.Random(table.seed).sample(between, min(count, len(between))), states[-1]]


def check_ends(table: Table) -> None:
    game = table.game
    for step in random_play(table):
        to_act, outcome = game.rules.to_act(step.state), game.rules.outcome(step.state)
        assert to_act <= frozenset(table.all_seats)
        assert (not to_act) == (outcome is not None)
        for seat in table.all_seats:
            assert game.rules.legal(step.state, seat) or seat not in to_act
            assert not (game.rules.legal(step.state, seat) and outcome)
    assert outcome is not None
    assert outcome.reason
    assert outcome.winners <= frozenset(table.all_seats)
    assert len(outcome.scores) in (0, table.seats)  # a game may have none

    ranks = ranks_of(outcome, table.seats)
    assert len(ranks) == table.seats
    assert not outcome.winners or {seat for seat in table.all_seats if ranks[seat] == 1} == outcome.winners


def check_leaving(table: Table, *, states: int = 10) -> None:
    """Whoever leaves is out and never waited for again; the others play on until one is left."""
    game, elimination = table.game, table.game.elimination
    if elimination is None:
        return
    dice = random.Random(table.seed)
    for state in some_states(table, states)[:-1]:
        playing = [seat for seat in table.all_seats if not elimination.is_out(state, seat)]
        dice.shuffle(playing)
        number = 0
        for number, seat in enumerate(playing[:-1], start=1):
            state = elimination.leave(state, seat, SeededShuffle(f"{table.seed} {number}"))
            assert elimination.is_out(state, seat)
            assert seat not in game.rules.to_act(state)
            assert not game.rules.legal(state, seat)
            assert game.codec.load(json.loads(json.dumps(game.codec.dump(state)))) == state
            if game.rules.outcome(state) is not None:
                break
        outcome = game.rules.outcome(state)
        assert outcome is not None
        assert outcome.winners <= set(playing) - set(playing[:number])


def check_dump(table: Table) -> None:
    game = table.game
    for step in random_play(table):
        dumped = game.codec.dump(step.state)
        stored = json.loads(json.dumps(dumped))
        assert stored == dumped
        assert game.codec.load(stored) == step.state


def check_notation(game: AnyGame) -> None:
    texts = set()
    for action in every_action(game):
        text = game.notation.notate(action)
        assert game.parse(text) == action
        assert game.notation.parse_all(text) == game.notation.parse_all(game.readable(text)) == (action,)
        assert text not in texts
        texts.add(text)


def check_refusals(table: Table, *, states: int = 5) -> None:
    """For every seat, `apply` accepts exactly the legal actions; neither case changes the state."""
    game, actions = table.game, every_action(table.game)
    for state in some_states(table, states):
        before = json.dumps(game.codec.dump(state))
        for seat in table.all_seats:
            legal = game.rules.legal(state, seat)
            assert len(set(legal)) == len(legal)
            assert set(legal) <= set(actions) or is_sample(game)
            for action in dict.fromkeys((*actions, *legal)):
                assert (refusal(game, state, seat, action) is None) == (action in legal), game.notation.notate(action)
        assert json.dumps(game.codec.dump(state)) == before


def refusal(game: AnyGame, state: Any, seat: Seat, action: Any) -> tuple[str, dict[str, object]] | None:
    try:
        game.rules.apply(state, seat, action, ANY_SHUFFLE)
    except RuleError as error:
        assert_names_only_its_code(error)
        return error.code, dict(error.values)
    return None


def assert_names_only_its_code(error: GameError) -> None:
    """Errors are logged, and values may name cards."""
    assert error.code
    assert str(error) == error.code
    assert error.args == (error.code,)


def check_replay(table: Table) -> None:
    game, steps = table.game, list(random_play(table))
    state = table.start()
    for seat, taken in groupby(steps[1:], key=lambda step: step.seat):
        assert seat is not None
        state = apply_all(game, state, seat, (step.action for step in taken), table.shuffle)
    assert state == steps[-1].state


def check_record(table: Table) -> None:
    """Replaying each `last_turn` through `parse_turn` reproduces the game."""
    if table.game.whole_turns is None:
        return
    game, steps = table.game, list(random_play(table, is_quiet=True))
    assert game.rules.turns(steps[0].state) == 0
    assert whole_turns_of(game).last_turn(steps[0].state) == ""
    turns = [list(taken) for _, taken in groupby(steps, key=lambda step: game.rules.turns(step.state))]
    assert [game.rules.turns(taken[0].state) for taken in turns] == list(range(len(turns)))
    state = steps[0].state
    for reached, *_ in turns[1:]:
        assert reached.seat is not None
        state = apply_all(game, state, reached.seat, game.parse_turn(whole_turns_of(game).last_turn(reached.state)))
        assert state == reached.state
    assert state == steps[-1].state


def check_feats(table: Table) -> None:
    """Feats belong to the turn's player, contain no cards, and have phrases."""
    game, memories = table.game, table.game.memories
    if memories is None:
        return
    steps = list(random_play(table, is_quiet=True))
    turns = [taken[0] for _, (*taken,) in groupby(steps, key=lambda step: game.rules.turns(step.state))]
    for before, after in pairwise(turns):
        seat, feats = memories.feats(before.state, after.state)
        assert seat == after.seat
        assert feats.chain >= 0
        if feats.opening is not None:
            assert not any(sign.isdigit() for sign in feats.opening)
            assert memories.opening(feats.opening)
    assert memories.opening("no shape of ours") == ()


def imaginations(table: Table, state: Any, viewer: Viewer) -> Iterator[Any]:
    view = table.game.rules.observe(state, viewer)
    for number in range(IMAGINED):
        yield table.game.rules.imagine(view, SeededShuffle(f"{table.seed} imagined {number}"))


def check_hides(table: Table, *, states: int = 8) -> None:
    """Redealing hidden cards leaves the view, the screen and the sizes equal."""
    game = table.game
    for state in some_states(table, states):
        for viewer in table.viewers:
            view, screen = game.rules.observe(state, viewer), game.screens.screen(game.rules.observe(state, viewer))
            for imagined in imaginations(table, state, viewer):
                assert game.rules.observe(imagined, viewer) == view
                assert game.screens.screen(game.rules.observe(imagined, viewer)) == screen


def check_cannot_be_told(table: Table) -> None:
    """Other hands cannot be derived from a view: redealt, another seat's view differs."""
    game, state = table.game, table.start()
    for viewer in table.viewers:
        for seat in table.all_seats:
            if seat == viewer:
                continue
            private = game.rules.observe(state, seat)
            assert any(
                game.rules.observe(imagined, seat) != private for imagined in imaginations(table, state, viewer)
            ), f"{viewer} knows what {seat} holds"


def check_refusals_tell_nothing(table: Table, *, states: int = 1) -> None:
    """Legal actions and refusals of a seat depend only on its view."""
    game, actions = table.game, every_action(table.game)
    for state in some_states(table, states):
        for seat in table.all_seats:
            imagined = next(imaginations(table, state, seat))
            assert game.rules.legal(imagined, seat) == game.rules.legal(state, seat)
            for action in actions:
                assert refusal(game, imagined, seat, action) == refusal(game, state, seat, action)


def planned(game: AnyGame, state: Any, seat: Seat, actions: Sequence[Any]) -> tuple[str, dict[str, object]] | None:
    """The refusal of this sequence of actions as the referee rules on it; None: it is played."""
    try:
        check_reveals_nothing(game, actions[:-1])
        apply_all(game, state, seat, actions, ANY_SHUFFLE)
    except RuleError as error:
        return error.code, dict(error.values)
    return None


def _plan(game: AnyGame, state: Any, seat: Seat, dice: random.Random) -> list[Any]:
    """Consecutive legal actions of one seat using hidden knowledge: past the end of the turn, with the cards drawn."""
    actions: list[Any] = []
    while len(actions) < PLANNED and (legal := [it for it in game.rules.legal(state, seat) if not game.is_remark(it)]):
        after = {it: game.rules.apply(state, seat, it, ANY_SHUFFLE) for it in legal}
        closing = [it for it in legal if game.rules.turns(after[it]) > game.rules.turns(state)]
        action = dice.choice(closing or legal)
        actions.append(action)
        state = after[action]
    return actions


def check_plans_tell_nothing(table: Table, *, states: int = sized(2, 10)) -> None:
    """The ruling on a sequence does not depend on hidden cards up to and including the first action that reveals any;
    past that action it is always a refusal."""
    game, dice = table.game, random.Random(table.seed)
    for state in some_states(table, states):
        for seat in game.rules.to_act(state):
            plan = _plan(game, state, seat, dice)
            tried = [*game.rules.legal(state, seat), *dice.sample(every_action(game), 20)]
            for length in range(len(plan)):
                for action in (plan[length], *tried):
                    typed = [*plan[:length], action]
                    told = {repr(planned(game, it, seat, typed)) for it in imaginations(table, state, seat)}
                    assert told == {repr(planned(game, state, seat, typed))}, [game.notation.notate(it) for it in typed]


def leaves(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The buttons and menus that act; without those that open a submenu."""
    for choice in choices:
        if choice.pick is None and choice.kind is ChoiceKind.OPEN:
            assert bool(choice.then) == choice.is_legal
            yield from leaves(choice.then)
        elif choice.is_legal:
            assert bool(choice.then) == (choice.pick is not None)
            yield choice


def actions_of(choice: Choice) -> Iterator[str]:
    """What can be chosen there: of a menu every set of so many."""
    if choice.pick is None:
        yield choice.action
        return
    assert 0 < choice.pick[0] <= choice.pick[-1] <= len(choice.then) <= MENU_OPTIONS
    for count in choice.pick:
        for some in combinations(choice.then, count):
            yield choice.action + "+".join(one.action for one in some)


def check_choices(table: Table, *, states: int = 30) -> None:
    """Whatever is legal can be chosen, and whatever can be chosen is accepted."""
    game = table.game
    for state in some_states(table, states):
        for viewer in table.viewers:
            screen = game.screens.screen(game.rules.observe(state, viewer))
            choices = screen.choices
            legal = () if viewer is None else game.rules.legal(state, viewer)
            offered = {game.notation.notate(game.parse(text)) for leaf in leaves(choices) for text in actions_of(leaf)}
            assert offered >= {game.notation.notate(action) for action in legal}
            assert bool(choices) == bool(legal)
            for text in offered - {game.notation.notate(action) for action in legal}:
                assert viewer is not None
                game.rules.apply(state, viewer, game.parse(text), ANY_SHUFFLE)
            for leaf in leaves(choices):
                said = game.parse(next(actions_of(leaf)))
                assert (leaf.kind is ChoiceKind.SAY) == game.is_remark(said)
            _assert_told_apart(choices)
            _assert_quick(screen)
        _assert_offers_are_anybodys(table, state)


def _assert_quick(screen: Screen) -> None:
    """What is offered in fewer taps can also be reached by the choices, fits in a row, and is one action."""
    acting = {leaf.action for leaf in leaves(screen.choices) if leaf.pick is None}
    assert set(screen.quick) <= acting
    assert len(set(screen.quick)) == len(screen.quick) <= BUTTONS_A_ROW
    for choice in screen.choices:
        if choice.is_direct:
            (only,) = choice.then
            assert only.kind is ChoiceKind.PLAY
            assert not only.then


def _assert_offers_are_anybodys(table: Table, state: Any) -> None:
    """Public choices are the same for every viewer, and are in every player's panel too."""
    screens = [table.game.screens.screen(table.game.rules.observe(state, viewer)) for viewer in table.viewers]
    assert all(screen.public_choices == screens[0].public_choices for screen in screens)
    for screen in screens[1:]:
        assert {choice.action for choice in screen.public_choices} <= {choice.action for choice in screen.choices}


def check_default(table: Table, *, states: int = 10) -> None:
    """What is played for a seat that did not decide is legal, and only where the game waits for it."""
    game = table.game
    for state in some_states(table, states):
        for seat in table.all_seats:
            if (action := game.rules.default(state, seat)) is not None:
                assert seat in game.rules.to_act(state)
                assert action in game.rules.legal(state, seat)


def _assert_told_apart(choices: Sequence[Choice]) -> None:
    names = [choice.action for choice in choices]
    assert len(set(names)) == len(names)
    for choice in choices:
        if choice.pick is None:  # equal cards are apart in a menu
            _assert_told_apart(choice.then)


def check_ended_by_referee(table: Table, *, states: int = 10) -> None:
    """After a resignation there are no choices and every hand is revealed, though the rules have not ended the game."""
    game, start = table.game, table.start()
    for state in some_states(table, states):
        for viewer in table.viewers:
            screen = game.screens.screen(game.rules.observe(state, viewer, is_over=True))
            assert not screen.choices
            assert not screen.public_choices
    for viewer in table.viewers:
        imagined = game.rules.imagine(
            game.rules.observe(start, viewer, is_over=True), SeededShuffle(f"{table.seed} imagined")
        )
        for seat in table.all_seats:
            assert game.rules.observe(imagined, seat) == game.rules.observe(start, seat)


def check_ending(table: Table, *, states: int = 10) -> None:
    """`ending` is set once the rules have ended the game, the same for every viewer, and never for the referee's
    endings."""
    game = table.game
    for state in some_states(table, states):
        said = {repr(game.screens.ending(game.rules.observe(state, viewer, is_over=True))) for viewer in table.viewers}
        assert len(said) == 1
        assert (said == {"None"}) == (game.rules.outcome(state) is None)


def check_decks(table: Table) -> None:
    """Each deck contains its cards once, `start` deals from exactly these, and another shuffle deals another game."""
    game = table.game
    if game.whole_turns is None:
        return
    decks, asked = whole_turns_of(game).decks(table.shuffle), Asked(table.shuffle)
    for deck in decks:
        assert len(set(deck)) == len(deck) > 0
    assert game.rules.start(table.seats, table.options, asked) == table.start()
    assert set(decks) <= asked.answers
    elsewhere = SeededShuffle(f"{table.seed} elsewhere")
    assert [sorted(deck) for deck in whole_turns_of(game).decks(elsewhere)] == [sorted(deck) for deck in decks]
    assert game.rules.start(table.seats, table.options, elsewhere) != table.start()


class Asked:
    """A shuffle that stores its results."""

    def __init__(self, shuffle: SeededShuffle) -> None:
        self.shuffle = shuffle
        self.answers: set[tuple[Any, ...]] = set()

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        answer = self.shuffle(deck, cards, owner=owner)
        self.answers.add(answer)
        return answer
