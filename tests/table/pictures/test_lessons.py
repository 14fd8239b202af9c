"""Pictures of rule pages: one a page in every game, nothing truncated, every example true to the rules."""

import re

import pytest

from bot.drawing.sketch import Sketch
from bot.games.core import Seat, apply_all
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.position import Pile, Place, Whose
from bot.games.registry import GAMES
from bot.games.the_game.game import THE_GAME
from bot.games.the_game.position import Place as TeamPlace
from bot.games.the_game.position import Tops
from bot.games.the_game.state import EndTurn, Mode, State
from bot.table.learning.rules_pages import rules_pages
from bot.table.locale import LANGUAGES, locale_for
from bot.table.pictures import lessons
from bot.table.pictures.core import PictureText
from bot.table.pictures.lessons import BAD, JUMP, LessonScene
from bot.table.pictures.registry import story_for
from tests.support.tiers import has_long_version, one_in

WORDS = PictureText((), locale_for("en"))
TEAM = THE_GAME
DRAWN = [key for key in GAMES if story_for(key) is not None]


def lesson(game: str, number: int, words: PictureText = WORDS) -> Sketch | None:
    story = story_for(game)
    assert story is not None
    return story.lesson(number, words)


def scene_of(game: str, number: int, words: PictureText = WORDS) -> LessonScene:
    sketch = lesson(game, number, words)
    assert sketch is not None
    assert isinstance(sketch.scene, LessonScene)
    return sketch.scene


@has_long_version
@pytest.mark.parametrize("language", one_in(2, LANGUAGES))
@pytest.mark.parametrize("game", DRAWN)
def test_every_page_of_the_rules_has_a_picture_of_its_own_and_no_more(game: str, language: str) -> None:
    words = PictureText((), locale_for(language))
    pages = rules_pages(game, words.locale)
    sketches = [lesson(game, number, words) for number in range(pages)]
    assert len({sketch.paint(sketch.scene) for sketch in sketches if sketch is not None}) == pages
    assert lesson(game, pages, words) is None
    assert lesson(game, -1, words) is None


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", DRAWN)
def test_pieces_stay_in_their_cells_and_no_label_is_cut(game: str, language: str, number: int) -> None:
    scene = scene_of(game, number, PictureText((), locale_for(language)))
    for cell, (left, _, right, _) in zip(scene.cells, lessons.boxes(scene), strict=True):
        assert lessons.row_width(cell) <= right - left - 24
        assert lessons.label_of(cell, right - left)[0] == cell.label


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", DRAWN)
def test_alt_text_names_every_number_a_label_names(game: str, language: str, number: int) -> None:
    words = PictureText((), locale_for(language))
    sketch = lesson(game, number, words)
    assert sketch is not None
    numbers = {found for cell in scene_of(game, number, words).cells for found in re.findall(r"\d{2}", cell.label)}
    assert numbers <= set(re.findall(r"\d{2}", words.alt_text(sketch)))


def refused(game: str, *numbers: int) -> set[int]:
    """Cards of the examples marked as illegal."""
    cells = (cell for number in numbers for cell in scene_of(game, number).cells)
    return {int(cell.label.split()[0]) for cell in cells if cell.tone == BAD}


def test_examples_of_le_duel_are_as_the_rules_say() -> None:
    """Each example is checked against a game's legal actions (LD6, LD8, LD13)."""
    verdicts = {
        (31, Pile.UP, Whose.OWN): True,
        (17, Pile.UP, Whose.OWN): True,
        (26, Pile.UP, Whose.OWN): False,
        (45, Pile.DOWN, Whose.OWN): True,
        (24, Pile.UP, Whose.THEIRS): True,
        (33, Pile.UP, Whose.THEIRS): False,
    }
    hand = tuple(sorted({card for card, _, _ in verdicts}))
    raw = {"sides": [{"hand": list(hand), "draw": [3, 4], "up": 27, "down": 35},
                     {"hand": [5, 6], "draw": [7, 8], "up": 29, "down": 40}],
           "turn": 0, "staged": "", "last": None, "turns": 0, "outcome": None}  # fmt: skip
    game = LE_DUEL
    legal = set(game.rules.legal(game.codec.load(raw), Seat(0)))
    for place, is_legal in verdicts.items():
        assert (Place(*place) in legal) is is_legal
    assert refused("le-duel", 1, 2) == {card for (card, _, _), is_legal in verdicts.items() if not is_legal}


def test_cards_of_the_game_fit_as_the_rules_say() -> None:
    """TG4, checked against a game's legal actions."""
    state = State(Mode(), ((17, 26, 31, 71), (2,)), (3, 4), None, Seat(0), (27, 1, 61, 100))
    legal = {TEAM.notation.notate(action) for action in TEAM.rules.legal(state, Seat(0))}
    assert {"31a", "26a", "17a", "71c"} - legal == {"26a"}
    assert refused("the-game", 0) == {26}


def reason_after(last: str, tops: Tops, hand: tuple[int, ...], *kept: int, is_on_fire: bool = False) -> str | None:
    """Why the game is over, if it is, when this hand's turn comes: a team-mate has placed that card and kept others,
    and there is nothing left to draw."""
    (place,) = TEAM.notation.parse_all(last)
    assert isinstance(place, TeamPlace)
    state = State(Mode(is_on_fire=is_on_fire), (hand, (*kept, place.card)), (), None, Seat(1), tops)
    outcome = apply_all(TEAM, state, Seat(1), (place, EndTurn())).outcome
    return None if outcome is None else outcome.reason


def test_the_game_stops_or_goes_on_as_its_examples_say() -> None:
    """TG7, TG8, TG11: the turn before each example is played, and the rules decide."""
    stuck, saved = (cell.tone for cell in scene_of("the-game", 1).cells[-2:])
    assert (stuck, saved) == (BAD, JUMP)
    assert reason_after("14d", (88, 91, 9, 20), (33, 47, 60)) == "blocked"
    assert reason_after("14d", (88, 91, 9, 20), (33, 47, 78)) is None
    assert refused("the-game", 2) == {38}
    assert reason_after("44a", (43, 30, 70, 81), (38,), 2, is_on_fire=True) == "burnt"
    assert reason_after("44a", (43, 30, 70, 81), (46,), 2, is_on_fire=True) is None
