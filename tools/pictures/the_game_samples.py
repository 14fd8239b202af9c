"""Sample views of The Game: every picture, with the extreme cases of each. No game is played here."""

from collections.abc import Iterator

from bot.games.core import Outcome, Player, Seat, phrase
from bot.games.the_game.position import BASES, CARDS, Pile, Place, Tops
from bot.games.the_game.screen import ending
from bot.games.the_game.state import Mode, Plea, Sent, Signal, Turn, View
from bot.table.locale import Locale
from bot.table.pictures.core import PictureText
from bot.table.pictures.the_game.drawer import TheGameDrawer
from bot.table.pictures.the_game.story import TheGameStory
from tools.pictures.sample import Sample

NAMES = ("Éloïse", "Bertrand", "W" * 32, "漢字" * 16, "👍🏽☀️")
ALL = Mode(is_expert=True, has_fewer=True, is_on_fire=True)
_DRAWER = TheGameDrawer()
_STORY = TheGameStory()
_HAND = (3, 17, 22, 44, 58, 71, 88, 95)


def view(
    hands: tuple[tuple[int, ...] | None, ...],
    *,
    sizes: tuple[int, ...] = (),
    viewer: int | None = None,
    turn: int | None = 0,
    tops: Tops = BASES,
    draw: int = 60,
    mode: Mode | None = None,
    staged: tuple[Place, ...] = (),
    signals: tuple[Sent, ...] = (),
    last: Turn | None = None,
    outcome: Outcome | None = None,
    is_over: bool = False,
) -> View:
    """A view with arbitrary played cards: pictures do not show them."""
    return View(
        viewer=None if viewer is None else Seat(viewer),
        mode=mode or Mode(),
        hand_sizes=sizes or tuple(len(hand or ()) for hand in hands),
        hands=hands,
        draw_size=draw,
        played=frozenset(CARDS[:10]),
        lot=Seat(0) if turn is None else None,
        turn=None if turn is None else Seat(turn),
        tops=tops,
        staged=staged,
        signals=signals,
        last=last,
        turns=0,
        outcome=outcome,
        is_over=is_over or outcome is not None,
    )


def _sent(seat: int, plea: Plea, pile: Pile) -> Sent:
    return Sent(Seat(seat), Signal(plea, pile))


_LAST = Turn(Seat(1), (Place(22, Pile.A), Place(30, Pile.B), Place(81, Pile.D)), 3, is_claimed=False)
_LONG = Turn(Seat(0), tuple(Place(card, Pile.C) for card in (99, 98, 97, 95, 94, 92, 91, 90)), 8, is_claimed=True)
_TALK = (
    _sent(0, Plea.KEEP_OFF, Pile.A),
    _sent(1, Plea.NO_BIG_JUMP, Pile.A),
    _sent(2, Plea.KEEP_OFF, Pile.A),
    _sent(2, Plea.NO_BIG_JUMP, Pile.C),
    _sent(3, Plea.KEEP_OFF, Pile.A),
    _sent(4, Plea.NO_BIG_JUMP, Pile.A),
    _sent(4, Plea.KEEP_OFF, Pile.D),
)
_MIDDLE: Tops = (22, 30, 77, 81)


def _closed(count: int) -> tuple[None, ...]:
    return (None,) * count


def samples(locale: Locale) -> Iterator[Sample]:
    yield from _tables(locale)
    yield from _hands(locale)
    yield from _results(locale)
    yield from _lessons(locale)
    yield from _plots(locale)


def _tables(locale: Locale) -> Iterator[Sample]:
    five = (6, 6, 5, 6, 0)
    views = {
        "alone": view(_closed(1), sizes=(8,), draw=90),
        "who-starts": view(_closed(2), sizes=(7, 7), turn=None, draw=84),
        "middle": view(_closed(3), sizes=(6, 6, 6), turn=2, tops=_MIDDLE, last=_LAST, signals=_TALK[:2], draw=40),
        "fire": view(_closed(2), sizes=(7, 7), tops=_MIDDLE, last=_LAST, mode=Mode(is_on_fire=True), draw=44),
        "all-at-once": view(_closed(5), sizes=five, turn=2, tops=_MIDDLE, last=_LONG, signals=_TALK, mode=ALL, draw=7),
        "end": view(_closed(4), sizes=(1, 0, 0, 2), turn=3, tops=(99, 98, 2, 3), last=_LAST, draw=0),
    }
    for name, seen in views.items():
        words = PictureText(NAMES[: len(seen.hands)], locale)
        yield Sample(f"team-table-{name}", _DRAWER.table(seen, words), words)


