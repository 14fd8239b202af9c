"""A long past is erased in short steps: others' moves wait for one of them at most."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.referee.erase_person import Erasure, erase_person
from bot.store.rows import ServerRow
from bot.store.sqlite.privacy import Privacy, Resealed
from tests.store.support import ALICE, BOB, GUILD, open_harness

MOST_GAMES_A_STEP = 10
LONG_PAST = 25  # games


async def test_no_step_holds_up_others_for_many_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave, steps = Privacy.leave_games, list[int]()

    async def noted(self: Privacy, user_id: int, nobody: int, resealed: Sequence[Resealed]) -> None:
        steps.append(len(resealed))
        await leave(self, user_id, nobody, resealed)

    monkeypatch.setattr(Privacy, "leave_games", noted)
    async with open_harness(tmp_path) as harness:
        await harness.store.servers.put(ServerRow(GUILD, most_games=100))
        for _ in range(LONG_PAST):
            await harness.referee.resign((await harness.duel()).id, BOB, harness.key())
        await erase_person(harness.referee, ALICE, Erasure())
        assert await harness.store.privacy.games_of(ALICE) == []
        left: list[Any] = await harness.store.database.rows("SELECT DISTINCT user_id FROM seats WHERE user_id < 0")
        assert len(left) == 1
    assert sum(steps) == LONG_PAST
    assert max(steps) <= MOST_GAMES_A_STEP
