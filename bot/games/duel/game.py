"""DUEL, put together from the modules of this folder."""

from bot.games.core import Game, Kind
from bot.games.duel import codec, collection, notation, rules, screen
from bot.games.duel.cards import FORMATS
from bot.games.duel.decks import read_deck
from bot.games.duel.lessons import TUTORIAL
from bot.games.duel.state import Action, State, View

DUEL: Game[State, Action, View] = Game(
    key="duel",
    version=1,
    seats=rules.SEATS,
    kind=Kind.VERSUS,
    rules=rules,
    notation=notation,
    codec=codec,
    screens=screen,
    options={"first": (None, *range(rules.SEATS[-1])), "format": FORMATS},  # DU6, DU2
    brought={"decks": read_deck},  # DU2
    collection=collection,
    on_turn=rules.on_turn,
    next_seat=rules.next_seat,
    elimination=rules,
    tutorial=TUTORIAL,
)
