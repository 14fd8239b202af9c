"""The Game's story: pictures of its rules, turns in words, a game's animation and plot. Views alone may enter."""

from collections.abc import Iterator, Sequence

from bot.drawing import plots
from bot.drawing.animation import animated
from bot.drawing.sketch import Sketch
from bot.drawing.suits import GOLD, SILVER
from bot.games.core import Phrase, Player, Seat, phrase
from bot.games.the_game.position import CARDS, FIRE_CARDS, Place, covered, is_jump_back
from bot.games.the_game.state import View
from bot.games.the_game.whole_turns import parse_turn
from bot.table.pictures.core import PictureText
from bot.table.pictures.the_game.drawer import TheGameDrawer
from bot.table.pictures.the_game.lessons import lesson_sketch

_DRAWER = TheGameDrawer()
_CODES = {True: "story.the-game.up", False: "story.the-game.down"}
_JUMP_CODES = {True: "story.the-game.jump_up", False: "story.the-game.jump_down"}


class TheGameStory:
    def lesson(self, number: int, words: PictureText) -> Sketch | None:
        return lesson_sketch(number, words)

    def turn(self, before: View, after: View) -> Phrase:
        """The cards placed, with jumps back and fires, and the number drawn."""
        last = after.last
        if last is None:
            raise ValueError("no turn has been played yet")
        return phrase(
            "story.the-game.turn" if last.drawn else "story.the-game.turn_dry",
            player=Player(last.seat),
            places=tuple(_places(before, last.places)),
            count=last.drawn,
        )

    def places(self, before: View, _seat: Seat, turn: str) -> tuple[Phrase, ...]:
        return tuple(_places(before, [action for action in parse_turn(turn) if isinstance(action, Place)]))

    def animation(self, views: Sequence[View], words: PictureText) -> Sketch:
        """The table after every turn, all of the greatest height, then the result."""
        notes = max(_DRAWER.notes(view, words) for view in views)
        frames = [_DRAWER.table(view, words, least_notes=notes) for view in views]
        return animated([*frames, _DRAWER.result(views[-1], words)], (phrase("story.film", count=len(views) - 1),))

    def plot(self, views: Sequence[View], words: PictureText) -> Sketch:
        """Cards left by turn: in all, and in the draw pile."""
        left, draw = tuple(view.cards_left for view in views), tuple(view.draw_size for view in views)
        lines = (
            plots.Series(GOLD, words.label("story.the-game.left"), left),
            plots.Series(SILVER, words.label("picture.draw_pile"), draw),
        )
        scene = plots.PlotScene(lines, len(CARDS), words.label("story.the-game.axis"))
        counts = {"left": ", ".join(map(str, left)), "draw": ", ".join(map(str, draw))}
        return Sketch(plots.paint, scene, (phrase("story.the-game.progress", **counts),))


def _places(before: View, places: Sequence[Place]) -> Iterator[Phrase]:
    tops = before.tops
    for place in places:
        codes = _JUMP_CODES if is_jump_back(place, tops) else _CODES
        told = phrase(codes[place.pile.is_up], card=place.card, pile=place.pile.letter, top=tops[place.pile.top_index])
        is_fire = before.mode.is_on_fire and place.card in FIRE_CARDS
        yield phrase("story.the-game.lit", place=told) if is_fire else told
        tops = covered(tops, place)
