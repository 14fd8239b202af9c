"""The Game's computers: legal in every mode, dependent on the view only, deterministic, useful to their team."""

import random
from collections.abc import Callable
from itertools import product

import pytest

from bot.games.core import Options, Seat, apply_all
from bot.games.the_game.game import THE_GAME
from bot.games.the_game.position import CARDS, can_end
from bot.games.the_game.state import Mode, Plea, Sent, Signal, State
from bot.players.core import Chooser
from bot.players.registry import default_level, levels_of
from bot.players.the_game.mates import choose_mate, choose_nearest, signals
from bot.players.the_game.score import mask_of, passed_over
from bot.players.the_game.search import any_turn
from bot.players.the_game.weights import WEIGHTS
from tests.games.contract import SeededShuffle
from tests.games.the_game.builders import EASY, FIRE, GAME, UNDRAWN, game, play, reason, stage
from tests.support.tiers import has_long_version, only_long, sized
from training.the_game import SCRATCH, Plan, cards_left, changed, silent, tune, worth
from training.the_game import play as play_team

MODES: list[Options] = [
    {"expert": expert, "fewer": fewer, "fire": fire} for expert, fewer, fire in product((False, True), repeat=3)
]
CHOOSERS = [choose_mate, choose_nearest]


def turn_of(state: State, choose: Chooser = choose_mate, seed: int = 0) -> str:
    assert state.turn is not None
    return choose(GAME.rules.observe(state, state.turn), random.Random(seed))


def sent(state: State, seat: int, text: str) -> State:
    return GAME.rules.apply(state, Seat(seat), GAME.parse(text))


@has_long_version
@pytest.mark.parametrize("choose", CHOOSERS)
@pytest.mark.parametrize("options", sized(MODES[::7], MODES), ids=str)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_turn_and_every_signal_is_legal_in_every_mode(seats: int, options: Options, choose: Chooser) -> None:
    """`play_team` applies turns through the rules, which raise on an illegal one."""
    assert reason(play_team(seats, 11, choose, options=options)) in ("beaten", "blocked", "burnt")


@pytest.mark.parametrize("choose", CHOOSERS)
def test_before_anybody_has_started_it_claims_the_first_turn(choose: Chooser) -> None:
    state = GAME.rules.start(3, {}, SeededShuffle("claim"))
    turn = GAME.parse_turn(choose(GAME.rules.observe(state, Seat(2)), random.Random(0)))
    assert apply_all(GAME, state, Seat(2), turn).turns == 1


def test_what_is_hidden_does_not_change_what_it_does() -> None:
    for seed in range(5):
        state = play(GAME.rules.start(3, {"first": 0}, SeededShuffle(f"hidden {seed}")))
        view = GAME.rules.observe(state, Seat(0))
        imagined = GAME.rules.imagine(view, SeededShuffle(f"other {seed}"))
        assert imagined.hands != state.hands
        assert turn_of(imagined) == turn_of(state)
        assert signals(GAME.rules.observe(imagined, Seat(0))) == signals(view)


def test_the_same_dice_make_the_same_turn() -> None:
    state = GAME.rules.start(1, {}, SeededShuffle("alone"))
    assert turn_of(state, seed=5) == turn_of(state, seed=5)


def test_staged_cards_do_not_confuse_it() -> None:
    state = game((20, 21, 22, 50, 60, 70), EASY)
    assert turn_of(stage(state, "70a 60d")) == turn_of(state)


def test_it_jumps_back_when_it_can() -> None:
    assert "37a" in turn_of(game((37, 48, 99, 98), EASY, tops=(47, 60, 90, 80))).split(",")


def test_it_does_not_cover_a_pile_that_somebody_asks_for() -> None:
    """The 48 is next to pile a; asked to keep off, it goes elsewhere."""
    state = game((48, 49, 87, 86, 60), EASY, tops=(47, 20, 88, 90))
    assert "a" in turn_of(state)
    assert "a" not in turn_of(sent(state, 1, "!a"))


def test_its_own_signals_do_not_bind_it() -> None:
    state = game((48, 49, 87, 86, 60), EASY, tops=(47, 20, 88, 90))
    assert turn_of(sent(state, 0, "!a")) == turn_of(state)


def test_it_covers_a_fire_that_is_due() -> None:
    state = play(game((55, 20, 21), (3, 4, 5, 99), mode=FIRE), "20b,55a")
    assert "99a" in turn_of(state).split(",")


def test_it_sees_a_win_that_leaves_a_fire() -> None:
    state = play(game((55,), (20, 21), draw=(), tops=(1, 1, 2, 3), mode=FIRE), "55a")
    assert reason(play(state, turn_of(state))) == "beaten"


