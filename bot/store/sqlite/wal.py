"""Reads SQLite's write-ahead log to count commits that SQLite drops: it uses a log up to the first damaged frame, and
reports nothing of the rest. Never writes: closing a writable connection checkpoints the log and removes it.

The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log and https://www.sqlite.org/walformat.html
"""

import sqlite3
import struct
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.store.sqlite.files import wal_files

_HEADER, _FRAME_HEADER = 32, 24
_BYTE_ORDERS = {0x377F0682: "<", 0x377F0683: ">"}  # by magic number: the byte order of checksums
_MX_FRAME = slice(16, 20)  # in the WAL index: mxFrame, the number of valid frames

# A frame's salt (a restarted log overwrites old frames under a new salt), and whether it ends a commit.
Frame = tuple[bytes, bool]


def lost_commits(database: Path) -> int:
    """How many commits in the log SQLite drops; the database must not be open elsewhere. A power cut may leave one
    incomplete, which was never acknowledged; more than one means damage."""
    log, index = wal_files(database)
    if not log.exists() or log.stat().st_size < _HEADER:
        return 0
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as reader:
        reader.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # makes SQLite read the log
        valid = _valid_frames(index)
    with log.open("rb") as file:
        header = file.read(_HEADER)
    frames = list(_frames(log, header))
    salt = header[16:24] if _is_valid(header) else frames[0][0] if frames else b""
    return sum(is_commit for frame_salt, is_commit in frames[valid:] if frame_salt == salt)


def truncate_wal(connection: sqlite3.Connection) -> bool:
    """Move the whole log into the database and empty it; return whether that worked. A read transaction elsewhere
    prevents it, for which SQLite waits as long as the connection's timeout."""
    ((is_busy, _, _),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return not is_busy


def _valid_frames(index: Path) -> int:
    with index.open("rb") as file:
        return int.from_bytes(file.read(_MX_FRAME.stop)[_MX_FRAME], sys.byteorder)


def _frames(log: Path, header: bytes) -> Iterator[Frame]:
    length = _FRAME_HEADER + _page_size(header)
    with log.open("rb") as file:
        for offset in range(_HEADER, log.stat().st_size - length + 1, length):
            file.seek(offset)
            head = file.read(_FRAME_HEADER)
            yield head[8:16], head[4:8] != bytes(4)


def _page_size(header: bytes) -> int:
    """4096, SQLite's default, if a damaged header says something impossible."""
    written = int.from_bytes(header[8:12], "big")
    return written if written in {2**power for power in range(9, 17)} else 4096


def _is_valid(header: bytes) -> bool:
    order = _BYTE_ORDERS.get(int.from_bytes(header[:4], "big"))
    if order is None:
        return False
    first = second = 0
    numbers = struct.unpack(f"{order}6I", header[:24])
    for one, two in zip(numbers[::2], numbers[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return struct.pack(">2I", first, second) == header[24:32]
