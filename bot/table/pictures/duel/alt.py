"""Alt texts of DUEL's pictures, as phrases. Built from views as public as the pictures, so that both say the same.

Discord cuts an alt text at `LIMIT` characters: where a full table would be longer, texts of cards are left out first,
then the names of the equipment, which the page beside the picture has.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.drawing.sketch import Sketch
from bot.games.core import Localized, Phrase, Player, Seat, phrase
from bot.games.duel.cards import Card
from bot.games.duel.screen import name_of
from bot.games.duel.state import View
from bot.games.duel.texts import card_text, type_line
from bot.games.duel.words import LANGUAGES
from bot.table.pictures.core import PictureText
from bot.table.pictures.duel import scenes
from bot.table.pictures.duel.scenes import HandScene, HeldCard, ResultScene, TableScene

LIMIT: Final = 1024
_FULL, _SHORT, _SHORTEST = range(3)


def within_limit(ways: Iterable[tuple[Phrase, ...]], words: PictureText) -> tuple[Phrase, ...]:
    """The first that is short enough, else the last."""
    chosen: tuple[Phrase, ...] = ()
    for chosen in ways:
        if len(words.alt_text(Sketch(bytes, None, chosen))) <= LIMIT:
            break
    return chosen


def table(view: View, scene: TableScene, words: PictureText) -> tuple[Phrase, ...]:
    view = scenes.public(view)
    seats = [Seat(side.seat) for side in scene.sides]
    return within_limit((tuple(_table(view, seats, scene, much)) for much in (_FULL, _SHORT, _SHORTEST)), words)


def _table(view: View, seats: list[Seat], scene: TableScene, much: int) -> Iterator[Phrase]:
    yield from scenes.status_lines(view)
    event = scenes.last_play(view)
    if event is not None and scene.told:
        yield scenes.play_line(view, event)
    if scene.played is not None and much == _FULL:
        yield _card(scenes.cards_of(view)[scene.played.face.card])
    for seat in seats:
        yield from _side(view, seat, is_short=much == _SHORTEST)


def _side(view: View, seat: Seat, *, is_short: bool) -> Iterator[Phrase]:
    side, cards = view.sides[seat], scenes.cards_of(view)
    if side.out_at and view.outcome is None:
        yield phrase("duel.picture.alt_out", player=Player(seat))
        return
    values: dict[str, object] = {
        "player": Player(seat),
        "blood": sum(cards[card].is_blood for card in side.wounds),
        "bloods": sum(number for card, number in side.deck.items() if cards[card].is_blood),
        "wounds": len(side.wounds),
        "hand": side.hand_size,
        "draw": len(side.draw),
        "discard": len(side.discard),
    }
    if side.wounds:
        yield Phrase("duel.picture.alt_wounded", values | {"card": name_of(view, side.wounds[-1])})
    else:
        yield Phrase("duel.picture.alt_side", values)
    if side.equipment and is_short:
        yield phrase("duel.picture.alt_pieces", count=len(side.equipment))
    elif side.equipment:
        yield phrase("duel.picture.alt_equipment", cards=tuple(_gear(view, seat)))


def _gear(view: View, seat: Seat) -> Iterator[Localized | Phrase]:
    for gear in view.sides[seat].equipment:
        hp, name = scenes.cards_of(view)[gear.card].hp, name_of(view, gear.card)
        yield phrase("duel.familiar", card=name, left=hp - gear.hits, hp=hp) if hp else name


def _card(card: Card) -> Phrase:
    return phrase(
        "duel.picture.alt_text",
        line=Localized({language: type_line(card, language) for language in LANGUAGES}),
        text=Localized({language: card_text(card, language) for language in LANGUAGES}),
    )


def card(one: Card) -> tuple[Phrase, ...]:
    return phrase("picture.alt_says", text=Localized(one.names)), _card(one)


# The hand


def hand(view: View, scene: HandScene, words: PictureText) -> tuple[Phrase, ...]:
    return within_limit((tuple(_hand(view, scene, is_short=is_short)) for is_short in (False, True)), words)


def _hand(view: View, scene: HandScene, *, is_short: bool) -> Iterator[Phrase]:
    if scene.candidates:
        yield phrase("duel.picture.alt_choose", cards=tuple(name_of(view, face.card) for face in scene.candidates))
    if scene.cards:
        told = (_held(view, one, scene, is_short=is_short) for one in scene.cards)
        yield phrase("picture.alt_hand", cards=tuple(told))
    else:
        yield phrase("picture.alt_empty_hand")
    if view.viewer is not None:
        yield from _side(view, view.viewer, is_short=True)
    yield phrase("picture.alt_says", text=scene.advice)


def _held(view: View, held: HeldCard, scene: HandScene, *, is_short: bool) -> Phrase | Localized:
    """A card of the hand: name, kind and cost, and the marks of the picture."""
    card = scenes.cards_of(view)[held.card]
    name, line = name_of(view, card.id), Localized({one: type_line(card, one) for one in LANGUAGES})
    told: Phrase | Localized
    if is_short:
        told = phrase("duel.picture.alt_ticked", card=name, mark=scene.key) if held.is_playable else name
    elif held.is_playable:
        told = phrase("duel.picture.alt_playable", card=name, line=line, mark=scene.key)
    else:
        told = phrase("duel.picture.alt_held", card=name, line=line)
    return phrase("picture.alt_fresh", card=told) if held.is_fresh else told


# The result


def result(view: View, scene: ResultScene, words: PictureText) -> tuple[Phrase, ...]:
    return within_limit((tuple(_result(view, scene, is_short=is_short)) for is_short in (False, True)), words)


def _result(view: View, scene: ResultScene, *, is_short: bool) -> Iterator[Phrase]:
    yield phrase("picture.alt_says", text=scene.title)
    if scene.reason:
        yield phrase("picture.alt_says", text=scene.reason)
    for one in scene.sides:
        seat = Seat(one.side.seat)
        if len(scene.sides) > 2 and one.place:
            yield phrase("duel.picture.alt_place", player=Player(seat), place=one.place)
        yield from _result_side(view, seat, is_short=is_short)
        if one.rating:
            yield phrase("picture.alt_rating", change=one.rating)


def _result_side(view: View, seat: Seat, *, is_short: bool) -> Iterator[Phrase]:
    side, cards = view.sides[seat], scenes.cards_of(view)
    if side.out_at and not side.wounds:
        yield phrase("duel.picture.alt_out", player=Player(seat))
        return
    yield phrase(
        "duel.picture.alt_result",
        player=Player(seat),
        blood=sum(cards[card].is_blood for card in side.wounds),
        bloods=sum(number for card, number in side.deck.items() if cards[card].is_blood),
        wounds=len(side.wounds),
    )
    if side.hand and not is_short:
        yield phrase("picture.alt_open_hand", cards=tuple(name_of(view, card) for card in side.hand))
