"""Decks that people keep: names, limits, edits that happen once, and the deck a player means when they sit down."""

from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from bot.games.core import GameError
from bot.games.duel.collection import export
from bot.games.duel.sets import current_set
from bot.referee.decks import LONGEST_NAME, MOST_CARDS, MOST_DECKS, DeckService, cleaned, name_key
from tests.store.support import ALICE, BOB, Harness, open_harness

STARTERS = current_set().starters
PACK = dict(STARTERS["pack"].deck)
EMPTY: dict[str, int] = {}


async def code_of(request: Awaitable[Any]) -> str:
    with pytest.raises(GameError) as caught:
        await request
    return caught.value.code


def of(harness: Harness) -> DeckService:
    return harness.referee.gatherings.decks


async def test_names_are_numbered_until_they_are_free(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = of(harness)
        names = [
            (await decks.create(ALICE, "duel", name, PACK, newest=None)).name for name in ("The Pack", "Mine", "MINE")
        ]
        assert names == ["The Pack 2", "Mine", "MINE 2"], "a starter has its name already"
        long = "é" * LONGEST_NAME
        names = [(await decks.create(ALICE, "duel", long, PACK, newest=None)).name for _ in range(2)]
        assert names == [long, long[:-2] + " 2"]
        assert await code_of(decks.create(ALICE, "duel", "mine", PACK, newest=None, is_exact=True)) == "deck_name_taken"
        assert await code_of(decks.create(ALICE, "le-duel", "mine", PACK, newest=None)) == "nothing_to_bring"
        assert await code_of(decks.create(ALICE, "no game", "mine", PACK, newest=None)) == "nothing_to_bring"


@pytest.mark.parametrize(
    ("typed", "name"), [(" a \n b\u202e ", "a b"), ("\ud800x", "x"), ("👩\u200d👧", "👩\u200d👧"), ("*x*", "*x*")]
)
def test_names_are_cleaned(typed: str, name: str) -> None:
    assert cleaned(typed) == name


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (" \u202e\n", "deck_name_missing"),
        ("", "deck_name_missing"),
        ("x" * 101, "deck_name_long"),
        ("🂡" * 51, "deck_name_long"),
    ],
)
def test_names_that_are_none(typed: str, code: str) -> None:
    with pytest.raises(GameError, match=code):
        cleaned(typed)


def test_names_typed_loosely_are_the_same() -> None:
    assert name_key("L’Ombre  noire") == name_key("l'ombre NOIRE")


