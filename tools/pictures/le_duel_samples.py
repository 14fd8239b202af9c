"""Sample views of Le Duel: every picture, with the extreme cases of each. No game is played here."""

from collections.abc import Iterator

from bot.games.core import Seat
from bot.games.le_duel.position import CARDS, Pile, Place, Whose
from bot.games.le_duel.state import SideView, Turn, View
from bot.table.locale import Locale
from bot.table.pictures.core import PictureText
from bot.table.pictures.le_duel.drawer import LeDuelDrawer
from bot.table.pictures.le_duel.story import LeDuelStory
from tools.pictures.sample import Sample

WIDE_NAME = "W" * 32
NAMES = (
    ("Éloïse", "Bertrand"),
    (WIDE_NAME, "漢字" * 16),
    ("سلام محمد (42)", "שלום עולם"),
    ("🔥 Dragon 👨‍👩‍👧 🇫🇷", "👍🏽☀️"),
    ("हिन्दी", "𝓕𝓪𝓷𝓬𝔂 Z̸a̷l̶g̵o"),
)
_DRAWER = LeDuelDrawer()
_STORY = LeDuelStory()


def side(up: int, down: int, hand_size: int, draw_size: int, hand: tuple[int, ...] | None = None) -> SideView:
    """A side. Pictures show how many cards were played, not which."""
    held = hand or ()
    played = [card for card in CARDS if card not in held][hand_size - len(held) + draw_size :]
    return SideView(up, down, hand_size, draw_size, frozenset(played), hand)


def view(
    sides: tuple[SideView, SideView],
    *,
    viewer: int | None = None,
    turn: int = 0,
    staged: tuple[Place, ...] = (),
    last: Turn | None = None,
    is_over: bool = False,
) -> View:
    return View(
        viewer=None if viewer is None else Seat(viewer),
        sides=sides,
        turn=Seat(turn),
        staged=staged,
        last=last,
        turns=0,
        outcome=None,
        is_over=is_over,
    )


def _up(card: int, whose: Whose = Whose.OWN) -> Place:
    return Place(card, Pile.UP, whose)


def _down(card: int, whose: Whose = Whose.OWN) -> Place:
    return Place(card, Pile.DOWN, whose)


_HAND = (3, 17, 28, 44, 52, 55)
_MIDDLE = (side(27, 45, 6, 30), side(29, 40, 6, 34))
_LAST = Turn(Seat(1), (_up(24), _up(29), _down(40), _down(45, Whose.THEIRS)), 4)
_LONG = Turn(Seat(0), (_up(9), _up(12), _down(57), _up(20), _down(44), _up(27, Whose.THEIRS)), 6)


def samples(locale: Locale) -> Iterator[Sample]:
    yield from _tables(locale)
    yield from _hands(locale)
    yield from _results(locale)
    yield from _stories(locale)


def _tables(locale: Locale) -> Iterator[Sample]:
    views = {
        "start": view((side(1, 60, 6, 52), side(1, 60, 6, 52))),
        "middle": view(_MIDDLE, last=_LAST),
        "long-turn": view((side(20, 44, 6, 12), side(27, 31, 5, 8)), viewer=1, turn=1, last=_LONG),
        "extremes": view((side(59, 2, 2, 0), side(2, 59, 1, 0)), turn=1, last=Turn(Seat(0), (_up(59), _down(2)), 0)),
    }
    for name, shown in views.items():
        yield _table(name, shown, NAMES[0], locale)
    for at, names in enumerate(NAMES[1:]):
        yield _table(f"names-{at}", view(_MIDDLE, turn=at % 2, last=_LAST), names, locale)


def _table(name: str, shown: View, names: tuple[str, str], locale: Locale) -> Sample:
    words = PictureText(names, locale)
    return Sample(f"table-{name}", _DRAWER.table(shown, words), words)


def _hands(locale: Locale) -> Iterator[Sample]:
    gold = side(27, 45, 6, 30, _HAND), _MIDDLE[1]
    stuck = side(50, 12, 6, 0, (14, 20, 31, 33, 40, 58)), side(4, 58, 3, 1)
    views = {
        "start": view((_MIDDLE[0], side(1, 60, 6, 52, _HAND)), viewer=1, turn=1),
        "jumps": view(gold, viewer=0, last=_LAST),
        "staged": view(gold, viewer=0, staged=(_up(17), _up(3, Whose.THEIRS)), last=_LAST),
        "waiting": view(gold, viewer=0, turn=1, last=_LONG),
        "stuck": view(stuck, viewer=0, last=_LAST),
        "one-left": view((_MIDDLE[0], side(58, 20, 3, 0, (5, 9, 59))), viewer=1, turn=1, staged=(_down(9), _down(5))),
        "empty": view((_MIDDLE[0], side(58, 20, 0, 0, ())), viewer=1, turn=0, last=_LAST),
    }
    for name, shown in views.items():
        words = PictureText(NAMES[0], locale)
        yield Sample(f"hand-{name}", _DRAWER.hand(shown, words), words)


def _results(locale: Locale) -> Iterator[Sample]:
    open_sides = side(27, 45, 6, 30, _HAND), side(29, 40, 6, 34, (20, 30, 31, 40, 41, 42))
    last_card = side(59, 2, 0, 0, ()), side(55, 7, 1, 0, (30,))
    by_language = {
        "en": ("{} could not place two cards", "{} placed all 58 cards", "Both agreed to a draw"),
        "fr": ("{} ne pouvait poser deux cartes", "{} a posé ses 58 cartes", "Nulle d’un commun accord"),
    }
    stuck, placed, drawn = by_language[locale.language]
    (gold, silver), (wide, _) = NAMES[:2]
    for name, sides, words in (
        (
            "stuck",
            open_sides,
            PictureText((gold, silver), locale, stuck.format(gold), (1,), ("1486 (−14)", "1514 (+14)")),
        ),
        (
            "placed-all",
            last_card,
            PictureText((wide, silver), locale, placed.format(wide), (0,), ("1709 (+9)", "1391 (−9)")),
        ),
        ("draw", open_sides, PictureText(NAMES[2], locale, drawn)),
    ):
        yield Sample(f"result-{name}", _DRAWER.result(view(sides, is_over=True), words), words)


def _stories(locale: Locale) -> Iterator[Sample]:
    for number in range(4):
        words = PictureText(NAMES[0], locale)
        if (lesson := _STORY.lesson(number, words)) is not None:
            yield Sample(f"lesson-{number + 1}", lesson, words)
    start = view((side(1, 60, 6, 52), side(1, 60, 6, 52)), is_over=True)
    middle, end = view(_MIDDLE, is_over=True), view((side(59, 2, 0, 0, ()), side(55, 7, 1, 0, (30,))), is_over=True)
    for name, views, names in (
        ("start", (start,), NAMES[0]),
        ("middle", (start, middle, middle), NAMES[3]),
        ("long", (start, *(middle,) * 28, *(end,) * 29), NAMES[1]),
    ):
        words = PictureText(names, locale)
        yield Sample(f"plot-{name}", _STORY.plot(views, words), words)
