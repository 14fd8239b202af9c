"""Games, their seats and their actions in the database. Every change is guarded by the revision it was made from."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Self

from bot.store.ratings_rows import Filing
from bot.store.rows import ActionRow, GameRow, SeatRow
from bot.store.sqlite import challenges, lobbies, ratings
from bot.store.sqlite.database import Database, Row
from bot.store.sqlite.group_commit import Joint
from bot.store.sqlite.row_cache import Kept


class StaleError(RuntimeError):
    """The game has moved on since it was read."""


class RepeatedError(RuntimeError):
    """This very request was taken before."""


class ClosedError(RuntimeError):
    """The challenge or lobby is no longer open, or not as it was."""


AT_HAND = 4096  # games, some kilobytes each
_AT_ONCE = 16  # moves, or actions, in one statement: there is one prepared for every number up to this
_SEATS = "SELECT * FROM seats WHERE game_id = ? ORDER BY seat"


class Games:
    """Running games that people are at are kept at hand: each move is ruled on from how the last one left its game."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._kept = Kept[GameRow](AT_HAND, lambda row: row.ended_at is None)

    async def start(self, row: GameRow, challenge_id: int, filing: Filing | None = None) -> int:
        """The challenge is accepted and its game begins, or neither. One that is over at the deal is filed too."""

        def begin(connection: sqlite3.Connection) -> int:
            game_id = _insert(connection, row)
            if not challenges.accept(connection, challenge_id, game_id):
                raise ClosedError
            if filing is not None:
                ratings.record(connection, filing.of_game(game_id))
            return game_id

        return await self.database.run(begin)

    async def start_team(self, row: GameRow, lobby_id: int, revision: int) -> int:
        """The lobby closes and its game begins, or neither."""

        def begin(connection: sqlite3.Connection) -> int:
            game_id = _insert(connection, row)
            if not lobbies.begin(connection, lobby_id, revision, game_id):
                raise ClosedError
            return game_id

        return await self.database.run(begin)

    async def commit(
        self, before: GameRow, after: GameRow, actions: Sequence[ActionRow], filing: Filing | None = None
    ) -> None:
        """Actions, snapshot, clock, result and ratings in one transaction, if the game still stands as it did."""
        move = _Move(before, after, actions)

        def change(connection: sqlite3.Connection) -> None:
            move(connection)
            _update_seats(connection, before, after)
            if filing is not None:
                ratings.record(connection, filing)

        try:
            await self.database.run(move if after.seats == before.seats and after.ended_at is None else change)
        except BaseException:  # even who was cancelled may have written
            self._kept.changed(before.id)
            raise
        self._kept.follow(before.id, before, after)

    async def get(self, game_id: int) -> GameRow | None:
        async def find() -> GameRow | None:
            return next(iter(await self._games("id = ?", (game_id,))), None)

        return await self._kept.get(game_id, find)

    def all_changed(self) -> None:
        """Something was written to every game."""
        self._kept.all_changed()

    async def actions(self, game_id: int, *, since: int = 0) -> list[ActionRow]:
        """Those after a revision, in order."""
        sql = "SELECT * FROM actions WHERE game_id = ? AND revision > ? ORDER BY revision"
        return [action_row(row) for row in await self.database.rows(sql, (game_id, since))]

    async def has_key(self, key: str) -> bool:
        return await self.database.row("SELECT 1 FROM actions WHERE key = ?", (key,)) is not None

    async def running_of(self, user_id: int) -> list[GameRow]:
        """Somebody's running games, the most urgent first."""
        where = """id IN (SELECT game_id FROM seats WHERE user_id = ? AND ended_at IS NULL)
                   ORDER BY deadline IS NULL, deadline, id LIMIT 100"""
        return await self._games(where, (user_id,))

    async def finished_of(self, user_id: int, limit: int) -> list[GameRow]:
        """Somebody's finished games, the newest first."""
        where = """id IN (SELECT game_id FROM seats WHERE user_id = ? AND ended_at IS NOT NULL
                          ORDER BY ended_at DESC, game_id DESC LIMIT ?)
                   ORDER BY ended_at DESC, id DESC"""
        return await self._games(where, (user_id, limit))

    async def newest_in(self, channel_id: int) -> GameRow | None:
        """The game a channel is about: the running one that moved last, else the one that ended last."""
        running = "channel_id = ? AND ended_at IS NULL ORDER BY moved_at DESC, id DESC LIMIT 1"
        ended = "channel_id = ? AND ended_at IS NOT NULL ORDER BY ended_at DESC, id DESC LIMIT 1"
        found = await self._games(running, (channel_id,)) or await self._games(ended, (channel_id,))
        return next(iter(found), None)

    async def running(self) -> int:
        """How many games are under way."""
        row = await self.database.row("SELECT count(*) AS count FROM games WHERE ended_at IS NULL")
        return 0 if row is None else int(row["count"])

    async def running_in(self, guild_id: int) -> list[int]:
        return await self._ids("ended_at IS NULL AND guild_id = ? ORDER BY id", (guild_id,))

    async def timed(self) -> list[int]:
        """Every running game with a clock."""
        return await self._ids("ended_at IS NULL AND deadline IS NOT NULL ORDER BY deadline", ())

    async def due(self, now: int) -> list[int]:
        return await self._ids("ended_at IS NULL AND deadline <= ? ORDER BY deadline LIMIT 100", (now,))

    async def to_remind(self, now: int, clock: str, left: int) -> list[int]:
        """Those on this clock with no more than so much time left whose player has not been reminded."""
        where = """ended_at IS NULL AND clock = ? AND is_reminded = 0 AND deadline > ? AND deadline <= ?
                   ORDER BY deadline LIMIT 100"""
        return await self._ids(where, (clock, now, now + left))

    async def idle(self, since: int) -> list[int]:
        """Without a clock, and nobody has moved in them since."""
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
            self._kept.changed(game_id)

    async def _ids(self, where: str, values: Sequence[object]) -> list[int]:
        rows = await self.database.rows(f"SELECT id FROM games WHERE {where}", values)  # noqa: S608 (ours)
        return [row["id"] for row in rows]

    async def _games(self, where: str, values: Sequence[object]) -> list[GameRow]:
        def find(connection: sqlite3.Connection) -> list[GameRow]:
            rows = connection.execute(f"SELECT * FROM games WHERE {where}", values).fetchall()  # noqa: S608 (ours)
            return [game_row(row, connection.execute(_SEATS, (row["id"],)).fetchall()) for row in rows]

        return await self.database.read(find)


