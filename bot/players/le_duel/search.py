"""A computer that looks ahead: hidden cards dealt at random, the opponent's best answer, our best turn after that,
then the evaluation has the word. (Looking twice as far costs twice as much and won 41 games of 80.)

Every candidate meets the same deals, so that luck favours none. Round by round fewer stay in, and whoever is clearly
behind the best is dropped at once: what is hard to tell apart gets most of the time."""

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.players.le_duel.bitboard import Bitboard, cards_of, mask_of
from bot.players.le_duel.judge import Judge
from bot.players.le_duel.network import Network, probability
from bot.players.le_duel.outcomes import Outcome, Turns, cheapest
from bot.players.le_duel.thought import Ranked, best_of

_PLIES = 2  # an answer, and our next turn
_FEWEST = 4  # deals before anybody can be clearly behind
_LEAST_DEVIATION = 0.02  # a few deals that happen to agree prove little
_NEGLIGIBLE = 0.01  # what a candidate could be better by is not worth finding out


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a look ahead is: round by round how many candidates stay in and how many further deals they meet, how
    many answers are weighed, how many deals the first impression counts for, by how many standard errors a candidate
    must be behind to be dropped before its round is over, and what each card placed counts, in logits (below zero it
    holds cards back, which costs little among equals and gains much against players who place too many)."""

    rounds: tuple[tuple[int, int], ...]
    answers: int = 10
    impression: int = 4
    doubt: float = math.inf
    card: float = 0.0


@dataclass(slots=True)
class Candidate:
    """An outcome, what it looked like at first, and what came of it deal by deal."""

    outcome: Outcome
    impression: float
    found: list[float] = field(default_factory=list)

    def chance(self, weight: int) -> float:
        """The mean, the first impression counting for so many deals."""
        return (weight * self.impression + sum(self.found)) / (weight + len(self.found))

    def is_clearly_behind(self, best: "Candidate", doubt: float) -> bool:
        """Whether it is, or cannot be much better, by so many standard errors over the deals that both met."""
        count = len(self.found)
        if count < _FEWEST or doubt == math.inf:
            return False
        gaps = [theirs - own for own, theirs in zip(self.found, best.found, strict=True)]
        mean = sum(gaps) / count
        deviation = math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / (count - 1))
        return mean + _NEGLIGIBLE > doubt * (deviation + _LEAST_DEVIATION) / math.sqrt(count)


@dataclass(frozen=True, slots=True)
class Deal:
    """One way the hidden cards may lie: our draw pile, and the opponent's hand and then their draw pile, in order."""

    draw: tuple[int, ...]
    theirs: tuple[int, ...]


def deal(board: Bitboard, dice: random.Random) -> Deal:
    draw, theirs = list(cards_of(board.draw)), list(cards_of(board.unseen))
    dice.shuffle(draw)
    dice.shuffle(theirs)
    return Deal(tuple(draw), tuple(theirs))


class _Side:
    """One player's cards while looking ahead. The other may not look into `hand`, nor either into `draw`."""

    def __init__(self, hand: int, draw: tuple[int, ...], tops: tuple[int, int], turns: int) -> None:
        self.hand, self.draw, self.turns = hand, draw, turns
        self.undrawn = mask_of(draw)
        self.up, self.down = tops

    def sees(self, other: "_Side") -> Bitboard:
        tops = self.up, self.down, other.up, other.down
        sizes = other.hand.bit_count(), len(other.draw)
        return Bitboard(cards_of(self.hand), *tops, self.undrawn, other.hand | other.undrawn, *sizes, other.turns)

    def take(self, outcome: Outcome, drawn: int, other: "_Side") -> None:
        """LD10."""
        cards, self.draw = mask_of(self.draw[:drawn]), self.draw[drawn:]
        self.hand, self.undrawn = outcome.left | cards, self.undrawn ^ cards
        self.up, self.down, other.up, other.down = outcome.up, outcome.down, outcome.their_up, outcome.their_down
        self.turns += 1


class Lookahead:
    """One decision."""

    def __init__(self, board: Bitboard, network: Network, effort: Effort) -> None:
        self.board, self.network, self.effort = board, network, effort

    def choose(self, ranked: list[Ranked], dice: random.Random) -> list[tuple[float, Outcome]]:
        """Candidates with their chance to win as the effort leans, best first; those dropped early come last."""
        effort, weight = self.effort, self.effort.impression
        racing = [Candidate(entry.outcome, self._leaned(probability(entry.logit), entry.outcome)) for entry in ranked]
        racing.sort(key=lambda candidate: -candidate.impression)
        del racing[effort.rounds[0][0] :]
        dropped: list[Candidate] = []
        for stay, deals in effort.rounds:
            racing, dropped = racing[:stay], racing[stay:] + dropped
            if len(racing) == 1:
                break
            self.meet(racing, (deal(self.board, dice) for _ in range(deals)))
            racing.sort(key=lambda candidate: -candidate.chance(weight))
            best, *others = racing
            behind = [candidate for candidate in others if candidate.is_clearly_behind(best, effort.doubt)]
            racing, dropped = [best, *(one for one in others if one not in behind)], behind + dropped
        return [(candidate.chance(weight), candidate.outcome) for candidate in racing + dropped]

    def meet(self, candidates: list[Candidate], deals: Iterable[Deal]) -> None:
        for cards in deals:
            for candidate in candidates:
                candidate.found.append(self._leaned(self.chance(candidate.outcome, cards), candidate.outcome))

    def _leaned(self, chance: float, outcome: Outcome) -> float:
        """What is certain stays so."""
        odds = math.exp(self.effort.card * outcome.placed)
        return chance * odds / (1 - chance + chance * odds)

    def chance(self, outcome: Outcome, cards: Deal) -> float:
        """How likely we are to win after this outcome if the cards lie so. Nobody uses what they could not see."""
        board = self.board
        size = min(board.their_hand, len(cards.theirs))
        tops = (board.up, board.down), (board.their_up, board.their_down)
        own = _Side(0, cards.draw, tops[0], board.their_turns)  # as many turns as theirs, near enough
        theirs = _Side(
            mask_of(cards.theirs[:size]), cards.theirs[size : size + board.their_draw], tops[1], board.their_turns
        )
        own.take(outcome, outcome.draws(board), theirs)
        mover, other = theirs, own
        for _ in range(_PLIES):
            seen = mover.sees(other)
            if not seen.draw and Turns.of(seen).winning() is not None:
                return float(mover is own)
            outcomes = cheapest(seen, self.effort.answers)
            if not outcomes:
                return float(mover is theirs)  # LD13
            best = best_of(outcomes, Judge(self.network, seen))
            mover.take(best.outcome, best.outcome.draws(seen), other)
            mover, other = other, mover
        return probability(best.logit)
