"""DUEL's pictures: format and layout, no hidden information in them, and alt texts that say the same."""

import hashlib
import io
import subprocess
import sys
from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.drawing import canvas, text
from bot.drawing.cards import RIM
from bot.drawing.emblems import has_emblem
from bot.drawing.palette import Rgb
from bot.drawing.png_palette import palette_image, to_palette
from bot.drawing.sketch import Sketch
from bot.games.core import Seat
from bot.games.duel import rules
from bot.games.duel.language import SLOTS, TYPES
from bot.games.duel.sets import current_set
from bot.table.locale import FRENCH, LANGUAGES, locale_for
from bot.table.pictures.core import PictureText
from bot.table.pictures.duel import faces, hand, table
from bot.table.pictures.duel.cards import DuelCards
from bot.table.pictures.duel.drawer import DuelDrawer
from bot.table.pictures.duel.scenes import HandScene, TableScene
from bot.table.pictures.duel.story import DuelStory
from bot.table.pictures.registry import drawer_for
from tests.support.tiers import has_long_version, only_long, sized
from tests.table.pictures.duel.games import Dealer, states
from tools.pictures import duel_samples as samples
from tools.pictures.sample import Sample

DRAWER = DuelDrawer()
SHORT_NAMES = ("Éloïse", "Bertrand", "Maximilien-Alexandre", "Chloé Dupont-Durand", "David", "Françoise 2000")
LONGEST_ALT = 1024  # Discord's limit
LARGEST = 80_000
ROOT = Path(__file__).parents[4]
EACH = sized(8, 1)  # of the samples is drawn, here and in another process
DIGESTS = f"""
import hashlib
from bot.table.locale import locale_for
from tools.pictures.duel_samples import samples
drawn = [sample.sketch for sample in samples(locale_for("fr"))][::{EACH}]
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
DRAWN = sized(ALL[FRENCH][::3], EVERY)
WORDS = PictureText(SHORT_NAMES, locale_for("en"))


def png(sketch: Sketch) -> bytes:
    return sketch.paint(sketch.scene)


def sample_named(name: str, language: str = "en") -> Sample:
    return next(sample for sample in samples.samples(locale_for(language)) if sample.name == name)


def alt_of(name: str, language: str = "en") -> str:
    sample = sample_named(name, language)
    return sample.words.alt_text(sample.sketch)


def words_for(seats: int, language: str = "en") -> PictureText:
    return PictureText(SHORT_NAMES[:seats], locale_for(language))


@has_long_version
@pytest.mark.parametrize("sample", DRAWN)
def test_a_picture_is_a_small_png_in_the_shared_palette(sample: Sample) -> None:
    data = png(sample.sketch)
    image = Image.open(io.BytesIO(data))
    image.load()
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.width == (480 if "card" in sample.name else 720)
    assert image.getpalette() == palette_image().getpalette()
    assert len(data) <= LARGEST


@has_long_version
@pytest.mark.parametrize("sample", DRAWN)
def test_sprites_are_within_the_picture_and_do_not_overlap(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """The canvas pastes opaque tiles, so an overlap would cut a sprite; only the margins of cards may overlap."""
    boxes: list[tuple[int, int, int, int]] = []
    laid: list[tuple[int, int, int, int]] = []
    blended: list[tuple[int, int, int, int]] = []
    put, lay = canvas.Canvas.put, canvas.Canvas.lay

    def noted(self: canvas.Canvas, x: int, y: int, paint: canvas.Paint, *args: Hashable, on: Rgb | None = None) -> None:
        sprite = paint(*args)
        boxes.append((x, y, x + sprite.width, y + sprite.height))
        blended.extend(boxes[-1:] if on is None else [])
        put(self, x, y, paint, *args, on=on)

    def noted_panel(self: canvas.Canvas, x: int, y: int, paint: canvas.Paint, *args: Hashable) -> None:
        sprite = paint(*args)
        laid.append((x, y, x + sprite.width, y + sprite.height))
        lay(self, x, y, paint, *args)

    monkeypatch.setattr(canvas.Canvas, "put", noted)
    monkeypatch.setattr(canvas.Canvas, "lay", noted_panel)
    image = Image.open(io.BytesIO(png(sample.sketch)))
    for left, top, right, bottom in boxes:
        assert 0 < left < right < image.width
        assert 0 < top < bottom < image.height
    for one, other in combinations(boxes, 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[1], other[1])
        assert min(across, down) <= RIM, (one, other)
    for one in blended:
        for other in laid:
            across, down = (min(one[at + 2], other[at + 2]) - max(one[at], other[at]) for at in (0, 1))
            assert min(across, down) <= 0, (one, other)


@has_long_version
@pytest.mark.parametrize("sample", DRAWN)
def test_what_is_under_a_sprite_has_the_colour_it_states(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a laid panel too: a sprite blended with another colour would have a seam. Margins of cards may overlap."""
    put = canvas.Canvas.put

    def checked(
        self: canvas.Canvas, x: int, y: int, paint: canvas.Paint, *args: Hashable, on: Rgb | None = None
    ) -> None:
        if on is not None:
            sprite = paint(*args)
            box = (x + RIM, y + RIM, x + sprite.width - RIM, y + sprite.height - RIM)
            if box[0] < box[2] and box[1] < box[3]:
                (expected,) = set(to_palette(Image.new("RGB", (1, 1), on)).tobytes())
                assert set(self._image.crop(box).tobytes()) == {expected}, (paint, args)
        put(self, x, y, paint, *args, on=on)

    monkeypatch.setattr(canvas.Canvas, "put", checked)
    png(sample.sketch)


