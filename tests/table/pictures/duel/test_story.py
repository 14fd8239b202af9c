"""DUEL's story: the animation, the plot, and a turn in words."""

import io
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from bot.drawing.sketch import Sketch
from bot.games.core import Seat
from bot.games.duel import rules
from bot.table.locale import LANGUAGES, locale_for
from bot.table.pictures.core import PictureText
from bot.table.pictures.duel.plot import BloodScene
from bot.table.pictures.duel.story import MOST_FRAMES, DuelStory
from bot.table.pictures.registry import story_for
from tests.support.tiers import only_long
from tests.table.pictures.duel.games import course, states
from tools.pictures import duel_samples as samples

STORY = DuelStory()
NAMES = ("Éloïse", "Bertrand", "Chloé", "David", "Émile", "Françoise")
WORDS = PictureText(NAMES[:2], locale_for("en"), "Bertrand resigned", (0,))
TWO_MEBIBYTES = 2 * 1024 * 1024


def drawn(sketch: Sketch) -> Any:
    return Image.open(io.BytesIO(sketch.paint(sketch.scene)))


def written(phrase: Any, language: str = "en") -> str:
    return locale_for(language).write(phrase, NAMES.__getitem__)


def test_an_animation_shows_every_turns_table_then_the_result() -> None:
    views = course(2, 5)[:4]
    assert drawn(STORY.animation(views, WORDS)).n_frames == len(views) + 1


def test_an_animation_of_a_long_game_shows_every_few_turns() -> None:
    views = samples.course(6, 269)
    frames = STORY.animation(views, PictureText(NAMES, locale_for("fr"), "", (0,))).scene.frames  # type: ignore[attr-defined]
    assert len(frames) == MOST_FRAMES + 1
    assert frames[0][1].sides[0].blood == 0
    assert frames[-2][1].sides[5].blood == 6


@only_long
def test_the_longest_animation_stays_under_two_mebibytes() -> None:
    """Of six players, extrapolated from a few frames in the middle of a game."""
    views = course(6, 3)
    some = views[len(views) // 2 :][:6]
    sketch = STORY.animation(some, PictureText(NAMES, locale_for("fr"), "", (0,)))
    assert len(sketch.paint(sketch.scene)) * (MOST_FRAMES + 1) / (len(some) + 1) < TWO_MEBIBYTES


def test_a_replay_ends_with_what_the_last_turn_came_to() -> None:
    views = course(2, 5)
    assert views[-1].outcome is not None
    assert all(view.outcome is None for view in views[:-1])


@pytest.mark.parametrize("seats", [2, 4])
def test_a_plot_counts_the_blood_left(seats: int) -> None:
    views, words = course(seats, 5), PictureText(NAMES[:seats], locale_for("en"))
    sketch = STORY.plot(views, words)
    scene = sketch.scene
    assert isinstance(scene, BloodScene)
    for row in scene.rows:
        assert (len(row.left), row.left[0]) == (len(views), 6)
    outs = [row.left[-1] for row in scene.rows if views[-1].sides[row.seat].out_at]
    assert outs == [0] * (seats - 1)
    assert drawn(sketch).width == 720
    assert words.alt_text(sketch).startswith("Éloïse, blood left")
    assert len(words.alt_text(sketch)) <= 1024


def test_the_alt_text_of_a_long_plot_tells_the_changes() -> None:
    words = PictureText(NAMES, locale_for("fr"))
    told = words.alt_text(STORY.plot(samples.course(6, 269), words))
    assert len(told) <= 1024
    assert "Françoise, sang restant (tour\u00a0: nombre)\u00a0: 0: 6, 13: 5, 26: 4, 39: 3, 52: 2, 65: 1, 78: 0." in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 5])
def test_every_turn_of_a_game_has_words(seats: int, language: str) -> None:
    views = course(seats, 11)
    told = [written(STORY.turn(before, after), language) for before, after in pairwise(views)]
    assert all(line and "{" not in line and "—" not in line for line in told)
    ending = {"en": ("in the wounds", "exhausted"), "fr": ("perdu tout son sang", "bout de forces")}[language]
    assert any(part in told[-1] for part in ending)


def test_all_that_is_played_is_told_once() -> None:
    """Each card laid down is in the words of exactly one turn."""
    laid = {(state.turns, state.plays) for state in states(2, 11) if state.plays}
    told = " ".join(written(STORY.turn(before, after)) for before, after in pairwise(course(2, 11)))
    assert told.count(" plays ") - told.count(" plays nothing.") == len(laid)


DEEDS = "slash/thrust,feint@2/rally+thrust,throw=thrust+slash,take=rally,option=1,target=familiar,end"
SAID = {
    "en": ["Slash, paying with Thrust", "Feint against Chloé, paying with Rally, Thrust", "throw Thrust, Slash",
           "choose Rally", "option 1", "Hit the familiar", "end the phase"],
    "fr": ["Taille, en payant avec Estoc", "Feinte contre Chloé, en payant avec Sursaut, Estoc", "jeter Estoc, Taille",
           "choisir Sursaut", "choix 1", "Viser le familier", "finir la phase"],
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_actions_in_words(language: str) -> None:
    view = rules.observe(next(states(3, 1)), None)
    assert [written(deed, language) for deed in STORY.places(view, Seat(0), DEEDS)] == SAID[language]


def test_an_animation_of_a_running_game_is_refused() -> None:
    with pytest.raises(ValueError, match="not over"):
        STORY.animation([rules.observe(next(states(2, 1)), None)], WORDS)


def test_the_story_is_registered_by_key() -> None:
    assert isinstance(story_for("duel"), DuelStory)
