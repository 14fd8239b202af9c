"""A sample picture: what each module of samples yields."""

from dataclasses import dataclass

from bot.drawing.sketch import Sketch
from bot.table.pictures.core import PictureText


@dataclass(frozen=True, slots=True)
class Sample:
    name: str
    sketch: Sketch
    words: PictureText
