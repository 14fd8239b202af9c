"""The tables `games`, `seats` and `actions`. Every change is guarded by the revision it was made from. Snapshots are
opaque here."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import attrgetter

from bot.store.ratings_rows import Filing
from bot.store.rows import ActionRow, GameRow, GatheringRow, SeatRow
from bot.store.sqlite import gatherings, ratings
from bot.store.sqlite.database import Database, Row
from bot.store.sqlite.mapping import marks, read, to_column
from bot.store.sqlite.row_cache import RowCache


class StaleError(RuntimeError):
    """The game has another revision than when it was read."""


class RepeatedError(RuntimeError):
    """The idempotency key is stored already."""


class ClosedError(RuntimeError):
    """The gathering is no longer open, or has another revision."""


CACHED_GAMES = 4096  # some kilobytes each
_SEATS = "SELECT * FROM seats WHERE game_id = ? ORDER BY seat"


class Games:
    """Running games are cached, so that a move needs no read."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._cache = RowCache[GameRow](CACHED_GAMES, lambda row: row.ended_at is None)

    async def start(self, row: GameRow, before: GatheringRow, after: GatheringRow, filing: Filing | None = None) -> int:
        """Close the gathering and insert its game in one transaction. A game that is over at the deal is filed too."""

        def begin(connection: sqlite3.Connection) -> int:
            game_id = _insert(connection, row)
            if not gatherings.change(connection, before, replace(after, status="started", game_id=game_id)):
                raise ClosedError
            if filing is not None:
                ratings.file_result(connection, filing.of_game(game_id))
            return game_id

        return await self.database.run(begin)

    async def commit(
        self, before: GameRow, after: GameRow, actions: Sequence[ActionRow], filing: Filing | None = None
    ) -> None:
        """Store actions, snapshot, clock, result and ratings in one transaction, if the game has the revision of
        `before`."""

        def change(connection: sqlite3.Connection) -> None:
            _update_game(connection, before, after)
            _insert_actions(connection, before.id, actions)
            _update_seats(connection, before, after)
            if filing is not None:
                ratings.file_result(connection, filing)

        try:
            await self.database.run(change)
        except BaseException:  # a cancelled write may have been committed
            self._cache.invalidate(before.id)
            raise
        self._cache.replace(before.id, before, after)

    async def get(self, game_id: int) -> GameRow | None:
        async def find() -> GameRow | None:
            return next(iter(await self._games("id = ?", (game_id,))), None)

        return await self._cache.get(game_id, find)

    def clear_cache(self) -> None:
        """For after a write to many games."""
        self._cache.clear()

    def invalidate(self, game_ids: Iterable[int]) -> None:
        for game_id in game_ids:
            self._cache.invalidate(game_id)

    async def actions(self, game_id: int, *, since: int = 0) -> list[ActionRow]:
        """Actions after a revision, in order."""
        sql = "SELECT * FROM actions WHERE game_id = ? AND revision > ? ORDER BY revision"
        return [action_row(row) for row in await self.database.rows(sql, (game_id, since))]

    async def has_key(self, key: str) -> bool:
        return await self.database.row("SELECT 1 FROM actions WHERE key = ?", (key,)) is not None

    async def running_of(self, user_id: int) -> list[GameRow]:
        """A person's running games, the nearest deadline first."""
        where = """id IN (SELECT game_id FROM seats WHERE user_id = ? AND ended_at IS NULL AND absent IS NULL)
                   ORDER BY deadline IS NULL, deadline, id LIMIT 100"""
        return await self._games(where, (user_id,))

    async def count_running_of(self, user_id: int) -> int:
        sql = "SELECT count(*) AS count FROM seats WHERE user_id = ? AND ended_at IS NULL AND absent IS NULL"
        row = await self.database.row(sql, (user_id,))
        return 0 if row is None else int(row["count"])

    async def finished_of(self, user_id: int, limit: int) -> list[GameRow]:
        """A person's finished games, the newest first."""
        where = """id IN (SELECT game_id FROM seats WHERE user_id = ? AND ended_at IS NOT NULL
                          ORDER BY ended_at DESC, game_id DESC LIMIT ?)
                   ORDER BY ended_at DESC, id DESC"""
        return await self._games(where, (user_id, limit))

    async def newest_in(self, channel_id: int) -> GameRow | None:
        """A channel's running game that moved last, else the one that ended last."""
        running = "channel_id = ? AND ended_at IS NULL ORDER BY moved_at DESC, id DESC LIMIT 1"
        ended = "channel_id = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC, id DESC LIMIT 1"
        found = await self._games(running, (channel_id,)) or await self._games(ended, (channel_id,))
        return next(iter(found), None)

    async def running(self) -> int:
        """The number of running games."""
        row = await self.database.row("SELECT count(*) AS count FROM games WHERE ended_at IS NULL")
        return 0 if row is None else int(row["count"])

    async def running_in(self, guild_id: int) -> list[int]:
        return await self._ids("ended_at IS NULL AND guild_id = ? ORDER BY id", (guild_id,))

    async def timed(self) -> list[int]:
        """Running games with a clock."""
        return await self._ids("ended_at IS NULL AND deadline IS NOT NULL ORDER BY deadline", ())

    async def due(self, now: int) -> list[int]:
        return await self._ids("ended_at IS NULL AND deadline <= ? ORDER BY deadline LIMIT 100", (now,))

    async def to_remind(self, now: int, clock: str, left: int) -> list[int]:
        """Games on this clock with at most `left` milliseconds to go whose player has not been reminded."""
        where = """ended_at IS NULL AND clock = ? AND is_reminded = 0 AND deadline > ? AND deadline <= ?
                   ORDER BY deadline LIMIT 100"""
        return await self._ids(where, (clock, now, now + left))

    async def idle(self, since: int) -> list[int]:
        """Running games without a clock and without a move since then."""
        where = "ended_at IS NULL AND deadline IS NULL AND moved_at <= ? ORDER BY moved_at LIMIT 100"
        return await self._ids(where, (since,))

    async def running_with_computers(self) -> list[int]:
        sql = "SELECT DISTINCT game_id FROM seats WHERE level IS NOT NULL AND ended_at IS NULL ORDER BY game_id"
        return [row["game_id"] for row in await self.database.rows(sql)]

    async def move_table(self, game_id: int, channel_id: int) -> None:
        await self._write(game_id, "UPDATE games SET channel_id = ? WHERE id = ?", (channel_id, game_id))

    async def close_dm(self, game_id: int, seat: int, *, is_closed: bool) -> None:
        sql = "UPDATE seats SET is_dm_closed = ? WHERE game_id = ? AND seat = ? AND is_dm_closed <> ?"
        await self._write(game_id, sql, (is_closed, game_id, seat, is_closed))

    async def _write(self, game_id: int, sql: str, values: Sequence[object]) -> None:
        try:
            await self.database.write(sql, values)
        finally:
            self._cache.invalidate(game_id)

    async def _ids(self, where: str, values: Sequence[object]) -> list[int]:
        rows = await self.database.rows(f"SELECT id FROM games WHERE {where}", values)  # noqa: S608 (ours)
        return [row["id"] for row in rows]

    async def _games(self, where: str, values: Sequence[object]) -> list[GameRow]:
        def find(connection: sqlite3.Connection) -> list[GameRow]:
            rows = connection.execute(f"SELECT * FROM games WHERE {where}", values).fetchall()  # noqa: S608 (ours)
            return [game_row(row, connection.execute(_SEATS, (row["id"],)).fetchall()) for row in rows]

        return await self.database.read(find)


