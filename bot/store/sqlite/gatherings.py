"""The tables `gatherings` and `gathering_seats`. Every change is guarded by the revision it was made from. Holds no
rules of who may sit down."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.store.rows import NOBODY, GatheringRow, GatheringSeat
from bot.store.sqlite.database import Database, Row

OF_PERSON = "id IN (SELECT gathering_id FROM gathering_seats WHERE user_id = :user)"
_PRUNED = 200  # rows: a fraction of a second
_FORGOTTEN = 20  # rows, while others wait
_IS_BEHIND = "shown_revision < revision"


class ErasedError(RuntimeError):
    """A player of the game that is to be played again was erased meanwhile."""


@dataclass(frozen=True, slots=True)
class Gatherings:
    database: Database

    async def add(self, row: GatheringRow, key: str) -> int | None:
        """Insert; return the id, or None if the idempotency key exists, or the host has invited the same people to the
        same game in this server and waits for them. Raises ErasedError rather than store the id of an erased person."""
        return await self.database.run(lambda connection: _add(connection, row, key))

    async def get(self, gathering_id: int) -> GatheringRow | None:
        return next(iter(await self._where("id = ?", (gathering_id,))), None)

    async def open_rematch_of(self, game_id: int) -> GatheringRow | None:
        where = "rematch_of = ? AND status = 'open' ORDER BY id DESC LIMIT 1"
        return next(iter(await self._where(where, (game_id,))), None)

    async def change(self, before: GatheringRow, after: GatheringRow) -> bool:
        """Store it if it is open and at the revision of `before`; return whether it was."""
        return await self.database.run(lambda connection: change(connection, before, after))

    async def close(self, gathering_id: int, status: str) -> bool:
        """Close it if it is open; return whether it was."""
        sql = "UPDATE gatherings SET status = ?, revision = revision + 1 WHERE id = ? AND status = 'open'"
        return bool(await self.database.write(sql, (status, gathering_id)))

    async def withdraw(self, before: GatheringRow, user_id: int) -> bool:
        """Cancel it and remove the person whose data is deleted; return whether it was open and at that revision. The
        row stays: its message may be in flight and must then be shown as closed."""

        def cancel(connection: sqlite3.Connection) -> bool:
            sql = """UPDATE gatherings SET status = 'cancelled', revision = revision + 1
                     WHERE id = ? AND revision = ? AND status = 'open'"""
            if not connection.execute(sql, (before.id, before.revision)).rowcount:
                return False
            _anonymise(connection, f"{before.id}", user_id)
            return True

        return await self.database.run(cancel)

    async def posted(self, gathering_id: int, channel_id: int, message_id: int, revision: int) -> None:
        """Store its message, which shows that revision."""
        sql = "UPDATE gatherings SET channel_id = ?, message_id = ?, shown_revision = ? WHERE id = ?"
        await self.database.write(sql, (channel_id, message_id, revision, gathering_id))

    async def shown(self, gathering_id: int, revision: int) -> None:
        sql = "UPDATE gatherings SET shown_revision = max(shown_revision, ?) WHERE id = ?"
        await self.database.write(sql, (revision, gathering_id))

    async def behind(self) -> list[int]:
        """Those whose message shows an older revision. One being posted has no message yet."""
        sql = f"SELECT id FROM gatherings WHERE {_IS_BEHIND} AND message_id IS NOT NULL ORDER BY id LIMIT 100"  # noqa: S608
        return [row["id"] for row in await self.database.rows(sql)]

    async def closed_unposted(self, now: int) -> list[GatheringRow]:
        """Closed ones without a known message, once expired: an interaction token that could post them does not outlive
        them. At most 10, since searching for each message costs a request."""
        return await self._where(
            f"{_IS_BEHIND} AND message_id IS NULL AND status <> 'open' AND expires_at <= ? ORDER BY id LIMIT 10", (now,)
        )

    async def skip_showing(self, gathering_id: int) -> None:
        """Mark a closed one without a message as shown."""
        sql = "UPDATE gatherings SET shown_revision = revision WHERE id = ? AND message_id IS NULL AND status <> 'open'"
        await self.database.write(sql, (gathering_id,))

    async def open_unposted(self, before: int) -> list[GatheringRow]:
        """Open ones created before `before` without a known message."""
        return await self._where("status = 'open' AND message_id IS NULL AND created_at < ? ORDER BY +id", (before,))

    async def expired(self, now: int) -> list[int]:
        sql = "SELECT id FROM gatherings WHERE status = 'open' AND expires_at <= ? ORDER BY expires_at LIMIT 100"
        return [row["id"] for row in await self.database.rows(sql, (now,))]

    async def prune(self, before: int) -> None:
        """Delete closed ones that had expired by then, some at a time. Nothing needs them: a game has its own terms and
        seats."""
        where = f"status <> 'open' AND NOT {_IS_BEHIND} AND expires_at < :before LIMIT {_PRUNED}"
        await self.database.run(lambda connection: _delete(connection, where, {"before": before}))

    async def hosted_by(self, user_id: int, now: int) -> list[int]:
        """When the open ones of this host expire, the first first."""
        sql = "SELECT expires_at FROM gatherings WHERE status = 'open' AND host_id = ? AND expires_at > ?"
        return sorted(row["expires_at"] for row in await self.database.rows(sql, (user_id, now)))

    async def open_in(self, guild_id: int, now: int) -> list[GatheringRow]:
        """Open ones that are posted in a server, the newest first. By `id` alone closed ones would be read too, in
        order; `+id` keeps to the index of open ones."""
        where = """status = 'open' AND expires_at > ? AND guild_id = ? AND message_id IS NOT NULL
                   ORDER BY +id DESC LIMIT 50"""
        return await self._where(where, (now, guild_id))

    async def calls(self, host_id: int, user_id: int, since: int) -> list[int]:
        """When this host called that person since then, the first first: those before the person last sat down with
        them do not count."""
        sql = "SELECT at FROM calls WHERE host_id = ? AND user_id = ? AND at > ? ORDER BY at"
        return [row["at"] for row in await self.database.rows(sql, (host_id, user_id, since))]

    async def forget_calls(self, before: int) -> None:
        await self.database.write("DELETE FROM calls WHERE at <= ?", (before,))

    async def open_of(self, user_id: int) -> list[int]:
        """Open ones in which the person has a seat, taken or kept for them."""
        sql = f"SELECT id FROM gatherings WHERE status = 'open' AND {OF_PERSON} ORDER BY id"  # noqa: S608 (ours)
        return [row["id"] for row in await self.database.rows(sql, {"user": user_id})]

    async def _where(self, where: str, values: Sequence[Any]) -> list[GatheringRow]:
        return await self.database.read(lambda connection: list(_select(connection, where, values)))


def change(connection: sqlite3.Connection, before: GatheringRow, after: GatheringRow) -> bool:
    """Also within the transaction that starts the game. One that starts with no other person in it was never posted,
    and counts as shown."""
    sql = """UPDATE gatherings SET host_id = ?, options = ?, commitment = ?, status = ?, game_id = ?,
                 revision = revision + 1, shown_revision = iif(? AND message_id IS NULL, revision + 1, shown_revision)
             WHERE id = ? AND revision = ? AND status = 'open'"""
    is_never_posted = after.status == "started" and {seat.user_id for seat in after.seats} <= {after.host_id, None}
    values = (after.host_id, json.dumps(after.options), after.commitment, after.status, after.game_id, is_never_posted)
    if not connection.execute(sql, (*values, before.id, before.revision)).rowcount:
        return False
    if after.seats != before.seats:
        connection.execute("DELETE FROM gathering_seats WHERE gathering_id = ?", (before.id,))
        _insert_seats(connection, before.id, after.seats)
        answers = [(before.host_id, seat.user_id) for seat in after.seats if seat.is_taken and seat not in before.seats]
        connection.executemany("DELETE FROM calls WHERE host_id = ? AND user_id = ?", answers)
    return True


def postpone(connection: sqlite3.Connection, milliseconds: int) -> None:
    """Move the expiry of every open one."""
    connection.execute("UPDATE gatherings SET expires_at = expires_at + ? WHERE status = 'open'", (milliseconds,))


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """Delete a person's gatherings within the transaction that erases the person. Those whose message is outdated are
    anonymised first and no longer match: they stay until shown as closed."""
    outdated = f"SELECT id FROM gatherings WHERE {_IS_BEHIND} AND {OF_PERSON}"  # noqa: S608 (ours)
    _anonymise(connection, outdated, user_id)
    _delete(connection, OF_PERSON, {"user": user_id})


def forget_some(connection: sqlite3.Connection, user_id: int) -> int:
    """Delete some of a person's closed gatherings, whose messages show it; return how many."""
    where = f"status <> 'open' AND NOT {_IS_BEHIND} AND {OF_PERSON} LIMIT {_FORGOTTEN}"
    return _delete(connection, where, {"user": user_id})


