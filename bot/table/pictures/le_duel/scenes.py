"""What each of Le Duel's pictures shows, taken from a `View`, and nothing it does not show.

The public table is built from tops, sizes and the last turn alone (LD14): no hand and no staged card can enter it.
"""

from dataclasses import dataclass

from bot.drawing.move_cells import Step, signed
from bot.drawing.text import NUMERALS, fitted, initial, shown, width
from bot.games.core import Seat
from bot.games.le_duel.position import (
    DOWN_BASE,
    HIGHEST,
    MINIMUM,
    UP_BASE,
    Pile,
    Place,
    Whose,
    is_jump,
    legal_places,
)
from bot.games.le_duel.state import View, other
from bot.table.pictures.core import PictureText

COLOUR_CODES = ("picture.gold", "picture.silver")
STEPS = HIGHEST - UP_BASE
TITLE_ROOM, SMALLEST_TITLE = 520, 40  # of a result, between its emblems


@dataclass(frozen=True, slots=True)
class PileScene:
    """One pile. `giver` is the other player if they put the top there in the last turn."""

    seat: int
    pile: Pile
    top: int
    is_new: bool = False
    giver: int | None = None

    @property
    def base(self) -> int:
        return UP_BASE if self.pile is Pile.UP else DOWN_BASE

    @property
    def is_at_base(self) -> bool:
        return self.top == self.base

    @property
    def done(self) -> int:
        """Steps from the base, of `STEPS`."""
        return abs(self.top - self.base)


@dataclass(frozen=True, slots=True)
class SideScene:
    seat: int
    name: str
    initial: str
    piles: tuple[PileScene, PileScene]
    hand_size: int
    draw_size: int


@dataclass(frozen=True, slots=True)
class LastPlace:
    """A card of the last turn: whose it is, and the pile it went to."""

    seat: int
    card: int
    pile: Pile
    to: int


@dataclass(frozen=True, slots=True)
class TableScene:
    upper: SideScene
    lower: SideScene
    turn: int | None
    last: tuple[LastPlace, ...]
    drawn: int
    to_play: str
    last_turn: str
    draw_pile: str
    hand: str
    title: str


def table_scene(view: View, words: PictureText) -> TableScene:
    """The player who looks sits below; for spectators gold does."""
    lower = Seat(0) if view.viewer is None else view.viewer
    return TableScene(
        upper=side_scene(view, words, other(lower)),
        lower=side_scene(view, words, lower),
        turn=None if view.is_over else view.turn,
        last=_last_places(view),
        drawn=view.last.drawn if view.last else 0,
        to_play=words.label("picture.to_play"),
        last_turn=words.label("picture.last_turn"),
        draw_pile=words.label("picture.draw_pile"),
        hand=words.label("picture.hand"),
        title=words.label("picture.title"),
    )


def side_scene(view: View, words: PictureText, seat: Seat) -> SideScene:
    side = view.sides[seat]
    up, down = (_pile(view, seat, pile, top) for pile, top in ((Pile.UP, side.up), (Pile.DOWN, side.down)))
    return SideScene(seat, _name(words, seat), initial(words.names[seat]), (up, down), side.hand_size, side.draw_size)


def _name(words: PictureText, seat: int) -> str:
    """The name as far as it can be drawn; the player's colour where nothing of it can."""
    return shown(words.names[seat]) or words.label(COLOUR_CODES[seat])


def _last_places(view: View) -> tuple[LastPlace, ...]:
    if view.last is None:
        return ()
    seat = view.last.seat
    return tuple(LastPlace(seat, place.card, place.pile, target(seat, place)) for place in view.last.places)


def target(seat: Seat, place: Place) -> int:
    """Whose pile a card goes to."""
    return seat if place.whose is Whose.OWN else other(seat)


def _pile(view: View, seat: Seat, pile: Pile, top: int) -> PileScene:
    """The last card the last turn put there, if any, is its top."""
    placed = [last for last in _last_places(view) if last.to == seat and last.pile is pile]
    giver = placed[-1].seat if placed and placed[-1].seat != seat else None
    return PileScene(seat, pile, top, is_new=bool(placed), giver=giver)


@dataclass(frozen=True, slots=True)
class HandCard:
    card: int
    steps: tuple[Step | None, ...]  # own up, own down, their up, their down; None where it may not lie

    @property
    def is_legal(self) -> bool:
        return any(self.steps)


