"""Le Duel's pictures: format and layout, no hidden information in them, and alt texts that say the same."""

import ast
import hashlib
import io
import random
import re
import subprocess
import sys
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TypeVar

import pytest
from PIL import Image

from bot.drawing import canvas
from bot.drawing.cards import RIM
from bot.drawing.palette import Rgb
from bot.drawing.picture_cache import PictureCache
from bot.drawing.png_palette import palette_image
from bot.drawing.sketch import Sketch
from bot.games.core import Seat
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.state import State
from bot.players.registry import LEVELS
from bot.table.locale import FRENCH, LANGUAGES, locale_for
from bot.table.pictures import registry
from bot.table.pictures.core import PictureText
from bot.table.pictures.le_duel.drawer import LeDuelDrawer
from bot.table.pictures.le_duel.scenes import ResultScene, TableScene
from bot.table.pictures.registry import drawer_for
from tests.support.tiers import IS_LONG, has_long_version, only_long, sized
from tools.pictures import contact_sheet
from tools.pictures import le_duel_samples as samples
from tools.pictures.contact_sheet import PHONE, SUBJECTS
from tools.pictures.sample import Sample

T = TypeVar("T")
GAME = LE_DUEL
DRAWER = LeDuelDrawer()
WORDS = PictureText(("Éloïse", "Bertrand"), locale_for("en"))
SIZES = {"table": (720, 680), "hand": (720, 583), "result": (720, 680), "lesson": (720, 452), "plot": (720, 500)}
LONGEST_ALT = 1024  # Discord's limit
LARGEST = 100_000
ROOT = Path(__file__).parents[4]
EACH = sized(8, 1)  # of the samples is drawn, here and in another process
DIGESTS = f"""
import hashlib
from bot.table.locale import locale_for
from tools.pictures.le_duel_samples import samples
drawn = [sample.sketch for sample in samples(locale_for("en"))][::{EACH}]
for sketch in reversed(drawn):
    sketch.paint(sketch.scene)
for sketch in drawn:
    print(hashlib.sha256(sketch.paint(sketch.scene)).hexdigest())
"""
ALL = {
    language: [pytest.param(sample, id=f"{language}-{sample.name}") for sample in samples.samples(locale_for(language))]
    for language in LANGUAGES
}
EVERY = [sample for language in LANGUAGES for sample in ALL[language]]
DRAWN = sized(ALL[FRENCH][::3], EVERY)  # its texts are the longest


class Dealer:
    """A seeded shuffle."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        return tuple(self._dice.sample(list(cards), len(cards)))


def png(sketch: Sketch) -> bytes:
    return sketch.paint(sketch.scene)


def pixels(sketch: Sketch) -> Image.Image:
    return Image.open(io.BytesIO(png(sketch)))


def clear_sprite_caches() -> None:
    for cached in (canvas.painted, canvas._palette_background, canvas._tile, canvas._colour_tile):
        cached.cache_clear()


def positions(turns: int, seed: int = 7) -> Iterator[State]:
    """States of a game between two computers; a card is staged in every other one."""
    state, dice = GAME.rules.start(2, {}, Dealer(seed)), random.Random(seed)
    for number in range(turns):
        if state.outcome is not None:
            return
        seat = state.turn
        actions = GAME.parse_turn(LEVELS["random"].choose(GAME.rules.observe(state, seat), dice))
        yield GAME.rules.apply(state, seat, actions[0]) if number % 2 else state
        for action in actions:
            if state.outcome is None:
                state = GAME.rules.apply(state, seat, action)


@has_long_version
@pytest.mark.parametrize("sample", DRAWN)
def test_a_picture_is_a_small_png_of_its_size_in_the_shared_palette(sample: Sample) -> None:
    data = png(sample.sketch)
    image = Image.open(io.BytesIO(data))
    image.load()
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == SIZES[sample.name.partition("-")[0]]
    assert image.getpalette() == palette_image().getpalette()
    assert len(data) < LARGEST


@has_long_version
@pytest.mark.parametrize("sample", DRAWN)
def test_a_picture_is_identical_with_cold_and_warm_caches(sample: Sample) -> None:
    warm = png(sample.sketch)
    clear_sprite_caches()
    assert png(sample.sketch) == warm


@has_long_version
@pytest.mark.parametrize("sample", DRAWN)
def test_sprites_are_within_the_picture_and_do_not_overlap(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """The canvas pastes opaque tiles, so an overlap would cut a sprite; only the margins of cards may overlap."""
    boxes: list[tuple[int, int, int, int]] = []
    put = canvas.Canvas.put

    def noted(self: canvas.Canvas, x: int, y: int, paint: canvas.Paint, *args: Hashable, on: Rgb | None = None) -> None:
        sprite = paint(*args)
        boxes.append((x, y, x + sprite.width, y + sprite.height))
        put(self, x, y, paint, *args, on=on)

    monkeypatch.setattr(canvas.Canvas, "put", noted)
    image = pixels(sample.sketch)
    for left, top, right, bottom in boxes:
        assert 0 < left < right < image.width
        assert 0 < top < bottom < image.height
    for one, other in combinations(boxes, 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[1], other[1])
        assert min(across, down) <= RIM, (one, other)


@has_long_version
@pytest.mark.parametrize("sample", DRAWN)
def test_the_background_of_on_has_one_colour(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blending every sprite with the real background gives the same picture."""
    drawn = png(sample.sketch)
    put = canvas.Canvas.put
    monkeypatch.setattr(canvas.Canvas, "put", lambda *where_and_what, on=None: put(*where_and_what))
    assert png(sample.sketch) == drawn


