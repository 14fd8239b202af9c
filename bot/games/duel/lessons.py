"""The tutorial of DUEL: a turn with each thing one can do in it, a question out of turn, and the last blood card."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from bot.games.core import Lesson, Seat, Tutorial
from bot.games.duel.state import View

_LEARNER, _TEACHER = Seat(0), Seat(1)
_DECKS = (
    {"quick-blood": 5, "thrust": 3, "slash": 3, "low-blow": 3, "riposte": 3, "dagger": 2, "bandage": 3, "feint": 3},
    {
        "quick-blood": 3,
        "thrust": 3,
        "slash": 3,
        "low-blow": 3,
        "riposte": 3,
        "bandage": 3,
        "feint": 3,
        "rally": 3,
        "momentum": 1,
    },
)
_TOPS = {  # as far as they are drawn: five for the hand, then each wound and each turn's draws
    _LEARNER: "thrust slash bandage dagger quick-blood riposte thrust slash low-blow bandage",
    _TEACHER: "low-blow thrust thrust bandage bandage quick-blood slash quick-blood slash bandage riposte "
    "thrust slash feint feint rally quick-blood",
}
T = TypeVar("T")


def _shuffle(deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
    """The first cards as they are given above, the others below in their order."""
    left, top = Counter(cards), list[T]()
    for name in _TOPS[owner].split() if deck == "draw" and owner is not None else ():
        card = next(one for one in left if one == name)
        left -= Counter([card])
        top.append(card)
    return (*top, *left.elements())


TUTORIAL: Tutorial[View] = Tutorial(
    seats=2,
    options={"first": _LEARNER, "format": "standard", "decks": list(_DECKS)},
    shuffle=_shuffle,
    lessons=(
        Lesson(("thrust",)),
        Lesson(("slash/bandage",)),
        Lesson(("dagger", "end")),
        Lesson(("riposte/bandage", "end"), ((_TEACHER, "low-blow/bandage"),)),
        Lesson(("take=thrust",), ((_TEACHER, "end"), (_TEACHER, "end"))),
        Lesson(("slash/low-blow",)),
    ),
)
