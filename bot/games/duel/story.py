"""The story of the last turn and of this one in phrases, from a view: each viewer is told the cards they may know."""

from collections.abc import Iterator

from bot.games.core import Localized, Phrase, Player, phrase
from bot.games.duel.language import Pile
from bot.games.duel.sets import set_of
from bot.games.duel.state import Event, View

_TAKES = {
    Pile.DRAW: "duel.takes_draw",
    Pile.HAND: "duel.takes_hand",
    Pile.DISCARD: "duel.takes_discard",
    Pile.EQUIPMENT: "duel.takes_equipment",
    Pile.WOUNDS: "duel.takes_wounds",
}
_PUTS = {
    Pile.DRAW: "duel.puts_draw",
    Pile.HAND: "duel.puts_hand",
    Pile.DISCARD: "duel.puts_discard",
    Pile.EQUIPMENT: "duel.puts_equipment",
    Pile.WOUNDS: "duel.puts_wounds",
}
_OUT = {"bled_out": "duel.bled_out", "exhausted": "duel.exhausted", "left": "duel.left"}


def story_lines(view: View) -> Iterator[Phrase]:
    yield from (_told(view, event) for event in view.story)


def _told(view: View, event: Event) -> Phrase:
    player, card = Player(event.seat), _name(view, event.card) if event.card else None
    match event.kind:
        case "turn":
            return phrase("duel.story_turn", player=player)
        case "play" if event.other is not None:
            return phrase("duel.story_play_against", player=player, card=card, other=Player(event.other))
        case "play":
            return phrase("duel.story_play", player=player, card=card)
        case "trigger":
            return phrase("duel.story_trigger", player=player, card=card)
        case "shuffle":
            return phrase("duel.story_shuffle", player=player)
        case "out":
            return phrase(_OUT[event.source], player=player)
    return _moved(view, event)


def _name(view: View, card: str) -> Localized:
    return Localized(set_of(view.version).cards[card].names)


def _moved(view: View, event: Event) -> Phrase:
    known = tuple(_name(view, card) for card, _ in event.cards if card is not None)
    player, count = Player(event.seat), len(event.cards)
    if event.source == Pile.TABLE:
        code = "duel.story_equipped" if event.target == Pile.EQUIPMENT else "duel.story_not_equipped"
        return phrase(code, player=player, cards=known)
    takes, puts = Phrase(_TAKES[Pile(event.source)]), Phrase(_PUTS[Pile(event.target)])
    if not known:
        return phrase("duel.story_hidden", player=player, takes=takes, puts=puts, count=count)
    if len(known) < count:
        return phrase("duel.story_partly", player=player, takes=takes, puts=puts, number=count, cards=known)
    return phrase("duel.story_moved", player=player, takes=takes, puts=puts, cards=known)