def shift_deadlines(connection: sqlite3.Connection, milliseconds: int) -> None:
    """Move the deadline of every running game, or if it has none, the time of its last move."""
    for column, kind in (("deadline", "NOT NULL"), ("moved_at", "NULL")):
        sql = f"UPDATE games SET {column} = {column} + ? WHERE ended_at IS NULL AND deadline IS {kind}"  # noqa: S608 (ours)
        connection.execute(sql, (milliseconds,))


# Those that a new game may have; `rated` is the row's `is_rated`, all others have the names of their fields
_FIRST_COLUMNS = (
    *("game", "version", "guild_id", "channel_id", "options", "clock", "binding", "secret", "commitment", "shuffle"),
    *("snapshot", "deadline", "created_at", "moved_at", "ended_at", "reason", "winners", "rematch_of"),
)


def _insert(connection: sqlite3.Connection, row: GameRow) -> int:
    columns = (*_FIRST_COLUMNS, "rated")
    values = (*map(to_column, attrgetter(*_FIRST_COLUMNS)(row)), row.is_rated)
    sql = f"INSERT INTO games ({', '.join(columns)}) VALUES ({marks(columns)})"  # noqa: S608 (ours)
    cursor = connection.execute(sql, values)
    game_id = cursor.lastrowid or 0
    connection.executemany(
        "INSERT INTO seats (game_id, seat, user_id, level, cut, ended_at) VALUES (?, ?, ?, ?, ?, ?)",
        [(game_id, seat.seat, seat.user_id, seat.level, seat.cut, row.ended_at) for seat in row.seats],
    )
    return game_id


