"""Neural-network evaluation in plain Python: the chance that the player who has just placed wins.

The hidden layer is a sum of integer rows, one per feature. Each row is packed into one long integer, a unit in every 32
bits, so that adding two rows is one addition; sums over windows of eight binary features are precomputed."""

import json
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any

from bot.games.piles import JUMP
from bot.players.le_duel import features as f
from bot.resources.paths import DATA

FORMAT = 1
NAMES = ("main", "starver", "racer", "linear")
ONE = 4096  # fixed-point scale: the integer weight of 1.0
PATH = DATA / "players" / "le-duel.json"
_LANE = 32
_BYTE = 255
_SIZE = 64  # exceeds every mask length and looked-up amount


class DamagedError(OSError):
    """The file of evaluations is unusable; `code` says why. An OSError, so that operators see it as a file problem."""

    def __init__(self, code: str, path: Path) -> None:
        super().__init__(f"{path} cannot be used ({code}); put the file of this release back")
        self.code = code


Row = int  # packed
Window = tuple[Sequence[Row], Sequence[Row]]  # the low eight features and the high eight


def _window(rows: Sequence[Row], at: int) -> Window:
    return _sums(rows[at : at + 8]), _sums(rows[at + 8 : at + 16])


def _sums(rows: Sequence[Row]) -> list[Row]:
    """The sum of every subset of the rows, indexed by its bit mask."""
    sums = [0]
    for row in rows:
        sums += [row + below for below in sums]
    return sums


def _times(row: Row) -> list[Row]:
    return [row * amount for amount in range(2 * _SIZE)]


def _clamped(rows: Sequence[Row], at: int, last: int) -> list[Row]:
    """A lookup table of `last + 1` rows; larger numbers use the last."""
    return [rows[at + min(number, last)] for number in range(_SIZE)]


def _stepped(rows: Sequence[Row], at: int, steps: tuple[int, ...]) -> list[Row]:
    return [rows[at + sum(number >= step for step in steps)] for number in range(_SIZE)]


class OwnPile:
    """Feature rows of an own pile."""

    def __init__(self, rows: Sequence[Row], block: int) -> None:
        self.top = _times(rows[block + f.TOP])
        self.hand_near = _window(rows, block + f.HAND_NEAR)
        self.hand_far = _times(rows[block + f.HAND_FAR])
        self.hand_jump = rows[block + f.HAND_JUMP]
        self.draw_jump = rows[block + f.DRAW_JUMP]
        self.pair_near = _window(rows, block + f.PAIR_NEAR)
        self.draw_to_hand = _times(rows[block + f.DRAW_TO_HAND])
        self.hand_to_draw = _times(rows[block + f.HAND_TO_DRAW])
        self.draw_near = _window(rows, block + f.DRAW_NEAR)
        self.draw_far = _times(rows[block + f.DRAW_FAR])
        self.nearest = _clamped(rows, block + f.NEAREST, f.MAX_DISTANCE)
        self.second = _clamped(rows, block + f.SECOND, f.MAX_DISTANCE)

    def of_draw(self, top: int, draw: int) -> Row:
        """Rows of the features of a top and the draw pile."""
        above = draw >> (top + 1)
        low, high = self.draw_near
        row = self.top[top] + low[above & _BYTE] + high[above >> 8 & _BYTE] + self.draw_far[(above >> 16).bit_count()]
        return row + self.draw_jump if draw << JUMP >> top & 1 else row

    def of_hand(self, top: int, hand: int, draw: int) -> Row:
        """Rows of the features of a top and the hand. Skips long additions of features that are zero, as most are."""
        above, back = hand >> (top + 1), hand << JUMP
        low, high = self.hand_near
        row = self.nearest[(above & -above).bit_length()] + low[above & _BYTE]
        if farther := above >> 8:
            row += high[farther & _BYTE] + self.hand_far[(farther >> 8).bit_count()]
        if back >> top & 1:
            row += self.hand_jump
        if pairs := (hand & back) >> (top + 1):
            low, high = self.pair_near
            row += low[pairs & _BYTE] + high[pairs >> 8 & _BYTE]
        if to_hand := (draw & back) >> (top + 1):
            row += self.draw_to_hand[to_hand.bit_count()]
        if to_draw := (hand & draw << JUMP) >> (top + 1):
            row += self.hand_to_draw[to_draw.bit_count()]
        above &= above - 1
        return row + self.second[(above & -above).bit_length()]


