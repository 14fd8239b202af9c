"""A guided first game of Le Duel: five turns from fixed decks under the real rules. Progress is the turn and the cards
staged in it, carried by the buttons, so nothing is stored and a restart loses nothing.

Contains nothing private: the decks are the same for everyone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeVar

from bot.games.core import GameError, RuleError, Seat, apply_all
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.notation import notate_turn
from bot.games.le_duel.position import Place
from bot.games.le_duel.state import EndTurn, State, View
from bot.referee.errors import Refusal

LEARNER, TEACHER = Seat(0), Seat(1)
_GAME: Final = LE_DUEL
_DECKS: Final = {  # as far as they are drawn: six for the hand, then each turn's draws
    LEARNER: (12, 27, 33, 39, 48, 52, 17, 58, 5, 44, 21, 30, 8, 26, 55),
    TEACHER: (20, 25, 28, 32, 36, 41, 14, 47, 3, 57, 22, 38, 18, 44),
}
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Lesson:
    """The learner's placements in a legal order, the code refusing any other legal action, and the teacher's turn."""

    places: str
    refusal: str
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
    """A learner's progress: the turn (`TURNS` once it is over) and the staged cards."""

    turn: int
    staged: str
    view: View

    @property
    def is_over(self) -> bool:
        return self.turn == TURNS


def tutorial_state(turn: int, staged: str = "") -> TutorialState:
    """This progress; the start of the turn if `staged` is not part of the lesson; turn 0 if `turn` is out of range."""
    if turn not in range(TURNS + 1):
        turn, staged = 0, ""
    try:
        state = _staged(turn, staged)
    except GameError:
        state = _start_of(turn)
    return _tutorial_state(turn, state)


def tap(at: TutorialState, action: str) -> TutorialState:
    """Apply one action. Raises the rules' or the lesson's refusal for any other action."""
    if at.is_over:
        raise RuleError("game_is_over")
    state = _GAME.rules.apply(_staged(at.turn, at.staged), LEARNER, _GAME.parse(action))
    if _GAME.rules.turns(state) == _GAME.rules.turns(_start_of(at.turn)):
        _check_lesson(at.turn, state)
        return _tutorial_state(at.turn, state)
    if sorted(at.staged.split(",")) != sorted(_LESSONS[at.turn].places.split(",")):
        raise Refusal(_LESSONS[at.turn].refusal)
    return tutorial_state(at.turn + 1)


def _tutorial_state(turn: int, state: State) -> TutorialState:
    return TutorialState(turn, notate_turn(state.staged), _GAME.rules.observe(state, LEARNER))


def _staged(turn: int, staged: str) -> State:
    """The start of a turn with these cards staged; raises if the rules or the lesson refuse them."""
    state = _start_of(turn)
    for action in _GAME.notation.parse_all(staged):
        if not isinstance(action, Place):
            raise Refusal("unknown_button")
        state = _GAME.rules.apply(state, LEARNER, action)
        _check_lesson(turn, state)
    return state


def _check_lesson(turn: int, state: State) -> None:
    """Raise unless the staged cards are the lesson's, in an order that lets the rest follow."""
    lesson = _LESSONS[turn]
    wanted = [place for place in _GAME.notation.parse_all(lesson.places) if place not in state.staged]
    strays = [place for place in state.staged if place not in _GAME.notation.parse_all(lesson.places)]
    if strays or not _can_follow(state, wanted):
        raise Refusal(lesson.refusal)


def _can_follow(state: State, wanted: Sequence[object]) -> bool:
    legal = _GAME.rules.legal(state, LEARNER)
    return not wanted or any(
        _can_follow(_GAME.rules.apply(state, LEARNER, place), [other for other in wanted if other != place])
        for place in legal
        if place in wanted
    )


@cache
def _start_of(turn: int) -> State:
    """The state at the start of a learner's turn; after the last, the final state."""
    if turn == 0:
        return _GAME.rules.start(2, {"first": LEARNER}, _fixed_shuffle)
    lesson = _LESSONS[turn - 1]
    state = apply_all(_GAME, _start_of(turn - 1), LEARNER, _GAME.parse_turn(lesson.places))
    return apply_all(_GAME, state, TEACHER, (*_GAME.notation.parse_all(lesson.answer), EndTurn()))


def _fixed_shuffle(deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
    """The fixed cards on top, the others below in order."""
    assert owner is not None  # noqa: S101 (the start is fixed, and both decks have an owner)
    top = [card for known in _DECKS[owner] for card in cards if card == known]
    return (*top, *(card for card in cards if card not in top))
