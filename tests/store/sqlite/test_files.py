"""A durable rename: the file is fsynced before, the folder after."""

import os
from pathlib import Path

import pytest

from bot.store.sqlite.files import replace_durably


def test_a_name_is_given_between_two_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a power cut could leave an empty file under the new name, or none."""
    unfinished, name = tmp_path / "copy.part", tmp_path / "copy"
    unfinished.write_bytes(b"whole")
    flushed: list[tuple[int, bool]] = []
    monkeypatch.setattr(os, "fsync", lambda number: flushed.append((os.fstat(number).st_ino, name.exists())))
    replace_durably(unfinished, name)
    assert flushed == [(name.stat().st_ino, False), (tmp_path.stat().st_ino, True)]
    assert name.read_bytes() == b"whole"