class TheirPile:
    """Feature rows of an opponent's pile, and of the gifts the hand could place there."""

    def __init__(self, rows: Sequence[Row], block: int, help_block: int) -> None:
        self.top = _times(rows[block + f.THEIR_TOP])
        self.near = _window(rows, block + f.UNSEEN_NEAR)
        self.far = _times(rows[block + f.UNSEEN_FAR])
        self.jump = rows[block + f.UNSEEN_JUMP]
        self.pairs = _times(rows[block + f.UNSEEN_PAIRS])
        self.is_base = rows[block + f.IS_BASE]
        self.help = _clamped(rows, help_block, f.MAX_GIFT)

    def of_unseen(self, top: int, unseen: int) -> Row:
        above, back = unseen >> (top + 1), unseen << JUMP
        low, high = self.near
        row = self.top[top] + low[above & _BYTE] + high[above >> 8 & _BYTE] + self.far[(above >> 16).bit_count()]
        row += self.pairs[((unseen & back) >> (top + 1)).bit_count()]
        if back >> top & 1:
            row += self.jump
        return row + self.is_base if top == 1 else row

    def of_help(self, top: int, hand: int) -> Row:
        """The row of the smallest gift the hand could make."""
        below = hand & (1 << top) - 1
        return self.help[top + 1 - below.bit_length() if below else 0]


@dataclass(frozen=True, slots=True)
class Style:
    """Bonuses added to the evaluation, in logits: per card placed, and for a card on the opponent's side."""

    card: float = 0.0
    help: float = 0.0


class Network:
    """An evaluation as lookup tables of packed rows."""

    def __init__(self, raw: Any) -> None:
        rows = [_packed(row) for row in raw["hidden"]]
        self.style = Style(float(raw["card"]), float(raw["help"]))
        self.out = [float(weight) / ONE for weight in raw["out"]]
        self.level = float(raw["level"])
        slope, offset = raw["calibration"]
        self.calibration = float(slope), float(offset)  # maps a logit to a calibrated one
        self.bias = _packed(raw["bias"])
        self.up, self.down = OwnPile(rows, f.OWN_UP), OwnPile(rows, f.OWN_DOWN)
        self.their_up = TheirPile(rows, f.THEIR_UP, f.HELP_UP)
        self.their_down = TheirPile(rows, f.THEIR_DOWN, f.HELP_DOWN)
        self.dead_hand = _clamped(rows, f.DEAD_HAND, f.MAX_DEAD)
        self.dead_draw = _times(rows[f.DEAD_DRAW])
        self.dead = _stepped(rows, f.DEAD, f.DEAD_STEPS)
        self.none_dead = self.dead_hand[0] + self.dead_draw[0] + self.dead[0]
        self.pending = rows[f.PENDING : f.HAND_SIZE]
        self.hand_size = rows[f.HAND_SIZE : f.DRAW_SIZE]
        self.draw_size = _times(rows[f.DRAW_SIZE])
        self.draw_step = _stepped(rows, f.DRAW_STEP, f.SIZE_STEPS)
        self.their_dead = list(
            map(sum, zip(_times(rows[f.THEIR_DEAD_COUNT]), _stepped(rows, f.THEIR_DEAD, f.DEAD_STEPS), strict=False))
        )
        self.their_hand = rows[f.THEIR_HAND : f.THEIR_DRAW]
        self.their_draw = list(
            map(sum, zip(_times(rows[f.THEIR_DRAW]), _stepped(rows, f.THEIR_DRAW_STEP, f.SIZE_STEPS), strict=False))
        )
        self.tempo = _times(rows[f.THEIR_TEMPO])
        self.lead = _times(rows[f.LEAD])
        self._signs = sum(1 << (_LANE - 1) << _LANE * unit for unit in range(len(self.out)))
        self._unpack = struct.Struct(f"<{len(self.out)}i").unpack
        self._bytes = len(self.out) * _LANE // 8

    def logit(self, row: Row) -> float:
        """ReLU of the hidden units, then the output layer. Half a lane is added to each unit, so that none borrows from
        the next and the highest bit marks non-negative units; the other lanes are zeroed."""
        shifted = row + self._signs
        highest = shifted & self._signs
        units = self._unpack((shifted & highest - (highest >> _LANE - 1)).to_bytes(self._bytes, "little"))
        return sum(map(mul, self.out, units), self.level)


def probability(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))


def _packed(weights: Sequence[int]) -> Row:
    return sum(weight << _LANE * unit for unit, weight in enumerate(weights))


@cache
def load(path: Path = PATH) -> dict[str, Network]:
    """Every evaluation in the file, by name."""
    try:
        raw = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise DamagedError("evaluations_missing", path) from error
    except ValueError as error:
        raise DamagedError("evaluations_unreadable", path) from error
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise DamagedError("evaluations_wrong_format", path)
    try:
        return {name: _checked(raw["evaluations"][name]) for name in NAMES}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DamagedError("evaluations_incomplete", path) from error


def _checked(raw: Any) -> Network:
    units = len(raw["out"])
    if len(raw["hidden"]) != f.WIDTH or any(len(row) != units for row in (*raw["hidden"], raw["bias"])):
        raise ValueError
    if not all(type(weight) is int for row in (*raw["hidden"], raw["bias"]) for weight in row):
        raise ValueError
    if not all(math.isfinite(number) for number in (*raw["out"], raw["level"], *raw["calibration"])):
        raise ValueError
    return Network(raw)
