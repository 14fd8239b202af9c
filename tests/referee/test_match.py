"""Matches: a repr without the state, and the size of the cache."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.referee import match as module
from bot.referee.match import MatchCache, match_of
from tests.store.support import open_harness


async def test_a_match_shows_no_card_in_a_log(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.play(await harness.duel())
        assert repr(match) == f"<match {match.id} revision {match.revision}>"


async def test_no_more_are_kept_than_there_is_room_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Evicts the least recently put, and matches that are over."""
    monkeypatch.setattr(module, "CACHED_GAMES", 2)
    async with open_harness(tmp_path) as harness:
        one, two, three = [(await harness.duel()).row for _ in range(3)]
    matches = MatchCache()
    for row in (one, two, one, three):
        matches.put(match_of(row))
    assert list(matches._known) == [one.id, three.id]
    matches.put(match_of(replace(three, ended_at=1)))
    assert list(matches._known) == [one.id]
