"""An observation of Le Duel as bit masks, for search. Card c is bit c of a mask.

The opponent's sizes and played cards may be estimates (an arena guest sees only tops), so nothing here assumes that
they add up."""

from typing import NamedTuple

from bot.games.le_duel.position import CARDS, HAND_SIZE
from bot.games.le_duel.state import View, other

ALL = sum(1 << card for card in CARDS)


class Bitboard(NamedTuple):
    """A player's cards and the four tops at the start of a turn."""

    hand: tuple[int, ...]
    up: int
    down: int
    their_up: int
    their_down: int
    draw: int  # mask of the own draw pile; its order is unknown
    unseen: int  # mask of the opponent's cards not yet played
    their_hand: int
    their_draw: int
    their_turns: int

    @property
    def is_open(self) -> bool:
        """Whether both draw piles are empty, so that nothing is hidden."""
        return not self.draw and not self.their_draw and self.unseen.bit_count() == self.their_hand


def mask_of(cards: tuple[int, ...] | frozenset[int]) -> int:
    return sum([1 << card for card in cards])


def cards_of(mask: int) -> tuple[int, ...]:
    """Lowest first."""
    cards = []
    while mask:
        cards.append(mask.bit_length() - 1)
        mask ^= 1 << cards[-1]
    return tuple(cards[::-1])


def bitboard_of(view: View) -> Bitboard:
    """The viewer must have a seat. Staged cards count as not placed: computers choose whole turns."""
    if view.viewer is None:
        raise ValueError("a spectator has no hand to play")
    own, theirs = view.sides[view.viewer], view.sides[other(view.viewer)]
    hand = own.hand or ()
    return Bitboard(
        hand=hand,
        up=own.up,
        down=own.down,
        their_up=theirs.up,
        their_down=theirs.down,
        draw=ALL & ~mask_of(own.played) & ~mask_of(hand),
        unseen=ALL & ~mask_of(theirs.played),
        their_hand=max(0, min(HAND_SIZE, theirs.hand_size)),
        their_draw=max(0, min(len(CARDS), theirs.draw_size)),
        their_turns=(view.turns + (view.viewer == view.turn)) // 2,
    )
