"""Lookahead by determinization: hidden cards dealt at random, the opponent's best answer, our best turn after that,
then the evaluation. (Looking twice as far costs twice as much and won 41 games of 80.)

Candidates are raced: all are tried on the same deals, each round keeps fewer, and a candidate clearly behind the best
is dropped early, so that close ones get most of the time."""

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.players.le_duel.bitboard import Bitboard, cards_of, mask_of
from bot.players.le_duel.board_evaluation import BoardEvaluation
from bot.players.le_duel.network import Network, probability
from bot.players.le_duel.outcomes import TurnOutcome, Turns, cheapest
from bot.players.le_duel.ranking import Ranked, best_of

_PLIES = 2  # an answer, and our next turn
_FEWEST = 4  # deals before a candidate can be dropped early
_LEAST_DEVIATION = 0.02  # lower bound on the deviation: a few equal deals prove little
_NEGLIGIBLE = 0.01  # possible gains below this are not worth more deals


@dataclass(frozen=True, slots=True)
class Effort:
    """Search budget and bias. `rounds`: candidates kept and further deals, per round. `answers`: outcomes evaluated per
    turn. `prior`: deals the first evaluation counts for. `drop_at`: standard errors behind the best at which a
    candidate is dropped early. `card`: bonus per card placed, in logits (below zero it holds cards back, which costs
    little among equals and gains much against players who place too many)."""

    rounds: tuple[tuple[int, int], ...]
    answers: int = 10
    prior: int = 4
    drop_at: float = math.inf
    card: float = 0.0


@dataclass(slots=True)
class Candidate:
    """An outcome, its first evaluation, and its chance on each deal."""

    outcome: TurnOutcome
    prior: float
    chances: list[float] = field(default_factory=list)

    def chance(self, weight: int) -> float:
        """The mean chance, the prior counting for `weight` deals."""
        return (weight * self.prior + sum(self.chances)) / (weight + len(self.chances))

    def is_clearly_behind(self, best: "Candidate", drop_at: float) -> bool:
        """Whether it is behind, or cannot be much better, by `drop_at` standard errors over the common deals."""
        count = len(self.chances)
        if count < _FEWEST or drop_at == math.inf:
            return False
        gaps = [theirs - own for own, theirs in zip(self.chances, best.chances, strict=True)]
        mean = sum(gaps) / count
        deviation = math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / (count - 1))
        return mean + _NEGLIGIBLE > drop_at * (deviation + _LEAST_DEVIATION) / math.sqrt(count)


@dataclass(frozen=True, slots=True)
class Deal:
    """A determinization of the hidden cards: our draw pile, and the opponent's hand followed by their draw pile."""

    draw: tuple[int, ...]
    theirs: tuple[int, ...]


def deal(board: Bitboard, dice: random.Random) -> Deal:
    draw, theirs = list(cards_of(board.draw)), list(cards_of(board.unseen))
    dice.shuffle(draw)
    dice.shuffle(theirs)
    return Deal(tuple(draw), tuple(theirs))


class _Side:
    """One player's cards during lookahead. `hand` is hidden from the other player, `draw` from both."""

    def __init__(self, hand: int, draw: tuple[int, ...], tops: tuple[int, int], turns: int) -> None:
        self.hand, self.draw, self.turns = hand, draw, turns
        self.undrawn = mask_of(draw)
        self.up, self.down = tops

    def bitboard(self, other: "_Side") -> Bitboard:
        tops = self.up, self.down, other.up, other.down
        sizes = other.hand.bit_count(), len(other.draw)
        return Bitboard(cards_of(self.hand), *tops, self.undrawn, other.hand | other.undrawn, *sizes, other.turns)

    def take(self, outcome: TurnOutcome, drawn: int, other: "_Side") -> None:
        """LD10."""
        cards, self.draw = mask_of(self.draw[:drawn]), self.draw[drawn:]
        self.hand, self.undrawn = outcome.left | cards, self.undrawn ^ cards
        self.up, self.down, other.up, other.down = outcome.up, outcome.down, outcome.their_up, outcome.their_down
        self.turns += 1


class Lookahead:
    """The search for one turn."""

    def __init__(self, board: Bitboard, network: Network, effort: Effort) -> None:
        self.board, self.network, self.effort = board, network, effort

    def choose(self, ranked: list[Ranked], dice: random.Random) -> list[tuple[float, TurnOutcome]]:
        """Candidates with their weighted chance to win, best first; those dropped come last."""
        effort, weight = self.effort, self.effort.prior
        racing = [Candidate(entry.outcome, self._weighted(probability(entry.logit), entry.outcome)) for entry in ranked]
        racing.sort(key=lambda candidate: -candidate.prior)
        del racing[effort.rounds[0][0] :]
        dropped: list[Candidate] = []
        for stay, deals in effort.rounds:
            racing, dropped = racing[:stay], racing[stay:] + dropped
            if len(racing) == 1:
                break
            self.evaluate(racing, (deal(self.board, dice) for _ in range(deals)))
            racing.sort(key=lambda candidate: -candidate.chance(weight))
            best, *others = racing
            behind = [candidate for candidate in others if candidate.is_clearly_behind(best, effort.drop_at)]
            racing, dropped = [best, *(one for one in others if one not in behind)], behind + dropped
        return [(candidate.chance(weight), candidate.outcome) for candidate in racing + dropped]

    def evaluate(self, candidates: list[Candidate], deals: Iterable[Deal]) -> None:
        for cards in deals:
            for candidate in candidates:
                candidate.chances.append(self._weighted(self.chance(candidate.outcome, cards), candidate.outcome))

    def _weighted(self, chance: float, outcome: TurnOutcome) -> float:
        """Scale the odds by the bonus per card placed; 0 and 1 stay as they are."""
        odds = math.exp(self.effort.card * outcome.placed)
        return chance * odds / (1 - chance + chance * odds)

    def chance(self, outcome: TurnOutcome, cards: Deal) -> float:
        """Our chance after this outcome on this deal. Neither player uses cards hidden from them."""
        board = self.board
        size = min(board.their_hand, len(cards.theirs))
        tops = (board.up, board.down), (board.their_up, board.their_down)
        own = _Side(0, cards.draw, tops[0], board.their_turns)  # approximates our turn count by theirs
        theirs = _Side(
            mask_of(cards.theirs[:size]), cards.theirs[size : size + board.their_draw], tops[1], board.their_turns
        )
        own.take(outcome, outcome.draws(board), theirs)
        mover, other = theirs, own
        for _ in range(_PLIES):
            seen = mover.bitboard(other)
            if not seen.draw and Turns.of(seen).winning() is not None:
                return float(mover is own)
            outcomes = cheapest(seen, self.effort.answers)
            if not outcomes:
                return float(mover is theirs)  # LD13
            best = best_of(outcomes, BoardEvaluation(self.network, seen))
            mover.take(best.outcome, best.outcome.draws(seen), other)
            mover, other = other, mover
        return probability(best.logit)
