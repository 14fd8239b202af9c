"""Scenes of DUEL's pictures: exactly the data each shows, built from a `View`.

The public table's scene holds open cards, sizes and what was played (DU3): no hand, no payment and no card of a hidden
pile may enter it, not even those its viewer knows.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.drawing.text import NUMERALS, drawable_part, fitted, initial, width
from bot.games.core import ChoiceKind, Phrase, Player, Seat, phrase
from bot.games.duel.cards import Card
from bot.games.duel.language import Pile
from bot.games.duel.screen import name_of, screen, status
from bot.games.duel.sets import set_of
from bot.games.duel.state import Event, Phase, Question, View
from bot.games.duel.table import SUDDEN_DEATH
from bot.games.duel.texts import card_text, type_line
from bot.table.pictures.core import PictureText
from bot.table.pictures.duel.faces import Face, face_of

TITLE_ROOM, SMALLEST_TITLE = 600, 38  # of a result's title
_NAME_IN_TEXT = 300  # most pixels of a name within a sentence, at the size of sentences
SENTENCE = 24


@dataclass(frozen=True, slots=True)
class SideScene:
    seat: int
    name: str
    initial: str
    blood: int  # wounded
    bloods: int
    wounds: int
    top: Face | None  # of the wounds
    hand_size: int
    draw_size: int
    discard_size: int
    equipment: tuple[Face, ...]
    out: str = ""  # a label, if the player is out
    role: str = ""  # a label: who is on turn, and who decides
    wounded: str = ""  # how many wounds, in words


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card and its text."""

    face: Face
    line: str
    text: str


@dataclass(frozen=True, slots=True)
class TableScene:
    sides: tuple[SideScene, ...]  # of two players the upper one first
    turn: int | None
    played: ShownCard | None  # on the table, or the last one that was
    told: str  # who played it
    status: tuple[str, ...]
    title: str
    labels: tuple[str, str, str, str]  # blood, hand, draw pile, discard


def public(view: View) -> View:
    """A spectator's view: hands only once the game is over."""
    sides = view.sides if view.is_over else tuple(replace(side, hand=None) for side in view.sides)
    return replace(view, viewer=None, sides=sides)


def cards_of(view: View) -> Mapping[str, Card]:
    return set_of(view.version).cards


def table_scene(view: View, words: PictureText) -> TableScene:
    """Of two sides the viewer's is the lower one, for spectators the first."""
    seats = list(range(len(view.sides)))
    if len(seats) == 2:
        seats = [1, 0] if view.viewer != 1 else [0, 1]
    view = public(view)
    event = last_play(view)
    card = _shown_card(view, event)
    return TableScene(
        sides=tuple(side_scene(view, words, Seat(seat)) for seat in seats),
        turn=None if view.is_over else view.turn,
        played=None if card is None else shown(cards_of(view)[card], words),
        told=_sentence(play_line(view, event), words) if event is not None and event.card == card else "",
        status=tuple(_sentence(line, words) for line in status_lines(view)),
        title=words.label("game.duel"),
        labels=(
            words.label("duel.picture.blood"),
            words.label("picture.hand"),
            words.label("duel.picture.draw"),
            words.label("duel.picture.discard"),
        ),
    )


def last_play(view: View) -> Event | None:
    return next((event for event in reversed(view.story) if event.kind == "play"), None)


def _shown_card(view: View, event: Event | None) -> str | None:
    """The card on the table, or else the last one played."""
    lying = [card for side in view.sides for card in side.table]
    return lying[-1] if lying else None if event is None else event.card


def play_line(view: View, event: Event) -> Phrase:
    name = name_of(view, event.card)
    if event.other is None:
        return phrase("duel.story_play", player=Player(event.seat), card=name)
    return phrase("duel.story_play_against", player=Player(event.seat), card=name, other=Player(event.other))


def status_lines(view: View) -> tuple[Phrase, ...]:
    """Who decides what now; in the last rounds also why wounds come by themselves."""
    lines = tuple(status(view))
    return (*lines, phrase("duel.picture.sudden_death")) if lines and view.round >= SUDDEN_DEATH else lines


