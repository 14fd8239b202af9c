"""The store's cost of a page of teams' best scores with few and a hundred times as many recorded games; sizes as in
`standings`.

A server of fifty people plays a thousand games of The Game, with one to five seats, in four modes; more servers are
copies of it. One server's tallies are computed by the views; the others' are copied.
"""

import random
import sqlite3
from collections.abc import Iterator

from bench.report import Row
from bench.sample_database import copy_rows
from bench.standings import FIRST_SERVER, GAMES, PEOPLE, SPAN, START, Ask, compared
from bot.referee import ratings
from bot.store.ratings_rows import ALL_TIME, EVERYWHERE, Board
from bot.store.sqlite.store import Store
from bot.store.sqlite.teams import TEAMS_A_PAGE, Category

GAME = "the-game"
MODES = ("", "expert", "fire", "computers")
_PERIODS = (ALL_TIME, "season 2026-01", "month 2026-02", "week 2026-05")
_GAME = """INSERT INTO games (id, game, version, guild_id, channel_id, options, clock, rated, binding, secret,
               commitment, shuffle, snapshot, created_at, moved_at, ended_at, reason, finish, table_revision)
           VALUES (:id, 'the-game', 1, :guild, 1, '{}', 'live', 0, '', x'', '', 1, '{}', :at, :at, :at, 'blocked',
               :id, 0)"""
_SEAT = "INSERT INTO seats (game_id, seat, user_id, cut, ended_at) VALUES (?, ?, ?, '', ?)"
_RESULT = """INSERT INTO results (game_id, seat, user_id, finish, game, guild_id, ended_at, season, turns, score,
                 is_first, chain, is_contest, is_counted, nth, nth_here, weight, mu, sigma, gain, mu_here,
                 sigma_here, gain_here)
             VALUES (:id, :seat, :user, :id, 'the-game', :guild, :at, :season, 30, 'loss', 0, 0, 0, 0, :id, :id, 0,
                 25, 8, 0, 25, 8, 0)"""
_SCORE = "INSERT INTO team_scores VALUES (?, ?, 'the-game', ?, ?, ?, ?)"
_SHIFTS = {
    "games": {"id": GAMES, "finish": GAMES, "guild_id": 1},
    "seats": {"game_id": GAMES, "user_id": PEOPLE},
    "results": {"game_id": GAMES, "finish": GAMES, "guild_id": 1, "user_id": PEOPLE},
    "team_scores": {"game_id": GAMES, "guild_id": 1},
    "team_records": {"user_id": PEOPLE, "scope": 1, "best_game": GAMES},
}
_TALLIES = f"""INSERT INTO team_tallies SELECT scope + k, game, period, size, mode, score, games
               FROM others CROSS JOIN team_tallies WHERE scope <> {EVERYWHERE}"""  # noqa: S608 (ours)


def run() -> Iterator[Row]:
    yield from compared(_fill, KINDS)


def _fill(connection: sqlite3.Connection, servers: int) -> None:
    """Drop the trigger while the tables are filled in bulk, and restore it for readers of the file."""
    (trigger,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'team_scored'").fetchone()
    connection.execute("DROP TRIGGER team_scored")
    dice = random.Random(7)
    connection.execute("BEGIN")
    for number in range(1, GAMES + 1):
        _record(connection, number, dice)
    connection.execute("COMMIT")
    for table in ("team_tallies", "team_records"):
        connection.execute(f"INSERT INTO {table} SELECT * FROM due_{table}")  # noqa: S608 (ours)
    copy_rows(connection, servers, _SHIFTS)
    connection.execute(_TALLIES)
    connection.execute("UPDATE team_tallies SET games = games * ? WHERE scope = ?", (servers, EVERYWHERE))
    connection.execute(trigger)


def _record(connection: sqlite3.Connection, number: int, dice: random.Random) -> None:
    people = dice.sample(range(1, PEOPLE + 1), dice.randrange(1, 6))
    at = START + SPAN * number // GAMES
    season = ratings.season_of(at, ratings.CALENDAR)
    shared = {"id": number, "guild": FIRST_SERVER, "at": at, "season": season}
    connection.execute(_GAME, shared)
    connection.executemany(_SEAT, [(number, seat, person, at) for seat, person in enumerate(people)])
    connection.executemany(_RESULT, [shared | {"seat": seat, "user": person} for seat, person in enumerate(people)])
    left = max(0, round(dice.gauss(15, 12)))
    connection.execute(_SCORE, (number, FIRST_SERVER, len(people), dice.choice(MODES), left, at))


def _board(servers: int, dice: random.Random, *, is_everywhere: bool) -> Board:
    scope = EVERYWHERE if is_everywhere else FIRST_SERVER + dice.randrange(servers)
    return scope, GAME, dice.choice(_PERIODS)


async def _overview(store: Store, servers: int, dice: random.Random, *, is_everywhere: bool) -> None:
    board = _board(servers, dice, is_everywhere=is_everywhere)
    found = await store.teams.overview(board, dice.randrange(2), 1 + dice.randrange(PEOPLE * servers))
    assert found.lines
    if board[2] != ALL_TIME:
        await store.teams.neighbours(board, board[2].split(" ")[0])


async def _ranking(store: Store, servers: int, dice: random.Random, *, is_everywhere: bool) -> None:
    """Any page is equally likely, the last as much as the first."""
    board = _board(servers, dice, is_everywhere=is_everywhere)
    category = Category(1 + dice.randrange(5), dice.choice(MODES))
    asker = 1 + dice.randrange(PEOPLE * servers)
    first = await store.teams.ranking(board, category, 0, asker)
    if first.total:
        await store.teams.ranking(board, category, dice.randrange(-(-first.total // TEAMS_A_PAGE)), asker)


async def _profile(store: Store, servers: int, dice: random.Random) -> None:
    person = dice.randrange(PEOPLE * servers)
    scope = dice.choice((EVERYWHERE, FIRST_SERVER + person // PEOPLE))
    assert await store.teams.personal((scope, GAME, ALL_TIME), 1 + person)


KINDS: dict[str, Ask] = {
    "best scores, everywhere": lambda *asked: _overview(*asked, is_everywhere=True),
    "best scores, a server": lambda *asked: _overview(*asked, is_everywhere=False),
    "two pages of a mode, everywhere": lambda *asked: _ranking(*asked, is_everywhere=True),
    "two pages of a mode, a server": lambda *asked: _ranking(*asked, is_everywhere=False),
    "a person's bests": _profile,
}
