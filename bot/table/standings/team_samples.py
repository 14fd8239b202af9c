"""Boards of teams to look at, and the extremes each must bear. No game was played for them."""

from collections.abc import Iterator
from dataclasses import replace

from bot.drawing.sketch import Sketch
from bot.store.rows import WITH_COMPUTERS
from bot.table.locale import Locale
from bot.table.pictures.core import PictureText, Sample
from bot.table.standings.rated_pages import SERVER, BoardAddress, Whose
from bot.table.standings.team_pages import (
    Category,
    CategoryView,
    Frame,
    Leading,
    Mate,
    OverviewView,
    Personal,
    TeamLine,
    TeamProfileView,
    modes_of,
)
from bot.table.standings.team_pictures import category_sketch, overview_sketch, profile_sketch

_GAME = "the-game"
_ALL = modes_of(_GAME)
_DAY = 86_400
_START = 1_767_225_600
_FRAME = Frame(BoardAddress(_GAME, SERVER, "season 2026-10"), 0, 2)
_TEAMS = (
    ("Éloïse",),
    ("Éloïse", "Bertrand"),
    ("Bertrand", "Zoé"),
    ("W" * 32, "漢字" * 16),
    ("👍🏽☀️", "Dan", "Emma"),
    ("Alexandre", "Bartholomew", "Christopher", "Dominique"),
    ("Alice", "Bob", "Chloé", "Dan", "Emma"),
)


def samples(locale: Locale) -> Iterator[Sample]:
    words = PictureText((), locale)
    for name, sketch in _sketches(locale):
        yield Sample(f"team-{name}", sketch, words)


def _sketches(locale: Locale) -> Iterator[tuple[str, Sketch]]:
    yield "board", overview_sketch(OverviewView(_FRAME, tuple(_leading())), locale)
    yield "board-one", overview_sketch(OverviewView(_FRAME, tuple(_leading())[:1]), locale)
    category = Category(2, _ALL[:3])
    lines = tuple(_line(rank, number, left) for number, (rank, left) in enumerate(_RANKED))
    own = replace(_line(1234, 1, 71), is_own=True, game_id=98_765)
    yield "category", category_sketch(CategoryView(_FRAME, category, 4321, lines, lines[0]), locale)
    yield "category-apart", category_sketch(CategoryView(_FRAME, category, 4321, lines, own), locale)
    bests = tuple(_personal(line.category, line.best.score) for line in _leading())
    profile = TeamProfileView(Whose(_GAME, SERVER, 1), "Éloïse", is_self=True, bests=bests)
    yield "profile", profile_sketch(profile, locale)
    yield "profile-wide", profile_sketch(replace(profile, name="W" * 32, bests=bests[:1]), locale)


_RANKED = ((1, 0), (1, 0), (3, 2), (4, 9), (4, 9), (6, 33), (7, 96))


def _line(rank: int, number: int, left: int) -> TeamLine:
    team = tuple(Mate(name, has_left=name == "Zoé") for name in _TEAMS[number])
    return TeamLine(rank, team, left, number + 1, _START + number * _DAY, is_own=False)


def _leading() -> Iterator[Leading]:
    for number, (size, modes, left, equals, own) in enumerate(
        (
            (1, (), 0, 3, None),
            (2, (), 3, 1, 3),
            (2, ("fire",), 12, 2, 40),
            (2, ("expert",), 28, 1, None),
            (3, (WITH_COMPUTERS,), 0, 1, 0),
            (4, ("expert", "fewer"), 66, 1, 70),
            (5, _ALL, 9, 1, 96),
        )
    ):
        category = Category(size, modes)
        best = None if own is None else _personal(category, own)
        yield Leading(category, _line(1, number, left), equals, best)


def _personal(category: Category, best: int) -> Personal:
    return Personal(category, games=7, beaten=int(best == 0), cards_left=7 * best + 13, best=best, best_game=3)
