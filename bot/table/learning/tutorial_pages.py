"""Pages of the tutorial. Its script is in `bot/referee/tutorial.py`; no lesson content may enter.

Every card and every pile can be tapped, illegal ones too: such a tap is answered with the reason.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.drawing import palette
from bot.games.core import ChoiceKind
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.notation import notate
from bot.games.le_duel.position import PILES, Place
from bot.games.le_duel.screen import place_label
from bot.table.controls import Control, Verb
from bot.table.game.pages import in_rows, noticed, view_lines
from bot.table.locale import Locale
from bot.table.match_view import MatchView
from bot.table.page import Brief, Button, Page, Style

AGAIN, LEAVE, PLAY = "again", "leave", "play"


@dataclass(frozen=True, slots=True)
class TutorialView:
    """A learner's progress: the turn (from 0) of `turns`, the staged cards, and what the learner sees."""

    turn: int
    turns: int
    staged: str
    match_view: MatchView
    is_in_server: bool  # only there can a real game be started

    def control(self, tap: str) -> Control:
        return Control(Verb.TUTORIAL, self.turn, 0, f"{self.staged}/{tap}")


def read_tap(argument: str) -> tuple[str, str]:
    """Split a button's argument into the staged cards and the tap."""
    staged, _, tap = argument.rpartition("/")
    return staged, tap


def tutorial_page(tutorial: TutorialView, locale: Locale, *, picked: str = "", notice: str = "") -> Page:
    """A turn of the tutorial, with the piles for a picked card, or the last page."""
    if tutorial.match_view.is_over:
        return _last_page(tutorial, locale)
    asked = ("", locale.text("panel.picked", card=picked)) if picked else ()
    instruction = locale.text(f"tutorial.{tutorial.turn + 1}.body")
    told = "\n".join((instruction, *asked, *noticed(notice)))
    whole = "\n".join((*view_lines(tutorial.match_view, locale), "", told))
    return Page(
        title=locale.text("tutorial.title", turn=tutorial.turn + 1, turns=tutorial.turns),
        body=whole,
        brief=Brief(whole if tutorial.match_view.is_detailed else told, None),
        rows=(
            *(_piles(tutorial, int(picked), locale) if picked else _cards(tutorial, locale)),
            _ways_out(tutorial, locale),
        ),
        footer=locale.text("tutorial.footer"),
        accent=palette.ACCENT_DANGER if notice else palette.ACCENT_GOLD,
        notice=notice or locale.text(f"tutorial.{tutorial.turn + 1}.task"),
    )


def _cards(tutorial: TutorialView, locale: Locale) -> Iterator[tuple[Button, ...]]:
    choices = tutorial.match_view.game.screens.screen(tutorial.match_view.view).choices
    for is_card in (True, False):
        yield from in_rows(
            [
                Button(
                    locale.write(choice.label, tutorial.match_view.name),
                    tutorial.control(choice.action),
                    Style.SUCCESS if choice.kind is ChoiceKind.DONE and choice.is_legal else Style.SECONDARY,
                )
                for choice in choices
                if (choice.kind is ChoiceKind.OPEN) is is_card
            ]
        )


def _piles(tutorial: TutorialView, card: int, locale: Locale) -> Iterator[tuple[Button, ...]]:
    """All four piles, illegal ones too, so that they can be tried."""
    tops = tutorial.match_view.view.position.tops
    places = [Place(card, pile, whose) for pile, whose in PILES]
    yield tuple(
        Button(
            locale.write(place_label(place, tops[place.top_index]), tutorial.match_view.name),
            tutorial.control(notate(place)),
            Style.PRIMARY,
        )
        for place in places
    )
    yield (Button(locale.text("button.other_card"), tutorial.control("")),)


def _ways_out(tutorial: TutorialView, locale: Locale) -> tuple[Button, ...]:
    return (
        Button(locale.text("tutorial.again"), tutorial.control(AGAIN)),
        Button(locale.text("tutorial.leave"), tutorial.control(LEAVE)),
    )


def _last_page(tutorial: TutorialView, locale: Locale) -> Page:
    play = Button(locale.text("tutorial.play"), tutorial.control(PLAY), Style.SUCCESS)
    invitation = locale.text("tutorial.invite" if tutorial.is_in_server else "tutorial.invite_elsewhere")
    return Page(
        title=locale.text("tutorial.done_title"),
        body="\n\n".join((locale.text("tutorial.done"), invitation)),
        rows=((*((play,) if tutorial.is_in_server else ()), *_ways_out(tutorial, locale)),),
        accent=palette.ACCENT_SUCCESS,
    )


def left_page(tutorial: TutorialView, locale: Locale) -> Page:
    again = Button(locale.text("tutorial.again"), tutorial.control(AGAIN))
    return Page(locale.text("tutorial.left_title"), locale.text("tutorial.left"), ((again,),))


def with_tutorial_button(page: Page, game: str, locale: Locale) -> Page:
    """Add the tutorial button to a page of the rules, if the game has a tutorial."""
    if game != LE_DUEL.key:
        return page
    tutorial = Button(locale.text("button.tutorial"), Control(Verb.TUTORIAL, 0, 0, "/"), Style.PRIMARY)
    (row,) = page.rows
    return replace(page, rows=((*row, tutorial),))
