"""Alt texts of Le Duel's pictures, as phrases. Built from the pictures' scenes, so that both say the same."""

from collections.abc import Iterator

from bot.games.core import Phrase, Player, Seat, phrase
from bot.games.le_duel.position import Pile
from bot.table.pictures.le_duel.scenes import (
    COLOUR_CODES,
    HandScene,
    PileScene,
    PlacedCard,
    ResultScene,
    ResultSide,
    SideScene,
    TableScene,
)
from bot.table.pictures.piles import hand_alt

_STEP_CODES = ("picture.alt_own_up", "picture.alt_own_down", "picture.alt_their_up", "picture.alt_their_down")


def table(scene: TableScene) -> Iterator[Phrase]:
    for side in (scene.upper, scene.lower):
        yield _side(side)
    if scene.turn is not None:
        yield phrase("picture.alt_turn", player=_player(scene.turn))
    if scene.last:
        yield phrase(
            "picture.alt_last_turn",
            player=_player(scene.last[0].seat),
            places=tuple(map(_place, scene.last)),
            count=scene.drawn,
        )


def hand(scene: HandScene) -> Iterator[Phrase]:
    up, down, their_up, their_down = scene.tops
    yield hand_alt(scene.cards, tuple(map(phrase, _STEP_CODES)), is_on_turn=scene.is_on_turn)
    yield phrase("picture.alt_tops", up=up, down=down, their_up=their_up, their_down=their_down, draw=scene.draw_size)
    if scene.staged:
        yield phrase("picture.alt_staged", places=tuple(map(_place, scene.staged)))
    elif scene.last:
        yield phrase(
            "picture.alt_last_places",
            player=_player(scene.last[0].seat),
            places=tuple(map(_place, scene.last)),
        )
    yield phrase("picture.alt_says", text=scene.advice)


def result(scene: ResultScene) -> Iterator[Phrase]:
    first = scene.sides[0]
    won = phrase("picture.alt_won", player=_player(first.seat))
    yield won if first.is_winner else phrase("picture.alt_says", text=scene.title)
    if scene.reason:
        yield phrase("picture.alt_says", text=scene.reason)
    for side in scene.sides:
        yield from _result_side(side)


def _player(seat: int) -> Player:
    return Player(Seat(seat))


def _side(side: SideScene) -> Phrase:
    up, down = side.piles
    return phrase(
        "picture.alt_side",
        player=_player(side.seat),
        colour=phrase(COLOUR_CODES[side.seat]),
        up=_top(up),
        down=_top(down),
        hand=side.hand_size,
        draw=side.draw_size,
    )


def _top(pile: PileScene) -> Phrase:
    return phrase("picture.alt_base" if pile.is_at_base else "picture.alt_top", card=pile.top)


def _place(place: PlacedCard) -> Phrase:
    is_up = place.pile is Pile.UP
    if place.to == place.seat:
        return phrase("picture.alt_place_up" if is_up else "picture.alt_place_down", card=place.card)
    code = "picture.alt_gift_up" if is_up else "picture.alt_gift_down"
    return phrase(code, card=place.card, player=_player(place.to))


def _result_side(side: ResultSide) -> Iterator[Phrase]:
    up, down = side.piles
    yield phrase(
        "picture.alt_result_side",
        player=_player(side.seat),
        colour=phrase(COLOUR_CODES[side.seat]),
        up=_top(up),
        down=_top(down),
        placed=side.placed,
    )
    if side.hand:
        yield phrase("picture.alt_open_hand", cards=side.hand)
    if side.rating:
        yield phrase("picture.alt_rating", change=side.rating)
