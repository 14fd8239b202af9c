"""The notice under a picture: the picture stays as it is, and the strip grows with the words."""

import io

from PIL import Image, ImageChops

from bot.drawing import palette
from bot.drawing.notice_strip import with_notice
from bot.drawing.sketch import Sketch
from bot.table.locale import locale_for
from tools.pictures.le_duel_samples import samples

ROUNDING = 8  # of a colour that is matched with the palette twice
SKETCH = next(iter(samples(locale_for("en")))).sketch


def opened(sketch: Sketch) -> Image.Image:
    return Image.open(io.BytesIO(sketch.paint(sketch.scene))).convert("RGB")


def test_a_picture_without_a_notice_is_unchanged() -> None:
    assert with_notice(SKETCH, "") is SKETCH


def test_the_strip_is_under_the_picture_and_holds_any_text() -> None:
    plain = opened(SKETCH)
    heights = []
    for notice in ("No.", "⚠️ 27 does not go on 31. " * 4, "W" * 500, "\u202e\n🂡"):
        noticed = opened(with_notice(SKETCH, notice))
        changed = ImageChops.difference(noticed.crop((0, 0, *plain.size)), plain).convert("L")
        assert changed.point(lambda value: value > ROUNDING).getbbox() is None
        fill = palette.NEW if notice.startswith("⚠") else palette.GOLD_LIGHT
        assert noticed.getpixel((2, noticed.height - 2)) == fill
        heights.append(noticed.height - plain.height)
    assert heights[0] < heights[1] <= 150


def test_the_cache_tells_notices_apart() -> None:
    assert with_notice(SKETCH, "one").scene != with_notice(SKETCH, "two").scene
