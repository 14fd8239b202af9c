"""Texts of a picture, and the protocols of a game's pictures. No game and no drawing here."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from bot.drawing.sketch import Sketch
from bot.games.core import Deck, Phrase, Seat
from bot.table.locale import Locale

_STOPPED_TWICE: Final = re.compile(r"([.!?…][\s»”]*)\.$")


@dataclass(frozen=True, slots=True)
class PictureText:
    """Texts that an observation does not contain. Names are by seat, unescaped."""

    names: tuple[str, ...]
    locale: Locale
    reason: str = ""  # why the game ended, as on its page; for results
    winners: tuple[int, ...] = ()
    ratings: tuple[str, ...] = ()  # by seat, the new one with its change: `1532 (+12)`; empty if not rated
    is_called_off: bool = False
    title: str = ""  # of a turn of a replay, in place of a result's
    picked: str = ""  # the choice that is open on a panel, by its action; for hands

    def label(self, code: str, **values: object) -> str:
        return self.locale.text(code, **values)

    def alt_text(self, sketch: Sketch) -> str:
        """The alt text: everything the picture shows, for screen readers."""
        return " ".join(_spoken(self.locale.write(phrase, self.names.__getitem__)) for phrase in sketch.alt)


def _spoken(sentence: str) -> str:
    """A sentence for a screen reader: no backticks, and no full stop after a question mark or a quotation."""
    return _STOPPED_TWICE.sub(r"\1", sentence.replace("`", ""))


class Drawer(Protocol):
    """A game's pictures, from views of `Rules.observe`. `hand` raises `ValueError` for a spectator's view."""

    def table(self, view: Any, words: PictureText) -> Sketch: ...

    def hand(self, view: Any, words: PictureText) -> Sketch: ...

    def result(self, view: Any, words: PictureText) -> Sketch: ...


class CardPictures(Protocol):
    """Optional: pictures of open cards, for a game whose cards have texts."""

    def card(self, card: str, words: PictureText) -> Sketch:
        """A card of the newest set, large, with its text."""

    def opened(self, view: Any, action: str, words: PictureText) -> Sketch | None:
        """What a player has opened on their panel, large; None for what is no card."""

    def decks(self, decks: Sequence[tuple[str, Deck]], words: PictureText) -> Sketch | None:
        """Decks under their titles, with how many of each card; None for more than a picture has room for."""

    def aside(self, view: Any, name: str, words: PictureText) -> Sketch | None:
        """What the table shows aside (`Screen.asides`)."""


class Story(Protocol):
    """Optional: pictures of a game's rules, and a finished game turn by turn. Views are a spectator's with open hands,
    at the start and after each turn."""

    def lesson(self, number: int, words: PictureText) -> Sketch | None:
        """The picture of a page of the rules, counted from 0."""

    def turn(self, before: Any, after: Any) -> Phrase:
        """The turn between two views, in words."""

    def places(self, before: Any, seat: Seat, turn: str) -> tuple[Phrase, ...]:
        """A turn in record notation, card by card in words, whether or not it was played. Any viewer's view will do."""

    def animation(self, views: Sequence[Any], words: PictureText) -> Sketch: ...

    def plot(self, views: Sequence[Any], words: PictureText) -> Sketch: ...
