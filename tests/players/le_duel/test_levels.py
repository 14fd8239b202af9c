"""Le Duel's levels: legal, deterministic, exact in the endgame, and clearly stronger than random."""

import json
import math
import pickle
import random
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.gauntlet import interval
from bot.games.core import Seat, apply_all
from bot.games.le_duel.position import CARDS, MINIMUM, Position, can_place, legal_places
from bot.games.le_duel.state import SideView, View
from bot.players.le_duel import features as layout
from bot.players.le_duel.advice import ranked_turns, win_probability
from bot.players.le_duel.bitboard import ALL, Bitboard, bitboard_of, cards_of, mask_of
from bot.players.le_duel.board_evaluation import BoardEvaluation
from bot.players.le_duel.endgame import Endgame, TooLargeError
from bot.players.le_duel.levels import look_ahead
from bot.players.le_duel.network import PATH, DamagedError, Network, load
from bot.players.le_duel.outcomes import Turns
from bot.players.le_duel.search import Effort
from bot.players.registry import LEVELS, default_level, levels_of
from bot.table.locale import LANGUAGES, locale_for
from tests.support.tiers import has_long_version, sized
from training import features
from training.batch import Batch, shuffled
from training.match import GAME, Match, SeededShuffle, play_pair
from training.net import Net
from training.outcomes import Price
from training.play import NetChooser
from training.rivals import RIVALS

QUICK = ("easy", "medium", "hard")
Left = tuple[tuple[int, ...], tuple[int, int, int, int]]  # a hand and the four tops
SLIGHT = Effort(rounds=((3, 1), (2, 1)), answers=4)


def views(seed: int, level: str = "medium") -> Iterator[View]:
    """The view of the player on turn, for each turn of a game."""
    state, dice = GAME.rules.start(2, {"first": seed % 2}, SeededShuffle(seed)), random.Random(seed)
    while GAME.rules.outcome(state) is None:
        view = GAME.rules.observe(state, state.turn)
        yield view
        turn = LEVELS[level].choose(view, dice)
        state = apply_all(GAME, state, state.turn, GAME.parse_turn(turn))


def match(first: str, second: str, pairs: int) -> Match:
    choosers = {**{name: level.choose for name, level in LEVELS.items()}, **RIVALS}
    return sum((play_pair((choosers[first], choosers[second]), seed) for seed in range(pairs)), Match())


def naive_outcomes(position: Position) -> set[Left]:
    """Every placement order, by what it leaves: brute force over the rules."""
    found: set[Left] = set()
    frontier = {(position, 0)}
    while frontier:
        frontier = {(here.after(place), placed + 1) for here, placed in frontier for place in legal_places(here)}
        found |= {(here.hand, here.tops) for here, placed in frontier if placed >= MINIMUM}
    return found


def test_the_enumeration_finds_what_the_rules_allow_and_nothing_else() -> None:
    for seed in range(4):
        for view in views(seed):
            turns = Turns.of(bitboard_of(view))
            outcomes = list(turns.every())
            tops = [(o.up, o.down, o.their_up, o.their_down) for o in outcomes]
            found = {(cards_of(o.left), four) for o, four in zip(outcomes, tops, strict=True)}
            assert found == naive_outcomes(view.position)
            for outcome, four in random.Random(seed).sample(list(zip(outcomes, tops, strict=True)), 1):
                position = view.position
                for place in turns.places(outcome):
                    assert place in legal_places(position)
                    position = position.after(place)
                assert (position.hand, position.tops) == (cards_of(outcome.left), four)


def test_outcomes_worth_a_thought_are_outcomes() -> None:
    for view in views(7):
        turns = Turns.of(bitboard_of(view))
        assert set(turns.cheapest()) <= set(turns.every())
        assert turns.cheapest()


@has_long_version
@pytest.mark.parametrize("name", QUICK)
def test_levels_play_legal_turns_to_the_end(name: str) -> None:
    pairs = sized(1, 4)
    played = match(name, "greedy", pairs)
    assert (played.games, played.illegal) == (2 * pairs, (0, 0))


