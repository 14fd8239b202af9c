"""Many games of Le Duel in parallel (LD2 to LD13): the outcomes and positions of the player on turn.

The games advance turn by turn together: the same seat is on turn in all of them. The choice of outcomes does not enter
here.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.games.le_duel.position import CARDS, DOWN_BASE, HAND_SIZE, OWN_DRAW, UP_BASE
from bot.players.le_duel import features as layout
from training import features
from training.outcomes import COUNTS, NO_HELP, SHAPES, Ints, Outcomes, Price, cheapest, tops_by_slot

Masks = NDArray[np.uint64]
Number = TypeVar("Number", np.uint64, np.int64)
_DECK = len(CARDS)


def shuffled(games: int, rng: np.random.Generator) -> Ints:
    """(2, games, 58)."""
    return rng.permuted(np.broadcast_to(np.array(CARDS), (2, games, _DECK)), axis=2)


@dataclass
class Batch:
    """`seat` is on turn in every game. Empty slots of a hand hold 0."""

    decks: Ints
    hands: Ints  # (2, games, 6)
    drawn: Ints  # (2, games)
    tops: Ints  # (2, games, 2)
    turns: Ints  # (2, games)
    seat: int = 0

    @classmethod
    def deal(cls, decks: Ints) -> "Batch":
        games = decks.shape[1]
        tops = np.broadcast_to(np.array([UP_BASE, DOWN_BASE]), (2, games, 2)).copy()
        sizes = np.full((2, games), HAND_SIZE)
        return cls(decks, np.sort(decks[:, :, :HAND_SIZE]), sizes, tops, np.zeros((2, games), np.int64))

    def only(self, games: NDArray[np.bool_] | Ints) -> "Batch":
        parts = (self.decks, self.hands, self.drawn, self.tops, self.turns)
        decks, hands, drawn, tops, turns = (part[:, games] for part in parts)
        return Batch(decks, hands, drawn, tops, turns, self.seat)

    @property
    def four_tops(self) -> Ints:
        return np.hstack([self.tops[self.seat], self.tops[1 - self.seat]])

    @property
    def is_last(self) -> NDArray[np.bool_]:
        """Whether the hand on turn is all its player has left."""
        return np.asarray(self.drawn[self.seat] == _DECK)

    def outcomes(self, price: Price) -> Outcomes:
        return cheapest(self.hands[self.seat], self.four_tops, self.is_last, price)

    def undrawn(self, seat: int) -> Masks:
        is_left = np.arange(_DECK) >= self.drawn[seat][:, None]
        return mask_of(np.where(is_left, self.decks[seat], 0))

    def after(self, outcomes: Outcomes) -> features.Positions:
        """The position as seen by the player on turn after each outcome, before drawing: rows game by game."""
        seat, games = self.seat, len(self.hands[0])
        kept = outcomes.shape.shape[1]
        tops, left, pending = self._placed(outcomes)
        hand_bits = _bits(self.hands[seat])
        mirror_bits = _bits(np.where(self.hands[seat] > 0, layout.MIRROR - self.hands[seat], 0))
        draw, unseen = self.undrawn(seat), self.undrawn(1 - seat) | mask_of(self.hands[1 - seat])

        def spread(part: NDArray[Number]) -> NDArray[Number]:
            return np.repeat(part, kept)

        theirs = 1 - seat
        return features.Positions(
            tops=tops.reshape(games * kept, 4),
            hand=np.take_along_axis(_subsets(hand_bits), left, 1).ravel(),
            hand_mirrored=np.take_along_axis(_subsets(mirror_bits), left, 1).ravel(),
            draw=spread(draw),
            draw_mirrored=spread(features.mirror(draw)),
            unseen=spread(unseen),
            unseen_mirrored=spread(features.mirror(unseen)),
            pending=pending.ravel(),
            their_hand=spread((self.hands[theirs] > 0).sum(1)),
            their_draw=spread(_DECK - self.drawn[theirs]),
            their_tempo=spread(features.tempo(_DECK - features.count(unseen), self.turns[theirs])),
        )

    def _placed(self, outcomes: Outcomes) -> tuple[Ints, Ints, Ints]:
        """Tops, slots left (as six bits) and cards about to be drawn after each outcome (LD10)."""
        hands, own = self.hands[self.seat], self.tops[self.seat]
        ups, downs = (cards.T for cards in tops_by_slot(hands, own))
        shapes = SHAPES[outcomes.shape]
        has_helped = outcomes.slot != NO_HELP
        card = np.take_along_axis(hands, np.maximum(outcomes.slot, 0), 1)
        theirs = np.broadcast_to(self.tops[1 - self.seat][:, None], (*outcomes.shape.shape, 2)).copy()
        for pile in (0, 1):
            lies = has_helped & (outcomes.pile == pile)
            theirs[..., pile][lies] = card[lies]
        tops = np.dstack(
            [np.take_along_axis(ups, shapes[..., 1], 1), np.take_along_axis(downs, shapes[..., 2], 1), theirs]
        )
        slots = _slots(hands)[:, None]
        left = slots & ~shapes[..., 0] & ~np.where(has_helped, 1 << np.maximum(outcomes.slot, 0), 0)
        size = np.bitwise_count(left).astype(np.int64)
        wanted = np.where(has_helped, HAND_SIZE - size, OWN_DRAW)
        pending = np.minimum(wanted, (_DECK - self.drawn[self.seat])[:, None])
        return tops, left, pending

    def play(self, outcomes: Outcomes) -> None:
        """Play one outcome a game: (games, 1). The turn passes."""
        tops, left, pending = (part[:, 0] for part in self._placed(outcomes))
        seat = self.seat
        kept = np.where(left[:, None] >> np.arange(HAND_SIZE) & 1, self.hands[seat], 0)
        ahead = np.arange(HAND_SIZE)
        at = np.minimum(self.drawn[seat][:, None] + ahead, _DECK - 1)
        fresh = np.where(ahead < pending[:, None], np.take_along_axis(self.decks[seat], at, 1), 0)
        together = np.sort(np.hstack([kept, fresh]), axis=1)
        self.hands[seat] = together[:, -HAND_SIZE:]
        self.drawn[seat] += pending
        self.tops[seat], self.tops[1 - seat] = tops[:, :2], tops[:, 2:]
        self.turns[seat] += 1
        self.seat = 1 - seat

    def waiting(self) -> features.Positions:
        """The position as seen by the player who has just drawn, with the opponent on turn."""
        back = Batch(self.decks, self.hands, self.drawn, self.tops, self.turns, 1 - self.seat)
        nothing = np.zeros((len(self.hands[0]), 1), np.int64)
        still = Outcomes(nothing, nothing + NO_HELP, nothing, nothing)
        seen = back.after(still)
        return features.Positions(**{**seen.__dict__, "pending": nothing[:, 0]})


def cards_placed(outcomes: Outcomes) -> Ints:
    return np.asarray(COUNTS[outcomes.shape] + (outcomes.slot != NO_HELP))


def mask_of(cards: Ints) -> Masks:
    return np.asarray(np.bitwise_or.reduce(_bits(cards), axis=1))


def _bits(cards: Ints) -> Masks:
    return np.where(cards > 0, np.uint64(1) << cards.astype(np.uint64), np.uint64(0))


def _slots(hands: Ints) -> Ints:
    return np.asarray(((hands > 0) << np.arange(HAND_SIZE)).sum(1))


def _subsets(bits: Masks) -> Masks:
    """(games, 64): the mask of every choice of slots."""
    chosen = np.arange(1 << HAND_SIZE)[:, None] >> np.arange(HAND_SIZE) & 1
    return np.asarray((bits[:, None, :] * chosen.astype(np.uint64)).sum(2, dtype=np.uint64))
