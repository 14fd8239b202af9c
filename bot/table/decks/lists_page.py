"""The decks that the players of a game have brought, for everybody to read (DU2 and its like)."""

from collections.abc import Sequence

from bot.games.core import Collection, Deck
from bot.table.decks.card_words import in_short, size_of
from bot.table.limits import BODY, listed
from bot.table.locale import Locale, plain
from bot.table.page import Page


def lists_page(decks: Sequence[tuple[str, Deck]], collection: Collection, locale: Locale) -> Page:
    """Decks by player."""
    return Page(locale.text("deck.lists_title"), lists_text(decks, collection, locale, room=BODY))


def lists_text(decks: Sequence[tuple[str, Deck]], collection: Collection, locale: Locale, *, room: int) -> str:
    faces = collection.cards()
    lists = [
        f"{locale.text('deck.of_player', player=plain(name), count=size_of(deck))}\n{in_short(deck, faces, locale)}"
        for name, deck in decks
    ]
    return listed(lists, locale, room=room, between="\n\n")