@pytest.mark.parametrize("name", [*QUICK, *RIVALS])
def test_the_same_view_and_dice_give_the_same_turn(name: str) -> None:
    choose = LEVELS[name].choose if name in LEVELS else RIVALS[name]
    for view in list(views(3))[::4]:
        assert choose(view, random.Random(5)) == choose(view, random.Random(5))


def test_looking_ahead_is_legal_and_repeatable() -> None:
    for view in views(5):
        turn = look_ahead(bitboard_of(view), random.Random(1), SLIGHT, 10)
        assert turn == look_ahead(bitboard_of(view), random.Random(1), SLIGHT, 10)
        state = GAME.rules.imagine(view, SeededShuffle(0))
        apply_all(GAME, state, state.turn, GAME.parse_turn(turn))


def test_looking_ahead_prefers_what_leaves_the_opponent_stuck() -> None:
    """The opponent has only 2 and 3 left and a top of 40: improving it to 30 enables neither card, but a card above 40
    on their descending pile would."""
    board = Bitboard((30, 45, 46), 20, 50, 40, 1, 0, mask_of((2, 3)), 2, 0, 10)
    assert "E" not in look_ahead(board, random.Random(0), SLIGHT, 10)


@pytest.mark.parametrize("name", [*QUICK, "expert"])
def test_a_level_can_be_sent_to_another_process(name: str) -> None:
    assert pickle.loads(pickle.dumps(LEVELS[name])).name == name  # noqa: S301


def test_levels_cope_with_what_a_guest_only_guesses() -> None:
    """An arena guest sees only tops: the opponent's sizes and played cards need not add up."""
    own = SideView(20, 40, 4, 0, frozenset(CARDS) - {5, 21, 30, 39}, (5, 21, 30, 39))
    for hand, draw, played in ((6, 0, frozenset[int]()), (0, 9, frozenset(CARDS)), (9, 99, frozenset(CARDS[:50]))):
        view = View(Seat(0), (own, SideView(33, 34, hand, draw, played)), Seat(0), (), None, 30, None, is_over=False)
        for level in (LEVELS[name] for name in QUICK):
            assert level.choose(view, random.Random(0))
        assert look_ahead(bitboard_of(view), random.Random(0), SLIGHT, 10)
        assert 0 <= win_probability(view) <= 1


def wins_by_brute_force(position: Position, theirs: tuple[int, ...]) -> bool:
    """Whether the player on turn wins with perfect information; brute force over all turns (LD12, LD13)."""
    if not can_place(position, MINIMUM):
        return False
    for left, tops in naive_outcomes(position):
        if not left:
            return True
        answer = Position(theirs, (tops[2], tops[3], tops[0], tops[1]))
        if not wins_by_brute_force(answer, left):
            return True
    return False


def open_positions(dice: random.Random) -> Iterator[tuple[Bitboard, Position, tuple[int, ...]]]:
    while True:
        hand, theirs = (tuple(sorted(dice.sample(CARDS, dice.randint(2, 4)))) for _ in range(2))
        tops = (dice.randint(15, 55), dice.randint(5, 45), dice.randint(15, 55), dice.randint(5, 45))
        yield Bitboard(hand, *tops, 0, mask_of(theirs), len(theirs), 0, 20), Position(hand, tops), theirs


def test_the_exact_endgame_is_exact() -> None:
    dice, seen = random.Random(2), set()
    for (board, position, theirs), _ in zip(open_positions(dice), range(150), strict=False):
        if not can_place(position, MINIMUM):
            continue
        outcome = Endgame(100_000).winning(board)
        assert (outcome is not None) == wins_by_brute_force(position, theirs)
        if outcome is not None and outcome.left:
            tops = (outcome.their_up, outcome.their_down, outcome.up, outcome.down)
            assert not wins_by_brute_force(Position(theirs, tops), cards_of(outcome.left))
        seen.add(outcome is not None)
    assert seen == {True, False}


