"""Le Duel's story: pictures of its rules, turns in words, a game's animation and plot. Views alone may enter."""

from collections.abc import Iterator, Sequence

from bot.drawing import plots
from bot.drawing.animation import animated
from bot.drawing.sketch import Sketch
from bot.games.core import Phrase, Player, Seat, phrase
from bot.games.le_duel.position import CARDS, Pile, Place, Whose, is_jump
from bot.games.le_duel.state import View, other
from bot.games.le_duel.whole_turns import parse_turn
from bot.table.pictures.core import PictureText
from bot.table.pictures.le_duel.drawer import LeDuelDrawer
from bot.table.pictures.le_duel.lessons import lesson_sketch
from bot.table.pictures.le_duel.pieces import SUITS
from bot.table.pictures.le_duel.scenes import side_scene

_DRAWER = LeDuelDrawer()
_OWN_CODES = {Pile.UP: "story.le-duel.up", Pile.DOWN: "story.le-duel.down"}
_JUMP_CODES = {Pile.UP: "story.le-duel.jump_up", Pile.DOWN: "story.le-duel.jump_down"}
_HELP_CODES = {Pile.UP: "story.le-duel.help_up", Pile.DOWN: "story.le-duel.help_down"}


class LeDuelStory:
    def lesson(self, number: int, words: PictureText) -> Sketch | None:
        return lesson_sketch(number, words)

    def turn(self, before: View, after: View) -> Phrase:
        """The cards placed, with jumps and helps, and the number drawn."""
        last = after.last
        if last is None:
            raise ValueError("no turn has been played yet")
        places = tuple(_places(before, last.seat, last.places))
        code = "story.le-duel.turn" if last.drawn else "story.le-duel.turn_dry"
        return phrase(code, player=Player(last.seat), places=places, count=last.drawn)

    def places(self, before: View, seat: Seat, turn: str) -> tuple[Phrase, ...]:
        return tuple(_places(before, seat, [action for action in parse_turn(turn) if isinstance(action, Place)]))

    def animation(self, views: Sequence[View], words: PictureText) -> Sketch:
        """The table after every turn, then the result."""
        frames = [_DRAWER.table(view, words) for view in views]
        return animated([*frames, _DRAWER.result(views[-1], words)], (phrase("story.film", count=len(views) - 1),))

    def plot(self, views: Sequence[View], words: PictureText) -> Sketch:
        """Cards placed, by turn."""
        gold, silver = (
            plots.Series(
                SUITS[seat],
                side_scene(views[-1], words, Seat(seat)).name,
                tuple(len(view.sides[seat].played) for view in views),
            )
            for seat in range(2)
        )
        scene = plots.PlotScene((gold, silver), len(CARDS), words.label("story.le-duel.axis"))
        alt = tuple(
            phrase("story.le-duel.progress", player=Player(Seat(seat)), counts=", ".join(map(str, series.values)))
            for seat, series in enumerate(scene.series)
        )
        return Sketch(plots.paint, scene, alt)


def _places(before: View, seat: Seat, places: Sequence[Place]) -> Iterator[Phrase]:
    side = before.sides[seat]
    tops = {Pile.UP: side.up, Pile.DOWN: side.down}
    for place in places:
        if place.whose is Whose.THEIRS:
            yield phrase(_HELP_CODES[place.pile], card=place.card, player=Player(other(seat)))
            continue
        top, tops[place.pile] = tops[place.pile], place.card
        code = _JUMP_CODES if is_jump(place, top) else _OWN_CODES
        yield phrase(code[place.pile], card=place.card, top=top)