@has_long_version
def test_samples_differ_and_are_identical_in_another_process() -> None:
    """With names in every script: nothing may depend on set order or on earlier drawings."""
    drawn = list(samples.samples(locale_for("en")))[::EACH]
    here = [hashlib.sha256(png(sample.sketch)).hexdigest() for sample in drawn]
    command = [sys.executable, "-c", DIGESTS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == here
    assert len(set(here)) == len(here)


@pytest.mark.parametrize("sample", EVERY)
def test_the_alt_text_is_complete_and_within_discords_limit(sample: Sample) -> None:
    text = sample.words.alt_text(sample.sketch)
    assert 0 < len(text) <= LONGEST_ALT
    assert "{" not in text
    assert "picture." not in text


def test_languages_differ_in_the_picture() -> None:
    view = samples.view((samples.side(1, 60, 6, 52), samples.side(1, 60, 6, 52)))
    english, french = (DRAWER.table(view, PictureText(WORDS.names, locale_for(language))) for language in LANGUAGES)
    assert png(english) != png(french)


@has_long_version
def test_cards_hidden_from_a_spectator_do_not_change_the_table() -> None:
    for number, state in enumerate(positions(sized(8, 30))):
        view = GAME.rules.observe(state, None)
        other = GAME.rules.imagine(view, Dealer(number))
        assert other.sides != state.sides
        sketch, imagined = DRAWER.table(view, WORDS), DRAWER.table(GAME.rules.observe(other, None), WORDS)
        assert (sketch.scene, sketch.alt) == (imagined.scene, imagined.alt)
        assert png(sketch) == png(imagined)


@has_long_version
def test_cards_hidden_from_a_player_do_not_change_their_pictures() -> None:
    for number, state in enumerate(positions(sized(3, 12))):
        for viewer in (Seat(0), Seat(1)):
            view = GAME.rules.observe(state, viewer)
            other = GAME.rules.observe(GAME.rules.imagine(view, Dealer(number)), viewer)
            for draw in (DRAWER.table, DRAWER.hand):
                assert png(draw(view, WORDS)) == png(draw(other, WORDS))


def test_the_table_shows_a_player_no_more_than_a_spectator() -> None:
    """LD14, LD15: no hand and no staged card, even in the player's own view."""
    for state in positions(12):
        view = GAME.rules.observe(state, Seat(0))
        public = replace(GAME.rules.observe(state, None), viewer=Seat(0))
        assert DRAWER.table(view, WORDS).scene == DRAWER.table(public, WORDS).scene


def test_no_module_of_pictures_imports_a_state() -> None:
    folders = Path(registry.__file__).parent, Path(canvas.__file__).parent
    imported = [
        (path.name, alias.name)
        for folder in folders
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bot.games")
        for alias in node.names
    ]
    assert ("scenes.py", "View") in imported
    assert {name for _, name in imported} & {"State", "Side", "rules", "record"} == set()


@pytest.mark.parametrize(("viewer", "below"), [(None, 0), (0, 0), (1, 1)])
def test_the_viewer_is_the_lower_side(viewer: int | None, below: int) -> None:
    view = samples.view((samples.side(5, 50, 6, 40), samples.side(9, 44, 6, 40)), viewer=viewer)
    scene = DRAWER.table(view, WORDS).scene
    assert isinstance(scene, TableScene)
    assert (scene.lower.seat, scene.upper.seat) == (below, 1 - below)


def test_the_alt_text_names_every_pile_hand_and_stack() -> None:
    view = samples.view((samples.side(11, 52, 4, 33), samples.side(1, 47, 5, 28)), turn=1)
    text = WORDS.alt_text(DRAWER.table(view, WORDS))
    for part in ("Éloïse (Gold)", "at 11", "at 52", "4 in hand", "33 in the draw pile"):
        assert part in text
    for part in (
        "Bertrand (Silver)",
        "at its base, 1",
        "at 47",
        "5 in hand",
        "28 in the draw pile",
        "Bertrand to play",
    ):
        assert part in text


def test_the_alt_text_names_the_last_turn() -> None:
    sample = next(sample for sample in samples.samples(locale_for("en")) if sample.name == "table-middle")
    text = sample.words.alt_text(sample.sketch)
    assert "Last turn, Bertrand: 24 ascending, 29 ascending, 40 descending, 45 descending on Éloïse’s side" in text
    assert "drew 4 cards" in text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hand-jumps", ("17 (your ascending −10, a jump, your descending −28, their ascending −12)", "Place 2 more")),
        ("hand-stuck", ("14 (nowhere)", "40 (your ascending −10, a jump)")),
        ("hand-staged", ("Placed this turn: 17 ascending, 3 ascending on Bertrand’s side", "ascending 17")),
        ("hand-waiting", ("Your hand: 3, 17, 28, 44, 52, 55.", "Not your turn yet")),
        ("hand-empty", ("Your hand is empty.",)),
    ],
)
def test_the_alt_text_of_a_hand_names_each_cards_moves(name: str, said: tuple[str, ...]) -> None:
    sample = next(sample for sample in samples.samples(locale_for("en")) if sample.name == name)
    text = sample.words.alt_text(sample.sketch)
    for part in said:
        assert part in text


