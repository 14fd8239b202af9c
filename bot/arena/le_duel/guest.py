"""`python -m bot guest`: one of our computers as a guest on standard input and output. It knows only the protocol's
messages, and ignores those it cannot parse, as the protocol requires."""

import argparse
import os
import random
import sys
from contextlib import suppress
from functools import partial
from typing import BinaryIO

from bot.arena.arguments import HIGHEST_SEED, level_of, whole_number
from bot.arena.le_duel.view_tracker import ViewTracker
from bot.games.core import apply_all, unshuffled
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.notation import notate_turn
from bot.games.le_duel.position import CARDS, DOWN_BASE, UP_BASE, Position, can_place, legal_places
from bot.games.le_duel.state import View
from bot.games.le_duel.whole_turns import last_turn
from bot.players.core import Level

_game = LE_DUEL


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--level", metavar="NAME", type=partial(level_of, LE_DUEL.key), required=True, help="which computer plays"
    )
    parser.add_argument("--seed", metavar="S", type=whole_number(0, HIGHEST_SEED), help="what its dice follow from")


def run(arguments: argparse.Namespace) -> int:
    serve(Player(arguments.level, arguments.seed), sys.stdin.buffer, sys.stdout.buffer)
    with open(os.devnull, "wb") as nowhere:  # an answer that was not read is still buffered, and would fail at exit
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return 0


def serve(player: "Player", source: BinaryIO, target: BinaryIO) -> None:
    """Answer lines until the host closes either pipe."""
    with suppress(BrokenPipeError):
        for raw in source:
            answer = player.handle(raw.decode(errors="replace").rstrip("\r\n"))
            if answer is not None:
                target.write(f"{answer}\n".encode())
                target.flush()


class Player:
    """A computer that takes messages and answers some. With a seed, its dice follow from the seed and the hand dealt,
    so a game goes the same way whatever games this process has played before."""

    def __init__(self, computer: Level, seed: int | None) -> None:
        self._computer = computer
        self._seed = random.SystemRandom().getrandbits(64) if seed is None else seed
        self._tracker = ViewTracker()

    def handle(self, line: str) -> str | None:
        name, _, body = line.partition(" ")
        match name:
            case "hello" | "gameOver":
                self._tracker = ViewTracker()
                return f"hello arbitre {self._computer.name}" if name == "hello" else None
            case "cardsForYou":
                if (cards := _cards(body)) is not None:
                    self._tracker.receive(cards)
            case "updateStack":
                if (tops := _numbers(body)) is not None and len(tops) == 4:
                    self._tracker.see((tops[0], tops[1], tops[2], tops[3]))
            case "playACard":
                return self._answer()
        return None

    def _answer(self) -> str | None:
        """A legal turn; None only if the host asks a player who has already lost (LD13)."""
        view = self._tracker.asked()
        turn = self._choose(view)
        if turn is None:
            return None
        self._tracker.play(turn)
        return f"card {turn}"

    def _choose(self, view: View) -> str | None:
        """The computer's turn as the record writes it. The opponent's sizes in the view are upper bounds; if they make
        the computer fail, play any legal turn."""
        dice = random.Random(f"{self._seed}:{view.turns}:{view.position.hand}")
        try:
            return _checked(view, self._computer.choose(view, dice))
        except Exception:
            return _any_turn(view.position)


def _any_turn(position: Position) -> str | None:
    """The first two cards that can be placed one after the other (LD5)."""
    for place in legal_places(position):
        after = position.after(place)
        if can_place(after, 1):
            return notate_turn((place, next(legal_places(after))))
    return None


def _checked(view: View, turn: str) -> str:
    state = _game.rules.imagine(view, unshuffled)
    after = apply_all(_game, state, view.turn, _game.parse_turn(turn))
    return last_turn(after)


def _cards(body: str) -> list[int] | None:
    numbers = _numbers(body) if body.strip() else []
    return None if numbers is None or not set(numbers) <= set(CARDS) else numbers


def _numbers(body: str) -> list[int] | None:
    try:
        numbers = [int(text) for text in body.split(",")]
    except ValueError:
        return None
    return numbers if all(UP_BASE <= number <= DOWN_BASE for number in numbers) else None
