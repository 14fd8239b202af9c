"""The cost of a table picture with palette sprites, compared with the same picture in RGB, alpha-blended, PNG level 1;
and the cost of DUEL's tables, compared with Le Duel's.

The RGB version gets the same finished sprites, so that only palette and RGB are compared. Both draw every table of one
game in turn, with warm sprite caches: the cost of a picture in a game in progress.
"""

import io
import random
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from itertools import cycle
from unittest.mock import patch

from PIL import Image

from bench.report import Row, rates
from bot.drawing.canvas import Canvas, Paint, painted
from bot.drawing.palette import Rgb
from bot.drawing.picture_cache import PictureCache
from bot.drawing.sketch import Sketch
from bot.games.core import Seat
from bot.games.duel.game import DUEL
from bot.games.duel.sets import current_set
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.rules import start
from bot.games.le_duel.state import State
from bot.players.registry import LEVELS
from bot.referee.shuffle import FairShuffle
from bot.table.locale import ENGLISH, locale_for
from bot.table.pictures.core import PictureText
from bot.table.pictures.le_duel import table
from bot.table.pictures.registry import drawer_for

_SHUFFLE = FairShuffle(bytes(32), "bench", LE_DUEL.key, ("one", "two"))


@cache
def _finished(paint: Paint, args: tuple[Hashable, ...]) -> Image.Image:
    return paint(*args)


class RgbCanvas(Canvas):
    """A canvas that blends its sprites onto RGB."""

    def __init__(self, background: Paint, *args: Hashable) -> None:
        self._picture = painted(background, args).convert("RGB")

    def put(self, x: int, y: int, paint: Paint, *args: Hashable, on: Rgb | None = None) -> None:
        sprite = _finished(paint, args)
        self._picture.paste(sprite, (x, y), sprite)

    def png(self) -> bytes:
        buffer = io.BytesIO()
        self._picture.save(buffer, "PNG", compress_level=1)
        return buffer.getvalue()


def run() -> Iterator[Row]:
    sketches = list(_sketches())
    palette, rgb = _in_turn(sketches, _draw), _in_turn(sketches, _draw_rgb)
    pictures = PictureCache()
    again = _in_turn(sketches, pictures.draw)
    palette_rate, rgb_rate, again_rate = rates(palette, rgb, again)
    base = "RGB, PNG level 1"
    yield Row("table, " + base, 1000 / rgb_rate, "ms", 1, base)
    yield Row("table, palette sprites", 1000 / palette_rate, "ms", rgb_rate / palette_rate, base)
    yield Row("the same table again", 1000 / again_rate, "ms", rgb_rate / again_rate, base)
    rgb_bytes, palette_bytes = _mean_size(sketches, _draw_rgb), _mean_size(sketches, _draw)
    yield Row("bytes, " + base, rgb_bytes, "bytes", 1, base)
    yield Row("bytes, palette sprites", palette_bytes, "bytes", palette_bytes / rgb_bytes, base)
    for seats in (2, 4, 6):
        yield from _duel(seats, sketches)


def _duel(seats: int, le_duel: list[Sketch]) -> Iterator[Row]:
    """The cost and the bytes of DUEL's tables, and their largest."""
    sketches, base = list(_duel_sketches(seats)), "Le Duel's table"
    one, other = rates(_in_turn(le_duel, _draw), _in_turn(sketches, _draw))
    yield Row(f"DUEL, {seats} players", 1000 / other, "ms", one / other, base)
    mean = _mean_size(le_duel, _draw)
    for name, size in (
        ("mean", _mean_size(sketches, _draw)),
        ("largest", float(max(len(_draw(sketch)) for sketch in sketches))),
    ):
        yield Row(f"DUEL, {seats} players, {name}", size, "bytes", size / mean, base)


def _sketches() -> Iterator[Sketch]:
    """The table after every turn of one game between two simple computers."""
    words = PictureText(("Éloïse", "Bertrand"), locale_for(ENGLISH))
    drawer = drawer_for(LE_DUEL.key)
    assert drawer is not None
    for state in _game():
        yield drawer.table(LE_DUEL.rules.observe(state, None), words)


def _duel_sketches(seats: int) -> Iterator[Sketch]:
    """The table at the start of every turn of one game between simple computers, each with a starter deck."""
    game, dice = DUEL, random.Random(1)
    shuffle = FairShuffle(bytes(32), "bench", game.key, tuple(map(str, range(seats))))
    words = PictureText(("Éloïse", "Bertrand", "Chloé", "David", "Émile", "Françoise")[:seats], locale_for(ENGLISH))
    starters = [dict(starter.deck) for starter in current_set().starters.values()]
    drawer, turns = drawer_for(game.key), -1
    assert drawer is not None
    state = game.rules.start(seats, {"decks": [starters[at % len(starters)] for at in range(seats)]}, shuffle)
    while state.outcome is None:
        if game.rules.turns(state) > turns:
            turns = game.rules.turns(state)
            yield drawer.table(game.rules.observe(state, None), words)
        (seat,) = game.rules.to_act(state)
        (action,) = game.notation.parse_all(LEVELS["duel-greedy"].choose(game.rules.observe(state, seat), dice))
        state = game.rules.apply(state, seat, action, shuffle)


def _game() -> Iterator[State]:
    game, dice = LE_DUEL, random.Random(1)
    state = start(2, {"first": Seat(0)}, _SHUFFLE)
    yield state
    while state.outcome is None:
        turn = LEVELS["greedy"].choose(game.rules.observe(state, state.turn), dice)
        seat = state.turn
        for action in game.parse_turn(turn):
            if state.outcome is None:
                state = game.rules.apply(state, seat, action)
        yield state


def _in_turn(sketches: list[Sketch], draw: Callable[[Sketch], bytes]) -> Callable[[], int]:
    for sketch in sketches:
        draw(sketch)
    endless = cycle(sketches)

    def one() -> int:
        draw(next(endless))
        return 1

    return one


def _draw(sketch: Sketch) -> bytes:
    return sketch.paint(sketch.scene)


def _draw_rgb(sketch: Sketch) -> bytes:
    with patch.object(table, "Canvas", RgbCanvas):
        return sketch.paint(sketch.scene)


def _mean_size(sketches: list[Sketch], draw: Callable[[Sketch], bytes]) -> float:
    return sum(len(draw(sketch)) for sketch in sketches) / len(sketches)
