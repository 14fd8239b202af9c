"""Tutorials: legal under the real rules, in any order a learner may choose, and no other action is accepted."""

from itertools import permutations

import pytest

from bot.games.core import AnyGame, GameError, RuleError, UnreadableError
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.position import MINIMUM, can_place
from bot.games.registry import GAMES
from bot.referee.tutorial import LEARNER, OffLessonError, TutorialState, tap, tutorial_of, tutorial_state
from bot.table.locale import LANGUAGES, locale_for
from bot.table.notices import error_text
from tests.games.notations import every_action
from tests.support.tiers import has_long_version, one_in

TAUGHT = [game for game in GAMES.values() if game.tutorial is not None]
LESSONS = [(game, lesson) for game in TAUGHT for lesson in range(len(tutorial_of(game).lessons))]


def actions_of(game: AnyGame, lesson: int) -> tuple[str, ...]:
    return tutorial_of(game).lessons[lesson].actions


def learned(game: AnyGame, lesson: int, actions: tuple[str, ...] = ()) -> TutorialState:
    at = tutorial_state(game, lesson)
    for action in actions or actions_of(game, lesson):
        at = tap(at, action)
    return at


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_lesson_leads_to_the_next_in_any_order_the_rules_leave(game: AnyGame, lesson: int) -> None:
    *places, last = actions_of(game, lesson)
    ways = 0
    for order in permutations(places):
        try:
            after = learned(game, lesson, (*order, last))
        except (OffLessonError, RuleError):
            continue  # an order that the rules refuse, or in which the rest could not follow
        ways += 1
        assert (after.lesson, after.done) == (lesson + 1, ())
        assert after == tutorial_state(game, lesson + 1)
    assert ways


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_what_a_lesson_wants_is_among_what_can_be_tapped(game: AnyGame, lesson: int) -> None:
    at = tutorial_state(game, lesson)
    for action in actions_of(game, lesson):
        leaves = {leaf.action for one in at.choices for leaf in (one, *one.then)}
        assert action in leaves
        at = tap(at, action)


@has_long_version
@pytest.mark.parametrize(("game", "lesson"), one_in(3, LESSONS))
def test_every_action_there_is_leads_on_or_is_explained(game: AnyGame, lesson: int) -> None:
    whole = len(actions_of(game, lesson))
    for done in {(), tuple(range(min(1, whole - 1))), tuple(range(whole - 1))}:  # a lesson done whole is past
        at = tutorial_state(game, lesson, done)
        assert at.done == done
        for action in every_action(game):
            after = tried(at, game.notation.notate(action))
            if isinstance(after, TutorialState):
                assert after.lesson == lesson + 1 or abs(len(after.done) - len(done)) == 1
            elif not isinstance(after, OffLessonError):
                assert all(error_text(after, locale_for(language)) for language in LANGUAGES)


def tried(at: TutorialState, action: str) -> TutorialState | GameError:
    try:
        return tap(at, action)
    except GameError as error:
        return error


@pytest.mark.parametrize("game", TAUGHT)
def test_every_lesson_has_its_sentences(game: AnyGame) -> None:
    for language in LANGUAGES:
        locale = locale_for(language)
        assert locale.has(f"tutorial.{game.key}.done")
        for lesson in range(len(tutorial_of(game).lessons)):
            assert all(locale.has(f"tutorial.{game.key}.{lesson + 1}.{what}") for what in ("body", "task", "refusal"))


@pytest.mark.parametrize("game", TAUGHT)
def test_progress_there_cannot_be_is_forgotten(game: AnyGame) -> None:
    whole = len(actions_of(game, 0))
    for done in ((0, 0), (whole - 1,), (whole,), (25,)):
        assert tutorial_state(game, 0, done) == tutorial_state(game, 0)
    for lesson in (-1, len(tutorial_of(game).lessons) + 1, 10**9):
        assert tutorial_state(game, lesson, (0,)) == tutorial_state(game, 0)


@pytest.mark.parametrize("game", TAUGHT)
def test_nothing_follows_the_end(game: AnyGame) -> None:
    last = len(tutorial_of(game).lessons)
    with pytest.raises(RuleError, match="game_is_over"):
        tap(tutorial_state(game, last), "end")
    assert tutorial_state(game, last, (0,)) == tutorial_state(game, last)


def test_a_card_can_be_taken_back() -> None:
    at = tap(tutorial_state(LE_DUEL, 0), "48vA")
    assert at.done == (1,)
    assert tap(at, "undo") == tutorial_state(LE_DUEL, 0)


def test_an_unreadable_tap_is_called_so() -> None:
    for text in ("?", ""):
        with pytest.raises(UnreadableError):
            tap(tutorial_state(LE_DUEL, 0), text)


def test_an_order_that_leads_nowhere_is_stopped_at_once() -> None:
    with pytest.raises(OffLessonError):
        tap(tutorial_state(LE_DUEL, 2), "44vA")


# Le Duel's


def test_it_ends_with_the_teacher_stuck() -> None:
    """LD13."""
    view = tutorial_state(LE_DUEL, 5).view
    assert (view.outcome.reason, view.outcome.winners) == ("stuck", frozenset({LEARNER}))
    tops = (view.sides[1].up, view.sides[1].down, view.sides[0].up, view.sides[0].down)
    assert not can_place(type(view.position)(view.sides[1].hand, tops), MINIMUM)


def test_what_is_taught_happens() -> None:
    """LD6: both cards of the second turn jump. LD10: two after three own cards, three to fill six after helping."""
    second = tutorial_state(LE_DUEL, 1).view.position
    assert (second.tops[0] - 10, second.tops[1] + 10) == (17, 58)
    drawn = [
        len(set(learned(LE_DUEL, lesson).view.position.hand) - set(tutorial_state(LE_DUEL, lesson).view.position.hand))
        for lesson in range(5)
    ]
    assert drawn == [2, 2, 2, 3, 2]
