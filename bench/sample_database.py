"""Databases with many recorded games and running duels, for benches that depend on the number of stored games.

A few real duels are played through the referee and copied under other ids and people as often as needed; running duels
are started one by one. Nothing is measured here.
"""

import mmap
import random
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.players.registry import LEVELS
from bot.referee.gatherings import Terms
from bot.referee.match import Match
from bot.referee.referee import Referee
from bot.store.ratings_rows import EVERYWHERE
from bot.store.rows import MessageRow, PersonRow
from bot.store.sqlite.group_commit import run_on_thread
from bot.store.sqlite.messages import TABLE, panel
from bot.store.sqlite.store import Store

Shifts = Mapping[str, Mapping[str, int]]
_AS_TEXT = 0  # shift of a text column: append the copy's number

_TEMPLATES = 10  # games that are really played, by as many people
_TURNS = 8  # of a recorded game: about two dozen actions
_GUILD, _CHANNEL, FIRST_PERSON = 10**6, 2 * 10**6, 10**7  # first id of each, far enough apart for all copies
PLAYERS, GUILDS = 5 * 10**8, 20  # of running games: first player id, number of servers


@dataclass(frozen=True, slots=True)
class Running:
    """A running duel, and where its table and its players' panels are."""

    game_id: int
    guild_id: int
    channel_id: int
    players: tuple[int, int]


def dm_of(player: int) -> int:
    return player + 10**8


def panel_of(player: int) -> int:
    """The message with a player's hand."""
    return player + 2 * 10**8


def now() -> datetime:
    return datetime.now(UTC)


def disable_fsync(connection: sqlite3.Connection) -> None:
    """Bench data need not survive a power cut."""
    connection.execute("PRAGMA synchronous = OFF")


