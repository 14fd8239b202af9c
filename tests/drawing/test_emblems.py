"""Emblems: the sheet and the list of its drawings belong together."""

import tomllib

import pytest
from PIL import Image

from bot.drawing import emblems, palette

LISTED = tomllib.loads((emblems.ART / "emblems.toml").read_text(encoding="utf-8"))
NAMES = [f"{group}.{name}" for group, names in LISTED.items() for name in names]


def test_the_sheet_has_a_place_for_every_drawing_and_no_more() -> None:
    with Image.open(emblems.ART / "emblems.png") as sheet:
        rows = -(-len(NAMES) // emblems.COLUMNS)
        assert sheet.size == (emblems.COLUMNS * emblems.SIZE, rows * emblems.SIZE)


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_neither_empty_nor_full(name: str) -> None:
    assert emblems.has_emblem(name)
    mask = emblems.emblem_mask(name, 40)
    assert mask.size == (40, 40)
    covered = sum(value > 127 for value in mask.tobytes()) / 1600
    assert 0.03 < covered < 0.9


def test_drawings_differ() -> None:
    assert len({emblems.emblem_mask(name, 48).tobytes() for name in NAMES}) == len(NAMES)


def test_an_emblem_has_one_colour() -> None:
    image = emblems.emblem("sign.blood", 30, palette.CREAM)
    assert image.mode == "RGBA"
    assert [band.getextrema() for band in image.split()[:3]] == [(value, value) for value in palette.CREAM]
    assert not emblems.has_emblem("card.no-such-card")


def test_the_art_stays_small_and_names_its_authors() -> None:
    assert sum(file.stat().st_size for file in emblems.ART.iterdir()) < 200_000
    about = (emblems.ART / "README.md").read_text(encoding="utf-8")
    assert all(word in about for word in ("Lorc", "Delapouite", "Creative Commons Attribution 3.0"))
