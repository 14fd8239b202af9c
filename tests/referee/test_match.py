"""Games under way: what one says of itself where it might be logged, and how many states are kept at hand."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.referee import match as module
from bot.referee.match import Matches, match_of
from tests.store.support import open_harness


async def test_a_match_shows_no_card_in_a_log(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.play(await harness.duel())
        assert repr(match) == f"<match {match.id} revision {match.revision}>"


async def test_no_more_are_kept_than_there_is_room_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were not touched for longest go, and so does what is over."""
    monkeypatch.setattr(module, "AT_HAND", 2)
    async with open_harness(tmp_path) as harness:
        one, two, three = [(await harness.duel()).row for _ in range(3)]
    matches = Matches()
    for row in (one, two, one, three):
        matches.keep(match_of(row))
    assert list(matches._known) == [one.id, three.id]
    matches.keep(match_of(replace(three, ended_at=1)))
    assert list(matches._known) == [one.id]