async def fill_database(path: Path, *, stored: int, running: int) -> list[Running]:
    """A database with so many finished and so many running games."""
    store = await Store.open(path)
    await run_on_thread(store.database._writer, disable_fsync)
    await _play_templates(Referee(store, now), store)
    await store.database.write("UPDATE gatherings SET shown_revision = revision")
    await store.close()
    _copy(path, stored // _TEMPLATES)
    store = await Store.open(path)
    await run_on_thread(store.database._writer, disable_fsync)
    tables = [await _start_duel(Referee(store, now), store, number) for number in range(running)]
    await store.heartbeat(int(now().timestamp() * 1000))
    await store.close()
    return tables


async def _play_templates(referee: Referee, store: Store) -> None:
    for number in range(_TEMPLATES):
        people = FIRST_PERSON + number, FIRST_PERSON + (number + 1) % _TEMPLATES
        match = await _duel(referee, _GUILD, _CHANNEL, people, f"model {number}")
        dice = random.Random(number)
        while not match.is_over and match.turns < _TURNS:
            match = await referee.act(match.id, *turn_of(match, dice), key=f"model {number} turn {match.turns}")
        if not match.is_over:
            match = await referee.resign(match.id, people[number % 2], f"model {number} end")
        await _show(store, match, _CHANNEL, people)


async def _duel(referee: Referee, guild: int, channel: int, people: tuple[int, int], key: str) -> Match:
    terms = Terms(guild, channel, people[0], (people[1],), clock="daily")
    challenge = await referee.gatherings.open(terms, f"{key} challenge")
    match = await referee.gatherings.sit(challenge.id, people[1])
    assert isinstance(match, Match)
    return match


def turn_of(match: Match, dice: random.Random) -> tuple[int, str]:
    """The player on turn, and a legal whole turn; a good one, so that games last."""
    (seat,) = match.to_act
    return match.seat(seat).user_id or 0, f"{LEVELS['greedy'].choose(match.view(seat), dice)} end"


async def _show(store: Store, match: Match, channel: int, people: tuple[int, int]) -> None:
    revision, at = match.row.public_revision, match.row.moved_at
    await store.messages.put(MessageRow(match.id, TABLE, channel, 3 * 10**6 + match.id, revision, at))
    for seat, person in zip(match.seats, people, strict=True):
        await store.messages.put(MessageRow(match.id, panel(seat), dm_of(person), panel_of(person), revision, at))


async def _start_duel(referee: Referee, store: Store, number: int) -> Running:
    """Players alternate between French and English."""
    guild, channel = _GUILD - GUILDS + number % GUILDS, _CHANNEL - 1 - number
    one, other = PLAYERS + 2 * number, PLAYERS + 2 * number + 1
    for person in (one, other):
        await store.people.seen(PersonRow(person, f"Player {person}", ("en", "fr")[number % 2]), 1)
    match = await _duel(referee, guild, channel, (one, other), f"running {number}")
    await _show(store, match, channel, (one, other))
    return Running(match.id, guild, channel, (one, other))


# Copies


def _copy(path: Path, times: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        disable_fsync(connection)
        (actions,) = connection.execute("SELECT MAX(id) FROM actions").fetchone()
        person = {"user_id": _TEMPLATES, "scope": 1}
        game = {"game_id": _TEMPLATES}
        copy_rows(
            connection,
            times,
            {
                "games": {"id": _TEMPLATES, "finish": _TEMPLATES, "guild_id": 1, "channel_id": 1},
                "gatherings": game
                | {"id": _TEMPLATES, "guild_id": 1, "channel_id": 1, "host_id": _TEMPLATES}
                | {"key": _AS_TEXT, "binding": _AS_TEXT},
                "gathering_seats": {"gathering_id": _TEMPLATES, "user_id": _TEMPLATES},
                "seats": game | {"user_id": _TEMPLATES},
                "actions": game | {"id": actions, "key": _AS_TEXT},
                "shown": game | {"channel_id": 1, "message_id": _TEMPLATES},
                "results": game | {"finish": _TEMPLATES, "guild_id": 1, "user_id": _TEMPLATES},
                "standings": person,
                "careers": person | {"chain_game": _TEMPLATES, "fastest_game": _TEMPLATES},
                "tallies": person,
                "rivalries": person | {"rival_id": _TEMPLATES},
            },
        )


def copy_rows(connection: sqlite3.Connection, times: int, shifts: Shifts) -> None:
    """Copy all rows so that there are `times` sets of them, each set with these columns shifted; the scope EVERYWHERE
    stays."""
    connection.execute("PRAGMA cache_size = -500000")
    connection.execute("CREATE TEMP TABLE others (k INTEGER PRIMARY KEY)")
    connection.executemany("INSERT INTO others VALUES (?)", [(number,) for number in range(1, times)])
    connection.execute("BEGIN")
    for table, shifted in shifts.items():
        connection.execute(f"CREATE TEMP TABLE first AS SELECT * FROM {table}")  # noqa: S608
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(_shifted(column, shifted) for column in columns)
        connection.execute(f"INSERT INTO {table} SELECT {values} FROM others CROSS JOIN temp.first")  # noqa: S608
        connection.execute("DROP TABLE temp.first")
    connection.execute("COMMIT")


def _shifted(column: str, shifts: Mapping[str, int]) -> str:
    if column not in shifts:
        return column
    if column == "scope":
        return f"CASE scope WHEN {EVERYWHERE} THEN {EVERYWHERE} ELSE scope + k * {shifts[column]} END"
    return f"{column} || ':' || k" if shifts[column] == _AS_TEXT else f"{column} + k * {shifts[column]}"


# A person with a past


def give_games(path: Path, person: int, name: str, games: int) -> None:
    """Give a person that many of the recorded games, spread over the whole file, in place of those who played them."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        disable_fsync(connection)
        (last,) = connection.execute("SELECT MAX(id) FROM games WHERE ended_at IS NOT NULL").fetchone()
        step = last // games
        connection.execute("CREATE TEMP TABLE given (id INTEGER PRIMARY KEY)")
        numbers = (1 + person % step + step * number for number in range(games))
        connection.executemany("INSERT INTO given VALUES (?)", [(number,) for number in numbers])
        connection.execute("BEGIN")
        connection.execute("INSERT INTO people (user_id, name, locale, seen_at) VALUES (?, ?, 'en', 1)", (person, name))
        for sql in (
            "UPDATE seats SET user_id = ? WHERE seat = 0 AND game_id IN (SELECT id FROM given)",
            "UPDATE results SET user_id = ? WHERE seat = 0 AND game_id IN (SELECT id FROM given)",
            "UPDATE gatherings SET host_id = ? WHERE id IN (SELECT id FROM given)",
            "UPDATE gathering_seats SET user_id = ? WHERE place = 0 AND gathering_id IN (SELECT id FROM given)",
            *(
                f"UPDATE {table} SET user_id = ? WHERE user_id = (SELECT {FIRST_PERSON} + min(id) FROM given)"  # noqa: S608
                for table in ("standings", "careers", "tallies", "rivalries")
            ),
        ):
            connection.execute(sql, (person,))
        connection.execute("COMMIT")


def bytes_of(person: int, name: str, folder: Path) -> int:
    """How often a person is found in the files of a folder: by name, and by id as SQLite and JSON write it."""
    needles = (name.encode(), str(person).encode(), person.to_bytes(8, "big"), varint(person))
    found = 0
    for file in folder.rglob("*"):
        if file.is_file() and file.stat().st_size:
            with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
                found += sum(content.find(needle) >= 0 for needle in needles)
    return found


def varint(number: int) -> bytes:
    """A number as SQLite writes the keys of tables: nine bytes, from 2**56 on."""
    high, last = divmod(number, 256)
    return bytes([*(128 | high >> 7 * place & 127 for place in range(7, -1, -1)), last])
