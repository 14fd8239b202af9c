"""Whole games from any decks, in several styles of play, watched card by card. The turns are found by the judge, so
every turn played here is one that two readings of the rules hold legal."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import Seat
from bot.games.le_duel.position import Whose
from bot.games.le_duel.state import State, Turn
from tests.games.le_duel.builders import GAME, Stacked, play
from tests.support.reference_le_duel import first_fault, is_stuck, sequences, tops_of

ALL = frozenset(range(2, 60))
decks = st.permutations(sorted(ALL))


def turns_open_to(state: State) -> list[tuple[str, ...]]:
    """Every turn of two or three cards, and of all cards when they are the last; by the judge's reading."""
    own, other = state.sides[state.turn], state.sides[1 - state.turn]
    longest = 3 if own.draw else 4
    tops = tops_of(own.up, own.down, other.up, other.down)
    return [sequence for sequence in sequences(own.hand, tops, longest=longest) if len(sequence) >= 2]


def thrifty(state: State, turns: list[tuple[str, ...]], dice: random.Random) -> tuple[str, ...]:
    """The turn that moves its player's piles least: with this one games get to their last cards."""
    own = state.sides[state.turn]

    def cost(turn: tuple[str, ...]) -> float:
        up = next((int(item[:2]) for item in reversed(turn) if item[2:] == "^A"), own.up)
        down = next((int(item[:2]) for item in reversed(turn) if item[2:] == "vA"), own.down)
        return (up - own.up) + (own.down - down) - 4 * len(turn) + dice.random()

    return min(turns, key=cost)


def anyhow(state: State, turns: list[tuple[str, ...]], dice: random.Random) -> tuple[str, ...]:
    return dice.choice(turns)


@dataclass
class Watched:
    """A game, its record as it grows, and every pile as it was laid."""

    gold: list[int]
    silver: list[int]
    first: int
    turns: list[str] = field(default_factory=list)
    piles: dict[tuple[int, str], list[int]] = field(
        default_factory=lambda: {(seat, way): [base] for seat in (0, 1) for way, base in (("^", 1), ("v", 60))}
    )

    def start(self) -> State:
        return GAME.start(2, {}, Stacked(self.gold, self.silver, self.first))

    def lay(self, turn: Turn) -> None:
        for place in turn.places:
            side = turn.seat if place.whose is Whose.OWN else 1 - turn.seat
            self.piles[side, str(place.pile)].append(place.card)

    def record(self, state: State) -> dict[str, object]:
        assert state.outcome is not None
        (winner,) = state.outcome.winners
        return {
            "game": GAME.key,
            "decks": [self.gold, self.silver],
            "first": self.first,
            "turns": self.turns,
            "winner": winner,
            "reason": state.outcome.reason,
        }


def played(watched: Watched, style: str, seed: int) -> Iterator[tuple[State, State]]:
    """Each turn as the states before and after it."""
    dice, choose = random.Random(seed), thrifty if style == "thrifty" else anyhow
    state = watched.start()
    while state.outcome is None:
        before = state
        watched.turns.append(",".join(choose(state, turns_open_to(state), dice)))
        state = play(state, watched.turns[-1])
        assert state.last is not None
        watched.lay(state.last)
        yield before, state


def assert_conserved(state: State, watched: Watched) -> None:
    """Every card of a colour is in its hand, its draw pile or on the table, once."""
    laid = sorted(card for pile in watched.piles.values() for card in pile[1:])
    kept = sorted(card for side in state.sides for card in side.hand + side.draw)
    assert sorted(laid + kept) == sorted([*ALL, *ALL])
    for side, view in zip(state.sides, GAME.observe(state, None).sides, strict=True):
        assert view.played | set(side.hand) | set(side.draw) == ALL
        assert len(view.played) + view.hand_size + view.draw_size == len(ALL)


def assert_tops(state: State, watched: Watched) -> None:
    for seat, side in enumerate(state.sides):
        assert (side.up, side.down) == (watched.piles[seat, "^"][-1], watched.piles[seat, "v"][-1])


def assert_turn(before: State, after: State) -> None:
    """LD5, LD8, LD10, LD11 for a completed turn."""
    turn = after.last
    assert turn is not None
    assert turn.seat == before.turn
    assert len(turn.places) >= 2
    helping = [place for place in turn.places if place.whose is Whose.THEIRS]
    assert len(helping) <= 1
    old, new = before.sides[turn.seat], after.sides[turn.seat]
    left = len(old.hand) - len(turn.places)
    assert turn.drawn == min(len(old.draw), 6 - left if helping else 2)
    assert new.draw == old.draw[turn.drawn :]
    assert sorted(new.hand) == list(new.hand)
    assert set(new.hand) == set(old.hand) - {place.card for place in turn.places} | set(old.draw[: turn.drawn])
    assert before.sides[1 - turn.seat].hand == after.sides[1 - turn.seat].hand


def assert_result(state: State) -> None:
    """LD12, LD13: the game ends when it must, not before, and for the right reason."""
    mover = state.last.seat if state.last else Seat(1 - state.turn)
    if not state.sides[mover].hand and not state.sides[mover].draw:
        assert state.outcome is not None
        assert (state.outcome.reason, state.outcome.winners) == ("placed_all", frozenset({mover}))
        return
    own, other = state.sides[state.turn], state.sides[1 - state.turn]
    assert state.turn == 1 - mover
    if is_stuck(own.hand, tops_of(own.up, own.down, other.up, other.down)):
        assert state.outcome is not None
        assert (state.outcome.reason, state.outcome.winners) == ("stuck", frozenset({mover}))
    else:
        assert state.outcome is None


@settings(deadline=None, max_examples=12)
@given(
    gold=decks,
    silver=decks,
    first=st.sampled_from((0, 1)),
    style=st.sampled_from(("thrifty", "anyhow")),
    seed=st.integers(),
)
def test_every_turn_of_every_game(gold: list[int], silver: list[int], first: int, style: str, seed: int) -> None:
    watched = Watched(gold, silver, first)
    state = watched.start()
    assert_result(state)
    for before, after in played(watched, style, seed):
        assert_turn(before, after)
        assert_tops(after, watched)
        assert_conserved(after, watched)
        assert_result(after)
        state = after
    assert state.outcome is not None
    assert list(state.outcome.scores) == [58 - len(side.hand) - len(side.draw) for side in state.sides]
    assert first_fault(watched.record(state)) is None


@settings(deadline=None, max_examples=12)
@given(gold=decks, silver=decks, seed=st.integers(), stop=st.integers(0, 30))
def test_both_readings_allow_the_same_first_cards_and_pairs(
    gold: list[int], silver: list[int], seed: int, stop: int
) -> None:
    watched = Watched(gold, silver, 0)
    state = watched.start()
    for _, after in zip(range(stop), (after for _, after in played(watched, "thrifty", seed)), strict=False):
        if after.outcome is None:
            state = after
    own, other = state.sides[state.turn], state.sides[1 - state.turn]
    theirs = set(sequences(own.hand, tops_of(own.up, own.down, other.up, other.down), longest=2))
    assert set(first_cards_and_pairs(state)) == theirs


def first_cards_and_pairs(state: State) -> Iterator[tuple[str, ...]]:
    for first in places(state):
        yield (first,)
        staged = GAME.apply(state, state.turn, GAME.parse(first))
        yield from ((first, second) for second in places(staged))


def places(state: State) -> list[str]:
    return [text for text in map(GAME.notate, GAME.legal(state, state.turn)) if text not in ("undo", "end")]
