"""Pages of a game's tutorial. Its lessons are the game's (`bot.games.core.Tutorial`); no lesson content may enter.

Everything the game lets be tapped can be, illegal actions too: such a tap is answered with the reason.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.drawing import palette
from bot.games.core import AnyGame, Choice, GameError
from bot.games.registry import GAMES
from bot.table.controls import Control, Verb
from bot.table.game.choices import letters, opened_path, read_letters
from bot.table.game.pages import back_button, choice_rows, noticed, question_about, view_lines
from bot.table.locale import Locale
from bot.table.match_view import MatchView
from bot.table.page import Brief, Button, Menu, Page, Row, Style

AGAIN, LEAVE, PLAY = "again", "leave", "play"
_BETWEEN = "/"


@dataclass(frozen=True, slots=True)
class TutorialView:
    """A learner's progress: the lesson (from 0) of `lessons`, what is done of it, what the learner sees and can tap."""

    lesson: int
    lessons: int
    done: tuple[int, ...]
    match_view: MatchView
    choices: tuple[Choice, ...]

    @property
    def is_over(self) -> bool:
        return self.lesson == self.lessons

    def control(self, tap: str) -> Control:
        done = "".join(map(letters, self.done))
        return tutorial_control(self.match_view.game.key, self.lesson, done, tap)


@dataclass(frozen=True, slots=True)
class Tap:
    """What a button of the tutorial carries. Without a game it is one from when there was one tutorial only."""

    game: AnyGame | None
    done: tuple[int, ...]
    tap: str


def tutorial_control(game: str, lesson: int = 0, done: str = "", tap: str = "") -> Control:
    return Control(Verb.TUTORIAL, lesson, 0, _BETWEEN.join((game, done, tap)))


def read_tap(argument: str) -> Tap:
    """Custom ids are untrusted input: what is done leads nowhere if it is not letters."""
    rest, _, tap = argument.rpartition(_BETWEEN)
    key, _, done = rest.partition(_BETWEEN)
    game = GAMES.get(key)
    if game is None or game.tutorial is None:
        return Tap(None, (), tap if tap in (AGAIN, LEAVE, PLAY) else "")
    try:
        return Tap(game, tuple(map(read_letters, done)), tap)
    except GameError:
        return Tap(game, (), tap)


def tutorial_page(tutorial: TutorialView, locale: Locale, *, picked: str = "", notice: str = "") -> Page:
    """A lesson, with what can be done with the card that was picked, or the last page."""
    if tutorial.is_over:
        return _last_page(tutorial, locale)
    match_view, number = tutorial.match_view, tutorial.lesson + 1
    path = opened_path(tutorial.choices, picked)
    asked = question_about(tutorial.choices, path, match_view, locale)
    instruction = locale.text(f"tutorial.{match_view.game.key}.{number}.body")
    told = "\n".join((instruction, *asked, *noticed(notice)))
    whole = "\n".join((*view_lines(match_view, locale), "", told))
    rows = [*choice_rows(match_view, locale, tutorial.choices, path)]
    if path:
        rows.append((back_button(match_view, locale, tutorial.choices, path),))
    return Page(
        title=locale.text("tutorial.title", turn=number, turns=tutorial.lessons),
        body=whole,
        brief=Brief(whole if match_view.is_detailed else told, None),
        rows=(*_tappable(tutorial, rows), _ways_out(tutorial, locale)),
        footer=locale.text("tutorial.footer"),
        accent=palette.ACCENT_DANGER if notice else palette.ACCENT_GOLD,
        notice=notice or locale.text(f"tutorial.{match_view.game.key}.{number}.task"),
    )


def off_lesson_text(tutorial: TutorialView, locale: Locale) -> str:
    """Why the lesson does not want an action that the rules allow."""
    return locale.text(f"tutorial.{tutorial.match_view.game.key}.{tutorial.lesson + 1}.refusal")


def _tappable(tutorial: TutorialView, rows: Sequence[Row]) -> Iterator[Row]:
    """The rows of a panel with the tutorial's controls. Illegal actions can be tried; a choice that opens nothing
    cannot."""
    for row in rows:
        yield tuple(_tappable_one(tutorial, one) for one in row)


def _tappable_one(tutorial: TutorialView, one: Button | Menu) -> Button | Menu:
    control = tutorial.control(one.control.argument)
    if isinstance(one, Menu):
        return replace(one, control=control)
    can_be_tried = one.is_enabled or one.control.verb is Verb.ACT
    return replace(
        one, control=control, is_enabled=can_be_tried, style=one.style if one.is_enabled else Style.SECONDARY
    )


def _ways_out(tutorial: TutorialView, locale: Locale) -> tuple[Button, ...]:
    return (
        Button(locale.text("tutorial.again"), tutorial.control(AGAIN)),
        Button(locale.text("tutorial.leave"), tutorial.control(LEAVE)),
    )


def _last_page(tutorial: TutorialView, locale: Locale) -> Page:
    play = Button(locale.text("tutorial.play"), tutorial.control(PLAY), Style.SUCCESS)
    done = locale.text(f"tutorial.{tutorial.match_view.game.key}.done")
    return Page(
        title=locale.text("tutorial.done_title"),
        body="\n\n".join((done, locale.text("tutorial.invite"))),
        rows=((play, *_ways_out(tutorial, locale)),),
        accent=palette.ACCENT_SUCCESS,
    )


def left_page(tutorial: TutorialView, locale: Locale) -> Page:
    again = Button(locale.text("tutorial.again"), tutorial.control(AGAIN))
    return Page(locale.text("tutorial.left_title"), locale.text("tutorial.left"), ((again,),))


def with_tutorial_button(page: Page, game: AnyGame, locale: Locale) -> Page:
    """Add the tutorial button to a page of the rules, if the game has a tutorial."""
    if game.tutorial is None:
        return page
    tutorial = Button(locale.text("button.tutorial"), tutorial_control(game.key), Style.PRIMARY)
    (row,) = page.rows
    return replace(page, rows=((*row, tutorial),))
