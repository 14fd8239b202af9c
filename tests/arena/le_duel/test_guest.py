"""Our computer as a guest: its view is exact or a bound, and it never plays an illegal turn."""

import io
import os
import random
import subprocess
import sys
from collections.abc import Callable

import pytest

from bot.arena.le_duel.guest import Player, serve
from bot.arena.le_duel.view_tracker import ViewTracker
from bot.arena.tournament import ShellCommand
from bot.games.core import Seat, apply_all
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.state import State, View
from bot.players.core import Level
from bot.players.registry import LEVELS
from bot.referee.shuffle import FairShuffle
from tests.arena.support import ROOT, level, play
from tests.support.tiers import has_long_version, one_in

GAME = LE_DUEL


def converse(players: list[Player], number: int) -> State:
    """A game by messages alone, refereed by the rules; `state` is hidden from the players."""
    shuffle = FairShuffle(bytes(32), str(number), GAME.key, ("", ""), version=1)
    state = GAME.rules.start(2, {"first": number % 2}, shuffle)
    for seat, player in enumerate(players):
        player.handle("hello le-duel 1 move_ms=1000")
        player.handle(f"cardsForYou {','.join(map(str, state.sides[seat].hand))}")
    while state.outcome is None:
        seat, before = state.turn, state
        TRUTH[:] = [state]
        answer = players[seat].handle("playACard") or ""
        state = apply_all(GAME, state, seat, GAME.parse_turn(answer.removeprefix("card ")))
        drawn = sorted(set(state.sides[seat].hand) - set(before.sides[seat].hand))
        players[seat].handle(f"cardsForYou {','.join(map(str, drawn))}".rstrip())
        for viewer, player in enumerate(players):
            own, theirs = state.sides[viewer], state.sides[1 - viewer]
            player.handle(f"updateStack {own.up},{own.down},{theirs.up},{theirs.down}")
    for seat, player in enumerate(players):
        player.handle("gameOver win" if Seat(seat) in state.outcome.winners else "gameOver lost")
    return state


TRUTH: list[State] = []


def check(view: View) -> None:
    state = TRUTH[0]
    truth = GAME.rules.observe(state, state.turn)
    own, theirs = truth.sides[state.turn], truth.sides[1 - state.turn]
    assert view.sides[0] == own
    assert (view.sides[1].up, view.sides[1].down) == (theirs.up, theirs.down)
    assert view.sides[1].played <= theirs.played
    assert view.sides[1].hand_size >= theirs.hand_size
    assert view.sides[1].draw_size >= theirs.draw_size
    assert view.sides[1].hand is None
    assert view.turns == state.turns


def checking(name: str) -> Level:
    def choose(view: View, dice: random.Random) -> str:
        check(view)
        return LEVELS[name].choose(view, dice)

    return Level(f"checking {name}", GAME.key, choose)


def failing(view: View, dice: random.Random) -> str:
    check(view)
    raise ZeroDivisionError


def cheating(view: View, dice: random.Random) -> str:
    check(view)
    return "02^E,03^E,59^A"


@has_long_version
@pytest.mark.parametrize("names", one_in(2, [("random", "greedy"), ("random", "random")]))
def test_what_it_believes_is_sound(names: tuple[str, str]) -> None:
    seen = []
    players = [Player(checking(name), seed=1) for name in names]
    for number in range(30):
        seen.append(converse(players, number).turns)
    assert max(seen) > 6


@pytest.mark.parametrize("choose", [failing, cheating])
def test_it_plays_something_legal_whatever_the_computer_does(choose: Callable[[View, random.Random], str]) -> None:
    players = [Player(Level("odd", GAME.key, choose), seed=1), Player(LEVELS["random"], seed=1)]
    assert all(converse(players, number).turns > 2 for number in range(10))


def test_a_check_that_can_fail() -> None:
    tracker = ViewTracker()
    tracker.receive([2, 3, 4, 5, 6, 7])
    TRUTH[:] = [GAME.rules.start(2, {"first": 0}, FairShuffle(bytes(32), "x", GAME.key, ("", ""), version=1))]
    with pytest.raises(AssertionError):
        check(tracker.asked())


def test_its_seed_makes_its_game() -> None:
    ends = [converse([Player(LEVELS["random"], seed), Player(LEVELS["greedy"], 1)], 3) for seed in (1, 1, 2)]
    assert ends[0] == ends[1] != ends[2]


NOISE = """

cardsForYou x
cardsForYou 99
cardsForYou ,
updateStack 1,2
updateStack a,b,c,d
updateStack 1,2,3,999
illegal not_in_hand
news of the day
playacard
\ufffd"""


@pytest.mark.parametrize("line", NOISE.split("\n"))
def test_what_it_cannot_use_it_ignores(line: str) -> None:
    answers = []
    for noise in (line, "nothing"):
        player = Player(LEVELS["random"], 1)
        player.handle("cardsForYou 2,13,24,35,46,57")
        player.handle("updateStack 1,60,20,40")
        assert player.handle(noise) is None
        answers.append(player.handle("playACard"))
    assert answers[0] == answers[1] is not None


@pytest.mark.parametrize("cards", ["", "33"])
def test_who_has_lost_already_says_nothing(cards: str) -> None:
    player = Player(LEVELS["greedy"], 1)
    player.handle(f"cardsForYou {cards}")
    assert player.handle("playACard") is None


def test_it_speaks_in_lines() -> None:
    target = io.BytesIO()
    serve(Player(LEVELS["greedy"], 1), io.BytesIO(b"hello le-duel 1\r\n\xff\ncardsForYou 2,59\nplayACard\n"), target)
    assert target.getvalue() == b"hello arbitre greedy\ncard 02^A,59vA\n"


def guest_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bot", "guest", "--level", "greedy", *arguments]


def test_it_leaves_quietly() -> None:
    done = subprocess.run(guest_command(), input=b"hello x\n", cwd=ROOT, capture_output=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"hello arbitre greedy\n", b"")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_it_leaves_quietly_when_nobody_listens(unbuffered: str) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(guest_command(), cwd=ROOT, env=environment, stdin=-1, stdout=-1, stderr=-1) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"hello x\n" * 3)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 0


def test_through_the_arena() -> None:
    """Several games in one process; the computer over lines plays as well as in process."""
    ours = ShellCommand(f"{sys.executable} -m bot guest --level greedy --seed 1")
    records = play(ours, level("random"), games=8, jobs=2)
    assert {record.reason for record in records} <= {"stuck", "placed_all"}
    assert sum(record.winner == 0 for record in records) == 8