def test_it_places_the_last_eight_cards_in_one_turn() -> None:
    """One solution: up to the 60, back to the 50, and on."""
    state = game((30, 40, 50, 60, 51, 61, 20, 21), draw=(), tops=(35, 55, 2, 19))
    assert reason(play(state, turn_of(state))) == "beaten"


@pytest.mark.parametrize("mode", [Mode(), Mode(is_expert=True), FIRE])
def test_some_turn_is_found_wherever_there_is_one(mode: Mode) -> None:
    dice = random.Random(3)
    found = 0
    for _ in range(300):
        cards = dice.sample(CARDS, 10)
        tops = (dice.randrange(60, 99), dice.randrange(60, 99), dice.randrange(2, 40), dice.randrange(2, 40))
        if set(tops) & set(cards):
            continue
        before = game((2,), cards[:6], draw=UNDRAWN, tops=tops, mode=mode, turn=1)
        if can_end(before.position, before.minimum):
            after = play(
                before, ",".join(GAME.notation.notate(place) for place in any_turn(GAME.rules.observe(before, Seat(1))))
            )
            assert after.turns == 1
            found += 1
    assert found > 10


def test_it_asks_to_keep_off_a_pile_whose_jump_it_holds() -> None:
    view = GAME.rules.observe(game(EASY, (37, 99), tops=(47, 1, 100, 60)), Seat(1))
    assert "!a" in signals(view)
    assert "!d" not in signals(view)


def test_it_asks_for_care_where_its_card_is_near() -> None:
    view = GAME.rules.observe(game(EASY, (50, 99, 2), tops=(47, 1, 90, 100)), Seat(1))
    assert "~a" in signals(view)
    assert "~c" not in signals(view)


def test_it_withdraws_what_it_no_longer_means_and_repeats_nothing() -> None:
    state = game(EASY, (37, 70), draw=(31, 32, 33, 80, 81, 82, 95, 96, 97), tops=(47, 30, 90, 100))
    state = sent(sent(state, 1, "!a"), 1, "!b")
    assert signals(GAME.rules.observe(state, Seat(1))) == ("-b",)


def test_it_says_nothing_on_turn_alone_or_once_it_is_over() -> None:
    assert signals(GAME.rules.observe(game((37, 70), EASY, tops=(47, 1, 100, 100)), Seat(0))) == ()
    assert signals(GAME.rules.observe(game((37, 70), tops=(47, 1, 100, 100)), Seat(0))) == ()
    state = game(EASY, (37, 70), tops=(47, 1, 100, 100))
    assert signals(GAME.rules.observe(state, Seat(1), is_over=True)) == ()
    assert signals(GAME.rules.observe(state, None)) == ()


def test_signals_are_kept_for_the_others_to_read() -> None:
    state = sent(game(EASY, (37, 70), tops=(47, 1, 100, 100)), 1, "!a")
    (standing,) = state.signals
    assert standing == Sent(Seat(1), Signal(Plea.KEEP_OFF, standing.signal.pile))


@pytest.mark.parametrize(
    ("top", "card", "is_up", "expected"),
    [(10, 11, True, 0), (10, 15, True, 3), (15, 10, False, 3), (20, 10, True, 0), (10, 20, False, 0)],
)
def test_cards_passed_over(top: int, card: int, *, is_up: bool, expected: int) -> None:
    """Of the cards between 10 and 15, the 12 is already placed."""
    assert passed_over(mask_of(card for card in CARDS if card != 12), top, card, is_up=is_up) == expected


@only_long
def test_it_leaves_far_fewer_cards_than_the_nearest_card_does() -> None:
    def left(choose: Chooser, say: Callable[..., tuple[str, ...]]) -> int:
        return sum(cards_left(play_team(4, seed, choose, say=say)) for seed in range(12))

    assert left(choose_mate, signals) * 3 < left(choose_nearest, silent)


def test_both_are_at_the_table() -> None:
    assert levels_of(THE_GAME.key) == ("nearest", "mate")
    assert default_level(THE_GAME.key) == "mate"


@only_long
def test_tuning_is_repeatable_and_starts_from_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan(5, rounds=2, games=1, seed=4, options={})
    first, second = (tune(SCRATCH, plan) for _ in range(2))
    assert first == second
    assert capsys.readouterr().out.count("round") == 4
    assert (plan.step(0), round(plan.step(1), 9)) == (0.7, 0.15)
    other = changed(WEIGHTS[5], 0.25, random.Random(1))
    assert other != WEIGHTS[5]
    assert 0 <= worth(other, 5, range(2), {}) <= 1
