"""The decks that the players of a game have brought, for everybody to read (DU2 and its like)."""

from collections.abc import Sequence

from bot.games.core import Collection, Deck
from bot.table.decks.card_words import in_short, size_of
from bot.table.limits import BODY, listed
from bot.table.locale import Locale, plain
from bot.table.page import Page


def lists_page(names: Sequence[str], decks: Sequence[Deck], collection: Collection, locale: Locale) -> Page:
    faces = collection.cards()
    lists = [
        f"{locale.text('deck.of_player', player=plain(name), count=size_of(deck))}\n{in_short(deck, faces, locale)}"
        for name, deck in zip(names, decks, strict=True)
    ]
    return Page(locale.text("deck.lists_title"), listed(lists, locale, room=BODY, between="\n\n"))
