"""Sample boards of teams, with extreme cases. No game is played here."""

from collections.abc import Iterator
from dataclasses import replace

from bot.drawing.sketch import Sketch
from bot.games.registry import default_game
from bot.store.ratings_rows import BoardPage
from bot.store.rows import WITH_COMPUTERS
from bot.store.sqlite.teams import Category, CategoryBest, PersonalScores, TeamGame
from bot.table.locale import Locale
from bot.table.pictures.core import PictureText
from bot.table.standings.addresses import SERVER, BoardAddress, ProfileAddress
from bot.table.standings.boards import BoardFrame, board_sketch
from bot.table.standings.team_boards import (
    Member,
    TeamProfileView,
    category_board,
    modes_of,
    overview_board,
    team_profile_sketch,
)
from tools.pictures.sample import Sample

_GAME = default_game(is_cooperative=True)
_ALL = modes_of(_GAME)
_DAY = 86_400_000
_START = 1_767_225_600_000
_FRAME = BoardFrame(BoardAddress(_GAME, SERVER, "season 2026-10"), 0, 2)
_TEAMS = (
    ("Éloïse",),
    ("Éloïse", "Bertrand"),
    ("Bertrand", "Zoé"),
    ("W" * 32, "漢字" * 16),
    ("👍🏽☀️", "Dan", "Emma"),
    ("Alexandre", "Bartholomew", "Christopher", "Dominique"),
    ("Alice", "Bob", "Chloé", "Dan", "Emma"),
)
_IDS = {name: number for number, name in enumerate(dict.fromkeys(sum(_TEAMS, ())), start=1)}
_READER = 99
_PEOPLE = {number: Member(name, has_left=name == "Zoé") for name, number in _IDS.items()} | {
    _READER: Member("Bertrand")
}
_RANKED = ((1, 0), (1, 0), (3, 2), (4, 9), (4, 9), (6, 33), (7, 96))


def samples(locale: Locale) -> Iterator[Sample]:
    words = PictureText((), locale)
    for name, sketch in _sketches(locale):
        yield Sample(f"team-{name}", sketch, words)


def _sketches(locale: Locale) -> Iterator[tuple[str, Sketch]]:
    leading = tuple(_leading())
    yield "board", board_sketch(overview_board(_FRAME, leading, _PEOPLE, locale), locale)
    yield "board-one", board_sketch(overview_board(_FRAME, leading[:1], _PEOPLE, locale), locale)
    category = Category(2, ",".join(_ALL[:3]))
    games = tuple(_game(rank, number, left) for number, (rank, left) in enumerate(_RANKED))
    apart = replace(_game(1234, 1, 71), game_id=98_765, team=((_IDS["Éloïse"], None), (_READER, None)))
    for name, own in (("category", games[0]), ("category-apart", apart)):
        found = BoardPage(4321, games, own)
        yield name, board_sketch(category_board(_FRAME, category, found, _READER, _PEOPLE, locale), locale)
    bests = tuple(_personal(line.category, line.best.score) for line in leading)
    profile = TeamProfileView(ProfileAddress(_GAME, SERVER, 1), "Éloïse", is_self=True, bests=bests)
    yield "profile", team_profile_sketch(profile, locale)
    yield "profile-wide", team_profile_sketch(replace(profile, name="W" * 32, bests=bests[:1]), locale)


def _game(rank: int, number: int, left: int) -> TeamGame:
    team = tuple((_IDS[name], None) for name in _TEAMS[number])
    return TeamGame(rank, number + 1, left, _START + number * _DAY, team)


def _leading() -> Iterator[CategoryBest]:
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
        category = Category(size, ",".join(modes))
        best = None if own is None else _personal(category, own)
        yield CategoryBest(category, _game(1, number, left), equals, best)


def _personal(category: Category, best: int) -> PersonalScores:
    return PersonalScores(category, games=7, beaten=int(best == 0), cards_left=7 * best + 13, best=best, best_game=3)
