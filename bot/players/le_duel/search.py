"""A computer that looks ahead: hidden cards dealt at random, the opponent's best answer, our best turn after that.

Every candidate meets the same deals, so that luck favours none; the weaker half is dropped, and the rest meets more."""

import random
from dataclasses import dataclass

from bot.players.le_duel.network import Network, probability
from bot.players.le_duel.outcomes import Outcome, Turns
from bot.players.le_duel.sight import Sight, cards_of, mask_of
from bot.players.le_duel.thought import Ranked, rank


@dataclass(frozen=True, slots=True)
class Effort:
    """How many candidates stay in, and how many further deals they meet, round by round; how wide answers are."""

    rounds: tuple[tuple[int, int], ...] = ((8, 6), (4, 12), (2, 24))
    answers: int = 10
    is_deep: bool = True


@dataclass(frozen=True, slots=True)
class Deal:
    """One way the hidden cards may lie: our draw pile's order, and the opponent's hand and next draws."""

    draw: tuple[int, ...]
    their_hand: int


def deal(sight: Sight, dice: random.Random) -> Deal:
    draw, unseen = list(cards_of(sight.draw)), cards_of(sight.unseen)
    dice.shuffle(draw)
    return Deal(tuple(draw), mask_of(tuple(dice.sample(unseen, min(sight.their_hand, len(unseen))))))


class Lookahead:
    """One decision."""

    def __init__(self, sight: Sight, network: Network, effort: Effort) -> None:
        self.sight, self.network, self.effort = sight, network, effort

    def choose(self, ranked: list[Ranked], dice: random.Random) -> list[tuple[float, Outcome]]:
        """Candidates with their chance to win, best first; those dropped early keep what they had."""
        totals = dict.fromkeys(range(min(len(ranked), self.effort.rounds[0][0])), 0.0)
        dropped: list[tuple[float, Outcome]] = []
        dealt = 0
        for stay, deals in self.effort.rounds:
            order = sorted(totals, key=lambda at: (-totals[at], at))
            dropped = [(totals[at] / max(1, dealt), ranked[at].outcome) for at in order[stay:]] + dropped
            totals = {at: totals[at] for at in order[:stay]}
            if len(totals) == 1:
                break
            for _ in range(deals):
                cards = deal(self.sight, dice)
                for at in totals:
                    totals[at] += self.chance(ranked[at].outcome, cards)
            dealt += deals
        order = sorted(totals, key=lambda at: (-totals[at], at))
        return [(totals[at] / max(1, dealt), ranked[at].outcome) for at in order] + dropped

    def chance(self, outcome: Outcome, cards: Deal) -> float:
        """How likely we are to win after this outcome if the cards lie so."""
        sight = self.sight
        drawn = outcome.draws(sight)
        hand = outcome.left | mask_of(cards.draw[:drawn])
        draw = mask_of(cards.draw[drawn:])
        theirs = Sight(
            hand=cards_of(cards.their_hand),
            up=outcome.their_up,
            down=outcome.their_down,
            their_up=outcome.up,
            their_down=outcome.down,
            draw=sight.unseen & ~cards.their_hand if sight.their_draw else 0,
            unseen=hand | draw,
            their_hand=hand.bit_count(),
            their_draw=draw.bit_count(),
            their_turns=sight.their_turns + 1,  # ours, near enough
        )
        turns = Turns.of(theirs)
        if turns.winning() is not None:
            return 0.0
        answers = rank(turns, self.network, self.effort.answers)
        if not answers:
            return 1.0
        if not self.effort.is_deep:
            return 1 - probability(answers[0].logit)
        return self._chance_after(answers[0].outcome, theirs, hand, draw)

    def _chance_after(self, answer: Outcome, theirs: Sight, hand: int, draw: int) -> float:
        """We are on turn again, and still do not see their hand."""
        drawn = answer.draws(theirs)
        left = answer.left.bit_count()
        mine = Sight(
            hand=cards_of(hand),
            up=answer.their_up,
            down=answer.their_down,
            their_up=answer.up,
            their_down=answer.down,
            draw=draw,
            unseen=answer.left | theirs.draw,
            their_hand=left + drawn,
            their_draw=theirs.draw.bit_count() - drawn,
            their_turns=self.sight.their_turns + 1,
        )
        turns = Turns.of(mine)
        if turns.winning() is not None:
            return 1.0
        ranked = rank(turns, self.network, self.effort.answers)
        return probability(ranked[0].logit) if ranked else 0.0
