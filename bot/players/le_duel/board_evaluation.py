"""Evaluates turn outcomes of one board with a network. Uses only what the player on turn may see."""

from functools import lru_cache

from bot.games.le_duel.position import CARDS
from bot.players.le_duel import features as f
from bot.players.le_duel.bitboard import Bitboard
from bot.players.le_duel.network import Network, Row
from bot.players.le_duel.outcomes import TurnOutcome


class _Own(dict[tuple[int, int, int, int], Row]):
    """Cache of hidden-layer rows for a draw pile, by own tops, hand and number of cards to be drawn."""

    def __init__(self, network: Network, draw: int) -> None:
        super().__init__()
        self._network, self._draw, self._mirrored = network, draw, mirror(draw)
        self._up: dict[int, Row] = {}
        self._down: dict[int, Row] = {}
        self._sizes: dict[tuple[int, int], Row] = {}

    def __missing__(self, key: tuple[int, int, int, int]) -> Row:
        up, down, hand, pending = key
        network, mirrored_down = self._network, f.MIRROR - down
        of_up, of_down = self._up.get(up), self._down.get(mirrored_down)
        if of_up is None:
            of_up = self._up[up] = network.up.of_draw(up, self._draw)
        if of_down is None:
            of_down = self._down[mirrored_down] = network.down.of_draw(mirrored_down, self._mirrored)
        row = of_up + of_down + self._of_sizes(hand.bit_count(), pending)
        row += network.up.of_hand(up, hand, self._draw)
        row += network.down.of_hand(mirrored_down, mirror(hand), self._mirrored)
        zone = dead_zone(up, down)
        row += self._of_dead(hand, zone) if zone else network.none_dead
        self[key] = row
        return row

    def _of_sizes(self, hand: int, pending: int) -> Row:
        row = self._sizes.get((hand, pending))
        if row is None:
            network, left = self._network, self._draw.bit_count() - pending
            row = network.pending[pending] + network.hand_size[hand] + network.draw_step[left]
            self._sizes[hand, pending] = row
        return row

    def _of_dead(self, hand: int, zone: int) -> Row:
        network = self._network
        dead_hand, dead_draw = (hand & zone).bit_count(), (self._draw & zone).bit_count()
        return network.dead_hand[dead_hand] + network.dead_draw[dead_draw] + network.dead[dead_hand + dead_draw]


class _Theirs(dict[tuple[int, int], Row]):
    """Cache of hidden-layer rows for the opponent's unplayed cards, by their tops."""

    def __init__(self, network: Network, unseen: int) -> None:
        super().__init__()
        self._network, self._unseen, self._mirrored = network, unseen, mirror(unseen)

    def __missing__(self, tops: tuple[int, int]) -> Row:
        network, (up, down) = self._network, tops
        row = network.their_up.of_unseen(up, self._unseen)
        row += network.their_down.of_unseen(f.MIRROR - down, self._mirrored)
        row += network.their_dead[(self._unseen & dead_zone(up, down)).bit_count()]
        self[tops] = row
        return row


_own = lru_cache(maxsize=16)(_Own)  # lookahead revisits the same piles
_theirs = lru_cache(maxsize=32)(_Theirs)


class BoardEvaluation:
    """Evaluation for one player and turn; the part that is the same for all outcomes is computed once."""

    def __init__(self, network: Network, board: Bitboard) -> None:
        self.network, self.board = network, board
        self._own, self._theirs = _own(network, board.draw), _theirs(network, board.unseen)
        draw_size, unseen_size = board.draw.bit_count(), board.unseen.bit_count()
        self._lead_base = f.LEAD_OFFSET + unseen_size - draw_size
        self._base = (
            network.bias
            + network.draw_size[draw_size]
            + network.their_hand[board.their_hand]
            + network.their_draw[board.their_draw]
            + network.tempo[tempo(len(CARDS) - unseen_size, board.their_turns)]
        )

    def logit(self, outcome: TurnOutcome) -> float:
        """Value of an outcome after placing and before drawing, plus the network's style bonus."""
        up, down, left, their_up, their_down, helper, placed, _ = outcome
        style = self.network.style
        bonus = style.card * placed + (style.help if helper else 0.0)
        return bonus + self.value(up, down, left, (their_up, their_down), outcome.draws(self.board))

    def value(self, up: int, down: int, hand: int, theirs: tuple[int, int], pending: int) -> float:
        """Value of a hand and four tops, with `pending` cards to be drawn."""
        network = self.network
        row = self._base + self._own[up, down, hand, pending] + self._theirs[theirs]
        row += network.their_up.of_help(theirs[0], hand)
        row += network.their_down.of_help(f.MIRROR - theirs[1], mirror(hand))
        row += network.lead[self._lead_base - hand.bit_count()]
        return network.logit(row)


def dead_zone(up: int, down: int) -> int:
    """Mask of the cards that fit neither pile except by a jump."""
    return (1 << up + 1) - (1 << down) if up >= down else 0


def tempo(cards: int, turns: int) -> int:
    """Cards per turn in twentieths above two, clamped to 1..MAX_TEMPO; 0 before TEMPO_FROM turns."""
    return 0 if turns < f.TEMPO_FROM else max(1, min(f.MAX_TEMPO, 20 * cards // turns - 39))


@lru_cache(maxsize=1 << 10)
def mirror(mask: int) -> int:
    """Card c becomes 61 - c."""
    return int(f"{mask:062b}"[::-1], 2)