def test_a_result_names_winner_reason_hands_and_ratings() -> None:
    sample = next(sample for sample in samples.samples(locale_for("en")) if sample.name == "result-stuck")
    text = sample.words.alt_text(sample.sketch)
    for part in (
        "Bertrand wins.",
        "Éloïse could not place two cards.",
        "3, 17, 28, 44, 52, 55",
        "20, 30, 31, 40, 41, 42",
    ):
        assert part in text
    assert "Rating 1514 (+14)" in text
    assert "Rating 1486 (−14)" in text


@pytest.mark.parametrize(
    ("language", "short", "long"),
    [("en", "Bertrand wins", r"W+… wins"), ("fr", "Victoire\u00a0: Bertrand", r"Victoire\u00a0: W+…")],
)
def test_a_result_is_titled_with_its_winner(language: str, short: str, long: str) -> None:
    titles = {
        sample.name: sample.sketch.scene.title
        for sample in samples.samples(locale_for(language))
        if isinstance(sample.sketch.scene, ResultScene)
    }
    assert titles["result-stuck"] == short
    assert re.fullmatch(long, titles["result-placed-all"])


def test_a_running_game_has_no_result_picture() -> None:
    view = samples.view((samples.side(11, 52, 4, 33), samples.side(1, 47, 5, 28)))
    with pytest.raises(ValueError, match="not over"):
        DRAWER.result(view, WORDS)


def test_a_spectator_has_no_hand_picture() -> None:
    view = samples.view((samples.side(11, 52, 4, 33), samples.side(1, 47, 5, 28)))
    with pytest.raises(ValueError, match="no hand"):
        DRAWER.hand(view, WORDS)


def test_a_game_is_drawn_from_its_first_card_to_its_result() -> None:
    states = list(positions(500, seed=3))
    last = states[-1]
    for state in (states[0], states[len(states) // 2], last):
        for viewer in (None, Seat(0), Seat(1)):
            assert pixels(DRAWER.table(GAME.rules.observe(state, viewer), WORDS)).size == SIZES["table"]
    ended = PictureText(WORDS.names, WORDS.locale, "Resigned", (1,))
    assert pixels(DRAWER.result(GAME.rules.observe(last, None, is_over=True), ended)).size == SIZES["result"]


def test_drawers_are_registered_by_key() -> None:
    assert isinstance(drawer_for(GAME.key), LeDuelDrawer)
    assert drawer_for("no-such-game") is None


@only_long
def test_the_contact_sheet_holds_every_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The short size draws one of them, as all are drawn above, and in one language."""
    languages = sized((FRENCH,), LANGUAGES)
    monkeypatch.setattr(contact_sheet, "LANGUAGES", languages)
    if not IS_LONG:
        one = png(next(iter(samples.samples(locale_for(FRENCH)))).sketch)
        monkeypatch.setattr(PictureCache, "draw", lambda _cache, _sketch: one)
        monkeypatch.delitem(SUBJECTS, "duel")
        monkeypatch.delitem(SUBJECTS, "le-duel")
    assert contact_sheet.main([str(tmp_path)]) == 0
    for language in languages:
        by_subject = {subject: made(locale_for(language)) for subject, made in SUBJECTS.items()}
        names = {sample.name for of_subject in by_subject.values() for sample in of_subject}
        assert {path.stem for path in tmp_path.glob(f"{language}-*.png")} == {f"{language}-{name}" for name in names}
        for subject in by_subject:
            full, phone = (_width(tmp_path / f"sheet-{language}-{subject}{kind}.png") for kind in ("", "-phone"))
            assert full > phone > 4 * PHONE


def _width(file: Path) -> int:
    with Image.open(file) as image:
        return image.width


@pytest.mark.parametrize(
    ("language", "called_off", "drawn"), [("en", "Called off", "No winner"), ("fr", "Annulée", "Sans vainqueur")]
)
def test_a_game_that_was_called_off_is_titled_so(language: str, called_off: str, drawn: str) -> None:
    """Unlike a draw."""
    view = samples.view((samples.side(1, 60, 6, 52, (2, 3, 4, 5, 6, 7)),) * 2, is_over=True)
    for is_called_off, title in ((True, called_off), (False, drawn)):
        words = PictureText(("Alice", "Bob"), locale_for(language), is_called_off=is_called_off)
        scene = LeDuelDrawer().result(view, words).scene
        assert isinstance(scene, ResultScene)
        assert scene.title == title