def _delete(connection: sqlite3.Connection, where: str, values: Mapping[str, int]) -> int:
    """Return how many."""
    ids = [(row["id"],) for row in connection.execute(f"SELECT id FROM gatherings WHERE {where}", values).fetchall()]  # noqa: S608
    connection.executemany("DELETE FROM gathering_seats WHERE gathering_id = ?", ids)
    connection.executemany("DELETE FROM gatherings WHERE id = ?", ids)
    return len(ids)


def _anonymise(connection: sqlite3.Connection, which: str, user_id: int) -> None:
    """Replace the person by NOBODY. The key and the binding, made from their interaction, go too."""
    values = {"user": user_id, "erased": NOBODY}
    for sql in (
        f"""UPDATE gatherings SET host_id = iif(host_id = :user, :erased, host_id), key = 'deleted:' || id,
                binding = 'deleted:' || id WHERE id IN ({which})""",  # noqa: S608 (ours)
        f"""UPDATE gathering_seats SET user_id = :erased, cut = '', brought = '{{}}'
            WHERE gathering_id IN ({which}) AND user_id = :user""",  # noqa: S608
    ):
        connection.execute(sql, values)


def _add(connection: sqlite3.Connection, row: GatheringRow, key: str) -> int | None:
    if _has_duplicate(connection, row) or _exists(connection, key):
        return None
    if row.rematch_of is not None and not _people_of(connection, row.rematch_of) >= {s.user_id for s in row.seats}:
        raise ErasedError
    cursor = connection.execute(
        """INSERT INTO gatherings (key, guild_id, channel_id, host_id, game, options, clock, rated, size, binding,
               secret, commitment, created_at, expires_at, rematch_of)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            key,
            row.guild_id,
            row.channel_id,
            row.host_id,
            row.game,
            json.dumps(row.options),
            row.clock,
            row.is_rated,
            row.size,
            row.binding,
            row.secret,
            row.commitment,
            row.created_at,
            row.expires_at,
            row.rematch_of,
        ),
    )
    gathering_id = cursor.lastrowid or 0
    _insert_seats(connection, gathering_id, row.seats)
    calls = [(row.host_id, user_id, row.created_at, gathering_id) for user_id in row.invited]
    connection.executemany("INSERT INTO calls VALUES (?, ?, ?, ?)", calls)
    return gathering_id


def _insert_seats(connection: sqlite3.Connection, gathering_id: int, seats: Iterable[GatheringSeat]) -> None:
    connection.executemany(
        """INSERT INTO gathering_seats (gathering_id, place, user_id, level, is_taken, cut, brought)
           VALUES (?, ?, ?, ?, ?, ?, ?)""",
        [
            (gathering_id, place, seat.user_id, seat.level, seat.is_taken, seat.cut, json.dumps(seat.brought))
            for place, seat in enumerate(seats)
        ],
    )


def _has_duplicate(connection: sqlite3.Connection, row: GatheringRow) -> bool:
    """A full one starts at once."""
    if row.is_full:
        return False
    where = "status = 'open' AND host_id = ? AND guild_id = ? AND game = ? AND expires_at > ?"
    waiting = _select(connection, where, (row.host_id, row.guild_id, row.game, row.created_at))
    return any(not other.is_full and other.invited == row.invited for other in waiting)


def _people_of(connection: sqlite3.Connection, game_id: int) -> set[int | None]:
    rows = connection.execute("SELECT user_id FROM seats WHERE game_id = ?", (game_id,)).fetchall()
    return {row["user_id"] for row in rows}


def _exists(connection: sqlite3.Connection, key: str) -> bool:
    return bool(connection.execute("SELECT 1 FROM gatherings WHERE key = ?", (key,)).fetchall())


def _select(connection: sqlite3.Connection, where: str, values: Sequence[Any]) -> Iterable[GatheringRow]:
    sql = "SELECT * FROM gathering_seats WHERE gathering_id = ? ORDER BY place"
    for row in connection.execute(f"SELECT * FROM gatherings WHERE {where}", values).fetchall():  # noqa: S608 (ours)
        yield _gathering(row, connection.execute(sql, (row["id"],)).fetchall())


def _gathering(row: Row, seats: Sequence[Row]) -> GatheringRow:
    return GatheringRow(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        message_id=row["message_id"],
        host_id=row["host_id"],
        game=row["game"],
        options=json.loads(row["options"]),
        clock=row["clock"],
        is_rated=bool(row["rated"]),
        size=row["size"],
        seats=tuple(
            GatheringSeat(
                seat["user_id"], seat["level"], bool(seat["is_taken"]), seat["cut"], json.loads(seat["brought"])
            )
            for seat in seats
        ),
        binding=row["binding"],
        secret=row["secret"],
        commitment=row["commitment"],
        status=row["status"],
        revision=row["revision"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        game_id=row["game_id"],
        rematch_of=row["rematch_of"],
    )
