"""Alt texts of The Game's pictures, as phrases: the page's lines for the table and the result, each card's legal moves
for the hand."""

from collections.abc import Iterator

from bot.drawing.move_cells import signed
from bot.games.core import Phrase, Player, phrase
from bot.games.the_game.screen import screen
from bot.games.the_game.state import View
from bot.table.pictures.the_game.scenes import HandCard, HandScene, ResultScene, TableScene, public

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
    if scene.cards:
        yield phrase("picture.alt_hand", cards=tuple(_card(card, scene) for card in scene.cards))
    else:
        yield phrase("picture.alt_empty_hand")
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


def _card(card: HandCard, scene: HandScene) -> Phrase:
    if not scene.is_on_turn:
        return phrase("picture.alt_held_card", card=card.card)
    moves = tuple(
        phrase("picture.alt_jump" if move.is_jump else "picture.alt_step", pile=row.pile.letter, by=signed(move.by))
        for row, move in zip(scene.rows, card.moves, strict=True)
        if move is not None
    )
    if not moves:
        return phrase("picture.alt_stuck_card", card=card.card)
    return phrase("picture.alt_card", card=card.card, steps=moves)
