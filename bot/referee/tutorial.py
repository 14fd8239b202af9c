"""A guided first game of Le Duel: five turns from fixed decks under the real rules. Where somebody stands is two words,
the turn and the cards staged in it, so nothing about it is stored and no restart loses it.

Nothing private can be had here: the decks are the same for everyone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeVar

from bot.games.core import GameError, RuleError, Seat, apply_all
from bot.games.le_duel.game import LeDuel
from bot.games.le_duel.notation import notate_turn
from bot.games.le_duel.position import Place
from bot.games.le_duel.state import EndTurn, State, View
from bot.referee.errors import Refusal

LEARNER, TEACHER = Seat(0), Seat(1)
_GAME: Final = LeDuel()
_DECKS: Final = {  # as far as they are drawn: six for the hand, then what each turn brings
    LEARNER: (12, 27, 33, 39, 48, 52, 17, 58, 5, 44, 21, 30, 8, 26, 55),
    TEACHER: (20, 25, 28, 32, 36, 41, 14, 47, 3, 57, 22, 38, 18, 44),
}
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Lesson:
    """What the learner is to place, in an order that works; the code of what to say to anything else the rules allow;
    and how the teacher goes on."""

    places: str
    detour: str
    answer: str


_LESSONS: Final = (
    _Lesson("27^A,48vA", "tutorial_1", "20^A,41vA"),
    _Lesson("17^A,58vA", "tutorial_2", "36^A,25vA"),
    _Lesson("52vA,44vA,39vA", "tutorial_3", "47^A,14vA"),
    _Lesson("21^A,33^E", "tutorial_4", "57^A,03vA"),
    _Lesson("26^A,30vA", "tutorial_5", ""),  # the teacher is stuck
)
TURNS: Final = len(_LESSONS)


@dataclass(frozen=True, slots=True)
class TutorialState:
    """How far somebody has come: in which turn (`TURNS` once it is over) and with what staged."""

    turn: int
    staged: str
    view: View

    @property
    def is_over(self) -> bool:
        return self.turn == TURNS


def tutorial_state(turn: int, staged: str = "") -> TutorialState:
    """There, or at the start of that turn if no way through the lesson leads there, or at the very start."""
    if turn not in range(TURNS + 1):
        turn, staged = 0, ""
    try:
        state = _staged(turn, staged)
    except GameError:
        state = _start_of(turn)
    return _standing(turn, state)


def tapped(at: TutorialState, action: str) -> TutorialState:
    """One action further. Whatever does not lead on raises with the reason: the rules' own, or the lesson's."""
    if at.is_over:
        raise RuleError("game_is_over")
    state = _GAME.apply(_staged(at.turn, at.staged), LEARNER, _GAME.parse(action))
    if _GAME.turns(state) == _GAME.turns(_start_of(at.turn)):
        _keep_to_lesson(at.turn, state)
        return _standing(at.turn, state)
    if sorted(at.staged.split(",")) != sorted(_LESSONS[at.turn].places.split(",")):
        raise Refusal(_LESSONS[at.turn].detour)
    return tutorial_state(at.turn + 1)


def _standing(turn: int, state: State) -> TutorialState:
    return TutorialState(turn, notate_turn(state.staged), _GAME.observe(state, LEARNER))


def _staged(turn: int, staged: str) -> State:
    """The start of a turn with these cards staged; raises if the rules or the lesson do not bear it."""
    state = _start_of(turn)
    for action in _GAME.parse_all(staged):
        if not isinstance(action, Place):
            raise Refusal("unknown_button")
        state = _GAME.apply(state, LEARNER, action)
        _keep_to_lesson(turn, state)
    return state


def _keep_to_lesson(turn: int, state: State) -> None:
    """The lesson's cards in any order that still lets the others follow."""
    lesson = _LESSONS[turn]
    wanted = [place for place in _GAME.parse_all(lesson.places) if place not in state.staged]
    strays = [place for place in state.staged if place not in _GAME.parse_all(lesson.places)]
    if strays or not _can_follow(state, wanted):
        raise Refusal(lesson.detour)


def _can_follow(state: State, wanted: Sequence[object]) -> bool:
    legal = _GAME.legal(state, LEARNER)
    return not wanted or any(
        _can_follow(_GAME.apply(state, LEARNER, place), [other for other in wanted if other != place])
        for place in legal
        if place in wanted
    )


@cache
def _start_of(turn: int) -> State:
    """The game as each turn of the learner begins; after the last, the game that is over."""
    if turn == 0:
        return _GAME.start(2, {"first": LEARNER}, _stacked)
    lesson = _LESSONS[turn - 1]
    state = apply_all(_GAME, _start_of(turn - 1), LEARNER, _GAME.parse_turn(lesson.places))
    return apply_all(_GAME, state, TEACHER, (*_GAME.parse_all(lesson.answer), EndTurn()))


def _stacked(deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
    """The fixed cards on top, the others under them in order."""
    assert owner is not None  # noqa: S101 (who starts is fixed, and both decks are somebody's)
    top = [card for known in _DECKS[owner] for card in cards if card == known]
    return (*top, *(card for card in cards if card not in top))
