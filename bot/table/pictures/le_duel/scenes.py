"""Scenes of Le Duel's pictures: exactly the data each shows, built from a `View`.

The public table's scene holds tops, sizes and the last turn alone (LD14): no hand and no staged card may enter it.
"""

from dataclasses import dataclass

from bot.drawing.move_cells import Move
from bot.drawing.text import NUMERALS, drawable_part, fitted, initial, width
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
from bot.table.pictures.piles import HandCard

COLOUR_CODES = ("picture.gold", "picture.silver")
PILE_SPAN = HIGHEST - UP_BASE
TITLE_ROOM, SMALLEST_TITLE = 520, 40  # of a result's title, between the emblems


@dataclass(frozen=True, slots=True)
class PileScene:
    """One pile. `giver` is the opponent's seat if the opponent placed its top in the last turn."""

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
        """Distance of the top from the base, of `PILE_SPAN`."""
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
class PlacedCard:
    """A placed or staged card: the player's seat, and the pile with its owner `to`."""

    seat: int
    card: int
    pile: Pile
    to: int


@dataclass(frozen=True, slots=True)
class TableScene:
    upper: SideScene
    lower: SideScene
    turn: int | None
    last: tuple[PlacedCard, ...]
    drawn: int
    to_play: str
    last_turn: str
    draw_pile: str
    hand: str
    title: str


def table_scene(view: View, words: PictureText) -> TableScene:
    """The viewer is the lower side; for spectators gold is."""
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
    """The drawable part of the name; the colour's name if that is empty."""
    return drawable_part(words.names[seat]) or words.label(COLOUR_CODES[seat])


def _last_places(view: View) -> tuple[PlacedCard, ...]:
    if view.last is None:
        return ()
    seat = view.last.seat
    return tuple(PlacedCard(seat, place.card, place.pile, target(seat, place)) for place in view.last.places)


def target(seat: Seat, place: Place) -> int:
    """The seat that owns the pile of a placement."""
    return seat if place.whose is Whose.OWN else other(seat)


def _pile(view: View, seat: Seat, pile: Pile, top: int) -> PileScene:
    """A pile; the last card that the last turn placed on it is its top."""
    placed = [last for last in _last_places(view) if last.to == seat and last.pile is pile]
    giver = placed[-1].seat if placed and placed[-1].seat != seat else None
    return PileScene(seat, pile, top, is_new=bool(placed), giver=giver)


@dataclass(frozen=True, slots=True)
class HandScene:
    seat: int
    cards: tuple[HandCard, ...]  # moves: own up, own down, their up, their down
    tops: tuple[int, int, int, int]
    staged: tuple[PlacedCard, ...]
    last: tuple[PlacedCard, ...]  # shown until a card is staged
    draw_size: int
    is_on_turn: bool
    title: str
    advice: str
    strip: str
    empty: str
    jump: str


def hand_scene(view: View, words: PictureText) -> HandScene:
    """The viewer's hand and each card's legal moves after the staged cards (LD15)."""
    if view.viewer is None:
        raise ValueError("a spectator has no hand")
    position, seat = view.position, view.viewer
    moves = {
        (place.card, place.top_index): Move(place.card - top, is_jump(place, top))
        for place in legal_places(position)
        for top in (position.tops[place.top_index],)
    }
    return HandScene(
        seat=seat,
        cards=tuple(
            HandCard(
                card,
                tuple(moves.get((card, at)) for at in range(4)),
                is_fresh=card in view.sides[seat].fresh,
                is_picked=words.picked == str(card),
            )
            for card in position.hand
        ),
        tops=position.tops,
        staged=tuple(PlacedCard(seat, place.card, place.pile, target(seat, place)) for place in view.staged),
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
    """The next thing to do (LD5, LD10, LD16)."""
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
    rating: str  # the change, signed; empty if not rated
    is_winner: bool


@dataclass(frozen=True, slots=True)
class ResultScene:
    sides: tuple[ResultSide, ResultSide]  # winner first
    title: str
    reason: str
    hand: str
    empty: str


def result_scene(view: View, words: PictureText) -> ResultScene:
    """The result: all hands are open, for every viewer."""
    first = Seat(words.winners[0]) if words.winners else Seat(0)
    return ResultScene(
        sides=(_result_side(view, words, first), _result_side(view, words, other(first))),
        title=_winner_title(words, first) if words.winners else words.title or words.label(_no_winner_code(words)),
        reason=drawable_part(words.reason),
        hand=words.label("picture.hand"),
        empty=words.label("picture.empty_hand"),
    )


def _no_winner_code(words: PictureText) -> str:
    return "picture.called_off" if words.is_called_off else "picture.no_winner"


def _winner_title(words: PictureText, winner: Seat) -> str:
    """The title, its name truncated so that the rest stays readable."""
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
        rating=words.ratings[seat] if words.ratings else "",
        is_winner=seat in words.winners,
    )
