"""The tutorial: legal under the real rules, in any order a learner may choose, and no other action is accepted."""

from itertools import permutations

import pytest

from bot.games.core import GameError, RuleError, UnreadableError
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.position import MINIMUM, can_place
from bot.referee.errors import Refusal
from bot.referee.tutorial import LEARNER, TURNS, TutorialState, tap, tutorial_state
from bot.table.locale import LANGUAGES, locale_for
from bot.table.notices import error_text
from tests.games.notations import every_action

GAME = LE_DUEL
LESSONS = ("27^A,48vA", "17^A,58vA", "52vA,44vA,39vA", "21^A,33^E", "26^A,30vA")


def learned(turn: int, lesson: str) -> TutorialState:
    at = tutorial_state(turn)
    for action in (*lesson.split(","), "end"):
        at = tap(at, action)
    return at


@pytest.mark.parametrize("turn", range(TURNS))
def test_every_turn_leads_to_the_next(turn: int) -> None:
    after = learned(turn, LESSONS[turn])
    assert (after.turn, after.staged) == (turn + 1, "")
    assert after == tutorial_state(turn + 1)


def test_it_ends_with_the_teacher_stuck() -> None:
    """LD13."""
    view = tutorial_state(TURNS).view
    assert view.outcome is not None
    assert (view.outcome.reason, view.outcome.winners) == ("stuck", frozenset({LEARNER}))
    hand = view.sides[1].hand
    assert hand is not None
    tops = (view.sides[1].up, view.sides[1].down, view.sides[0].up, view.sides[0].down)
    assert not can_place(type(view.position)(hand, tops), MINIMUM)


def test_what_is_taught_happens() -> None:
    """LD6: both cards of the second turn jump. LD10: two after three own cards, three to fill six after helping."""
    second = tutorial_state(1).view.position
    assert (second.tops[0] - 10, second.tops[1] + 10) == (17, 58)
    drawn = [
        len(set(learned(turn, lesson).view.position.hand) - set(tutorial_state(turn).view.position.hand))
        for turn, lesson in enumerate(LESSONS)
    ]
    assert drawn == [2, 2, 2, 3, 2]


@pytest.mark.parametrize("turn", [0, 1, 3, 4])
def test_the_order_is_the_learners_where_the_rules_leave_it(turn: int) -> None:
    for order in permutations(LESSONS[turn].split(",")):
        assert learned(turn, ",".join(order)) == tutorial_state(turn + 1)


def test_an_order_that_leads_nowhere_is_stopped_at_once() -> None:
    with pytest.raises(Refusal, match="tutorial_3"):
        tap(tutorial_state(2), "44vA")


@pytest.mark.parametrize("turn", range(TURNS))
def test_every_action_there_is_leads_on_or_is_explained(turn: int) -> None:
    for staged in ("", LESSONS[turn].split(",")[0], LESSONS[turn]):
        at = tutorial_state(turn, staged)
        assert at.staged == staged
        for action in every_action(GAME):
            after = tried(at, GAME.notation.notate(action))
            if isinstance(after, TutorialState):
                assert after.turn == turn + 1 or len(after.staged) != len(staged)
            else:
                assert all(error_text(after, locale_for(language)) for language in LANGUAGES)


def tried(at: TutorialState, action: str) -> TutorialState | GameError:
    try:
        return tap(at, action)
    except (RuleError, Refusal) as error:
        return error


@pytest.mark.parametrize("staged", ["59^A", "27^A,27^A", "end", "undo", "12^A", "27^E", "?", "27^A,48vA,end"])
def test_what_was_never_staged_is_forgotten(staged: str) -> None:
    assert tutorial_state(0, staged) == tutorial_state(0)


@pytest.mark.parametrize("turn", [-1, TURNS + 1, 10**9])
def test_a_turn_there_is_not_is_the_first(turn: int) -> None:
    assert tutorial_state(turn, "27^A") == tutorial_state(0)


def test_nothing_follows_the_end() -> None:
    for action in ("end", "undo", "12^A"):
        with pytest.raises(RuleError, match="game_is_over"):
            tap(tutorial_state(TURNS), action)
    assert tutorial_state(TURNS, "27^A") == tutorial_state(TURNS)


def test_an_unreadable_tap_is_called_so() -> None:
    with pytest.raises(UnreadableError):
        tap(tutorial_state(0), "?")
    with pytest.raises(GameError):
        tap(tutorial_state(0), "")
