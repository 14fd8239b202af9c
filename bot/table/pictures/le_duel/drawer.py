"""Le Duel's drawer: each sketch is a scene, its paint function and its alt text."""

from bot.drawing.sketch import Sketch
from bot.games.le_duel.state import View
from bot.table.pictures.core import PictureText
from bot.table.pictures.le_duel import alt, hand, result, scenes, table


class LeDuelDrawer:
    def table(self, view: View, words: PictureText) -> Sketch:
        scene = scenes.table_scene(view, words)
        return Sketch(table.paint, scene, tuple(alt.table(scene)))

    def hand(self, view: View, words: PictureText) -> Sketch:
        scene = scenes.hand_scene(view, words)
        return Sketch(hand.paint, scene, tuple(alt.hand(scene)))

    def result(self, view: View, words: PictureText) -> Sketch:
        scene = scenes.result_scene(view, words)
        return Sketch(result.paint, scene, tuple(alt.result(scene)))
