"""A file gets its name once it is on the disk, and nobody relies on the name before that is there too."""

import os
from pathlib import Path

import pytest

from bot.store.sqlite.files import give_name


def test_a_name_is_given_between_two_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A power cut right after would otherwise leave an empty copy under a good name, or none at all."""
    unfinished, name = tmp_path / "copy.part", tmp_path / "copy"
    unfinished.write_bytes(b"whole")
    flushed: list[tuple[int, bool]] = []
    monkeypatch.setattr(os, "fsync", lambda number: flushed.append((os.fstat(number).st_ino, name.exists())))
    give_name(unfinished, name)
    assert flushed == [(name.stat().st_ino, False), (tmp_path.stat().st_ino, True)]
    assert name.read_bytes() == b"whole"
