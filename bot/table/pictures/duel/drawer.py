"""DUEL's drawer: each sketch is a scene, its paint function and its alt text."""

from bot.drawing.sketch import Sketch
from bot.games.duel.cards import Card
from bot.games.duel.state import View
from bot.table.pictures.core import PictureText
from bot.table.pictures.duel import alt, card, hand, result, scenes, table


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

    def card(self, one: Card, words: PictureText) -> Sketch:
        """A card, large, with its text in the reader's language."""
        return Sketch(card.paint, card.CardScene(scenes.shown(one, words)), alt.card(one))