async def test_renaming(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = of(harness)
        one = await decks.create(ALICE, "duel", "One", PACK, newest=None)
        await decks.create(ALICE, "duel", "Two", PACK, newest=None)
        assert (await decks.rename(ALICE, one.id, "ONE")).name == "ONE"
        assert await code_of(decks.rename(ALICE, one.id, "two")) == "deck_name_taken"
        assert await code_of(decks.rename(ALICE, one.id, "la meute")) == "deck_name_taken"
        assert await code_of(decks.rename(BOB, one.id, "His")) == "no_such_deck"


async def test_thirty_decks_and_no_more(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = of(harness)
        for _ in range(MOST_DECKS):
            last = await decks.create(ALICE, "duel", "Deck", EMPTY, newest=None)
        assert await code_of(decks.create(ALICE, "duel", "Deck", EMPTY, newest=None)) == "deck_limit"
        await decks.delete(ALICE, last.id)
        assert await code_of(decks.delete(ALICE, last.id)) == "no_such_deck"
        await decks.create(ALICE, "duel", "Deck", EMPTY, newest=None)


async def test_a_press_makes_one_deck_and_one_change(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = of(harness)
        mine = await decks.create(ALICE, "duel", "Deck", EMPTY, newest=0)
        assert await code_of(decks.create(ALICE, "duel", "Deck", EMPTY, newest=0)) == "stale"
        changed = await decks.edit(ALICE, mine.id, 0, {"slash": 2, "rummage": 3})
        assert changed.cards == {"rummage": 1, "slash": 2}, "no more than a deck may hold"
        assert await code_of(decks.edit(ALICE, mine.id, 0, {"slash": 2})) == "stale"
        changed = await decks.edit(ALICE, mine.id, 1, {"slash": -3})
        assert changed.cards == {"rummage": 1}
        assert await code_of(decks.edit(BOB, mine.id, 2, {"slash": 1})) == "no_such_deck"
        blood = await decks.edit(ALICE, mine.id, 2, {"quick-blood": 25})
        assert await code_of(decks.create(ALICE, "duel", "X", {"slash": MOST_CARDS + 1}, newest=None)) == "deck_too_big"
        assert blood.cards["quick-blood"] == 25


async def test_cards_that_are_gone_go_with_a_change(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        mine = await of(harness).create(ALICE, "duel", "Old", {"excalibur": 3, "slash": 4}, newest=None)
        changed = await of(harness).edit(ALICE, mine.id, 0, {"thrust": 1, "slash": 1})
        assert changed.cards == {"slash": 4, "thrust": 1}, "more than allowed stays, and becomes no more"


async def brought(harness: Harness, **terms: Any) -> list[dict[str, int]]:
    """What the seats of a new game of two brought."""
    opened = await harness.gather(game="duel", invited=(BOB,), brought=terms.get("host", ""))
    match = await harness.referee.gatherings.sit(opened.id, BOB, brought=terms.get("guest", ""))
    decks: list[dict[str, int]] = match.row.options["decks"]  # type: ignore[union-attr]
    return decks


async def test_sitting_down_brings_the_deck_that_is_meant(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = of(harness)
        blade, pack, oath = (dict(sorted(STARTERS[key].deck.items())) for key in ("blade", "pack", "oath"))
        assert await brought(harness) == [blade, blade], "the first starter, without one of their own"
        mine = await decks.create(ALICE, "duel", "My Wolves", pack, newest=None)
        his = await decks.create(BOB, "duel", "Oath of Bob", oath, newest=None)
        assert await brought(harness, host="my  wolves", guest="le serment") == [pack, oath]
        for user_id, deck in ((ALICE, mine), (BOB, his)):
            await decks.set_usual(user_id, deck.id, is_usual=True)
        assert await brought(harness) == [pack, oath]
        assert await brought(harness, guest=export(pack)) == [pack, pack]
        assert await code_of(brought(harness, host="oath of bob")) == "deck_unknown_card", "not Alice’s"


async def test_a_deck_that_is_not_legal_is_not_played(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = of(harness)
        mine = await decks.create(ALICE, "duel", "Half", {"slash": 3}, newest=None)
        assert await code_of(brought(harness, host="half")) == "deck_not_legal"
        await decks.set_usual(ALICE, mine.id, is_usual=True)
        assert await code_of(brought(harness)) == "usual_deck_not_legal"
        assert len(await brought(harness, host="the pack")) == 2


async def test_an_edit_changes_no_running_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = of(harness)
        mine = await decks.create(ALICE, "duel", "Mine", PACK, newest=None)
        opened = await harness.gather(game="duel", invited=(BOB,), brought="mine")
        await decks.edit(ALICE, mine.id, 0, {"raven": -1})
        match = await harness.referee.gatherings.sit(opened.id, BOB)
        await decks.delete(ALICE, mine.id)
        assert match.row.options["decks"][0] == dict(sorted(PACK.items()))  # type: ignore[union-attr]


async def test_computers_bring_starters_of_their_own(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        seen = set()
        for _ in range(12):
            match = await harness.gather(game="duel", computers=("duel-greedy",), clock="none")
            seen.add(str(match.row.options["decks"][1]))  # type: ignore[union-attr]
        assert len(seen) > 1
        assert seen <= {str(dict(sorted(starter.deck.items()))) for starter in STARTERS.values()}
