"""A flipped bit anywhere in the file or its write-ahead log: the boot refuses in one sentence that says what to do, or
the check reports it, or no game data changed. Never a traceback."""

import argparse
import random
import shutil
from pathlib import Path

import pytest

from bot.operations import check_command
from bot.store.sqlite.database import StoreError
from bot.store.sqlite.store import Store
from tests.store.support import open_harness
from tests.support.tiers import has_long_version, one_in, sized
from tests.system.faults.flips import FLIPPED, noticed, survey

FLIPS = sized(15, 200)


@has_long_version
@pytest.mark.parametrize("where", one_in(3, FLIPPED))
async def test_nothing_that_was_played_changes_in_silence(where: str, tmp_path: Path) -> None:
    found = await survey(tmp_path, where, FLIPS)
    assert found.silent == []
    assert found.noticed > FLIPS // 20


# The write-ahead log


@pytest.fixture
async def logged(tmp_path: Path) -> Path:
    """A killed bot's database: its last games are only in the write-ahead log."""
    folder = tmp_path / "killed"
    async with open_harness(tmp_path / "played") as harness:
        for number in range(2):
            await harness.play_out(await harness.duel(host_id=10 + number, invited=(50 + number,)))
        shutil.copytree(harness.path.parent, folder)
    return folder / harness.path.name


async def test_a_sound_log_is_taken_whole(logged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_command.run(argparse.Namespace(database=str(logged))) == 0
    assert "2 games checked, all as recorded" in capsys.readouterr().out
    assert await noticed(logged) is None


def _live_frames(log: bytes) -> int:
    """A log is restarted over its old frames: those not yet checkpointed carry its current salt."""
    heads = (log[place : place + 24] for place in range(32, len(log), 24 + 4096))
    return sum(head[8:16] == log[16:24] for head in heads)


@has_long_version
@pytest.mark.parametrize("where", one_in(3, ["header", "heads", "pages"]))
async def test_a_damaged_log_is_refused_and_kept(where: str, logged: Path, tmp_path: Path) -> None:
    """On every attempt: SQLite alone would apply the frames before the damage and remove the rest."""
    chance = random.Random(where)
    log = logged.with_name(f"{logged.name}-wal")
    frames = _live_frames(log.read_bytes())
    for number in range(8):
        frame = 32 + chance.randrange(frames // 2) * (24 + 4096)
        place = {"header": chance.randrange(32), "heads": frame + chance.randrange(24), "pages": frame + 24 + 99}[where]
        copy = tmp_path / str(number) / logged.name
        shutil.copytree(logged.parent, copy.parent)
        data = bytearray(log.read_bytes())
        data[place] ^= 1 << chance.randrange(8)
        damaged = copy.with_name(log.name)
        damaged.write_bytes(data)
        for _ in range(2):
            with pytest.raises(StoreError, match=r"commits in its log .*-wal cannot be read\); put the newest file of"):
                await Store.open(copy)
            with pytest.raises(argparse.ArgumentTypeError, match=r"cannot be read"):
                check_command.run(argparse.Namespace(database=str(copy)))
        assert damaged.read_bytes() == bytes(data)


async def test_a_last_write_that_was_cut_off_is_none(logged: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A power cut during a commit: the move was never acknowledged, and the bot starts normally."""
    log = logged.with_name(f"{logged.name}-wal")
    log.write_bytes(log.read_bytes()[:-1000])
    assert await noticed(logged) is None
    assert not log.exists(), "it was checkpointed"
    assert caplog.records == []