@dataclass(frozen=True, slots=True)
class HandScene:
    seat: int
    cards: tuple[HandCard, ...]
    tops: tuple[int, int, int, int]
    staged: tuple[LastPlace, ...]
    last: tuple[LastPlace, ...]  # shown until a card is staged
    draw_size: int
    is_on_turn: bool
    title: str
    advice: str
    strip: str
    empty: str
    jump: str


def hand_scene(view: View, words: PictureText) -> HandScene:
    """What the viewer holds and what each card would do now, staged cards included (LD15)."""
    if view.viewer is None:
        raise ValueError("a spectator has no hand")
    position, seat = view.position, view.viewer
    steps = {
        (place.card, place.top_index): Step(place.card - top, is_jump(place, top))
        for place in legal_places(position)
        for top in (position.tops[place.top_index],)
    }
    return HandScene(
        seat=seat,
        cards=tuple(HandCard(card, tuple(steps.get((card, at)) for at in range(4))) for card in position.hand),
        tops=position.tops,
        staged=tuple(LastPlace(seat, place.card, place.pile, target(seat, place)) for place in view.staged),
        last=() if view.staged else _last_places(view),
        draw_size=view.sides[seat].draw_size,
        is_on_turn=view.is_on_turn,
        title=words.label("picture.your_hand"),
        advice=_advice(view, words),
        strip=words.label(_strip_code(view)),
        empty=words.label("picture.empty_hand"),
        jump=words.label("picture.jump"),
    )


def _strip_code(view: View) -> str:
    if view.staged:
        return "picture.staged"
    return "picture.last_turn" if view.last else "picture.none_staged"


def _advice(view: View, words: PictureText) -> str:
    """What there is to do next (LD5, LD10, LD16)."""
    if not view.is_on_turn:
        return words.label("picture.not_on_turn")
    missing = MINIMUM - len(view.staged)
    if missing <= 0:
        count = view.draws_at_end
        return words.label("picture.may_end", count=count) if count else words.label("picture.may_end_dry")
    if not any(legal_places(view.position)):
        return words.label("picture.take_back")
    return words.label("picture.place_more", count=missing)


@dataclass(frozen=True, slots=True)
class ResultSide:
    seat: int
    name: str
    initial: str
    piles: tuple[PileScene, PileScene]
    hand: tuple[int, ...]
    placed: str
    rating: str  # the change, signed; empty when the game was not rated
    is_winner: bool


@dataclass(frozen=True, slots=True)
class ResultScene:
    sides: tuple[ResultSide, ResultSide]  # winner first
    title: str
    reason: str
    hand: str
    empty: str


def result_scene(view: View, words: PictureText) -> ResultScene:
    """The end: everything lies open, whoever looks."""
    first = Seat(words.winners[0]) if words.winners else Seat(0)
    return ResultScene(
        sides=(_result_side(view, words, first), _result_side(view, words, other(first))),
        title=_victory(words, first) if words.winners else words.label(_nobodys(words)),
        reason=shown(words.reason),
        hand=words.label("picture.hand"),
        empty=words.label("picture.empty_hand"),
    )


def _nobodys(words: PictureText) -> str:
    """What a game is called that nobody won."""
    return "picture.called_off" if words.is_called_off else "picture.no_winner"


def _victory(words: PictureText, winner: Seat) -> str:
    """With as much of a long name as leaves the rest to be read."""
    frame = width(words.label("picture.victory", player=""), SMALLEST_TITLE, NUMERALS)
    name, _ = fitted(_name(words, winner), SMALLEST_TITLE, TITLE_ROOM - frame, smallest=SMALLEST_TITLE, font=NUMERALS)
    return words.label("picture.victory", player=name)


def _result_side(view: View, words: PictureText, seat: Seat) -> ResultSide:
    side = view.sides[seat]
    if side.hand is None:
        raise ValueError("the result of a game that is not over")
    up, down = (PileScene(seat, pile, top) for pile, top in ((Pile.UP, side.up), (Pile.DOWN, side.down)))
    return ResultSide(
        seat=seat,
        name=_name(words, seat),
        initial=initial(words.names[seat]),
        piles=(up, down),
        hand=side.hand,
        placed=words.label("picture.placed", count=len(side.played)),
        rating=signed(words.rating_changes[seat]) if words.rating_changes else "",
        is_winner=seat in words.winners,
    )