@only_long
def test_samples_differ_and_are_identical_in_another_process() -> None:
    drawn = list(samples.samples(locale_for("fr")))[::EACH]
    here = [hashlib.sha256(png(sample.sketch)).hexdigest() for sample in drawn]
    done = subprocess.run([sys.executable, "-c", DIGESTS], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == here
    assert len(set(here)) == len(here)


# Cards


def test_every_card_and_sign_has_an_emblem_of_its_own() -> None:
    cards = current_set().cards
    named = [faces.face_of(card, "en").emblem for card in cards.values()]
    assert named == [f"card.{card}" for card in cards]
    assert all(has_emblem(f"sign.{name}") for name in (*TYPES, *SLOTS))
    assert faces.Face("later", "Later", "attack").emblem == "sign.attack"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_a_card_is_cut_or_too_small(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every size that pictures use: 24 pixels are 13 at a width of 400, 17 are 9."""
    shown: list[tuple[tuple[str, ...], int]] = []
    fit = faces.name_lines.__wrapped__

    def noted(*args: Any) -> tuple[tuple[str, ...], int]:
        shown.append(fit(*args))
        return shown[-1]

    monkeypatch.setattr(faces, "name_lines", noted)
    for card in current_set().cards.values():
        face = faces.face_of(card, language, hits=1 if card.hp > 1 else 0)
        for width in (table._WOUNDS, table._PLAYED):
            faces.upright(face, width)
        faces.tile.__wrapped__(face, *table._TILE)
        faces.tile.__wrapped__(face, table._INSIDE - 84, table._FLAT)
    assert len(shown) == 4 * 66
    assert all("…" not in "".join(lines) and size >= 17 for lines, size in shown)
    shown.clear()
    for card in current_set().cards.values():
        faces.upright(faces.face_of(card, language), hand.CARD)
    assert all("…" not in "".join(lines) and size >= 24 for lines, size in shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_is_cut_in_the_lessons(language: str) -> None:
    pieces = [
        args
        for number in range(4)
        for cell in getattr(DuelStory().lesson(number, PictureText((), locale_for(language))), "scene").cells  # noqa: B009
        for _, args in cell.pieces
        if args and isinstance(args[0], faces.Face)
    ]
    assert len(pieces) == 12
    for face, width, *height in pieces:
        room, high = (width - 92, height[0] - 2) if height else (width - 10, round(width * 0.37) - 2)
        assert "…" not in "".join(faces.name_lines(face.name, room, high, 17)[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_all_of_itself(language: str) -> None:
    """In the picture nothing is cut; in words are its name, kind, cost and text."""
    words = PictureText((), locale_for(language))
    for card in current_set().cards.values():
        sketch = DuelCards().card(card.id, words)
        assert card.names[language] in words.alt_text(sketch)
        assert len(words.alt_text(sketch)) <= LONGEST_ALT
    line = {"en": "Equipment (familiar, 3 HP) · cost 2", "fr": "Équipement (familier, 3\u00a0PV) · coût 2"}
    assert line[language] in alt_of("duel-card-grey-wolf", language)


@has_long_version
def test_nothing_is_cut_for_ordinary_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random positions of two to six seats in both languages."""
    fitted = text.fitted
    cut: list[str] = []

    def noted(line: str, *args: int, **more: object) -> tuple[str, int]:
        found: tuple[str, int] = fitted(line, *args, **more)  # type: ignore[arg-type]
        cut.extend([line] if found[0] != line else [])
        return found

    for module in ("table", "hand", "scenes", "result"):
        monkeypatch.setattr(f"bot.table.pictures.duel.{module}.fitted", noted)
    monkeypatch.setattr(text, "fitted", noted)
    for seats in range(2, 7):
        for state in list(states(seats, seed=seats, most=60))[:: sized(45, 20)]:
            for language in LANGUAGES:
                words = words_for(seats, language)
                assert len(png(DRAWER.table(rules.observe(state, None), words))) <= LARGEST
                for seat in rules.to_act(state):
                    png(DRAWER.hand(rules.observe(state, seat), words))
    assert cut == []


# Nothing hidden is shown


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_cards_hidden_from_a_spectator_do_not_change_the_table(seats: int) -> None:
    words = words_for(seats)
    for number, state in enumerate(list(states(seats, seed=7, most=120))[::6]):
        view = rules.observe(state, None)
        other = rules.imagine(view, Dealer(number))
        sketch, imagined = DRAWER.table(view, words), DRAWER.table(rules.observe(other, None), words)
        assert (sketch.scene, sketch.alt) == (imagined.scene, imagined.alt)
        assert words.alt_text(sketch) == words.alt_text(imagined)
        if number % 4 == 0:
            assert png(sketch) == png(imagined)


def test_cards_hidden_from_a_player_do_not_change_their_pictures() -> None:
    words = words_for(3)
    for number, state in enumerate(list(states(3, seed=8, most=80))[::8]):
        for viewer in map(Seat, range(3)):
            view = rules.observe(state, viewer)
            other = rules.observe(rules.imagine(view, Dealer(number)), viewer)
            for draw in (DRAWER.table, DRAWER.hand):
                one, two = draw(view, words), draw(other, words)
                assert (one.scene, one.alt) == (two.scene, two.alt)


def test_the_table_shows_a_player_no_more_than_a_spectator() -> None:
    """DU3: no hand, and no card of a hidden pile that only they know, even in the player's own view."""
    for state in list(states(3, seed=9, most=90))[::5]:
        public = DRAWER.table(rules.observe(state, None), words_for(3))
        for viewer in map(Seat, range(3)):
            sketch = DRAWER.table(rules.observe(state, viewer), words_for(3))
            assert (sketch.scene, sketch.alt) == (public.scene, public.alt)


@pytest.mark.parametrize(("viewer", "below"), [(None, 0), (0, 0), (1, 1)])
def test_of_two_sides_the_viewers_is_the_lower_one(viewer: int | None, below: int) -> None:
    scene = DRAWER.table(samples.view(samples.side(), samples.side(), viewer=viewer), words_for(2)).scene
    assert isinstance(scene, TableScene)
    assert [side.seat for side in scene.sides] == [1 - below, below]


def test_a_spectator_has_no_hand_and_a_running_game_no_result() -> None:
    view = samples.view(samples.side(), samples.side())
    with pytest.raises(ValueError, match="no hand"):
        DRAWER.hand(view, words_for(2))
    with pytest.raises(ValueError, match="not over"):
        DRAWER.result(view, words_for(2))


# Alt texts


@pytest.mark.parametrize("sample", EVERY)
def test_the_alt_text_is_complete_and_within_discords_limit(sample: Sample) -> None:
    said = sample.words.alt_text(sample.sketch)
    assert 0 < len(said) <= LONGEST_ALT
    assert not any(part in said for part in ("{", "picture.", "**", "🩸"))


def test_the_alt_text_of_a_table_says_what_it_shows() -> None:
    said = alt_of("duel-table-middle")
    for part in (
        "Round 4: Éloïse plays.",
        "Bertrand plays Ambush.",
        "Strategy · cost 1. The opponent recovers and wounds 1 card",
        "Éloïse: 2 of 6 blood wounded, wounds 4 (Rally on top), 4 in hand, draw pile 9, discard 4.",
        "Equipment: Dagger, Grey Wolf (1 of 3 HP).",
        "Bertrand: 4 of 6 blood wounded, wounds 5 (Seven-League Boots on top), 10 in hand, draw pile 3, discard 7.",
    ):
        assert part in said
    assert "Low Blow: Bertrand chooses a card." in alt_of("duel-table-asked")
    assert "is out of the game" in alt_of("duel-table-five")
    assert "Sudden death" in alt_of("duel-table-full")


def test_a_table_too_full_for_the_limit_counts_its_equipment() -> None:
    full, six = alt_of("duel-table-full"), alt_of("duel-table-six-full")
    assert "Mail Shirt" in full
    assert "Mail Shirt" not in six
    assert six.count("8 pieces of equipment") == 6


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("duel-hand-ten", ("Pommel Strike (Attack · cost 1; playable)", "Your play phase", "2 of 6 blood wounded")),
        (
            "duel-hand-reflex",
            (
                "Slash (Attack · cost 1), new, Slash (Attack",
                "Bandage (Defence · cost 0 · reflex; playable), Quick",
                "Reflex cards only",
            ),
        ),
        ("duel-hand-waiting", ("Disarm (Defence · cost 1)", "Not your turn yet")),
        ("duel-hand-choose", ("To choose from: Riposte, Rally, Blue Blood.", "Your answer is awaited")),
        ("duel-hand-asked", ("Slash (Attack · cost 1; choose)", "Quick Blood (Blood)")),
        ("duel-hand-empty", ("Your hand is empty.",)),
        ("duel-result-six", ("Place 1, 👍🏽☀️.", "Place 6, Bertrand.", "Rating 1560 (+60).")),
        (
            "duel-result-won",
            ("Éloïse wins.", "Every blood card of Bertrand", "Hand: Slash, Disarm.", "1486 (−14)."),
        ),
    ],
)
def test_the_alt_text_names_each_card_and_what_may_be_done(name: str, said: tuple[str, ...]) -> None:
    told = alt_of(name)
    for part in said:
        assert part in told