# The columns a move may change. An UPDATE rewrites the indexes of every column it names, changed or not: naming all of
# them each time was a fifth of what whole games wrote to the write-ahead log.
_PRIVATE_COLUMNS = ("snapshot", "revision", "moved_at")
_PUBLIC_COLUMNS = (*_PRIVATE_COLUMNS, "public_revision", "deadline", "is_reminded", "draw_offer")
_FINAL_COLUMNS = (*_PUBLIC_COLUMNS, "ended_at", "reason", "winners")
_public_values = attrgetter(*_PUBLIC_COLUMNS[len(_PRIVATE_COLUMNS) :])


def _columns(before: GameRow, after: GameRow) -> tuple[str, ...]:
    if after.ended_at is not None:
        return _FINAL_COLUMNS
    return _PRIVATE_COLUMNS if _public_values(after) == _public_values(before) else _PUBLIC_COLUMNS


def _update_game(connection: sqlite3.Connection, before: GameRow, after: GameRow) -> None:
    columns = _columns(before, after)
    sql = f"UPDATE games SET {' = ?, '.join(columns)} = ? WHERE id = ? AND revision = ? AND ended_at IS NULL"  # noqa: S608 (ours)
    values = map(to_column, attrgetter(*columns)(after))
    if not connection.execute(sql, (*values, before.id, before.revision)).rowcount:
        raise StaleError


_action_values = attrgetter("revision", "seat", "verb", "text", "at", "key")


def _insert_actions(connection: sqlite3.Connection, game_id: int, actions: Sequence[ActionRow]) -> None:
    sql = "INSERT INTO actions (game_id, revision, seat, verb, text, at, key) VALUES (?, ?, ?, ?, ?, ?, ?)"
    try:
        connection.executemany(sql, [(game_id, *_action_values(action)) for action in actions])
    except sqlite3.IntegrityError as error:
        raise RepeatedError from error


_SEAT_COLUMNS = ("user_id", "level", "warnings", "absent", "agrees", "left_by")  # that may change in a game
_seat_values = attrgetter(*_SEAT_COLUMNS)


def _update_seats(connection: sqlite3.Connection, before: GameRow, after: GameRow) -> None:
    changed = [new for new, old in zip(after.seats, before.seats, strict=True) if new != old]
    if changed:
        connection.executemany(
            f"UPDATE seats SET {' = ?, '.join(_SEAT_COLUMNS)} = ? WHERE game_id = ? AND seat = ?",  # noqa: S608 (ours)
            [(*_seat_values(seat), before.id, seat.seat) for seat in changed],
        )
    if after.ended_at is not None:
        connection.execute("UPDATE seats SET ended_at = ? WHERE game_id = ?", (after.ended_at, before.id))


def game_row(row: Row, seats: Iterable[Row]) -> GameRow:
    return read(GameRow, row, is_rated=bool(row["rated"]), seats=tuple(_seat_row(seat) for seat in seats))


def _seat_row(row: Row) -> SeatRow:
    return read(SeatRow, row, is_dm_closed=bool(row["is_dm_closed"]), agrees=bool(row["agrees"]))


def action_row(row: Row) -> ActionRow:
    return read(ActionRow, row)