def _sentence(line: Phrase, words: PictureText) -> str:
    """A line with names short enough that the rest stays readable."""
    names = [fitted(name_of_seat(words, seat), SENTENCE, _NAME_IN_TEXT, smallest=SENTENCE)[0]
             for seat in range(len(words.names))]  # fmt: skip
    return words.locale.write(line, names.__getitem__)


def name_of_seat(words: PictureText, seat: int) -> str:
    """The drawable part of the name; the seat's number if that is empty."""
    return drawable_part(words.names[seat]) or str(seat + 1)


def shown(card: Card, words: PictureText) -> ShownCard:
    language = words.locale.language
    return ShownCard(face_of(card, language), type_line(card, language), card_text(card, language))


def side_scene(view: View, words: PictureText, seat: Seat) -> SideScene:
    side, cards, language = view.sides[seat], cards_of(view), words.locale.language
    return SideScene(
        seat=seat,
        name=name_of_seat(words, seat),
        initial=initial(words.names[seat]),
        blood=sum(cards[card].is_blood for card in side.wounds),
        bloods=sum(number for card, number in side.deck.items() if cards[card].is_blood),
        wounds=len(side.wounds),
        top=face_of(cards[side.wounds[-1]], language) if side.wounds else None,
        hand_size=side.hand_size,
        draw_size=len(side.draw),
        discard_size=len(side.discard),
        equipment=tuple(face_of(cards[gear.card], language, hits=gear.hits) for gear in side.equipment),
        out=words.label("duel.picture.out") if side.out_at else "",
        role=_role(view, words, seat),
        wounded=words.label("duel.picture.wounds", count=len(side.wounds)),
    )


def _role(view: View, words: PictureText, seat: Seat) -> str:
    if view.is_over:
        return ""
    if view.asked is not None:
        return words.label("duel.picture.decides") if view.asked.seat == seat else ""
    return words.label("picture.to_play") if view.turn == seat else ""


# The hand


@dataclass(frozen=True, slots=True)
class HeldCard:
    card: str
    face: Face
    is_playable: bool
    is_fresh: bool  # drawn in this turn or the one before


@dataclass(frozen=True, slots=True)
class HandScene:
    """`candidates` are another's cards to choose from (DU17). `is_asked`: something is to be decided now."""

    cards: tuple[HeldCard, ...]
    candidates: tuple[Face, ...]
    is_asked: bool
    title: str
    advice: str
    empty: str
    choose: str
    own: SideScene
    key: str  # what a tick says


def hand_scene(view: View, words: PictureText) -> HandScene:
    if view.viewer is None:
        raise ValueError("a spectator has no hand")
    viewer, cards = view.viewer, cards_of(view)
    may = playable(view, viewer)
    hand = view.sides[viewer].hand or ()
    return HandScene(
        cards=tuple(
            HeldCard(card, face_of(cards[card], words.locale.language, cost=cost_now(view, viewer, cards[card])),
                     card in may, is_fresh)
            for card, is_fresh in zip(hand, _fresh(view, viewer, hand), strict=True)
        ),
        candidates=tuple(face_of(cards[card], words.locale.language) for card in _candidates(view, viewer)),
        is_asked=_decides(view) == viewer,
        title=words.label("picture.your_hand"),
        advice=_advice(view, viewer, words),
        empty=words.label("picture.empty_hand"),
        choose=words.label("duel.picture.choose"),
        own=side_scene(view, words, viewer),
        key=words.label("duel.picture.playable" if view.asked is None else "duel.picture.chosen"),
    )  # fmt: skip


def _fresh(view: View, viewer: Seat, hand: tuple[str, ...]) -> Iterator[bool]:
    """For each card of the hand, whether the story tells of its coming. Of equal cards it may be any."""
    came = Counter(
        card for event in view.story if event.seat == viewer and event.target == Pile.HAND for card, _ in event.cards
    )
    for card in hand:
        yield came[card] > 0
        came[card] -= 1