def test_nobody_has_a_place_where_nobody_has_won() -> None:
    assert "Place" not in alt_of("duel-result-called-off")


def test_a_hand_shows_what_cards_cost_now() -> None:
    """DU13: with the Duellist's Ring attacks cost 1 less."""
    scene = sample_named("duel-hand-ten").sketch.scene
    assert isinstance(scene, HandScene)
    costs = {held.card: held.face.cost for held in scene.cards}
    assert (costs["pommel-strike"], costs["finishing-blow"], costs["disarm"]) == ("0", "1", "1")


def test_cards_drawn_in_this_turn_or_the_one_before_are_marked() -> None:
    """Of two equal cards one, if one was drawn; none of another's."""
    marked = held = 0
    for before, after in pairwise(states(2, seed=4, most=100)):
        if after.outcome is not None:
            break
        for seat in (Seat(0), Seat(1)):
            old, new = Counter(before.sides[seat].hand), Counter(after.sides[seat].hand)
            scene = DRAWER.hand(rules.observe(after, seat), words_for(2)).scene
            assert isinstance(scene, HandScene)
            fresh = Counter(one.card for one in scene.cards if one.is_fresh)
            assert fresh >= new - old
            marked, held = marked + fresh.total(), held + new.total()
    assert held / 4 < marked < held * 3 / 4


def test_only_what_is_legal_is_marked_as_playable() -> None:
    for state in list(states(2, seed=4, most=100)):
        if state.outcome is not None or state.asked is not None:
            continue
        seat = state.turn
        scene = DRAWER.hand(rules.observe(state, seat), words_for(2)).scene
        assert isinstance(scene, HandScene)
        legal = {getattr(action, "card", "") for action in rules.legal(state, seat)}
        assert {held.card for held in scene.cards if held.is_playable} == legal - {""}


def test_a_whole_game_is_drawn_from_its_first_card_to_its_result() -> None:
    course = list(states(2, seed=3))
    for state in course[:: max(1, len(course) // 5)]:
        png(DRAWER.table(rules.observe(state, None), words_for(2)))
    ended = replace(words_for(2), reason="Resigned", winners=(1,))
    assert len(png(DRAWER.result(rules.observe(course[-1], None, is_over=True), ended))) <= LARGEST


def test_the_drawer_is_registered_by_key() -> None:
    assert isinstance(drawer_for("duel"), DuelDrawer)
