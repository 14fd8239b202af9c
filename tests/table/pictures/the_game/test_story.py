"""The Game's story: a turn in words, the animation, the plot."""

import io
import random
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageSequence

from bot.drawing.plots import PlotScene
from bot.drawing.sketch import Sketch
from bot.games.core import Seat, apply_all
from bot.games.the_game.game import THE_GAME
from bot.games.the_game.position import Pile, Place
from bot.games.the_game.state import Mode, Turn
from bot.players.registry import LEVELS
from bot.table.locale import LANGUAGES, locale_for
from bot.table.pictures.core import PictureText
from bot.table.pictures.registry import story_for
from bot.table.pictures.the_game.drawer import TheGameDrawer
from bot.table.pictures.the_game.story import TheGameStory
from tests.games.contract import SeededShuffle
from tests.support.tiers import only_long
from tools.pictures import the_game_samples as samples

GAME, STORY, DRAWER = THE_GAME, TheGameStory(), TheGameDrawer()
WORDS = PictureText(("Éloïse", "Bertrand", "Zoé"), locale_for("en"), "The Game wins.")
TWO_MEBIBYTES = 2 * 1024 * 1024


def course(seed: int, seats: int = 3, **options: bool) -> list[Any]:
    """Views with open hands of a whole game with signals: at the start and after each turn."""
    state, dice = GAME.rules.start(seats, {"first": 0, **options}, SeededShuffle(str(seed))), random.Random(seed)
    states = [state]
    mate = LEVELS["mate"]
    assert mate.remarks is not None
    while state.outcome is None:
        for seat in map(Seat, range(seats)):
            for remark in mate.remarks(GAME.rules.observe(state, seat)):
                state = GAME.rules.apply(state, seat, GAME.parse(remark))
        seat = min(GAME.rules.to_act(state))
        state = apply_all(GAME, state, seat, GAME.parse_turn(mate.choose(GAME.rules.observe(state, seat), dice)))
        states.append(state)
    return [GAME.rules.observe(state, None, is_over=True) for state in states]


def drawn(sketch: Sketch) -> Any:
    return Image.open(io.BytesIO(sketch.paint(sketch.scene)))


def test_an_animation_shows_every_turn_then_the_result_in_one_size() -> None:
    views = course(2, fire=True)
    sketch = STORY.animation([*views[:5], views[-1]], WORDS)
    animation = drawn(sketch)
    assert animation.n_frames == 7
    tables = [DRAWER.table(view, WORDS) for view in views[:5]]
    sizes = {drawn(table).size for table in tables}
    assert len(sizes) > 1, "signals make tables higher, or this proves nothing"
    highest = max(height for _, height in sizes)
    assert animation.size[0] == 720
    assert animation.size[1] >= highest
    assert len({frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(animation)}) == 7
    assert WORDS.alt_text(sketch) == "An animation of the whole game: 5 turns, then the result."


@only_long
def test_the_longest_animation_stays_under_two_mebibytes() -> None:
    """No game has more than 49 turns of two cards and some of one card at its end; twelve turns are extrapolated."""
    views = course(0, seats=5)[8:20]
    sketch = STORY.animation(views, PictureText(samples.NAMES, locale_for("fr")))
    assert len(sketch.paint(sketch.scene)) * 60 / len(views) < TWO_MEBIBYTES


def test_a_plot_counts_what_is_left() -> None:
    views = course(3)
    sketch = STORY.plot(views, WORDS)
    scene = sketch.scene
    assert isinstance(scene, PlotScene)
    left, draw = (line.values for line in scene.series)
    assert left[0] == 98
    assert all(after < before for before, after in pairwise(left))
    assert left == tuple(98 - len(view.played) for view in views)
    assert draw == tuple(view.draw_size for view in views)
    assert WORDS.alt_text(sketch).startswith("Cards left after each turn: 98, ")
    assert drawn(sketch).size == (720, 500)


TOLD = {
    "en": "Bertrand: 12 on ▲ A (ten back from 22), 22 on ▲ A 🔥, 70 on ▼ C, "
    "80 on ▼ C (ten back from 70); draws 4 cards.",
    "fr": "Bertrand : le 12 sur ▲ A (recul de dix depuis 22), le 22 sur ▲ A 🔥, le 70 sur ▼ C, "
    "le 80 sur ▼ C (recul de dix depuis 70) ; pioche 4 cartes.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_in_words_names_jumps_and_fires(language: str) -> None:
    places = (Place(12, Pile.A), Place(22, Pile.A), Place(70, Pile.C), Place(80, Pile.C))
    closed, fire = (None, None), Mode(is_on_fire=True)
    before = samples.view(closed, sizes=(7, 7), tops=(22, 30, 77, 81), mode=fire)
    after = samples.view(closed, sizes=(7, 7), mode=fire, last=Turn(Seat(1), places, 4, is_claimed=False))
    told = locale_for(language).write(STORY.turn(before, after), WORDS.names.__getitem__)
    assert " ".join(told.split()) == TOLD[language]  # ignores non-breaking spaces


def test_every_turn_of_a_game_has_words() -> None:
    for before, after in pairwise(course(4, expert=True)):
        told = locale_for("en").write(STORY.turn(before, after), WORDS.names.__getitem__)
        assert told.count(" on ") == len(after.last.places)
    with pytest.raises(ValueError, match="no turn has been played"):
        STORY.turn(course(4)[0], course(4)[0])


def test_a_replayed_turn_shows_its_fire() -> None:
    """TG11: in the picture and in its alt text."""
    views = course(2, fire=True)
    burning = [view for view in views[:-1] if {22, 33, 44, 55, 66, 77} & set(view.tops)]
    assert burning
    for view in burning:
        sketch = DRAWER.table(view, WORDS)
        assert any(pile.is_burning for pile in sketch.scene.piles)  # type: ignore[attr-defined]
        assert "is burning" in WORDS.alt_text(sketch)


def test_the_story_is_registered() -> None:
    assert isinstance(story_for(GAME.key), TheGameStory)
