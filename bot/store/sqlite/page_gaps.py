"""Overwrites the unallocated part of b-tree pages. `PRAGMA secure_delete` zeroes deleted cells and freed pages, but
when SQLite moves cells to another page, their old bytes stay between a page's cell pointers and its cells: a copy of a
row that outlives the row. Only a VACUUM would remove it, which stops every write for as long as writing the file takes.

Nothing ever reads those bytes, so zeroing them needs no transaction, and no crash in the middle damages a page. It does
need that the file is the newest version of each page: the log must be empty and the writer's page cache too, and
nothing may be written meanwhile.

The format: https://www.sqlite.org/fileformat2.html#b_tree_pages
"""

import os
import struct
import time
from collections.abc import Iterable

PAGES_A_STEP = 256  # a megabyte
PAUSE = 0.002  # seconds between two steps of a search: answering comes first
_MAX_PAGES = 2**25  # from there on an overflow page could look like a b-tree page: 128 GB
_HEADERS = {2: 12, 5: 12, 10: 8, 13: 8}  # bytes, by type of b-tree page
_FILE_HEADER = 100  # bytes, in the first page
_CELLS = struct.Struct(">HH")  # in a page's header: the number of cells, and where they begin
_CELLS_AT = 3


def pages_with_leftovers(file: int, page_size: int) -> list[int]:
    """The indexes of the pages whose unallocated part is not all zeros. Reads the whole file in small steps."""
    pages = os.fstat(file).st_size // page_size
    if pages >= _MAX_PAGES:
        raise ValueError("the database is too large")
    found: list[int] = []
    for first in range(0, pages, PAGES_A_STEP):
        block = os.pread(file, PAGES_A_STEP * page_size, first * page_size)
        for number in range(len(block) // page_size):
            begin, end = _gap(block, number * page_size, is_first=first + number == 0)
            if block.count(0, begin, end) != end - begin:
                found.append(first + number)
        time.sleep(PAUSE)
    return found


def clear_gaps(file: int, page_size: int, pages: Iterable[int]) -> None:
    """Zero the unallocated part of these pages as they are now."""
    for number in pages:
        begin, end = _gap(os.pread(file, page_size, number * page_size), 0, is_first=number == 0)
        os.pwrite(file, bytes(end - begin), number * page_size + begin)


def _gap(block: bytes, start: int, *, is_first: bool) -> tuple[int, int]:
    """Where in the block the unallocated part of the page that starts there begins and ends; empty if it is no b-tree
    page."""
    at = start + (_FILE_HEADER if is_first else 0)
    header = _HEADERS.get(block[at]) if at < len(block) else None
    if header is None:
        return start, start
    cells, content = _CELLS.unpack_from(block, at + _CELLS_AT)
    begin = at + header + 2 * cells
    return begin, max(begin, start + (content or 2**16))
