"""Decks that people keep for games to which decks are brought: making, editing and naming them, and finding the one a
player means. What a deck may hold is the game's to say (`bot.games.core.Collection`)."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.games.core import AnyGame, Collection, Deck, Options
from bot.games.registry import GAMES
from bot.referee.errors import Refusal
from bot.store.rows import DeckRow
from bot.store.sqlite.decks import DeckConflictError
from bot.store.sqlite.store import Store

MOST_DECKS = 30  # a person
LONGEST_NAME = 100  # UTF-16 units, as Discord may count them
MOST_CARDS = 60  # in a deck that is being built; more than any deck needs
T = TypeVar("T")
_JOINER = "\u200d"  # within one emoji


@dataclass(frozen=True, slots=True)
class DeckService:
    store: Store
    now: Callable[[], int]

    async def of(self, user_id: int, game: str) -> list[DeckRow]:
        return await self.store.decks.of(user_id, game)

    async def get(self, user_id: int, deck_id: int) -> DeckRow:
        found = await self.store.decks.get(user_id, deck_id)
        if found is None or found.game not in GAMES:
            raise Refusal("no_such_deck")
        return found

    async def newest(self, user_id: int) -> int:
        """The id of the person's newest deck: what `create` is told, so that one request makes one deck."""
        return await self.store.decks.newest(user_id)

    async def create(
        self, user_id: int, game: str, name: str, cards: Deck, *, newest: int | None, is_exact: bool = False
    ) -> DeckRow:
        """Unless the name has to be exactly this, a number is added to one that is taken."""
        collection, mine = collection_of(game), await self.of(user_id, game)
        _check_size(cards)
        taken = {deck.name_key for deck in mine} | _starter_keys(collection)
        name = cleaned(name) if is_exact else _free_name(cleaned(name), taken)
        if name_key(name) in taken:
            raise Refusal("deck_name_taken")
        row = DeckRow(
            id=0,
            user_id=user_id,
            game=game,
            name=name,
            name_key=name_key(name),
            cards=dict(cards),
            set_version=collection.version(),
            is_usual=False,
            revision=0,
            changed_at=self.now(),
        )
        return replace(row, id=await _stored(self.store.decks.add(row, MOST_DECKS, newest)))

    async def rename(self, user_id: int, deck_id: int, name: str) -> DeckRow:
        before = await self.get(user_id, deck_id)
        name = cleaned(name)
        if name_key(name) in _starter_keys(collection_of(before.game)):
            raise Refusal("deck_name_taken")
        return await self._change(before, replace(before, name=name, name_key=name_key(name)))

    async def edit(self, user_id: int, deck_id: int, seen: int, changes: Mapping[str, int]) -> DeckRow:
        """Add and take out cards. No more of a card than a deck may hold is added; cards that the set no longer has go
        with any change. `seen` is the revision the person saw: a second press changes nothing."""
        before = await self.get(user_id, deck_id)
        if before.revision != seen:
            raise Refusal("stale")
        faces = collection_of(before.game).cards()
        cards = {card: number for card, number in before.cards.items() if card in faces}
        for card, by in changes.items():
            had = cards.get(card, 0)
            cards[card] = max(0, min(had + by, max(had, faces[card].most)))
        cards = {card: number for card, number in sorted(cards.items()) if number}
        _check_size(cards)
        version = collection_of(before.game).version()
        return await self._change(before, replace(before, cards=cards, set_version=version))

    async def _change(self, before: DeckRow, after: DeckRow) -> DeckRow:
        if not await _stored(self.store.decks.change(before, replace(after, changed_at=self.now()))):
            raise Refusal("stale")
        return await self.get(before.user_id, before.id)

    async def set_usual(self, user_id: int, deck_id: int, *, is_usual: bool) -> DeckRow:
        await self.store.decks.set_usual(await self.get(user_id, deck_id), is_usual=is_usual)
        return await self.get(user_id, deck_id)

    async def delete(self, user_id: int, deck_id: int) -> None:
        if not await self.store.decks.delete(user_id, deck_id):
            raise Refusal("no_such_deck")

    async def text_of(self, game: AnyGame, user_id: int, typed: str, options: Options) -> str:
        """What the game reads for the deck a player typed: their own of that name, their usual one if nothing is typed;
        otherwise what was typed, which may be a starter's name or a list."""
        if game.collection is None:
            return typed
        key = name_key(typed)
        for deck in await self.of(user_id, game.key):
            if deck.name_key == key if key else deck.is_usual:
                if game.collection.faults(deck.cards, options):
                    raise Refusal("deck_not_legal" if key else "usual_deck_not_legal")
                return game.collection.export(deck.cards)
        return typed


def collection_of(game: str) -> Collection:
    """Raises if this game is not played with decks."""
    found = GAMES[game].collection if game in GAMES else None
    if found is None:
        raise Refusal("nothing_to_bring")
    return found


def cleaned(name: str) -> str:
    """On one line, without signs that cannot be seen. Raises if nothing is left, or too much."""
    name = " ".join("".join(sign if sign.isprintable() or sign == _JOINER else " " for sign in name).split())
    if not name.strip(_JOINER):
        raise Refusal("deck_name_missing")
    if _length(name) > LONGEST_NAME:
        raise Refusal("deck_name_long", limit=LONGEST_NAME)
    return name


def name_key(name: str) -> str:
    """What two names must not share: people do not tell capitals, spaces and apostrophes apart when they type."""
    return " ".join(name.replace("’", "'").split()).casefold()


def _length(name: str) -> int:
    return len(name.encode("utf-16-le", "surrogatepass")) // 2


def _starter_keys(collection: Collection) -> set[str]:
    starters = collection.starters()
    return {name_key(name) for key, one in starters.items() for name in (key, *one.name.texts.values())}


def _free_name(name: str, taken: set[str]) -> str:
    number = 1
    numbered = name
    while name_key(numbered) in taken:
        number += 1
        ending = f" {number}"
        kept = name
        while _length(kept + ending) > LONGEST_NAME:
            kept = kept[:-1]
        numbered = kept + ending
    return numbered


def _check_size(cards: Deck) -> None:
    if sum(cards.values()) > MOST_CARDS:
        raise Refusal("deck_too_big", most=MOST_CARDS)


async def _stored(storing: Awaitable[T]) -> T:
    try:
        return await storing
    except DeckConflictError as error:
        values = {"most": MOST_DECKS} if error.code == "deck_limit" else {}
        raise Refusal(error.code, **values) from None
