"""A page: everything one message shows, ready for Discord but without a word of its library."""

from dataclasses import dataclass, field
from enum import Enum

from bot.drawing import palette
from bot.table.controls import Control


class Style(Enum):
    NEUTRAL = "neutral"
    MAIN = "main"
    GOOD = "good"
    GRAVE = "grave"


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    control: Control
    style: Style = Style.NEUTRAL
    is_enabled: bool = True


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn page. The name says nothing of what is on it; the alt text says all of it."""

    name: str
    data: bytes = field(repr=False)
    alt: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Document:
    """A text file that comes with a page."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    body: str = field(repr=False)
    rows: tuple[tuple[Button, ...], ...] = ()
    footer: str = ""
    accent: int = palette.ACCENT_NEUTRAL
    picture: Picture | None = None
    document: Document | None = None
