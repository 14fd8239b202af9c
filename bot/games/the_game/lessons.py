"""The tutorial of The Game: six lessons with one team-mate. The fifth is a signal out of turn (TG9)."""

from bot.games.core import Choice, ChoiceKind, Lesson, Seat, Tutorial, fixed_shuffle, phrase
from bot.games.the_game.notation import notate
from bot.games.the_game.position import PILES, Place, Tops
from bot.games.the_game.screen import place_label, screen
from bot.games.the_game.state import View

_LEARNER, _MATE = Seat(0), Seat(1)
_HANDS = (4, 9, 31, 47, 62, 88, 96, 12, 19, 35, 53, 70, 91, 97)  # seven each (TG2)
_DRAWN = (14, 25, 7, 79, 61, 78, 90, 38, 98, 15, 45, 65, 20, 21, 93, 50, 82)  # by turns, the learner's first


def choices(view: View) -> tuple[Choice, ...]:
    """Every card with all four piles, so that illegal ones can be tried; the rest as in a game."""
    position = view.position
    cards = position.hand if view.is_on_turn else ()
    others = (one for one in screen(view).choices if one.kind in (ChoiceKind.BACK, ChoiceKind.DONE) or _is_talk(one))
    return (*(_card(card, position.tops) for card in cards), *others)


def _is_talk(choice: Choice) -> bool:
    return any(one.kind is ChoiceKind.SAY for one in choice.then)


def _card(card: int, tops: Tops) -> Choice:
    places = [Place(card, pile) for pile in PILES]
    then = tuple(Choice(place_label(place, tops), ChoiceKind.PLAY, notate(place)) for place in places)
    return Choice(phrase("the-game.card", card=card), ChoiceKind.OPEN, str(card), then=then)


TUTORIAL: Tutorial[View] = Tutorial(
    seats=2,
    options={"first": _LEARNER},
    shuffle=fixed_shuffle({None: (*_HANDS, *_DRAWN)}),
    lessons=(
        Lesson(("04a", "96c", "end"), ((_MATE, "19a,97d,end"),)),
        Lesson(("09a", "14a", "end"), ((_MATE, "07b,91d,end"), (_MATE, "!d"))),
        Lesson(("25a", "88c", "end"), ((_MATE, "12b,90d,end"),)),
        Lesson(("98c", "15b", "31a", "end")),
        Lesson(("!a",), ((_MATE, "79d,70d,end"),)),
        Lesson(("21a", "20b", "end")),
    ),
    choices=choices,
)
