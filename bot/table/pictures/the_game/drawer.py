"""The Game's drawer: each sketch is a scene, its paint function and its alt text."""

from bot.drawing.sketch import Sketch
from bot.games.the_game.state import View
from bot.table.pictures.core import PictureText
from bot.table.pictures.the_game import alt, hand, result, scenes, table


class TheGameDrawer:
    def table(self, view: View, words: PictureText, *, least_notes: int = 0) -> Sketch:
        scene = scenes.table_scene(view, words, least_notes)
        return Sketch(table.paint, scene, tuple(alt.table(view, scene)))

    def notes(self, view: View, words: PictureText) -> int:
        """How many lines the table has under its piles."""
        return scenes.table_scene(view, words).notes

    def hand(self, view: View, words: PictureText) -> Sketch:
        scene = scenes.hand_scene(view, words)
        return Sketch(hand.paint, scene, tuple(alt.hand(scene)))

    def result(self, view: View, words: PictureText) -> Sketch:
        scene = scenes.result_scene(view, words)
        return Sketch(result.paint, scene, tuple(alt.result(view, scene)))
