"""Names in pictures: any input is drawn readably, in the right direction and within its width."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.drawing import text
from bot.drawing.text import drawable_part, fitted, initial, text_mask, width, wrapped
from bot.drawing.text_shaping import visual
from bot.table.locale import locale_for
from bot.table.pictures.core import PictureText
from bot.table.pictures.le_duel.drawer import LeDuelDrawer
from tools.pictures import le_duel_samples as samples

VIEW = samples.view((samples.side(27, 45, 6, 30), samples.side(29, 40, 6, 34)))


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("Éloïse", "Éloïse"),
        ("  two   words ", "two words"),
        ("山田太郎 김철수", "山田太郎 김철수"),
        ("Ωμέγα Ёлка", "Ωμέγα Ёлка"),
        ("𝓕𝓪𝓷𝓬𝔂", "Fancy"),
        ("Z̸a̷l̶g̵o", "Zalgo"),
        ("👍🏽", "👍"),
        ("👨‍👩‍👧 Trio", "👨 Trio"),
        ("🇫🇷", "FR"),
        ("a\u202eb\u200b\nc", "ab c"),
        ("हिन्दी", ""),
        ("\U000e0041\ue000", ""),
    ],
)
def test_characters_without_a_glyph_are_decomposed_or_dropped(typed: str, drawn: str) -> None:
    assert drawable_part(typed) == drawn


@given(st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_no_character_is_drawn_as_a_missing_glyph(name: str) -> None:
    for char in visual(drawable_part(name)):
        assert any(ord(char) in text._characters(font) for font in text._FALLBACKS)


@given(st.text(alphabet="אבגדאسلام ولاء abc 123 ().-", max_size=30))
@settings(max_examples=300, deadline=None)
def test_right_to_left_text_loses_no_letter(name: str) -> None:
    brackets_alike = str.maketrans(")", "(")
    drawn = unicodedata.normalize("NFKC", visual(name))
    assert sorted(drawn.translate(brackets_alike)) == sorted(name.translate(brackets_alike))


@pytest.mark.parametrize(
    ("text", "ordered"),
    [
        ("abc", "abc"),
        ("שלום", "םולש"),
        ("שלום 42", "42 םולש"),
        ("שלום (abc)", "(abc) םולש"),
        ("abc שלום", "abc םולש"),
        ("با", "\ufe8e\ufe91"),  # beh at the start joins alef at the end
        ("لا", "\ufefb"),  # lam and alef are a ligature
        ("ببب", "\ufe90\ufe92\ufe91"),  # initial, medial, final; in visual order
        ("دب", "\ufe8f\ufea9"),  # dal does not join what follows
    ],
)
def test_right_to_left_text_is_joined_and_reordered(text: str, ordered: str) -> None:
    assert visual(text) == ordered


@pytest.mark.parametrize(
    ("name", "letter"),
    [("éloïse", "É"), ("🔥 dragon", "D"), ("🔥", ""), ("42", "4"), ("ßtraße", "ß"), ("山田", "山"), ("ლაშა", "ლ")],
)
def test_the_initial_is_the_first_letter_that_can_be_drawn(name: str, letter: str) -> None:
    assert initial(name) == letter


@pytest.mark.parametrize("name", ["W" * 32, "漢" * 32, "i", "a b c d e f g h i j k l m n o p", "ש" * 32])
def test_a_fitted_line_stays_within_its_width(name: str) -> None:
    text, size = fitted(name, 34, 300, smallest=26)
    assert width(text, size) <= 300
    assert 26 <= size <= 34
    assert text == name or text.endswith("…")
    mask, right, _ = text_mask(text, size)
    assert right + mask.width <= 300 + 3


def test_a_line_that_fits_is_unchanged() -> None:
    assert fitted("Bertrand", 34, 300, smallest=26) == ("Bertrand", 34)


def test_a_sentence_is_wrapped_at_spaces_and_truncated_in_its_last_line() -> None:
    sentence = "one two three four five six seven eight nine ten"
    room = width("one two three", 26)
    assert wrapped(sentence, 26, 10 * room, lines=2) == [sentence]
    first, second = wrapped(sentence, 26, room, lines=2)
    assert first == "one two three"
    assert second.startswith("four five")
    assert second.endswith("…")
    assert wrapped("", 26, room, lines=2) == []


@pytest.mark.parametrize("names", samples.NAMES)
def test_a_table_can_be_drawn_with_any_name(names: tuple[str, str]) -> None:
    sketch = LeDuelDrawer().table(VIEW, PictureText(names, locale_for("en")))
    assert sketch.paint(sketch.scene).startswith(b"\x89PNG")


def test_a_name_without_drawable_characters_is_replaced_by_its_colour() -> None:
    english, french = (
        LeDuelDrawer().table(VIEW, PictureText(("हिन्दी", "\u200b"), locale_for(language))).scene
        for language in ("en", "fr")
    )
    assert [getattr(english, side).name for side in ("lower", "upper")] == ["Gold", "Silver"]
    assert [getattr(french, side).name for side in ("lower", "upper")] == ["Or", "Argent"]


def test_every_font_has_its_licence() -> None:
    for font in text.FONTS.glob("*.ttf"):
        assert (text.FONTS / f"{font.stem.split('-')[0]}-LICENSE.txt").read_text()
    assert {font.name for font in text.FONTS.glob("*.ttf")} == {text.NUMERALS, *text._FALLBACKS}
