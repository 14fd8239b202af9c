"""The tutorial in words and buttons, and the way to it. What it teaches is scripted elsewhere; here it is shown.

Every card and every pile can be tapped, also the wrong ones: a tap that does not fit is answered with the reason.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.drawing import palette
from bot.games.core import ChoiceKind
from bot.games.le_duel.game import LeDuel
from bot.games.le_duel.notation import notate
from bot.games.le_duel.position import PILES, Pile, Place, Whose
from bot.table.controls import Control, Verb
from bot.table.game.pages import in_rows, view_lines
from bot.table.locale import Locale
from bot.table.match_view import MatchView
from bot.table.page import Button, Page, Style

AGAIN, LEAVE, PLAY = "again", "leave", "play"
_PILE_LABELS = {
    (Pile.UP, Whose.OWN): "tutorial.own_up",
    (Pile.DOWN, Whose.OWN): "tutorial.own_down",
    (Pile.UP, Whose.THEIRS): "tutorial.their_up",
    (Pile.DOWN, Whose.THEIRS): "tutorial.their_down",
}


@dataclass(frozen=True, slots=True)
class Lesson:
    """Where a learner stands: the turn (from 0) of so many, what is staged, and what they see."""

    turn: int
    turns: int
    staged: str
    match_view: MatchView
    is_in_server: bool  # where a real game can be had

    def control(self, tap: str) -> Control:
        return Control(Verb.TUTORIAL, self.turn, 0, f"{self.staged}/{tap}")


def read_tap(argument: str) -> tuple[str, str]:
    """What was staged, and what was tapped."""
    staged, _, tap = argument.rpartition("/")
    return staged, tap


def tutorial_page(lesson: Lesson, locale: Locale, *, picked: str = "", notice: str = "") -> Page:
    """A turn of the tutorial, with the piles of a picked card; or its end."""
    if lesson.match_view.is_over:
        return _last_page(lesson, locale)
    lead = (f"⚠️ **{notice}**", "") if notice else ()
    asked = ("", locale.text("panel.picked", card=picked)) if picked else ()
    body = locale.text(f"tutorial.{lesson.turn + 1}.body")
    return Page(
        title=locale.text("tutorial.title", turn=lesson.turn + 1, turns=lesson.turns),
        body="\n".join((*lead, body, "", *view_lines(lesson.match_view, locale), *asked)),
        rows=(*(_piles(lesson, int(picked), locale) if picked else _cards(lesson, locale)), _ways_out(lesson, locale)),
        footer=locale.text("tutorial.footer"),
        accent=palette.ACCENT_DANGER if notice else palette.ACCENT_GOLD,
    )


def _cards(lesson: Lesson, locale: Locale) -> Iterator[tuple[Button, ...]]:
    choices = lesson.match_view.game.screen(lesson.match_view.view).choices
    for is_card in (True, False):
        yield from in_rows(
            [
                Button(
                    locale.write(choice.label, lesson.match_view.name),
                    lesson.control(choice.action),
                    Style.GOOD if choice.kind is ChoiceKind.DONE else Style.NEUTRAL,
                )
                for choice in choices
                if (choice.kind is ChoiceKind.OPEN) is is_card
            ]
        )


def _piles(lesson: Lesson, card: int, locale: Locale) -> Iterator[tuple[Button, ...]]:
    """All four, so that a wrong one can be tried."""
    tops = lesson.match_view.view.position.tops
    places = [Place(card, pile, whose) for pile, whose in PILES]
    yield tuple(
        Button(
            locale.text(_PILE_LABELS[place.pile, place.whose], top=tops[place.top_index]),
            lesson.control(notate(place)),
            Style.MAIN,
        )
        for place in places
    )
    yield (Button(locale.text("button.other_card"), lesson.control("")),)


def _ways_out(lesson: Lesson, locale: Locale) -> tuple[Button, ...]:
    return (
        Button(locale.text("tutorial.again"), lesson.control(AGAIN)),
        Button(locale.text("tutorial.leave"), lesson.control(LEAVE)),
    )


def _last_page(lesson: Lesson, locale: Locale) -> Page:
    play = Button(locale.text("tutorial.play"), lesson.control(PLAY), Style.GOOD)
    invitation = locale.text("tutorial.invite" if lesson.is_in_server else "tutorial.invite_elsewhere")
    return Page(
        title=locale.text("tutorial.done_title"),
        body="\n\n".join((locale.text("tutorial.done"), invitation)),
        rows=((*((play,) if lesson.is_in_server else ()), *_ways_out(lesson, locale)),),
        accent=palette.ACCENT_SUCCESS,
    )


def left_page(lesson: Lesson, locale: Locale) -> Page:
    again = Button(locale.text("tutorial.again"), lesson.control(AGAIN))
    return Page(locale.text("tutorial.left_title"), locale.text("tutorial.left"), ((again,),))


def taught_page(page: Page, game: str, locale: Locale) -> Page:
    """A page of the rules, with the way to the tutorial where the game has one."""
    if game != LeDuel.key:
        return page
    tutorial = Button(locale.text("button.tutorial"), Control(Verb.TUTORIAL, 0, 0, "/"), Style.MAIN)
    (row,) = page.rows
    return replace(page, rows=((*row, tutorial),))
