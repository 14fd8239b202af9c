"""Judges what a turn comes to, with a learned evaluation and whatever the turn's player may see."""

from bot.games.le_duel.position import CARDS
from bot.players.le_duel import features as f
from bot.players.le_duel.network import Network, OwnPile
from bot.players.le_duel.outcomes import Outcome
from bot.players.le_duel.sight import Sight


class _Half(dict[tuple[int, int], int]):
    """One of our piles over a turn: what a top and a hand are worth there, looked up once each."""

    def __init__(self, pile: OwnPile, draw: int) -> None:
        super().__init__()
        self._pile, self._draw = pile, draw
        self._tops: dict[int, int] = {}

    def __missing__(self, key: tuple[int, int]) -> int:
        top, hand = key
        by_top = self._tops.get(top)
        if by_top is None:
            by_top = self._tops[top] = self._pile.of_draw(top, self._draw)
        row = self[key] = by_top + self._pile.of_hand(top, hand, self._draw)
        return row


class Judge:
    """One player's eyes for one turn. What does not change with the outcome is looked up once."""

    def __init__(self, network: Network, sight: Sight) -> None:
        self.network, self.sight = network, sight
        self._up = _Half(network.up, sight.draw)
        self._down = _Half(network.down, mirror(sight.draw))
        self._unseen_mirrored = mirror(sight.unseen)
        self._draw_size = sight.draw.bit_count()
        self._unseen_size = sight.unseen.bit_count()
        self._theirs: dict[tuple[int, int], int] = {}
        self._mirrors: dict[int, int] = {}
        self._ground = (
            network.bias
            + network.draw_size[self._draw_size]
            + network.their_hand[sight.their_hand]
            + network.their_draw[sight.their_draw]
            + network.tempo[tempo(len(CARDS) - self._unseen_size, sight.their_turns)]
        )

    def logit(self, outcome: Outcome) -> float:
        """After placing, before drawing; with the style the evaluation was learned for."""
        style = self.network.style
        lean = style.card * outcome.placed + (style.help if outcome.helper else 0.0)
        return lean + self.value(
            outcome.up, outcome.down, outcome.left, (outcome.their_up, outcome.their_down), outcome.draws(self.sight)
        )

    def value(self, up: int, down: int, hand: int, theirs: tuple[int, int], pending: int) -> float:
        """Of a hand and four tops, with so many cards about to be drawn."""
        network, draw, size = self.network, self.sight.draw, hand.bit_count()
        turned = self._mirrors.get(hand)
        if turned is None:
            turned = self._mirrors[hand] = mirror(hand)
        row = self._ground + self._of_theirs(theirs)
        row += self._up[up, hand] + self._down[f.MIRROR - down, turned]
        row += network.their_up.of_help(theirs[0], hand) + network.their_down.of_help(f.MIRROR - theirs[1], turned)
        zone = dead_zone(up, down)
        dead_hand, dead_draw = (hand & zone).bit_count(), (draw & zone).bit_count()
        row += network.dead_hand[dead_hand] + network.dead_draw[dead_draw] + network.dead[dead_hand + dead_draw]
        row += network.pending[pending] + network.hand_size[size] + network.draw_step[self._draw_size - pending]
        row += network.lead[f.EVEN + self._unseen_size - size - self._draw_size]
        return network.logit(row)

    def _of_theirs(self, tops: tuple[int, int]) -> int:
        row = self._theirs.get(tops)
        if row is None:
            network, unseen = self.network, self.sight.unseen
            row = network.their_up.of_unseen(tops[0], unseen)
            row += network.their_down.of_unseen(f.MIRROR - tops[1], self._unseen_mirrored)
            row += network.their_dead[(unseen & dead_zone(*tops)).bit_count()]
            self._theirs[tops] = row
        return row


def dead_zone(up: int, down: int) -> int:
    """Cards neither pile takes but by a jump."""
    return (1 << up + 1) - (1 << down) if up >= down else 0


def tempo(cards: int, turns: int) -> int:
    """How many cards a turn somebody places, in twentieths above two; 0 before it can be told."""
    return 0 if turns < f.TEMPO_FROM else max(1, min(f.FASTEST, 20 * cards // turns - 39))


def mirror(mask: int) -> int:
    """Card c becomes 61 - c."""
    return int(f"{mask:062b}"[::-1], 2)
