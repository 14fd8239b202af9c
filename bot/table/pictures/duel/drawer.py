"""DUEL's drawer: each sketch is a scene, its paint function and its alt text."""

from bot.drawing.sketch import Sketch
from bot.games.duel.state import View
from bot.table.pictures.core import PictureText
from bot.table.pictures.duel import alt, hand, result, scenes, table


class DuelDrawer:
    def table(self, view: View, words: PictureText) -> Sketch:
        scene = scenes.table_scene(view, words)
        return Sketch(table.paint, scene, alt.table(view, scene, words))

    def hand(self, view: View, words: PictureText) -> Sketch:
        scene = scenes.hand_scene(view, words)
        return Sketch(hand.paint, scene, alt.hand(view, scene, words))

    def result(self, view: View, words: PictureText) -> Sketch:
        scene = scenes.result_scene(view, words)
        return Sketch(result.paint, scene, alt.result(view, scene, words))
