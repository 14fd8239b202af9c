"""The tutorial of Le Duel: five turns that end with the teacher stuck."""

from bot.games.core import Choice, ChoiceKind, Lesson, Seat, Tutorial, fixed_shuffle, phrase
from bot.games.le_duel.notation import notate
from bot.games.le_duel.position import PILES, Place
from bot.games.le_duel.screen import place_label, screen
from bot.games.le_duel.state import View

_LEARNER, _TEACHER = Seat(0), Seat(1)
_TOPS: dict[Seat | None, tuple[int, ...]] = {  # as far as they are drawn: six for the hand, then each turn's draws
    _LEARNER: (12, 27, 33, 39, 48, 52, 17, 58, 5, 44, 21, 30, 8, 26, 55),
    _TEACHER: (20, 25, 28, 32, 36, 41, 14, 47, 3, 57, 22, 38, 18, 44),
}


def _lesson(places: str, answer: str) -> Lesson:
    answers = ((_TEACHER, f"{answer},end"),) if answer else ()
    return Lesson((*places.split(","), "end"), answers)


def choices(view: View) -> tuple[Choice, ...]:
    """Every card with all four piles, so that illegal ones can be tried; taking back and ending as in a game."""
    position = view.position
    others = (one for one in screen(view).choices if one.kind in (ChoiceKind.BACK, ChoiceKind.DONE))
    return (*(_card(card, position.tops) for card in position.hand), *others)


def _card(card: int, tops: tuple[int, int, int, int]) -> Choice:
    places = [Place(card, pile, whose) for pile, whose in PILES]
    then = tuple(Choice(place_label(place, tops[place.top_index]), ChoiceKind.PLAY, notate(place)) for place in places)
    return Choice(phrase("le-duel.card", card=card), ChoiceKind.OPEN, str(card), then=then)


TUTORIAL: Tutorial[View] = Tutorial(
    seats=2,
    options={"first": _LEARNER},
    shuffle=fixed_shuffle(_TOPS),
    lessons=(
        _lesson("27^A,48vA", "20^A,41vA"),
        _lesson("17^A,58vA", "36^A,25vA"),
        _lesson("52vA,44vA,39vA", "47^A,14vA"),
        _lesson("21^A,33^E", "57^A,03vA"),
        _lesson("26^A,30vA", ""),  # the teacher is stuck (LD13)
    ),
    choices=choices,
)
