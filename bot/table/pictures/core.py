"""The words of a picture, and what every game's drawer offers. No game and no drawing here."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from bot.drawing.sketch import Sketch
from bot.games.core import Phrase, Seat
from bot.table.locale import Locale

_STOPPED_TWICE: Final = re.compile(r"([.!?…][\s»”]*)\.$")


@dataclass(frozen=True, slots=True)
class PictureText:
    """What a picture says that an observation does not know. Names stand by seat, as their owners typed them."""

    names: tuple[str, ...]
    locale: Locale
    reason: str = ""  # how the game ended, as the page says it; for results
    winners: tuple[int, ...] = ()
    rating_changes: tuple[int, ...] = ()  # by seat; empty when the game was not rated
    is_called_off: bool = False  # because nobody plays

    def label(self, code: str, **values: object) -> str:
        return self.locale.text(code, **values)

    def alt_text(self, sketch: Sketch) -> str:
        """What the picture says, for people who do not see it."""
        return " ".join(_spoken(self.locale.write(phrase, self.names.__getitem__)) for phrase in sketch.alt)


def _spoken(sentence: str) -> str:
    """As a screen reader says it: one full stop at its end, also after a question or a quotation, and no backticks."""
    return _STOPPED_TWICE.sub(r"\1", sentence.replace("`", ""))


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture to look at, for people who change how things look."""

    name: str
    sketch: Sketch
    words: PictureText


class Drawer(Protocol):
    """A game's pictures. Views come from `Game.observe`; a spectator has no hand to draw."""

    def table(self, view: Any, words: PictureText) -> Sketch: ...

    def hand(self, view: Any, words: PictureText) -> Sketch: ...

    def result(self, view: Any, words: PictureText) -> Sketch: ...


class Story(Protocol):
    """What more a game may offer: pictures for its rules, and a finished game told turn by turn. Views are those of a
    spectator with all hands open, at the start and after each turn."""

    def lesson(self, number: int, words: PictureText) -> Sketch | None:
        """The picture of a page of the rules, counted from 0."""

    def turn(self, before: Any, after: Any) -> Phrase:
        """The turn between two views, in words."""

    def places(self, before: Any, seat: Seat, turn: str) -> tuple[Phrase, ...]:
        """A turn as records write it, card by card in words, whether or not it was played. Anybody's view will do."""

    def film(self, views: Sequence[Any], words: PictureText) -> Sketch: ...

    def plot(self, views: Sequence[Any], words: PictureText) -> Sketch: ...
