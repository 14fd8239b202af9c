"""Leaderboards of rated games. Ratings in, a `BoardView` out; no rating is computed here. Names are unescaped."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.drawing import palette
from bot.drawing.text import TEXT
from bot.games.core import phrase
from bot.store.ratings_rows import Tally
from bot.table.locale import Locale, plain
from bot.table.pictures.board import BAR_WIDTH, RIGHT, BoardLine, Column, bar, medal
from bot.table.standings.boards import (
    BoardEntry,
    BoardFrame,
    BoardView,
    board_pages,
    ladder_name,
    last_row,
    neighbour_buttons,
    period_buttons,
)


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's rank and rating on one board."""

    rank: int
    name: str
    points: int
    rating: int
    uncertainty: int
    is_provisional: bool
    tally: Tally
    is_own: bool = False
    has_left: bool = False

    @property
    def low(self) -> int:
        return self.rating - self.uncertainty

    @property
    def high(self) -> int:
        return self.rating + self.uncertainty


def rated_board(frame: BoardFrame, people: int, lines: Sequence[Rated], own: Rated | None, locale: Locale) -> BoardView:
    is_apart = own is not None and not any(line.is_own for line in lines)
    shown = (*lines, own) if is_apart and own is not None else tuple(lines)
    low = min((line.low for line in shown), default=0)
    high = max((line.high for line in shown), default=0)
    entries = tuple(_entry(line, low, max(high, low + 1), locale) for line in shown)
    count = locale.text("standings.people", count=people)
    footer = locale.text("standings.footer", page=frame.number + 1, pages=frame.pages, people=count) if people else ""
    buttons = (board_pages, neighbour_buttons, period_buttons, last_row)
    return BoardView(
        frame=frame,
        title=locale.text("standings.title", game=ladder_name(frame.address, locale)),
        columns=(
            Column("", 486, BAR_WIDTH),
            Column(locale.text("standings.points"), 584, 98, colour=palette.GOLD_LIGHT),
            Column(locale.text("standings.record"), RIGHT, 88, size=24, font=TEXT),
        ),
        entries=entries[: len(lines)],
        empty=locale.text("standings.empty"),
        absent=locale.text("standings.not_on_it") if own is None else "",
        footer=footer,
        rows=tuple(row for make in buttons if (row := make(frame, locale))),
        apart=entries[-1] if is_apart else None,
    )


def _entry(line: Rated, low: int, high: int, locale: Locale) -> BoardEntry:
    """`low` and `high` are the ends of the bar's range."""
    points, tally = points_text(line.points), tally_text(line.tally)
    escaped = f"**{plain(line.name)}**" if line.is_own else plain(line.name)
    along = tuple(round(1000 * (value - low) / (high - low)) for value in (line.low, line.rating, line.high))
    return BoardEntry(
        text=locale.text(
            "standings.line",
            rank=line.rank,
            name=_name(escaped, line, locale),
            points=points,
            rating=rating_text(line, locale),
            record=tally,
        ),
        line=BoardLine(
            badge=(medal, (line.rank,)),
            title=_name(line.name, line, locale),
            cells=((bar, along), points, tally),
            is_own=line.is_own,
            is_dim=line.has_left,
        ),
        alt=phrase(
            "standings.alt_line",
            rank=line.rank,
            name=line.name,
            points=points,
            rating=line.rating,
            uncertainty=line.uncertainty,
            record=tally,
        ),
    )


def _name(name: str, line: Rated, locale: Locale) -> str:
    return locale.text("standings.has_left", name=name) if line.has_left else name


def points_text(points: int) -> str:
    """Points, with a minus sign rather than a hyphen."""
    return str(points).replace("-", "−")


def rating_text(line: Rated, locale: Locale) -> str:
    code = "standings.provisional_rating" if line.is_provisional else "standings.rating"
    return locale.text(code, rating=line.rating, uncertainty=line.uncertainty)


def tally_text(tally: Tally) -> str:
    """Wins, losses, and draws if there are any."""
    text = f"{tally.wins}–{tally.losses}"
    return f"{text}–{tally.draws}" if tally.draws else text
