"""Sample views of DUEL: every picture, with the extreme cases of each. No game is played here."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from bot.games.core import Outcome, Player, Seat, phrase
from bot.games.duel import collection
from bot.games.duel.language import Pile
from bot.games.duel.screen import WOUNDS
from bot.games.duel.sets import current_set
from bot.games.duel.state import AskedView, Equipped, Event, Phase, Question, SideView, View
from bot.table.locale import Locale
from bot.table.pictures.core import PictureText
from bot.table.pictures.duel.cards import DuelCards
from bot.table.pictures.duel.drawer import DuelDrawer
from bot.table.pictures.duel.story import DuelStory
from tools.pictures.sample import Sample

NAMES = ("Éloïse", "Bertrand", "Maximilien-Alexandre", "W" * 32, "漢字" * 16, "👍🏽☀️")
BLOOD = "quick-blood"
_DRAWER = DuelDrawer()
_CARDS = DuelCards()
_STORY = DuelStory()
_EVERY_SLOT = (
    "rapier", "parrying-dagger", "mail-shirt", "seven-league-boots", "grey-wolf", "high-guard", "duellists-ring",
    "pocket-cloak",
)  # fmt: skip
_LONG_HAND = (
    "seven-league-boots", "pommel-strike", "finishing-blow", "parrying-dagger", "disarm", "counter-cut", "pocket-cloak",
    "last-stand", "duellists-ring", "caltrops", "sparrowhawk", "bloodletting", "blue-blood",
)  # fmt: skip


def side(
    hand: int | Sequence[str] = 5,
    *,
    draw: int = 12,
    discard: int = 4,
    equipment: Sequence[str] = (),
    wounds: Sequence[str] = (),
    table: Sequence[str] = (),
    bloods: int = 6,
    hits: int = 0,
    out_at: int = 0,
) -> SideView:
    """A side with so much blood; a familiar has been hit so often."""
    wounded = Counter(card for card in wounds if card == BLOOD)
    return SideView(
        deck={BLOOD: max(bloods, wounded[BLOOD]), "slash": 25 - bloods},
        hand_size=hand if isinstance(hand, int) else len(hand),
        hand=None if isinstance(hand, int) else tuple(hand),
        draw=(None,) * draw,
        discard=(None,) * discard,
        equipment=tuple(_equipped(card, at, hits) for at, card in enumerate(equipment, start=1)),
        wounds=tuple(wounds),
        table=tuple(table),
        has_begun=True,
        out_at=out_at,
    )


def _equipped(card: str, at: int, hits: int) -> Equipped:
    known = current_set().cards[card]
    return Equipped(card, at, (0,) * (len(known.when) + len(known.instead)), hits if known.hp > hits else 0)


def view(*sides: SideView, viewer: int | None = None, turn: int = 0, **values: Any) -> View:
    fields: dict[str, Any] = {
        "version": current_set().version,
        "form": "standard",
        "first": Seat(0),
        "phase": Phase.PLAY,
        "round": 4,
        "turns": 0,
        "plays": 0,
        "acted": 0,
        "equips": 20,
        "shuffles": 1,
        "todo": (),
        "queue": (),
        "asked": None,
        "story": (),
        "outcome": None,
        "is_over": False,
    }
    return View(viewer=None if viewer is None else Seat(viewer), sides=sides, turn=Seat(turn), **fields | values)


def _played(card: str, seat: int = 0, other: int | None = None) -> tuple[Event, ...]:
    return (Event("play", Seat(seat), card, None if other is None else Seat(other)),)


def _drawn(*cards: str) -> Event:
    return Event("move", Seat(0), source=Pile.DRAW, target=Pile.HAND, cards=tuple((card, 0) for card in cards))


def _asked(seat: int, card: str, cards: Sequence[str] | None = None, number: int = 1, owner: int = 0) -> AskedView:
    return AskedView(
        Seat(seat), Question.CARDS, number, Seat(owner), Pile.HAND, None if cards is None else tuple(cards), card
    )


def _hurt(*cards: str, bloods: int = 0) -> tuple[str, ...]:
    return (*(BLOOD,) * bloods, *cards)


_MIDDLE = (
    side(4, equipment=("dagger", "grey-wolf"), wounds=_hurt("thrust", "rally", bloods=2), hits=2, draw=9),
    side(10, equipment=("greatsword",), wounds=_hurt("seven-league-boots", bloods=4), draw=3, discard=7),
)
_FULL = side(10, equipment=_EVERY_SLOT, wounds=_hurt("pommel-strike", bloods=5), hits=1, draw=1, discard=2)


def samples(locale: Locale) -> Iterator[Sample]:
    yield from _cards(locale)
    yield from _lists(locale)
    yield from _tables(locale)
    yield from _hands(locale)
    yield from _results(locale)
    yield from _stories(locale)


def _cards(locale: Locale) -> Iterator[Sample]:
    words = PictureText((), locale)
    for card in ("ambush", "grey-wolf", "blood-oath", BLOOD, "rummage", "pocket-cloak", "transfusion"):
        yield Sample(f"duel-card-{card}", _CARDS.card(card, words), words)


def _lists(locale: Locale) -> Iterator[Sample]:
    """A starter, an empty deck, unlike cards, two decks; and the wounds of two and of six."""
    words, language = PictureText(NAMES, locale), locale.language
    starters = [(one.name.texts[language], one.deck) for one in collection.starters().values()]
    unlike: dict[str, int] = dict.fromkeys(list(current_set().cards)[:25], 1)
    for name, decks in (
        ("starter", starters[:1]),
        ("empty", [("W" * 40, {})]),
        ("unlike", [("Bottes de sept lieues", unlike)]),
        ("two", starters[:2]),
    ):
        sheet = _CARDS.decks(decks, words)
        assert sheet is not None  # noqa: S101 (there is room)
        yield Sample(f"duel-decks-{name}", sheet, words)
    for name, seen in (("two", view(*_MIDDLE)), ("six", tables()["six"])):
        wounds = _CARDS.aside(seen, WOUNDS, words)
        assert wounds is not None  # noqa: S101 (it has one)
        yield Sample(f"duel-wounds-{name}", wounds, words)


def tables() -> dict[str, View]:
    """Two to six players, from the first card to sudden death."""
    lying = side(3, equipment=("dagger",), wounds=_hurt("slash", bloods=1), table=("low-blow",), draw=8)
    out = side(0, draw=0, discard=0, out_at=1)
    many = (*_MIDDLE, side(5, wounds=_hurt("caltrops")), side(7, equipment=("squire", "shield", "thorn-cloak")))
    return {
        "start": view(side(draw=20, discard=0), side(draw=20, discard=0), round=1),
        "middle": view(*_MIDDLE, story=_played("ambush", 1)),
        "asked": view(lying, _MIDDLE[1], asked=_asked(1, "low-blow", owner=1), story=_played("low-blow"), viewer=1),
        "full": view(_FULL, _FULL, turn=1, round=22, phase=Phase.REFLEX, story=_played("rally", 1)),
        "much-blood": view(side(bloods=24, wounds=_hurt(bloods=11)), side(0, draw=0, discard=0, bloods=1)),
        "three": view(*many[:3], turn=1, story=_played("disarm", 1), phase=Phase.REFLEX),
        "four": view(*many, turn=2, story=_played("feint", 2, 0)),
        "five": view(*many, out, turn=3),
        "six": view(*many, out, _FULL, turn=5, story=_played("ambush", 5, 3), asked=_asked(3, "ambush", owner=3)),
        "six-full": view(*(_FULL,) * 6, turn=3, story=_played("flushing-out", 3), round=23),
    }


def _tables(locale: Locale) -> Iterator[Sample]:
    for name, seen in tables().items():
        words = PictureText(NAMES[: len(seen.sides)], locale)
        yield Sample(f"duel-table-{name}", _DRAWER.table(seen, words), words)
    for at in (2, 4):
        words = PictureText(NAMES[at : at + 2], locale)
        yield Sample(f"duel-table-names-{at}", _DRAWER.table(view(*_MIDDLE, turn=1), words), words)


def _hands(locale: Locale) -> Iterator[Sample]:
    ten, other = side(_LONG_HAND[:10], equipment=("duellists-ring",), wounds=_hurt("rally", bloods=2)), _MIDDLE[1]
    small = side(("slash", "slash", "bandage", BLOOD), draw=3)
    theirs = _asked(0, "low-blow", ("riposte", "rally", "blue-blood"), owner=1)
    drawn = (_drawn("disarm", _LONG_HAND[0]), _drawn("slash"))
    views = {
        "ten": view(ten, other, viewer=0, story=drawn),
        "thirteen": view(side(_LONG_HAND, equipment=("pocket-cloak",)), other, viewer=0),
        "reflex": view(small, other, viewer=0, phase=Phase.REFLEX, story=drawn),
        "waiting": view(ten, other, viewer=0, turn=1),
        "asked": view(small, other, viewer=0, asked=_asked(0, "low-blow", ("slash", "slash", "bandage"), 2)),
        "choose": view(small, other, viewer=0, asked=theirs),
        "empty": view(side(()), other, viewer=0),
    }
    for name, seen in views.items():
        words = PictureText(NAMES[:2], locale)
        yield Sample(f"duel-hand-{name}", _DRAWER.hand(seen, words), words)


def _results(locale: Locale) -> Iterator[Sample]:
    winner = side(_LONG_HAND[:10], wounds=_hurt("rally", bloods=5), equipment=("dagger",))
    loser = side(("slash", "disarm"), wounds=_hurt("slash", bloods=6), out_at=1)
    gone = tuple(side((), draw=0, discard=0, out_at=at) for at in (3, 1, 4, 2))
    last = side(("slash", "disarm", BLOOD), wounds=_hurt("slash", bloods=6), out_at=5)
    ended, sixth = Outcome("bled_out", frozenset({Seat(0)}), ()), Outcome("exhausted", frozenset({Seat(5)}), ())
    open_hands = (side(_LONG_HAND[:10]), side(("rally",)), side(()), side(_LONG_HAND))
    six = ("1501 (+1)", "1498 (−2)", "1503 (+3)", "1496 (−4)", "1505 (+5)", "1560 (+60)")
    loser_of = {"won": 1, "six": 4, "called-off": 0}
    for name, seen, reason, winners, ratings in (
        ("won", view(winner, loser, outcome=ended, is_over=True), "duel.bled_out", (0,), ("1514 (+14)", "1486 (−14)")),
        ("six", view(*gone, last, winner, outcome=sixth, is_over=True), "duel.exhausted", (5,), six),
        ("called-off", view(*open_hands, is_over=True), "reason.called_off", (), ()),
    ):
        names = NAMES[: len(seen.sides)]
        why = locale.write(phrase(reason, player=Player(Seat(loser_of[name]))), names.__getitem__)
        words = PictureText(names, locale, why, winners, ratings, is_called_off=not winners)
        yield Sample(f"duel-result-{name}", _DRAWER.result(seen, words), words)


def _stories(locale: Locale) -> Iterator[Sample]:
    for number in range(4):
        words = PictureText((), locale)
        if (lesson := _STORY.lesson(number, words)) is not None:
            yield Sample(f"duel-lesson-{number + 1}", lesson, words)
    for name, seats, turns in (("start", 2, 0), ("two", 2, 17), ("six", 6, 269)):
        words = PictureText(NAMES[:seats], locale)
        yield Sample(f"duel-plot-{name}", _STORY.plot(course(seats, turns), words), words)


def course(seats: int, turns: int) -> list[View]:
    """A finished game's views: each seat bleeds at its own pace."""
    return [
        view(*(side((), wounds=_hurt(bloods=min(6, turn * (at + 2) // 90 if seats > 2 else turn * (at + 2) // 6)))
               for at in range(seats)), is_over=True)
        for turn in range(turns + 1)
    ]  # fmt: skip
