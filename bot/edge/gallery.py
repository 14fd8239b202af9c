"""The gallery of cards at Discord: `/cards` with its menus, all private, and suggestions of cards. Nothing is stored: a
control says which page of what."""

import discord
from discord import app_commands

from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer, locale_of
from bot.edge.interactions.dialogues import Dialogue, Field, chosen_places, is_submitted, typed_in
from bot.edge.interactions.router import Router
from bot.games.core import CardFace
from bot.referee.decks import collection_of
from bot.referee.errors import Refusal
from bot.table.controls import Control, Verb
from bot.table.decks.card_words import searchable, told
from bot.table.decks.gallery_pages import (
    LONGEST_WORD,
    Filter,
    Gallery,
    Look,
    as_word,
    card_page,
    gallery_page,
    named_card,
    read_gallery,
    refined,
)
from bot.table.illustrations import drawn_card
from bot.table.limits import CHOICE, CHOICES, cut
from bot.table.locale import Locale

WORD = "word"  # the field of the dialogue


class CardGallery:
    def __init__(self, bot: Client, router: Router) -> None:
        self.bot = bot
        router.route(Verb.CARDS, self._press)

    async def open(self, answer: Answer, locale: Locale, game: str, typed: str) -> None:
        """`/cards`: all of them, the one named, or those that a word is in."""
        collection = collection_of(game)
        if typed and (found := named_card(collection, typed)) is not None:
            await self._show_card(answer, Gallery(game, collection, Filter()), found, 0, locale)
            return
        await answer.private(gallery_page(Gallery(game, collection, Filter(word=as_word(typed))), 0, locale))

    async def suggested(
        self, interaction: discord.Interaction, game: str, typed: str
    ) -> list[app_commands.Choice[str]]:
        """Cards by their names in the asker's language; those that begin so first."""
        locale, wanted = locale_of(interaction), searchable(str(typed))  # not validated yet
        names = {face.id: told(face.name, locale) for face in collection_of(game).cards().values()}
        found = [(card, name) for card, name in names.items() if wanted in searchable(name)]
        found.sort(key=lambda one: (not searchable(one[1]).startswith(wanted), searchable(one[1])))
        return [app_commands.Choice(name=cut(name, CHOICE), value=card) for card, name in found[:CHOICES]]

    async def _press(self, answer: Answer, locale: Locale, control: Control) -> None:
        game, look, wanted = read_gallery(control.argument)
        gallery, number = Gallery(game, collection_of(game), wanted), control.number
        if look is Look.WORD:
            await self._ask_word(answer, locale, control, gallery)
        elif look is Look.PAGE:
            await answer.private(gallery_page(gallery, number, locale))
        elif look is Look.CARD:
            number, cards = gallery.page(number, locale)
            place = _chosen(answer)
            if place >= len(cards):
                raise Refusal("stale")
            await self._show_card(answer, gallery, cards[place], number, locale)
        else:
            refining = Gallery(game, gallery.collection, refined(wanted, look, _chosen(answer)))
            await answer.private(gallery_page(refining, 0, locale))

    async def _show_card(self, answer: Answer, gallery: Gallery, face: CardFace, number: int, locale: Locale) -> None:
        page = card_page(gallery, face, number, locale)
        await answer.private(await drawn_card(page, gallery.game, face.id, locale, self.bot.pictures))

    async def _ask_word(self, answer: Answer, locale: Locale, control: Control, gallery: Gallery) -> None:
        if not is_submitted(answer.interaction):
            field = Field(WORD, locale.text("cards.word_label"), LONGEST_WORD, is_needed=False)
            await answer.ask(Dialogue(control, locale.text("cards.button_word"), field))
            return
        wanted = gallery.wanted
        sought = Filter(wanted.kind, wanted.slot, wanted.cost, as_word(typed_in(answer.interaction, WORD)))
        await answer.private(gallery_page(Gallery(gallery.game, gallery.collection, sought), 0, locale))


def _chosen(answer: Answer) -> int:
    places = chosen_places(answer.interaction)
    if len(places) != 1:
        raise Refusal("stale")
    return places[0]