def _decides(view: View) -> Seat | None:
    if view.is_over:
        return None
    return view.turn if view.asked is None else view.asked.seat


def playable(view: View, viewer: Seat) -> frozenset[str]:
    """Cards of the hand that may be played or chosen now."""
    if _decides(view) != viewer:
        return frozenset()
    if view.asked is not None:
        is_own = view.asked.question is Question.CARDS and view.asked.owner == viewer
        return frozenset(view.asked.cards or ()) if is_own and view.asked.pile is Pile.HAND else frozenset()
    return frozenset(
        choice.action for choice in screen(view).choices if choice.kind is ChoiceKind.OPEN and choice.is_legal
    )


def _candidates(view: View, viewer: Seat) -> tuple[str, ...]:
    asked = view.asked
    if asked is None or asked.seat != viewer or asked.question is not Question.CARDS:
        return ()
    is_own_hand = asked.owner == viewer and asked.pile is Pile.HAND
    return () if is_own_hand else asked.cards or ()


def cost_now(view: View, seat: Seat, card: Card) -> int | None:
    """DU13: what it costs with one's equipment; None: no bare number."""
    if not isinstance(card.cost, int):
        return None
    found = (cards_of(view)[gear.card].modify for gear in view.sides[seat].equipment)
    return max(0, card.cost + sum(modify.cost.get(card.type, 0) for modify in found if modify is not None))


def _advice(view: View, viewer: Seat, words: PictureText) -> str:
    """The next thing to do."""
    if _decides(view) != viewer:
        return words.label("picture.not_on_turn")
    if view.asked is not None:
        return words.label("duel.picture.answer")
    return words.label("duel.picture.reflex" if view.phase is Phase.REFLEX else "duel.picture.play")


# The result


@dataclass(frozen=True, slots=True)
class ResultSide:
    side: SideScene
    place: int  # 0 without a winner
    hand: tuple[Face, ...]
    rating: str  # the change, signed; empty if not rated
    is_winner: bool


@dataclass(frozen=True, slots=True)
class ResultScene:
    sides: tuple[ResultSide, ...]  # the winner first
    title: str
    reason: str
    hand: str
    empty: str


def result_scene(view: View, words: PictureText) -> ResultScene:
    """All hands are open, for every viewer."""
    sides = sorted((_result_side(view, words, Seat(seat)) for seat in range(len(view.sides))), key=_by_place)
    return ResultScene(
        sides=tuple(sides),
        title=_title(words),
        reason=drawable_part(words.reason),
        hand=words.label("picture.hand"),
        empty=words.label("picture.empty_hand"),
    )


def _by_place(side: ResultSide) -> tuple[bool, int]:
    return not side.is_winner, side.place


def _title(words: PictureText) -> str:
    """The winner, the name cut so that the rest stays readable."""
    if not words.winners:
        return words.title or words.label("picture.called_off" if words.is_called_off else "picture.no_winner")
    frame = width(words.label("picture.victory", player=""), SMALLEST_TITLE, NUMERALS)
    winner = name_of_seat(words, words.winners[0])
    name, _ = fitted(winner, SMALLEST_TITLE, TITLE_ROOM - frame, smallest=SMALLEST_TITLE, font=NUMERALS)
    return words.label("picture.victory", player=name)


def _place(view: View, words: PictureText, seat: Seat) -> int:
    """DU41: the order of leaving."""
    out_at = view.sides[seat].out_at
    return 0 if not words.winners else len(view.sides) + 1 - out_at if out_at else 1


def _result_side(view: View, words: PictureText, seat: Seat) -> ResultSide:
    side, cards = view.sides[seat], cards_of(view)
    if side.hand is None:
        raise ValueError("the result of a game that is not over")
    return ResultSide(
        side=side_scene(view, words, seat),
        place=_place(view, words, seat),
        hand=tuple(face_of(cards[card], words.locale.language) for card in side.hand),
        rating=words.ratings[seat] if words.ratings else "",
        is_winner=seat in words.winners,
    )
