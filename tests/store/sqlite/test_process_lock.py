"""One process a database, by whatever name it is called."""

from pathlib import Path

import pytest

from bot.store.sqlite.database import StoreError
from bot.store.sqlite.process_lock import is_locked, process_lock


def test_a_link_is_the_same_database(tmp_path: Path) -> None:
    """Through a link to the file or to its folder, whether the file is there yet or not."""
    folder = tmp_path / "here"
    folder.mkdir()
    database, link, by_folder = folder / "a.sqlite3", tmp_path / "link.sqlite3", tmp_path / "there"
    link.symlink_to(database)
    by_folder.symlink_to(folder)
    for _ in range(2):
        with process_lock(database):
            for name in (link, by_folder / "a.sqlite3"):
                assert is_locked(name)
                with pytest.raises(StoreError, match="another Arbitre is running"), process_lock(name):
                    pass
        with process_lock(link):
            assert is_locked(database)
        database.touch()