def test_the_exact_endgame_says_when_it_is_too_large() -> None:
    board = Bitboard((25, 26, 27, 45, 50, 59), 44, 24, 12, 48, 0, mask_of((21, 26, 31, 36, 41, 46)), 6, 0, 20)
    with pytest.raises(TooLargeError):
        Endgame(0).winning(board)


def test_hidden_cards_do_not_change_a_choice() -> None:
    for seed, view in enumerate(list(views(11))[::3]):
        again = GAME.rules.observe(GAME.rules.imagine(view, SeededShuffle(seed)), view.viewer)
        assert LEVELS["hard"].choose(again, random.Random(0)) == LEVELS["hard"].choose(view, random.Random(0))


def test_training_and_playing_see_the_same_features() -> None:
    """Every feature of the layout, read through an identity network."""
    rng = np.random.default_rng(3)
    batch, net, network = Batch.deal(shuffled(6, rng)), Net.new(4, rng), Watched.identity()
    compared = 0
    for _ in range(16):
        outcomes = batch.outcomes(Price())
        positions = batch.after(outcomes)
        rows = features.rows(positions)
        for at in np.flatnonzero(outcomes.is_real.ravel())[::5]:
            game = int(at) // outcomes.shape.shape[1]
            evaluation = BoardEvaluation(network, _board(batch, game))
            up, down, their_up, their_down = map(int, positions.tops[at])
            evaluation.value(up, down, int(positions.hand[at]), (their_up, their_down), int(positions.pending[at]))
            assert network.seen == rows[at].tolist()
            compared += 1
        pick = NetChooser(net).pick(batch, rng)
        batch = batch.only(pick.can_move)
        batch.play(type(pick.outcomes)(*(part[pick.can_move] for part in vars(pick.outcomes).values())))
    assert compared > 100


def _board(batch: Batch, game: int) -> Bitboard:
    seat, other = batch.seat, 1 - batch.seat
    drawn = [int(batch.drawn[side][game]) for side in (seat, other)]
    decks = [tuple(map(int, batch.decks[side][game])) for side in (seat, other)]
    hands = [tuple(int(card) for card in batch.hands[side][game] if card) for side in (seat, other)]
    (up, down), (their_up, their_down) = (map(int, batch.tops[side][game]) for side in (seat, other))
    return Bitboard(
        hands[0],
        up,
        down,
        their_up,
        their_down,
        mask_of(decks[0][drawn[0] :]),
        mask_of(decks[1][drawn[1] :] + hands[1]),
        len(hands[1]),
        len(CARDS) - drawn[1],
        int(batch.turns[other][game]),
    )


class Watched(Network):
    """An identity network."""

    seen: list[int]

    @classmethod
    def identity(cls) -> "Watched":
        width = layout.WIDTH
        hidden = [[int(at == unit) for unit in range(width)] for at in range(width)]
        raw = {"hidden": hidden, "bias": [0] * width, "out": [1] * width, "level": 0}
        return cls({**raw, "card": 0, "help": 0, "calibration": [1, 0]})

    def logit(self, row: int) -> float:
        """Note the hidden units: half a lane is added to each, so that none borrows from the next, and its sign
        flipped."""
        self.seen = list(self._unpack((row + self._signs ^ self._signs).to_bytes(self._bytes, "little")))
        return 0.0


