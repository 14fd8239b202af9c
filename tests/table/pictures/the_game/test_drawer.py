"""The Game's pictures: format and layout, no hidden information in them, and alt texts that say the same."""

import io
import random
import re
from collections.abc import Hashable, Iterator
from itertools import combinations

import pytest
from PIL import Image

from bot.drawing import canvas
from bot.drawing.cards import RIM
from bot.drawing.palette import Rgb
from bot.drawing.png_palette import palette_image
from bot.drawing.sketch import Sketch
from bot.games.core import Seat, apply_all
from bot.games.the_game.game import THE_GAME
from bot.games.the_game.position import Pile
from bot.games.the_game.state import State
from bot.players.registry import LEVELS
from bot.table.locale import FRENCH, LANGUAGES, locale_for
from bot.table.pictures.core import PictureText
from bot.table.pictures.registry import drawer_for
from bot.table.pictures.the_game import hand
from bot.table.pictures.the_game.drawer import TheGameDrawer
from bot.table.pictures.the_game.scenes import HandRow
from tests.games.contract import SeededShuffle
from tests.support.tiers import has_long_version, sized
from tools.pictures import team_samples
from tools.pictures.sample import Sample
from tools.pictures.the_game_samples import NAMES, samples

GAME = THE_GAME
DRAWER = TheGameDrawer()
WORDS = PictureText(NAMES[:3], locale_for("en"))
WIDTH, HIGHEST = 720, 900
LONGEST_ALT = 1024  # Discord's limit
LARGEST = 100_000
ALL = {
    language: [
        pytest.param(sample, id=f"{language}-{sample.name}")
        for sample in (*samples(locale_for(language)), *team_samples.samples(locale_for(language)))
    ]
    for language in LANGUAGES
}
EVERY = [sample for language in LANGUAGES for sample in ALL[language]]
DRAWN = sized(ALL[FRENCH][::3], EVERY)  # its texts are the longest


def png(sketch: Sketch) -> bytes:
    return sketch.paint(sketch.scene)


def positions(turns: int) -> Iterator[State]:
    """States of a game with signals and fires; a card is staged in every other one."""
    state = GAME.rules.start(3, {"fire": True, "first": 0}, SeededShuffle("pictures"))
    for number in range(turns):
        if state.outcome is not None or state.turn is None:
            return
        for talker in (Seat(0), Seat(1), Seat(2)):
            talk = LEVELS["mate"].remarks
            assert talk is not None
            for remark in talk(GAME.rules.observe(state, talker)):
                state = GAME.rules.apply(state, talker, GAME.parse(remark))
        seat = state.turn
        assert seat is not None
        actions = GAME.parse_turn(LEVELS["mate"].choose(GAME.rules.observe(state, seat), random.Random(number)))
        yield GAME.rules.apply(state, seat, actions[0]) if number % 2 else state
        state = apply_all(GAME, state, seat, actions)


def test_the_drawer_is_registered() -> None:
    assert isinstance(drawer_for("the-game"), TheGameDrawer)


@has_long_version
@pytest.mark.parametrize("sample", DRAWN)
def test_a_picture_is_a_small_png_in_the_shared_palette(sample: Sample) -> None:
    data = png(sample.sketch)
    image = Image.open(io.BytesIO(data))
    image.load()
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.width == WIDTH
    assert image.height < HIGHEST
    assert image.getpalette() == palette_image().getpalette()
    assert len(data) < LARGEST