def give_back(connection: sqlite3.Connection, milliseconds: int) -> None:
    """Every running clock gets this much time back, and so does the patience with games that have none."""
    for column, kind in (("deadline", "NOT NULL"), ("moved_at", "NULL")):
        sql = f"UPDATE games SET {column} = {column} + ? WHERE ended_at IS NULL AND deadline IS {kind}"  # noqa: S608 (ours)
        connection.execute(sql, (milliseconds,))


def _insert(connection: sqlite3.Connection, row: GameRow) -> int:
    cursor = connection.execute(
        """INSERT INTO games (game, version, guild_id, channel_id, options, clock, rated, binding, secret, commitment,
               shuffle, snapshot, deadline, created_at, moved_at, ended_at, reason, winners, rematch_of)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            row.game,
            row.version,
            row.guild_id,
            row.channel_id,
            json.dumps(row.options),
            row.clock,
            row.is_rated,
            row.binding,
            row.secret,
            row.commitment,
            row.shuffle,
            row.snapshot,
            row.deadline,
            row.created_at,
            row.moved_at,
            row.ended_at,
            row.reason,
            json.dumps(row.winners),
            row.rematch_of,
        ),
    )
    game_id = cursor.lastrowid or 0
    connection.executemany(
        "INSERT INTO seats (game_id, seat, user_id, level, cut, ended_at) VALUES (?, ?, ?, ?, ?, ?)",
        [(game_id, seat.seat, seat.user_id, seat.level, seat.cut, row.ended_at) for seat in row.seats],
    )
    return game_id


class _Move(Joint):
    """What most commands are: a game goes on."""

    def __init__(self, before: GameRow, after: GameRow, actions: Sequence[ActionRow]) -> None:
        self.before, self.after, self.actions = before, after, actions

    def __call__(self, connection: sqlite3.Connection) -> None:
        self.run_all(connection, [self])

    @classmethod
    def run_all(cls, connection: sqlite3.Connection, commands: Sequence[Self]) -> None:
        for begin in range(0, len(commands), _AT_ONCE):
            _write(connection, commands[begin : begin + _AT_ONCE])


def _write(connection: sqlite3.Connection, moves: Sequence[_Move]) -> None:
    for columns, some in groupby(sorted(moves, key=_columns), _columns):
        _change(connection, columns, list(some))
    actions = [(move.before.id, action) for move in moves for action in move.actions]
    try:
        for begin in range(0, len(actions), _AT_ONCE):
            _take(connection, actions[begin : begin + _AT_ONCE])
    except sqlite3.IntegrityError as error:
        raise RepeatedError from error


# What a move may change. Whatever is named in an update, changed or not, has its indexes written anew: naming all of it
# each time was a fifth of what whole games wrote to the log.
_STAGED = ("snapshot", "revision", "moved_at")
_SEEN = (*_STAGED, "public_revision", "deadline", "is_reminded", "draw_offer")
_LAST = (*_SEEN, "ended_at", "reason", "winners")
_seen = attrgetter(*_SEEN[len(_STAGED) :])


def _columns(move: _Move) -> tuple[str, ...]:
    if move.after.ended_at is not None:
        return _LAST
    return _STAGED if _seen(move.after) == _seen(move.before) else _SEEN


def _change(connection: sqlite3.Connection, columns: tuple[str, ...], moves: Sequence[_Move]) -> None:
    values = attrgetter(*columns)
    news = [
        value for move in moves for value in (move.before.id, move.before.revision, *map(_stored, values(move.after)))
    ]
    if connection.execute(_change_games(columns, len(moves)), news).rowcount != len(moves):
        raise StaleError


def _stored(value: object) -> object:
    return json.dumps(value) if isinstance(value, tuple) else value


@cache
def _change_games(columns: tuple[str, ...], count: int) -> str:
    """Columns of values have numbers: which game, from which revision, and then what is changed."""
    changes = ", ".join(f"{name} = news.column{number}" for number, name in enumerate(columns, 3))
    values = ", ".join([f"(?, ?{', ?' * len(columns)})"] * count)
    return f"""UPDATE games SET {changes} FROM (VALUES {values}) AS news
        WHERE games.id = news.column1 AND games.revision = news.column2 AND games.ended_at IS NULL"""  # noqa: S608 (ours)


def _take(connection: sqlite3.Connection, actions: Sequence[tuple[int, ActionRow]]) -> None:
    """By the game each belongs to."""
    values = [value for game_id, action in actions for value in (game_id, *_taken(action))]
    connection.execute(_add_actions(len(actions)), values)


_taken = attrgetter("revision", "seat", "verb", "text", "at", "key")


@cache
def _add_actions(count: int) -> str:
    values = ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * count)
    return f"INSERT INTO actions (game_id, revision, seat, verb, text, at, key) VALUES {values}"  # noqa: S608 (ours)


def _update_seats(connection: sqlite3.Connection, before: GameRow, after: GameRow) -> None:
    changed = [new for new, old in zip(after.seats, before.seats, strict=True) if new != old]
    if changed:
        connection.executemany(
            "UPDATE seats SET warnings = ? WHERE game_id = ? AND seat = ?",
            [(seat.warnings, before.id, seat.seat) for seat in changed],
        )
    if after.ended_at is not None:
        connection.execute("UPDATE seats SET ended_at = ? WHERE game_id = ?", (after.ended_at, before.id))


def game_row(row: Row, seats: Iterable[Row]) -> GameRow:
    return GameRow(
        id=row["id"],
        game=row["game"],
        version=row["version"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        options=json.loads(row["options"]),
        clock=row["clock"],
        is_rated=bool(row["rated"]),
        binding=row["binding"],
        secret=row["secret"],
        commitment=row["commitment"],
        shuffle=row["shuffle"],
        snapshot=row["snapshot"],
        revision=row["revision"],
        public_revision=row["public_revision"],
        deadline=row["deadline"],
        is_reminded=bool(row["is_reminded"]),
        draw_offer=row["draw_offer"],
        created_at=row["created_at"],
        moved_at=row["moved_at"],
        ended_at=row["ended_at"],
        reason=row["reason"],
        winners=tuple(json.loads(row["winners"] or "[]")),
        rematch_of=row["rematch_of"],
        dealt=None if row["dealt"] is None else json.loads(row["dealt"]),
        seats=tuple(_seat(seat) for seat in seats),
    )


def _seat(row: Row) -> SeatRow:
    return SeatRow(row["seat"], row["user_id"], row["level"], row["cut"], row["warnings"], bool(row["is_dm_closed"]))


def action_row(row: Row) -> ActionRow:
    return ActionRow(row["revision"], row["seat"], row["verb"], row["text"], row["at"], row["key"])