def damaged(change: Callable[[Any], Any]) -> str:
    return json.dumps(change(json.loads(PATH.read_text("utf-8"))))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("evaluations_unreadable", lambda: PATH.read_text("utf-8")[:1000]),
        ("evaluations_wrong_format", lambda: damaged(lambda raw: {**raw, "format": 0})),
        ("evaluations_wrong_format", lambda: "[]"),
        ("evaluations_incomplete", lambda: damaged(lambda raw: {"format": raw["format"]})),
        ("evaluations_incomplete", lambda: damaged(lambda raw: raw["evaluations"].pop("linear") and raw)),
        ("evaluations_incomplete", lambda: damaged(lambda raw: raw["evaluations"]["main"].pop("out") and raw)),
        (
            "evaluations_incomplete",
            lambda: damaged(lambda raw: raw["evaluations"]["main"].update(level=math.nan) or raw),
        ),
        ("evaluations_incomplete", lambda: damaged(lambda raw: raw["evaluations"]["main"]["hidden"].pop() and raw)),
        ("evaluations_incomplete", lambda: damaged(lambda raw: raw["evaluations"]["main"]["bias"].append(0.5) or raw)),
        ("evaluations_incomplete", lambda: damaged(lambda raw: {**raw, "evaluations": {"main": None}})),
    ],
)
def test_a_damaged_file_fails_clearly(code: str, text: Callable[[], str], tmp_path: Path) -> None:
    path = tmp_path / "damaged.json"
    path.write_text(text(), "utf-8")
    with pytest.raises(DamagedError) as error:
        load(path)
    assert error.value.code == code
    assert str(error.value) == f"{path} cannot be used ({code}); put the file of this release back"


def test_a_missing_file_fails_clearly(tmp_path: Path) -> None:
    with pytest.raises(DamagedError) as error:
        load(tmp_path / "none.json")
    assert error.value.code == "evaluations_missing"


@has_long_version
@pytest.mark.parametrize(
    ("stronger", "weaker", "pairs", "least"),
    sized(
        [("easy", "random", 10, 16)],
        [("easy", "random", 25, 43), ("medium", "random", 50, 90), ("hard", "pair", 8, 10)],
    ),
)
def test_a_level_is_clearly_stronger(stronger: str, weaker: str, pairs: int, least: int) -> None:
    assert match(stronger, weaker, pairs).wins >= least


def test_a_chance_is_a_chance_and_knows_how_it_ended() -> None:
    state, dice = GAME.rules.start(2, {"first": 0}, SeededShuffle(1)), random.Random(1)
    while GAME.rules.outcome(state) is None:
        for seat in (Seat(0), Seat(1)):
            assert 0 < win_probability(GAME.rules.observe(state, seat)) <= 1
        turn = LEVELS["hard"].choose(GAME.rules.observe(state, state.turn), dice)
        state = apply_all(GAME, state, state.turn, GAME.parse_turn(turn))
    chances = [win_probability(GAME.rules.observe(state, seat)) for seat in (Seat(0), Seat(1))]
    assert sorted(chances) == [0.0, 1.0]


def test_advice_is_legal_best_first_and_reasoned() -> None:
    reasons = set()
    for view in (view for seed in range(6) for view in views(seed)):
        advice = ranked_turns(view, 3)
        assert 1 <= len(advice) <= 3
        chances = [entry.chance or 0.0 for entry in advice]
        assert chances == sorted(chances, reverse=True)
        for entry in advice:
            state = GAME.rules.imagine(view, SeededShuffle(0))
            apply_all(GAME, state, state.turn, GAME.parse_turn(entry.turn))
            for language in LANGUAGES:
                assert locale_for(language).write(entry.reason, str)
            reasons.add(entry.reason.code.removeprefix("players.reason."))
    assert {"jump", "small_step", "keeps_jump", "refill", "starve"} <= reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_and_a_character(language: str) -> None:
    texts = [locale_for(language).text(f"players.{name}.{what}") for name in LEVELS for what in ("name", "character")]
    assert len(set(texts)) == 2 * len(LEVELS)


def test_who_names_no_computer_meets_a_middling_one() -> None:
    assert levels_of(GAME.key) == ("random", "greedy", "easy", "medium", "hard", "expert")
    assert default_level(GAME.key) == "medium"
    assert levels_of("chess") == ()
    assert default_level("chess") is None


def test_intervals_hold_the_rate() -> None:
    low, high = interval(60, 100)
    assert low < 0.6 < high
    assert (round(low, 3), round(high, 3)) == (0.502, 0.691)


def test_all_cards_have_a_bit() -> None:
    assert cards_of(ALL) == CARDS
    assert all(cards_of(mask_of(pair)) == pair for pair in permutations(CARDS[:3], 2) if pair[0] < pair[1])
