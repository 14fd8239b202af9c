"""Plays a game's tutorial up to a learner's progress: the lesson, and which of its actions are done, in their order.
The buttons carry it, so nothing is stored and a restart loses nothing.

Contains nothing private: the decks are the same for everyone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from bot.games.core import AnyGame, Choice, GameError, Outcome, RuleError, Seat, Tutorial, apply_all

LEARNER: Final = Seat(0)
Done = tuple[int, ...]  # places in the lesson's actions


class OffLessonError(GameError):
    """The rules allow the action, but the lesson is about another."""


@dataclass(frozen=True, slots=True)
class TutorialState:
    """A learner's progress: the lesson from 0 (their number once it is over), and what is done of it."""

    game: AnyGame
    lesson: int
    done: Done
    view: Any
    outcome: Outcome | None

    @property
    def lessons(self) -> int:
        return len(tutorial_of(self.game).lessons)

    @property
    def seats(self) -> int:
        return tutorial_of(self.game).seats

    @property
    def is_over(self) -> bool:
        return self.lesson == self.lessons

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the learner can tap."""
        choices = tutorial_of(self.game).choices
        return self.game.screens.screen(self.view).choices if choices is None else choices(self.view)


def tutorial_of(game: AnyGame) -> Tutorial[Any]:
    if game.tutorial is None:
        raise ValueError(f"{game.key} has no tutorial")
    return game.tutorial


def tutorial_state(game: AnyGame, lesson: int, done: Iterable[int] = ()) -> TutorialState:
    """This progress; the start of the lesson if `done` leads nowhere; the first lesson if there is no such one."""
    lessons, done = tutorial_of(game).lessons, tuple(done)
    if lesson not in range(len(lessons) + 1):
        lesson, done = 0, ()
    if len(done) >= len(_actions(game, lesson)):
        done = ()  # with all of it done, it is the next lesson that a button carries
    try:
        state = _played(game, lesson, done)
    except GameError:
        done, state = (), _start_of(game, lesson)
    return TutorialState(game, lesson, done, game.rules.observe(state, LEARNER), game.rules.outcome(state))


def tap(at: TutorialState, text: str) -> TutorialState:
    """Apply one action. Raises the rules' refusal, or `OffLessonError` for what the lesson does not want."""
    game = at.game
    if at.is_over:
        raise RuleError("game_is_over")
    action = game.parse(text)
    after = game.rules.apply(_played(game, at.lesson, at.done), LEARNER, action, tutorial_of(game).shuffle)
    if at.done and after == _played(game, at.lesson, at.done[:-1]):
        return tutorial_state(game, at.lesson, at.done[:-1])  # taken back
    wanted = _actions(game, at.lesson)
    found = next((place for place in _missing(game, at.lesson, at.done) if wanted[place] == action), None)
    if found is None:
        raise OffLessonError("off_lesson")
    done = (*at.done, found)
    _played(game, at.lesson, done)
    return tutorial_state(game, at.lesson + 1) if len(done) == len(wanted) else tutorial_state(game, at.lesson, done)


def _played(game: AnyGame, lesson: int, done: Done) -> Any:
    """The state with these actions of a lesson done. Raises unless all others can still follow."""
    state, shuffle = _start_of(game, lesson), tutorial_of(game).shuffle
    if not done:
        return state
    actions = _actions(game, lesson)
    if len(set(done)) < len(done) or not set(done) <= set(range(len(actions))):
        raise OffLessonError("off_lesson")
    state = apply_all(game, state, LEARNER, [actions[place] for place in done], shuffle)
    if not _can_follow(game, state, [actions[place] for place in _missing(game, lesson, done)]):
        raise OffLessonError("off_lesson")
    return state


def _actions(game: AnyGame, lesson: int) -> Sequence[Any]:
    lessons = tutorial_of(game).lessons
    return [game.parse(text) for text in lessons[lesson].actions] if lesson < len(lessons) else []


def _missing(game: AnyGame, lesson: int, done: Done) -> list[int]:
    return [place for place in range(len(_actions(game, lesson))) if place not in done]


def _can_follow(game: AnyGame, state: Any, wanted: Sequence[Any]) -> bool:
    """Whether these actions are legal in some order."""
    legal = game.rules.legal(state, LEARNER) if wanted else ()
    return not wanted or any(
        _can_follow(
            game,
            game.rules.apply(state, LEARNER, action, tutorial_of(game).shuffle),
            [*wanted[:place], *wanted[place + 1 :]],
        )
        for place, action in enumerate(wanted)
        if action in legal
    )


@cache
def _start_of(game: AnyGame, lesson: int) -> Any:
    """The state at the start of a lesson; after the last, the final state."""
    tutorial = tutorial_of(game)
    if lesson == 0:
        return game.rules.start(tutorial.seats, tutorial.options, tutorial.shuffle)
    before = tutorial.lessons[lesson - 1]
    state = apply_all(game, _start_of(game, lesson - 1), LEARNER, _actions(game, lesson - 1), tutorial.shuffle)
    for seat, text in before.answers:
        state = apply_all(game, state, seat, game.notation.parse_all(text), tutorial.shuffle)
    return state
