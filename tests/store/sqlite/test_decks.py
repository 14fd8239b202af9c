"""Decks that people keep: their owner's only, no more than allowed, each name once, no change from an older state."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.rows import DeckRow
from bot.store.sqlite.decks import DeckConflictError, Decks
from tests.store.support import ALICE, BOB, open_harness

MINE = DeckRow(0, ALICE, "duel", "Mine", "mine", {"slash": 3}, 2, is_usual=False, revision=0, changed_at=5)


def named(name: str, **values: object) -> DeckRow:
    return replace(MINE, name=name, name_key=name.lower(), **values)  # type: ignore[arg-type]


async def conflict(decks: Decks, row: DeckRow, most: int = 30, newest: int | None = None) -> str:
    with pytest.raises(DeckConflictError) as caught:
        await decks.add(row, most, newest)
    return caught.value.code


async def test_a_deck_is_kept_changed_and_deleted(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = harness.store.decks
        assert await decks.newest(ALICE) == 0
        number = await decks.add(MINE, 30, 0)
        kept = await decks.get(ALICE, number)
        assert kept == replace(MINE, id=number)
        assert await decks.newest(ALICE) == number
        after = replace(kept, name="Other", name_key="other", cards={"thrust": 1}, changed_at=9)
        assert await decks.change(kept, after)
        assert await decks.of(ALICE, "duel") == [replace(after, revision=1)]
        assert not await decks.change(kept, after), "of an older revision"
        assert await decks.of(ALICE, "another game") == []
        assert await decks.delete(ALICE, number)
        assert not await decks.delete(ALICE, number)


async def test_nobody_reaches_anothers_deck(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = harness.store.decks
        number = await decks.add(MINE, 30, None)
        kept = replace(MINE, id=number)
        assert await decks.get(BOB, number) is None
        assert await decks.of(BOB, "duel") == []
        assert not await decks.delete(BOB, number)
        assert not await decks.change(replace(kept, user_id=BOB), replace(kept, cards={}))
        await decks.set_usual(replace(kept, user_id=BOB), is_usual=True)
        assert await decks.get(ALICE, number) == kept


async def test_limits_and_names(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = harness.store.decks
        first = await decks.add(MINE, 3, None)
        assert await conflict(decks, named("MINE")) == "deck_name_taken"
        assert await conflict(decks, named("Two"), newest=0) == "stale"
        second = await decks.add(named("Two"), 3, first)
        await decks.add(named("MINE", game="another"), 3, None)
        assert await conflict(decks, named("Four"), most=3) == "deck_limit"
        await decks.add(named("Mine", user_id=BOB), 3, None)
        with pytest.raises(DeckConflictError, match="deck_name_taken"):
            await decks.change(replace(named("Two"), id=second), replace(MINE, id=second))
        assert await decks.change(replace(MINE, id=first), replace(named("mine"), id=first)), "its own name"


async def test_one_of_two_simultaneous_additions_is_stale(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = harness.store.decks
        tried = await asyncio.gather(
            decks.add(named("One"), 30, 0), decks.add(named("Two"), 30, 0), return_exceptions=True
        )
        assert sorted(isinstance(one, DeckConflictError) for one in tried) == [False, True]
        assert len(await decks.of(ALICE, "duel")) == 1


async def test_one_deck_of_a_game_is_the_usual_one(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        decks = harness.store.decks
        rows = [replace(row, id=await decks.add(row, 30, None)) for row in (MINE, named("Two"))]
        for row in (*rows, rows[0]):
            await decks.set_usual(row, is_usual=True)
            assert [one.id for one in await decks.of(ALICE, "duel") if one.is_usual] == [row.id]
        await decks.set_usual(rows[0], is_usual=False)
        assert not any(one.is_usual for one in await decks.of(ALICE, "duel"))


async def test_decks_are_exported_and_erased(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        store = harness.store
        await store.decks.add(MINE, 30, None)
        await store.decks.add(named("Bob’s", user_id=BOB), 30, None)
        (exported,) = (await store.privacy.export(ALICE))["decks"]
        assert (exported["name"], exported["cards"]) == ("Mine", '{"slash": 3}')
        assert await store.privacy.forget(ALICE, -5)
        assert await store.decks.of(ALICE, "duel") == []
        assert len(await store.decks.of(BOB, "duel")) == 1
