"""DUEL's computers play legally, see no hidden card, and the greedy one beats the random one."""

import random

import pytest

from bot.games.core import Seat
from bot.games.duel.game import DUEL
from bot.games.duel.sets import current_set
from bot.players.core import Level
from bot.players.duel.simple import choose_greedy, choose_random, value
from bot.players.registry import LEVELS, level_named, levels_of
from tests.games.contract import SeededShuffle
from tests.games.duel.builders import do, side, state
from tests.support.tiers import has_long_version, sized

DECKS = [dict(starter.deck) for starter in current_set().starters.values()]


def play(levels: tuple[Level, ...], seed: int) -> frozenset[Seat]:
    dice, shuffle = random.Random(seed), SeededShuffle(str(seed))
    options = {"decks": [dice.choice(DECKS) for _ in levels]}
    at = DUEL.rules.start(len(levels), options, shuffle)
    while at.outcome is None:
        (seat,) = DUEL.rules.to_act(at)
        action = DUEL.parse(levels[seat].choose(DUEL.rules.observe(at, seat), dice))
        assert action in DUEL.rules.legal(at, seat)
        at = DUEL.rules.apply(at, seat, action, shuffle)
    return at.outcome.winners


def test_names() -> None:
    assert levels_of("duel") == ("duel-random", "duel-greedy")
    assert level_named("duel", "greedy") is level_named("duel", "duel-greedy") is LEVELS["duel-greedy"]
    assert level_named("le-duel", "greedy") is LEVELS["greedy"]
    assert level_named("duel", "expert") is None


@has_long_version
def test_greedy_beats_random() -> None:
    greedy, weak = LEVELS["duel-greedy"], LEVELS["duel-random"]
    games = sized(3, 30)
    won = sum(play((weak, greedy), number) == {1} for number in range(games))
    won += sum(play((greedy, weak), number) == {0} for number in range(games))
    assert won >= 0.9 * 2 * games
    play((weak, greedy, weak), 1)


def test_the_same_view_and_dice_are_played_alike() -> None:
    at = DUEL.rules.start(2, {}, SeededShuffle("alike"))
    view = DUEL.rules.observe(at, at.turn)
    hidden = DUEL.rules.imagine(view, SeededShuffle("elsewhere"))
    for choose in (choose_random, choose_greedy):
        again = choose(DUEL.rules.observe(hidden, at.turn), random.Random(1))
        assert choose(view, random.Random(1)) == again


def test_greedy_takes_the_win_and_ends_when_nothing_helps() -> None:
    at = state(side("thrust momentum"), side(draw="quick-blood", blood=0))
    assert choose_greedy(DUEL.rules.observe(at, Seat(0)), random.Random(1)) == "thrust"
    idle = state(side("bandage"), side())
    assert choose_greedy(DUEL.rules.observe(idle, Seat(0)), random.Random(1)) == "end"


def test_value_is_of_the_seat() -> None:
    at = do(state(side("thrust"), side(draw="rally")), "thrust")
    assert value(at, Seat(0)) > 0 > value(at, Seat(1))


def test_a_spectator_chooses_nothing() -> None:
    with pytest.raises(ValueError, match="spectator"):
        choose_random(DUEL.rules.observe(state(side(), side()), None), random.Random(1))
