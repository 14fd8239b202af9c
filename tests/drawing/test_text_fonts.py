"""A missing or damaged font fails the start of the bot with one sentence."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from bot.drawing import text
from bot.drawing.text import FONTS, TEXT, FontError, open_fonts
from tests.support.world import new_bot


@pytest.fixture
def fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the fonts that a test may damage, with the cache of open fonts cleared before and after."""
    copy = copytree(FONTS, tmp_path / "fonts")
    monkeypatch.setattr(text, "FONTS", copy)
    text._font.cache_clear()
    yield copy
    text._font.cache_clear()


@pytest.mark.usefixtures("fonts")
def test_the_fonts_that_ship_can_be_used() -> None:
    open_fonts()


def test_a_missing_font_is_named(fonts: Path) -> None:
    (fonts / TEXT).unlink()
    with pytest.raises(FontError, match=rf"{TEXT} cannot be used; put the file of this release back"):
        open_fonts()


def test_a_damaged_font_is_named(fonts: Path) -> None:
    (fonts / TEXT).write_bytes((fonts / TEXT).read_bytes()[:100])
    with pytest.raises(FontError, match=rf"{TEXT} cannot be used; put the file of this release back"):
        open_fonts()


async def test_the_bot_opens_nothing_before_its_fonts(tmp_path: Path, fonts: Path) -> None:
    (fonts / TEXT).unlink()
    one = new_bot(tmp_path)
    with pytest.raises(FontError):
        await one.setup_hook()
    assert not hasattr(one, "store")
    await one.close()
