"""`python -m tools.pictures.contact_sheet [folder]`: write every sample picture in every language, each as a file,
and those of each subject on contact sheets in full and in phone size. For visual review."""

import io
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from bot.drawing import palette
from bot.drawing.brush import text_sprite
from bot.drawing.picture_cache import PictureCache
from bot.table.locale import LANGUAGES, locale_for
from tools.pictures import duel_samples, le_duel_samples, team_samples, the_game_samples
from tools.pictures.sample import Sample

PHONE = 360
_GAP = 24
_COLUMNS = 4
SUBJECTS = {
    "le-duel": le_duel_samples.samples,
    "the-game": the_game_samples.samples,
    "duel": duel_samples.samples,
    "team": team_samples.samples,
}


def main(arguments: Sequence[str]) -> int:
    folder = Path(arguments[0]) if arguments else Path("build") / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    pictures = PictureCache()
    for language in LANGUAGES:
        for subject, samples in SUBJECTS.items():
            drawn = [(sample, pictures.draw(sample.sketch)) for sample in samples(locale_for(language))]
            for sample, png in drawn:
                (folder / f"{language}-{sample.name}.png").write_bytes(png)
                (folder / f"{language}-{sample.name}.txt").write_text(sample.words.alt_text(sample.sketch) + "\n")
            name = f"{folder}/sheet-{language}-{subject}"
            sheet(drawn, phone=False).save(f"{name}.png")
            sheet(drawn, phone=True).save(f"{name}-phone.png")
            print(f"{name}.png: {len(drawn)} pictures, largest {max(len(png) for _, png in drawn)} bytes")
    return 0


def sheet(drawn: Sequence[tuple[Sample, bytes]], *, phone: bool) -> Image.Image:
    """A grid of the pictures, each below its name."""
    pictures = [(sample.name, _opened(png, phone=phone)) for sample, png in drawn]
    width = max(picture.width for _, picture in pictures) + _GAP
    height = max(picture.height for _, picture in pictures) + 2 * _GAP
    rows = -(-len(pictures) // _COLUMNS)
    image = Image.new("RGBA", (_COLUMNS * width + _GAP, rows * height + _GAP), palette.SHADOW)
    for at, (name, picture) in enumerate(pictures):
        x, y = _GAP + at % _COLUMNS * width, _GAP + at // _COLUMNS * height
        image.alpha_composite(text_sprite(name, 18, palette.CREAM_DIM), (x, y))
        image.paste(picture, (x, y + _GAP))
    return image.convert("RGB")


def _opened(png: bytes, *, phone: bool) -> Image.Image:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    if not phone:
        return picture
    return picture.resize((PHONE, round(picture.height * PHONE / picture.width)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