@has_long_version
@pytest.mark.parametrize("sample", DRAWN)
def test_sprites_are_within_the_picture_and_do_not_overlap(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[tuple[int, int, int, int]] = []
    put = canvas.Canvas.put

    def noted(self: canvas.Canvas, x: int, y: int, paint: canvas.Paint, *args: Hashable, on: Rgb | None = None) -> None:
        sprite = paint(*args)
        boxes.append((x, y, x + sprite.width, y + sprite.height))
        put(self, x, y, paint, *args, on=on)

    monkeypatch.setattr(canvas.Canvas, "put", noted)
    image = Image.open(io.BytesIO(png(sample.sketch)))
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
    drawn = png(sample.sketch)
    put = canvas.Canvas.put
    monkeypatch.setattr(canvas.Canvas, "put", lambda *where_and_what, on=None: put(*where_and_what))
    assert png(sample.sketch) == drawn


@pytest.mark.parametrize("sample", EVERY)
def test_the_alt_text_is_complete_and_within_discords_limit(sample: Sample) -> None:
    text = sample.words.alt_text(sample.sketch)
    assert 0 < len(text) <= LONGEST_ALT
    assert "{" not in text
    assert "picture." not in text


@has_long_version
def test_samples_differ_from_each_other() -> None:
    drawn = [png(sample.sketch) for sample in list(samples(locale_for("en")))[:: sized(6, 1)]]
    assert len(set(drawn)) == len(drawn)


def test_cards_hidden_from_a_spectator_do_not_change_the_table() -> None:
    for number, state in enumerate(positions(12)):
        view = GAME.rules.observe(state, None)
        other = GAME.rules.imagine(view, SeededShuffle(str(number)))
        assert other.hands != state.hands
        sketch, imagined = DRAWER.table(view, WORDS), DRAWER.table(GAME.rules.observe(other, None), WORDS)
        assert (sketch.scene, sketch.alt) == (imagined.scene, imagined.alt)


def test_cards_hidden_from_a_player_do_not_change_their_pictures() -> None:
    for number, state in enumerate(positions(8)):
        for viewer in (Seat(0), Seat(1), Seat(2)):
            view = GAME.rules.observe(state, viewer)
            other = GAME.rules.observe(GAME.rules.imagine(view, SeededShuffle(str(number))), viewer)
            for draw in (DRAWER.table, DRAWER.hand):
                assert draw(view, WORDS) == draw(other, WORDS)


def test_the_table_shows_a_player_no_more_than_a_spectator() -> None:
    """TG2, TG12: no hand and no staged card, even in the player's own view."""
    for state in positions(8):
        for viewer in (Seat(0), Seat(1), Seat(2)):
            assert DRAWER.table(GAME.rules.observe(state, viewer), WORDS) == DRAWER.table(
                GAME.rules.observe(state, None), WORDS
            )


def test_the_table_names_the_senders_of_signals_and_who_must_cover() -> None:
    shown = next(sample for sample in samples(locale_for("en")) if sample.name == "team-table-all-at-once")
    alt = shown.words.alt_text(shown.sketch)
    assert "✋ Éloïse: “Don’t play on pile A.”" in alt
    assert "🤏 Bertrand: “No big jump on pile A.”" in alt
    assert "Pile A is burning" in alt
    piles = shown.sketch.scene.piles  # type: ignore[attr-defined]
    assert piles[0].coverer.startswith("W")
    assert piles[0].signals[:2] == ("✋ Éloïse", "🤏 Bertrand")


def test_a_spectator_has_no_hand_to_draw() -> None:
    with pytest.raises(ValueError, match="spectator"):
        DRAWER.hand(GAME.rules.observe(GAME.rules.start(2, {}, SeededShuffle("x")), None), WORDS)


@pytest.mark.parametrize("sample", EVERY)
def test_the_alt_text_reads_as_sentences(sample: Sample) -> None:
    text = sample.words.alt_text(sample.sketch)
    assert not re.search(r"[.!?…][\s»”]*\.(?!\w)|`", text), text
    assert "–)" not in text, text  # a pile without signals has no mark


@pytest.mark.parametrize("pile", list(Pile))
def test_a_flame_does_not_cover_the_arrow_of_its_pile(pile: Pile) -> None:
    """A flame on a downward arrow would make it look two-headed (TG11)."""
    arrow = (28, 5, 44, 41)  # of the label, within its rim
    calm, burning = (HandRow(pile, 44, is_staged=False, is_due=is_due, mark="") for is_due in (False, True))
    assert hand._pile_label(burning).crop(arrow).tobytes() == hand._pile_label(calm).crop(arrow).tobytes()