def _hands(locale: Locale) -> Iterator[Sample]:
    mine = (_HAND[:6], None, None)
    sizes = (6, 6, 6)
    fire = Mode(is_on_fire=True)
    staged = (Place(58, Pile.C), Place(17, Pile.C))
    views = {
        "start": view(mine, sizes=sizes, viewer=0, turn=None),
        "eight": view((_HAND,), viewer=0, tops=(27, 32, 61, 34), last=_LONG, draw=50),
        "fire": view(mine, sizes=sizes, viewer=0, tops=_MIDDLE, mode=fire, last=_LAST, signals=_TALK[1:4]),
        "staged": view(mine, sizes=sizes, viewer=0, tops=(27, 30, 77, 81), staged=staged, last=_LAST, draw=1),
        "waiting": view(mine, sizes=sizes, viewer=0, turn=1, tops=(27, 30, 77, 81), last=_LAST, signals=_TALK),
        "empty": view(((), None), sizes=(0, 3), viewer=0, turn=1, tops=(27, 30, 77, 81), last=_LAST, draw=0),
    }
    for name, seen in views.items():
        words = PictureText(NAMES[: len(seen.hands)], locale)
        yield Sample(f"team-hand-{name}", _DRAWER.hand(seen, words), words)


def _results(locale: Locale) -> Iterator[Sample]:
    hands = ((3, 17, 22, 44, 58, 71), (), (5, 6), (8, 9, 10, 11, 12, 13), (60, 61))
    everyone = frozenset(map(Seat, range(2)))
    beaten, blocked = Outcome("beaten", everyone, (0, 0)), Outcome("blocked", frozenset(), (76,) * 5)
    excellent = Outcome("burnt", frozenset(), (4,))
    for name, seen, reason in (
        ("beaten", view(((), ()), tops=(99, 98, 2, 3), outcome=beaten, draw=0), ""),
        ("poor", view(hands, tops=(90, 88, 12, 20), outcome=blocked, draw=60), ""),
        ("excellent", view(((44, 58, 71, 80),), tops=(90, 99, 22, 2), outcome=excellent, draw=0), ""),
        ("abandoned", view(hands[:3], tops=_MIDDLE, is_over=True, draw=50), "reason.abandoned.timeout"),
        ("called-off", view((_HAND[:7], (5, 6, 8, 9, 10, 11, 12)), is_over=True, draw=84), "reason.called_off"),
    ):
        by_referee = phrase(reason, player=Player(Seat(1)))
        why = locale.write(ending(seen) or by_referee, NAMES.__getitem__)
        words = PictureText(NAMES[: len(seen.hands)], locale, why, is_called_off=reason == "reason.called_off")
        yield Sample(f"team-result-{name}", _DRAWER.result(seen, words), words)


def _lessons(locale: Locale) -> Iterator[Sample]:
    for number in range(4):
        words = PictureText((), locale)
        if (lesson := _STORY.lesson(number, words)) is not None:
            yield Sample(f"team-lesson-{number + 1}", lesson, words)


def _plots(locale: Locale) -> Iterator[Sample]:
    words = PictureText(NAMES[:2], locale)
    turns = tuple(view(_closed(2), sizes=(7, 7), draw=draw, is_over=True) for draw in range(84, 0, -2))
    last = tuple(view(_closed(2), sizes=(7, size), draw=0, is_over=True) for size in range(7, 1, -1))
    for name, views in (("start", turns[:1]), ("short", turns[:4]), ("whole", (*turns, *last))):
        yield Sample(f"team-plot-{name}", _STORY.plot(views, words), words)
