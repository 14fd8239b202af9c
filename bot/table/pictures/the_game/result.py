"""The result of The Game: the score, its verdict, the reason, the piles and the open hands."""

from typing import Final

from bot.drawing import cards, palette
from bot.drawing.background import MARGIN, WIDTH, across, panelled
from bot.drawing.canvas import Canvas
from bot.drawing.suits import IVORY
from bot.drawing.text import NUMERALS, fitted, wrapped
from bot.table.pictures.the_game.pieces import caption, put_pile
from bot.table.pictures.the_game.scenes import PlayerScene, ResultScene

_LEFT, _RIGHT = MARGIN - 5, WIDTH - MARGIN + 5
_BANNER: Final = (25, 178)
_REASON: Final = 212
_PILES: Final = 270
_PILE: Final = 104
_CAPTION: Final = _PILES + round(_PILE * cards.RATIO) + 10
_PLAYERS: Final = _CAPTION + 38
_ROW: Final = 76
_HELD: Final = 44
_HELD_AT: Final = 300


def paint(scene: ResultScene) -> bytes:
    edge = palette.GOLD if scene.is_beaten else palette.TEAL_PALE
    height = _PLAYERS + len(scene.players) * _ROW + 24
    canvas = Canvas(panelled, height, across(*_BANNER, palette.TEAL_LIGHT, edge))
    _banner(canvas, scene)
    lines = wrapped(scene.reason, 25, WIDTH - 2 * MARGIN - 10, lines=2)
    for number, text in enumerate(lines):
        canvas.text(WIDTH // 2, _REASON + 8 + 30 * number, text, 25, palette.CREAM, anchor="m")
    for number, pile in enumerate(scene.piles):
        x = MARGIN + 8 + number * 168
        put_pile(canvas, pile, x, _PILES, _PILE)
        canvas.put(x + 66, _CAPTION, caption, pile.pile)
    for number, player in enumerate(scene.players):
        _player(canvas, scene, player, _PLAYERS + number * _ROW)
    return canvas.png()


def _banner(canvas: Canvas, scene: ResultScene) -> None:
    """The score and its verdict."""
    top, bottom = _BANNER
    colour = palette.GOLD_LIGHT if scene.is_beaten else palette.CREAM
    canvas.text(_LEFT + 96, bottom - 44, str(scene.score), 104, colour, anchor="m", font=NUMERALS)
    room = _RIGHT - _LEFT - 210
    title, size = fitted(scene.title, 46, room, smallest=30, font=NUMERALS)
    canvas.text(_LEFT + 190, top + 64, title, size, colour, font=NUMERALS)
    for number, line in enumerate((scene.left, scene.placed)):
        text, small = fitted(line, 27, room, smallest=20)
        canvas.text(_LEFT + 192, top + 101 + 32 * number, text, small, palette.CREAM_DIM if number else palette.CREAM)


def _player(canvas: Canvas, scene: ResultScene, player: PlayerScene, y: int) -> None:
    canvas.put(MARGIN + 6, y + 14, cards.medallion, IVORY, player.initial, 44)
    text, size = fitted(player.name, 28, _HELD_AT - MARGIN - 74, smallest=20)
    canvas.text(MARGIN + 62, y + 36 + round(size * 0.34), text, size, palette.CREAM)
    if player.hand:
        canvas.put(_HELD_AT - cards.RIM, y + 1, cards.spread, IVORY, player.hand, _HELD, _HELD + 3)
    else:
        canvas.text(_HELD_AT, y + 46, scene.empty, 25, palette.CREAM_DIM)
