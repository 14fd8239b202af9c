"""Le Duel's story: the animation, the plot, and a turn in words."""

import io
import random
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence

from bot.drawing.animation import FRAME, LAST_FRAME
from bot.drawing.plots import PlotScene
from bot.drawing.png_palette import palette_image
from bot.drawing.sketch import Sketch
from bot.games.core import Seat, apply_all
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.position import Pile, Place, Whose
from bot.games.le_duel.state import State, Turn
from bot.players.registry import LEVELS
from bot.table.locale import LANGUAGES, locale_for
from bot.table.pictures.core import PictureText
from bot.table.pictures.le_duel.drawer import LeDuelDrawer
from bot.table.pictures.le_duel.story import LeDuelStory
from bot.table.pictures.registry import story_for
from tests.support.tiers import has_long_version, sized
from tests.table.pictures.le_duel.test_drawer import Dealer
from tools.pictures import le_duel_samples as samples

GAME, STORY, DRAWER = LE_DUEL, LeDuelStory(), LeDuelDrawer()
WORDS = PictureText(("Éloïse", "Bertrand"), locale_for("en"), "Bertrand resigned", (0,))
TWO_MEBIBYTES = 2 * 1024 * 1024


def course(seed: int, level: str = "greedy") -> list[Any]:
    """Views with open hands of a whole game: at the start and after each turn."""
    state, dice = GAME.rules.start(2, {}, Dealer(seed)), random.Random(seed)
    states: list[State] = [state]
    while state.outcome is None:
        turn = LEVELS[level].choose(GAME.rules.observe(state, state.turn), dice)
        state = apply_all(GAME, state, state.turn, GAME.parse_turn(turn))
        states.append(state)
    return [GAME.rules.observe(state, None, is_over=True) for state in states]


def drawn(sketch: Sketch) -> Any:
    return Image.open(io.BytesIO(sketch.paint(sketch.scene)))


def test_an_animation_shows_every_turns_table_then_the_result() -> None:
    views = course(5)[:6]
    animation = drawn(STORY.animation(views, WORDS))
    still = [drawn(DRAWER.table(view, WORDS)) for view in views] + [drawn(DRAWER.result(views[-1], WORDS))]
    assert animation.n_frames == len(still)
    times = []
    for frame, picture in zip(ImageSequence.Iterator(animation), still, strict=True):
        assert ImageChops.difference(frame.convert("RGB"), picture.convert("RGB")).getbbox() is None
        times.append(frame.info["duration"])
    assert times == [FRAME] * 6 + [LAST_FRAME]
    assert 700 <= FRAME <= 900


@has_long_version
def test_the_longest_animation_stays_under_two_mebibytes() -> None:
    """No game has more than 58 turns: two cards a turn (LD5), 58 each. The short size extrapolates."""
    views = max((course(seed, "medium") for seed in range(4)), key=len)
    longest = [*views, *reversed(views)] * 3
    frames = sized(longest[8:20], longest[:59])
    sketch = STORY.animation(frames, WORDS)
    assert len(sketch.paint(sketch.scene)) * 59 / len(frames) < TWO_MEBIBYTES


def test_a_plot_counts_the_cards_placed() -> None:
    views = course(5)
    sketch = STORY.plot(views, WORDS)
    scene = sketch.scene
    assert isinstance(scene, PlotScene)
    assert [line.values for line in scene.series] == [
        tuple(58 - side.hand_size - side.draw_size for side in (view.sides[seat] for view in views)) for seat in (0, 1)
    ]
    image = drawn(sketch)
    assert (image.size, image.mode) == ((720, 500), "P")
    assert image.getpalette() == palette_image().getpalette()
    text = WORDS.alt_text(sketch)
    assert text.startswith("Éloïse, cards placed after each turn: 0, ")
    assert str(scene.series[1].values[-1]) in text


@pytest.mark.parametrize("turns", [0, 1, 58])
@pytest.mark.parametrize("names", samples.NAMES)
def test_a_plot_can_be_drawn_for_any_length_and_name(turns: int, names: tuple[str, str]) -> None:
    side = samples.side(59, 2, 0, 0, ())
    views = [samples.view((samples.side(1, 60, 6, 52), samples.side(1, 60, 6, 52)), is_over=True)]
    views += [samples.view((side, side), is_over=True)] * turns
    assert drawn(STORY.plot(views, PictureText(names, locale_for("fr")))).size == (720, 500)


TOLD = {
    "en": "Bertrand: 24 on ▲ (a jump back from 34), 29 on ▲, 40 on ▼, 45 on Éloïse’s ▼ to help; draws 4 cards.",
    "fr": "Bertrand : le 24 sur ▲ (un saut depuis 34), le 29 sur ▲, le 40 sur ▼, le 45 sur ▼ chez Éloïse pour aider ; "
    "pioche 4 cartes.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_in_words_names_jumps_and_help(language: str) -> None:
    places = (
        Place(24, Pile.UP, Whose.OWN),
        Place(29, Pile.UP, Whose.OWN),
        Place(40, Pile.DOWN, Whose.OWN),
        Place(45, Pile.DOWN, Whose.THEIRS),
    )
    gold = samples.side(27, 44, 6, 30)
    before = samples.view((gold, samples.side(34, 50, 6, 34)), turn=1)
    after = samples.view((gold, samples.side(29, 40, 6, 30)), last=Turn(Seat(1), places, 4))
    told = locale_for(language).write(STORY.turn(before, after), WORDS.names.__getitem__)
    assert " ".join(told.split()) == TOLD[language]  # ignores non-breaking spaces


def test_every_turn_of_a_game_has_words() -> None:
    for before, after in pairwise(course(11)):
        told = locale_for("en").write(STORY.turn(before, after), WORDS.names.__getitem__)
        assert told.count(" on ") == len(after.last.places)


def test_a_game_without_a_turn_is_refused() -> None:
    start = course(1)[0]
    with pytest.raises(ValueError, match="no turn has been played"):
        STORY.turn(start, start)


def test_stories_are_registered_by_key() -> None:
    assert isinstance(story_for(GAME.key), LeDuelStory)
    assert story_for("no-game") is None


def test_an_animation_of_a_running_game_is_refused() -> None:
    """The last frame shows open hands, which a running game's view does not contain."""
    running = GAME.rules.observe(GAME.rules.start(2, {}, Dealer(2)), None)
    with pytest.raises(ValueError, match="not over"):
        STORY.animation([running], WORDS)
    assert running.outcome is None
