"""Alt texts of The Game's pictures, as phrases: the page's lines for the table and the result, each card's legal moves
for the hand."""

from collections.abc import Iterator

from bot.games.core import Phrase, Player, phrase
from bot.games.the_game.screen import screen
from bot.games.the_game.state import View
from bot.table.pictures.piles import hand_alt
from bot.table.pictures.the_game.scenes import HandScene, ResultScene, TableScene, public

_MODES = frozenset({"the-game.expert", "the-game.fewer", "the-game.on_fire"})  # `scene.modes` names them


def table(view: View, scene: TableScene) -> Iterator[Phrase]:
    public_view = public(view)
    if scene.modes:
        yield phrase("picture.alt_says", text=scene.modes)
    for line in screen(public_view).lines:
        if line.code not in _MODES:
            yield phrase("picture.alt_says", text=line)
    if public_view.is_over:  # replay of a finished game: the screen's lines leave its fires out
        for pile in scene.piles:
            if pile.is_burning:
                yield phrase("the-game.fire", pile=pile.pile.letter, card=pile.top)
    if public_view.turn is not None and not public_view.is_over:
        yield phrase("picture.alt_turn", player=Player(public_view.turn))


def hand(scene: HandScene) -> Iterator[Phrase]:
    letters = [row.pile.letter for row in scene.rows]
    yield hand_alt(scene.cards, letters, is_on_turn=scene.is_on_turn)
    for row in scene.rows:
        code = "the-game.up" if row.pile.is_up else "the-game.down"
        text = phrase(code, pile=row.pile.letter, top=row.top)
        yield (
            phrase("the-game.picture.alt_row", pile=text, mark=row.mark)
            if row.mark
            else phrase("picture.alt_says", text=text)
        )
    if scene.places:
        places = ", ".join(f"{place.card} {place.pile.letter}" for place in scene.places)
        yield phrase("the-game.picture.alt_places", label=scene.strip, places=places)
    yield phrase("picture.alt_says", text=scene.advice)


def result(view: View, scene: ResultScene) -> Iterator[Phrase]:
    yield phrase("picture.alt_says", text=scene.title)
    yield phrase("picture.alt_says", text=scene.left)
    if scene.reason:
        yield phrase("picture.alt_says", text=scene.reason)
    for line in screen(public(view)).lines:
        yield phrase("picture.alt_says", text=line)
