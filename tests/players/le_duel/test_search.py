"""Racing in the lookahead: close candidates get most deals."""

import random
from collections import Counter

import pytest

from bot.players.le_duel.bitboard import bitboard_of
from bot.players.le_duel.network import load
from bot.players.le_duel.outcomes import KEPT_ALONE, TurnOutcome, Turns, cheap_keys, cheapest
from bot.players.le_duel.ranking import Ranked
from bot.players.le_duel.search import Candidate, Deal, Effort, Lookahead, deal
from tests.players.le_duel.test_levels import views
from tests.support.tiers import has_long_version, one_in

ROUNDS = ((3, 4), (3, 4), (2, 4), (2, 4))
BOARD = bitboard_of(next(views(1)))
OUTCOMES = Turns.of(BOARD).cheapest()[:4]


class Known(Lookahead):
    """Lookahead with known chances plus shared and individual noise per deal."""

    def __init__(self, chances: list[float], drop_at: float, own_luck: float = 0.0, card: float = 0.0) -> None:
        super().__init__(BOARD, load()["main"], Effort(ROUNDS, prior=1, drop_at=drop_at, card=card))
        self.met = Counter[TurnOutcome]()
        self.chances = dict(zip(OUTCOMES, chances, strict=False))
        self._luck, self._own = random.Random(3), own_luck

    def chance(self, outcome: TurnOutcome, cards: Deal) -> float:
        self.met[outcome] += 1
        luck = (cards.draw[0] % 7) / 100 + self._own * self._luck.gauss(0, 1)
        return min(1.0, max(0.0, self.chances[outcome] + luck))


def chosen(looking: Known) -> list[TurnOutcome]:
    ranked = [Ranked(0.0, outcome) for outcome in OUTCOMES]
    return [outcome for _, outcome in looking.choose(ranked, random.Random(2))]


def test_who_is_clearly_behind_is_dropped_at_once() -> None:
    looking = Known([0.3, 0.7, 0.2], drop_at=2.0)
    assert chosen(looking) == [OUTCOMES[1], OUTCOMES[0], OUTCOMES[2]]
    assert [looking.met[outcome] for outcome in OUTCOMES] == [4, 4, 4, 0]


def test_what_is_hard_to_tell_apart_meets_every_deal() -> None:
    looking = Known([0.5, 0.5, 0.1], drop_at=2.0, own_luck=0.2)
    assert chosen(looking)[2] == OUTCOMES[2]
    assert sorted(looking.met.values()) == [4, 16, 16]


@pytest.mark.parametrize("drop_at", [0.5, 1.5])
def test_the_best_is_never_dropped(drop_at: float) -> None:
    """Not even when the deals show that no candidate is better by more than a negligible amount."""
    for best in range(3):
        looking = Known([0.5 + 0.02 * (number == best) for number in range(3)], drop_at, own_luck=0.001)
        assert chosen(looking)[0] == OUTCOMES[best]


def test_without_doubt_nobody_is_dropped_early() -> None:
    looking = Known([0.3, 0.7, 0.2], drop_at=float("inf"))
    assert chosen(looking)[0] == OUTCOMES[1]
    assert [looking.met[outcome] for outcome in OUTCOMES] == [16, 16, 8, 0]


def test_leaning_towards_few_cards_decides_between_equals() -> None:
    by_count = {outcome.placed: outcome for outcome in Turns.of(BOARD).every() if outcome.helper is None}
    ranked = [Ranked(0.0, by_count[4]), Ranked(0.0, by_count[2])]
    for card, expected in ((-0.1, by_count[2]), (0.1, by_count[4])):
        looking = Known([], drop_at=2.0, card=card)
        looking.chances |= {by_count[2]: 0.5, by_count[4]: 0.5}
        assert looking.choose(ranked, random.Random(2))[0][1] == expected
        looking.chances |= {by_count[2]: 1.0 if expected is by_count[4] else 0.0}
        assert looking.choose(ranked, random.Random(2))[0][1] != expected


def test_a_few_deals_that_agree_prove_little() -> None:
    best = Candidate(OUTCOMES[0], 0.5, [0.505] * 4)
    assert not Candidate(OUTCOMES[1], 0.5, [0.50] * 4).is_clearly_behind(best, 2.0)
    assert Candidate(OUTCOMES[1], 0.5, [0.50] * 40).is_clearly_behind(Candidate(OUTCOMES[0], 0.5, [0.505] * 40), 2.0)
    assert not Candidate(OUTCOMES[1], 0.5, [0.1] * 3).is_clearly_behind(Candidate(OUTCOMES[0], 0.5, [0.9] * 3), 2.0)


@has_long_version
@pytest.mark.parametrize("kept", one_in(3, [4, 10, KEPT_ALONE]))
def test_leaving_out_what_leads_nowhere_leaves_the_cheapest(kept: int) -> None:
    left_out = 0
    for view in (view for seed in range(6) for view in views(seed + 20)):
        board = bitboard_of(view)
        every = Turns.of(board)
        assert cheapest(board, kept) == every.cheapest(kept)
        left_out += len(every.parents) - len(cheap_keys(board.hand, board.up, board.down, kept).helping)
    assert left_out > 0


def test_a_deal_puts_every_hidden_card_somewhere() -> None:
    dealt = deal(BOARD, random.Random(1))
    assert len(dealt.draw) == BOARD.draw.bit_count()
    assert len(set(dealt.theirs)) == BOARD.unseen.bit_count()
