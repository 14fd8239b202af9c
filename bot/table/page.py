"""A page: the content of one Discord message as plain data. No Discord library may enter."""

from dataclasses import dataclass, field
from enum import Enum

from bot.drawing import palette
from bot.table.controls import Control


class Style(Enum):
    """Discord's button styles."""

    SECONDARY = "secondary"
    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    control: Control
    style: Style = Style.SECONDARY
    is_enabled: bool = True


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu: so many of its options are chosen at once, and told by their place. It has a row of its own."""

    placeholder: str
    control: Control
    options: tuple[str, ...]
    how_many: range = range(1, 2)
    is_enabled: bool = True


Row = tuple[Button | Menu, ...]
Rows = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture. The file name reveals nothing of the content; the alt text says all of it."""

    name: str
    data: bytes = field(repr=False)
    alt: str = field(repr=False)
    is_bare: bool = False  # a file beside the embed, not inside it


@dataclass(frozen=True, slots=True)
class Document:
    """A text file attached to a page."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Brief:
    """The body of a page beside its picture, which says the rest, and the button to the whole of it; None where the
    whole is one step away."""

    body: str = field(repr=False)
    button: Button | None


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    body: str = field(repr=False)  # all there is to say, as long as there is no picture
    rows: tuple[Row, ...] = ()
    footer: str = ""
    accent: int = palette.ACCENT_NEUTRAL
    picture: Picture | None = None
    document: Document | None = None
    brief: Brief | None = None
    notice: str = field(default="", repr=False)  # what matters most just now; a picture says it too
