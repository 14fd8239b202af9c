"""SQLite's write-ahead log, looked at beside SQLite: it takes a log only up to the first frame that is damaged, and
says nothing of what came after. Only reads: a connection that can write folds a log in when it closes, and removes it.

The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log and https://www.sqlite.org/walformat.html
"""

import sqlite3
import struct
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.store.sqlite.files import companions

_HEADER, _FRAME_HEAD = 32, 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}  # which end of a number its sums begin with
_TAKEN = slice(16, 20)  # of the log's index: how many frames SQLite took

# Which generation a frame is of (a log is begun anew over its old frames), and whether it commits.
Frame = tuple[bytes, bool]


def lost_commits(database: Path) -> int:
    """How many commits SQLite leaves out of the log of a database that nobody has open. One may be incomplete after a
    power cut, before anybody was told of it; more are damaged."""
    log, index = companions(database)
    if not log.exists() or log.stat().st_size < _HEADER:
        return 0
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as reader:
        reader.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # now it has read its log
        taken = _taken(index)
    with log.open("rb") as file:
        header = file.read(_HEADER)
    frames = list(_frames(log, header))
    generation = header[16:24] if _is_sound(header) else frames[0][0] if frames else b""
    return sum(is_commit for of, is_commit in frames[taken:] if of == generation)


def _taken(index: Path) -> int:
    with index.open("rb") as file:
        return int.from_bytes(file.read(_TAKEN.stop)[_TAKEN], sys.byteorder)


def _frames(log: Path, header: bytes) -> Iterator[Frame]:
    length = _FRAME_HEAD + _page_size(header)
    with log.open("rb") as file:
        for place in range(_HEADER, log.stat().st_size - length + 1, length):
            file.seek(place)
            head = file.read(_FRAME_HEAD)
            yield head[8:16], head[4:8] != bytes(4)


def _page_size(header: bytes) -> int:
    """A damaged header may say anything; ours are SQLite's own."""
    written = int.from_bytes(header[8:12], "big")
    return written if written in {2**power for power in range(9, 17)} else 4096


def _is_sound(header: bytes) -> bool:
    order = _MAGIC.get(int.from_bytes(header[:4], "big"))
    if order is None:
        return False
    first = second = 0
    numbers = struct.unpack(f"{order}6I", header[:24])
    for one, two in zip(numbers[::2], numbers[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return struct.pack(">2I", first, second) == header[24:32]
