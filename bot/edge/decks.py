"""Decks at Discord: `/deck` with its buttons, menus and dialogues, all private; suggestions of decks; and the lists
brought to a game. Nothing is kept in memory, and only the interaction says whose decks they are."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.edge.allowed_channels import check_may_look
from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer, locale_of
from bot.edge.interactions.dialogues import Dialogue, Field, chosen_places, is_submitted, typed_in
from bot.edge.interactions.router import Router
from bot.edge.presenting.match_views import match_view_of
from bot.games.core import Deck, GameError
from bot.games.registry import GAMES
from bot.referee.decks import LONGEST_NAME, MOST_DECKS, DeckService, collection_of, name_key
from bot.referee.errors import Refusal
from bot.store.rows import DeckRow
from bot.table.controls import Control, Verb
from bot.table.decks.addresses import ON, Op, read_address, read_editing
from bot.table.decks.card_words import searchable, told
from bot.table.decks.deck_pages import (
    Shelf,
    cards_to_add,
    cards_to_take,
    deck_page,
    decks_page,
    deletion_page,
    editor_page,
    export_text,
    sections,
    starter_page,
)
from bot.table.decks.lists_page import lists_page
from bot.table.illustrations import drawn_decks
from bot.table.limits import CHOICE, CHOICES, cut
from bot.table.locale import Locale
from bot.table.notices import error_text
from bot.table.page import Page

NAME, LINE = "name", "line"  # fields of the dialogues
LONGEST_IMPORT = 4000


@dataclass(frozen=True, slots=True)
class Press:
    """One press on a page about decks, read."""

    answer: Answer
    locale: Locale
    game: str
    op: Op
    deck_id: int
    seen: int
    detail: str

    @property
    def user_id(self) -> int:
        return self.answer.interaction.user.id

    @property
    def places(self) -> tuple[int, ...]:
        return chosen_places(self.answer.interaction)


class DeckPages:
    def __init__(self, bot: Client, router: Router) -> None:
        self.bot = bot
        router.route(Verb.DECK, self._press)
        router.route(Verb.DECKS, self._show_lists)
        self._operations: dict[Op, Callable[[Press], Awaitable[None]]] = {
            Op.LIST: self._list,
            Op.OPEN: self._open,
            Op.STARTERS: self._open_starter,
            Op.STARTER: self._starter,
            Op.SHOW: self._show,
            Op.NEW: self._new,
            Op.COPY: self._copy,
            Op.EDIT: self._edit,
            Op.COPIES: self._edit,
            Op.ADD: self._change_cards,
            Op.TAKE: self._change_cards,
            Op.RENAME: self._rename,
            Op.IMPORT: self._import,
            Op.EXPORT: self._export,
            Op.USUAL: self._set_usual,
            Op.DELETE: self._ask_to_delete,
            Op.DELETE_SURE: self._delete,
        }

    @property
    def decks(self) -> DeckService:
        return self.bot.referee.gatherings.decks

    # Commands

    async def open(self, answer: Answer, locale: Locale, game: str, *, named: str = "", line: str = "") -> None:
        """`/deck`: all of them, the one named, or the one that a line describes, which is kept."""
        press = Press(answer, locale, game, Op.LIST, 0, 0, "")
        collection = collection_of(game)
        if line:
            deck = await self._keep(press, locale.text("deck.imported_name"), collection.read(line), newest=None)
            await self._show_deck(press, deck, locale.text("deck.imported"))
            return
        for deck in await self.decks.of(press.user_id, game) if named else ():
            if deck.name_key == name_key(named):
                await self._show_deck(press, deck)
                return
        for key, starter in collection.starters().items() if named else ():
            if name_key(named) in map(name_key, (key, *starter.name.texts.values())):
                await self._show_starter(press, key)
                return
        await self._show_list(press, error_text(Refusal("no_such_deck"), locale) if named else "")

    async def suggested(
        self, interaction: discord.Interaction, game: str, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The asker's own decks, then the starters."""
        found = GAMES.get(game)
        if found is None or found.collection is None:
            return []
        locale, offered = locale_of(interaction), []
        for deck in await self.decks.of(interaction.user.id, game):
            is_legal = not found.collection.faults(deck.cards, {})
            sign = "⭐ " if deck.is_usual else "" if is_legal else "⚠️ "
            offered.append((f"{sign}{deck.name}", deck.name))
        for key, starter in found.collection.starters().items():
            offered.append((told(starter.name, locale), key))
        wanted = searchable(str(typed))  # Discord has not validated it while the user types
        return [
            app_commands.Choice(name=cut(label, CHOICE), value=value)
            for label, value in offered
            if wanted in searchable(label)
        ][:CHOICES]

    # Buttons, menus and dialogues

    async def _press(self, answer: Answer, locale: Locale, control: Control) -> None:
        """A page that has changed meanwhile is shown as it is now; a refusal is shown above it."""
        game, op, detail = read_address(control.argument)
        collection_of(game)
        press = Press(answer, locale, game, op, control.number, control.revision, detail)
        try:
            await self._operations[op](press)
        except GameError as error:
            await self._refuse(press, error)

    async def _refuse(self, press: Press, error: GameError) -> None:
        notice = "" if error.code == "stale" else f"⚠️ {error_text(error, press.locale)}"
        found = await self.bot.store.decks.get(press.user_id, press.deck_id) if press.deck_id else None
        if found is None:
            await self._show_list(press, notice)
        elif press.op in (Op.ADD, Op.TAKE):
            await self._show_editor(press, found, notice)
        else:
            await self._show_deck(press, found, notice)

    async def _own(self, press: Press) -> DeckRow:
        """The pressed deck. One of another game was not on that page."""
        deck = await self.decks.get(press.user_id, press.deck_id)
        if deck.game != press.game:
            raise Refusal("no_such_deck")
        return deck

    async def _list(self, press: Press) -> None:
        await self._show_list(press)

    async def _open(self, press: Press) -> None:
        mine = await self.decks.of(press.user_id, press.game)
        first = int(press.detail) if press.detail.isdecimal() else 0
        await self._show_deck(press, _at(mine, first + _only(press.places)))

    async def _open_starter(self, press: Press) -> None:
        starter = _at(list(collection_of(press.game).starters()), _only(press.places))
        await self._show_starter(press, starter)

    async def _starter(self, press: Press) -> None:
        await self._show_starter(press, _starter_of(press))

    async def _show(self, press: Press) -> None:
        await self._show_deck(press, await self._own(press))

    async def _new(self, press: Press) -> None:
        """Empty, or from a starter."""
        name, cards = press.locale.text("deck.new_name"), dict[str, int]()
        if press.detail:
            starter = collection_of(press.game).starters()[_starter_of(press)]
            name, cards = told(starter.name, press.locale), dict(starter.deck)
        deck = await self._keep(press, name, cards, newest=press.seen)
        if press.detail:
            await self._show_deck(press, deck, press.locale.text("deck.copied"))
        else:
            await self._show_editor(press, deck)

    async def _copy(self, press: Press) -> None:
        deck = await self._own(press)
        newest = int(press.detail) if press.detail.isdecimal() else 0
        copy = await self._keep(press, deck.name, deck.cards, newest=newest)
        await self._show_deck(press, copy, press.locale.text("deck.copied"))

    async def _edit(self, press: Press) -> None:
        await self._show_editor(press, await self._own(press))

    async def _change_cards(self, press: Press) -> None:
        deck, editing, collection = await self._own(press), read_editing(press.detail), collection_of(press.game)
        every = sections(collection, press.locale)
        if editing.version != collection.version() or editing.section >= len(every) or deck.revision != press.seen:
            raise Refusal("stale")
        section = every[editing.section]
        offered = cards_to_add(section) if press.op is Op.ADD else cards_to_take(section, deck.cards)
        by = editing.copies if press.op is Op.ADD else -editing.copies
        changes = {_at(offered, place).id: by for place in press.places}
        deck = await self.decks.edit(press.user_id, deck.id, press.seen, changes)
        await self._show_editor(press, deck)

    async def _rename(self, press: Press) -> None:
        interaction, deck, locale = press.answer.interaction, await self._own(press), press.locale
        if not is_submitted(interaction):
            field = Field(NAME, locale.text("deck.name_label"), LONGEST_NAME, value=deck.name)
            await press.answer.ask(Dialogue(_control(press), locale.text("deck.button_rename"), field))
            return
        deck = await self.decks.rename(press.user_id, deck.id, typed_in(interaction, NAME))
        await self._show_deck(press, deck)

    async def _import(self, press: Press) -> None:
        interaction, locale = press.answer.interaction, press.locale
        if not is_submitted(interaction):
            line = Field(LINE, locale.text("deck.line_label"), LONGEST_IMPORT)
            name = Field(NAME, locale.text("deck.name_label_optional"), LONGEST_NAME, is_needed=False)
            await press.answer.ask(Dialogue(_control(press), locale.text("deck.button_import"), line, name))
            return
        cards, name_typed = collection_of(press.game).read(typed_in(interaction, LINE)), typed_in(interaction, NAME)
        is_named = bool(name_typed.strip())
        wanted = name_typed if is_named else locale.text("deck.imported_name")
        deck = await self._keep(press, wanted, cards, newest=press.seen, is_exact=is_named)
        await self._show_deck(press, deck, locale.text("deck.imported"))

    async def _export(self, press: Press) -> None:
        """Beside the page, alone in its message, so that it is easy to copy."""
        collection = collection_of(press.game)
        if press.detail:
            starter = collection.starters()[_starter_of(press)]
            name, cards = told(starter.name, press.locale), starter.deck
        else:
            deck = await self._own(press)
            name, cards = deck.name, deck.cards
        await press.answer.note(export_text(name, collection.export(cards), press.locale))

    async def _set_usual(self, press: Press) -> None:
        deck = await self._own(press)
        deck = await self.decks.set_usual(press.user_id, deck.id, is_usual=press.detail == ON)
        await self._show_deck(press, deck)

    async def _ask_to_delete(self, press: Press) -> None:
        deck = await self._own(press)
        await press.answer.private(deletion_page(await self._shelf(press), deck, press.locale))

    async def _delete(self, press: Press) -> None:
        await self._own(press)
        await self.decks.delete(press.user_id, press.deck_id)
        await self._show_list(press, press.locale.text("deck.deleted"))

    # Pages

    async def _keep(self, press: Press, name: str, cards: Deck, **wishes: Any) -> DeckRow:
        return await self.decks.create(press.user_id, press.game, name, cards, **wishes)

    async def _shelf(self, press: Press, notice: str = "") -> Shelf:
        newest = await self.decks.newest(press.user_id)
        return Shelf(GAMES[press.game], collection_of(press.game), newest, notice)

    async def _show_list(self, press: Press, notice: str = "") -> None:
        decks = await self.decks.of(press.user_id, press.game)
        shelf = await self._shelf(press, notice)
        await press.answer.private(decks_page(shelf, decks, MOST_DECKS, press.locale))

    async def _show_deck(self, press: Press, deck: DeckRow, notice: str = "") -> None:
        page = deck_page(await self._shelf(press, notice), deck, press.locale)
        await self._show_drawn(press, page, deck.name, deck.cards)

    async def _show_starter(self, press: Press, key: str) -> None:
        shelf = await self._shelf(press)
        starter = shelf.collection.starters()[key]
        page = starter_page(shelf, key, press.locale)
        await self._show_drawn(press, page, told(starter.name, press.locale), starter.deck)

    async def _show_drawn(self, press: Press, page: Page, name: str, cards: Deck) -> None:
        """With a picture of the deck."""
        drawn = await drawn_decks(page, press.game, [(name, cards)], press.locale, self.bot.pictures)
        await press.answer.private(drawn)

    async def _show_editor(self, press: Press, deck: DeckRow, notice: str = "") -> None:
        shelf, editing = await self._shelf(press, notice), read_editing(press.detail)
        await self._show_drawn(press, editor_page(shelf, deck, editing, press.locale), deck.name, deck.cards)

    # Decks of a game

    async def _show_lists(self, answer: Answer, locale: Locale, control: Control) -> None:
        """All players' lists, to those who may look at the table."""
        await answer.beside(await self._lists(answer.interaction, control.number, locale))

    async def _lists(self, interaction: discord.Interaction, game_id: int, locale: Locale) -> Page:
        match = await self.bot.referee.match(game_id)
        check_may_look(self.bot, interaction, match)
        collection = collection_of(match.game.key)
        match_view = await match_view_of(self.bot, match, None, locale)
        decks = list(zip(match_view.names, match.decks, strict=True))
        page = lists_page(decks, collection, locale)
        return await drawn_decks(page, match.game.key, decks, locale, self.bot.pictures)


def _control(press: Press) -> Control:
    return Control(Verb.DECK, press.deck_id, press.seen, f"{press.game}/{press.op}/{press.detail}")


def _starter_of(press: Press) -> str:
    if press.detail not in collection_of(press.game).starters():
        raise Refusal("no_such_deck")
    return press.detail


def _only(places: tuple[int, ...]) -> int:
    if len(places) != 1:
        raise Refusal("stale")
    return places[0]


def _at(found: Any, place: int) -> Any:
    if place >= len(found):
        raise Refusal("stale")
    return found[place]
