"""Invariants after any fault: no acknowledged move is lost, every game follows from its actions, everything committed
is shown, and nothing is shown twice. Reads the database file and the network Discord, never the bot."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.games.core import Seat
from bot.referee.check import findings
from bot.referee.match import Match, match_of
from bot.store.sqlite.games import game_row
from bot.store.sqlite.messages import TABLE, panel
from bot.table.controls import Verb
from tests.system.network.discord_state import Message
from tests.system.network.replies import Move
from tests.system.network.seen_message import SeenMessage, control_of, read
from tests.system.network.server import NetworkDiscord

_TURN = (Verb.PICK, Verb.ACT)
_NEWS = re.compile(r"game (\d+)")


@dataclass(slots=True)
class Inspector:
    network: NetworkDiscord
    database: Path
    results_channel: int
    _seen_to_the_end: set[int] = field(default_factory=set)

    def losses(self) -> list[str]:
        """With the bot dead: acknowledged moves that are missing, and games that do not replay."""
        lost = [f"lost: {move}; stored: {self._stored_at(move)}" for move in self.network.ledger.missing(self.database)]
        broken = [f"game {number}: {problem}" for number, problem in findings(self.database) if problem is not None]
        return lost + broken

    def _stored_at(self, move: Move) -> list[tuple[int, str, str]]:
        """The actions in a move's place, with their keys: whether it is gone, or another came first."""
        sql = "SELECT revision, text, key FROM actions WHERE game_id = ? AND revision >= ? ORDER BY revision LIMIT 5"
        with closing(sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute(sql, (move.game_id, move.revision - 2)).fetchall()

    def faults_to_see(self) -> list[str]:
        """Committed state that is not shown, or shown twice; to be called once the bot has had time to show it."""
        with closing(sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            matches = [match for match in _matches(connection) if match.id not in self._seen_to_the_end]
            wrong = list(self._faults_of_invitations(connection))
            for match in matches:
                found = list(self._faults_of(match, _shown(connection, match.id)))
                found += _behind(connection, match)
                if match.is_over and not found:
                    self._seen_to_the_end.add(match.id)
                wrong += found
        return wrong

    def _faults_of_invitations(self, connection: sqlite3.Connection) -> Iterator[str]:
        """An open gathering can be answered in exactly one message; a closed one in none."""
        rows = connection.execute("SELECT id, channel_id, status FROM gatherings")
        for number, channel_id, status in rows.fetchall():
            count = sum(_has_button(it, Verb.ACCEPT, number) for it in map(read, self._public(channel_id)))
            if count != (status == "open"):
                yield f"gathering {number} is {status} and can be answered in {count} places"

    def inspect_anew(self) -> None:
        """Also inspect finished games that were found correct before."""
        self._seen_to_the_end.clear()

    def _faults_of(self, match: Match, shown: dict[str, int]) -> Iterator[str]:
        name = f"game {match.id} at revision {match.revision}"
        tables = [it for it in self._about(match.row.channel_id, match.id) if it.find(Verb.HAND) or it.is_over]
        yield from _one(f"{name}: its table", tables, shown.get(TABLE))
        if match.is_over and not all(it.is_over for it in tables):
            yield f"{name}: its table does not say that it is over"
        for seat in (Seat(it.seat) for it in match.row.seats if (it.user_id or 0) > 0):  # no computer, nobody deleted
            yield from self._faults_of_panel(match, seat, shown.get(panel(seat)), f"{name}: panel {seat}")
        told = [it for it in self._news() if it == match.id]
        if len(told) != int(match.is_over):
            yield f"{name}: its result is told {len(told)} times"

    def _faults_of_panel(self, match: Match, seat: Any, message_id: int | None, name: str) -> Iterator[str]:
        channel = self.network.state.dm_channel(match.seat(seat).user_id or 0)
        panels = self._about(channel, match.id)
        yield from _one(name, panels, message_id)
        for it in panels:
            if match.is_over and not it.is_over:
                yield f"{name} does not say that it is over"
            if seat in match.to_act and max(_revisions(it), default=-1) < match.row.public_revision:
                yield f"{name} shows revision {max(_revisions(it), default=-1)} of {match.row.public_revision}"

    def _about(self, channel_id: int, game_id: int) -> list[SeenMessage]:
        return [it for it in map(read, self._public(channel_id)) if it.game_id == game_id]

    def _public(self, channel_id: int) -> list[Message]:
        return [it for it in self.network.state.messages(channel_id) if not it.is_ephemeral]

    def _news(self) -> Iterator[int]:
        for message in self._public(self.results_channel):
            if (found := _NEWS.search(message.content or "")) is not None:
                yield int(found[1])


def _one(name: str, found: list[SeenMessage], message_id: int | None) -> Iterator[str]:
    if len(found) != 1:
        yield f"{name} is there {len(found)} times"
    elif found[0].message_id != message_id:
        yield f"{name} is not the one that was written down"


def _has_button(it: SeenMessage, verb: Verb, number: int) -> bool:
    controls = (control_of(custom_id) for custom_id in it.all(verb))
    return any(control is not None and control.number == number for control in controls)


def _behind(connection: sqlite3.Connection, match: Match) -> list[str]:
    """A table's buttons carry no revision: use the stored one, written once Discord had accepted the message."""
    (drawn,) = connection.execute("SELECT table_revision FROM games WHERE id = ?", (match.id,)).fetchone()
    is_behind = drawn < match.row.public_revision
    return [f"game {match.id}: its table shows {drawn} of {match.row.public_revision}"] if is_behind else []


def _revisions(it: SeenMessage) -> Iterator[int]:
    controls = (button.control for button in it.buttons)
    return (control.revision for control in controls if control is not None and control.verb in _TURN)


def _matches(connection: sqlite3.Connection) -> Iterator[Match]:
    seats = connection.execute("SELECT * FROM seats ORDER BY game_id, seat").fetchall()
    for row in connection.execute("SELECT * FROM games ORDER BY id").fetchall():
        yield match_of(game_row(row, (seat for seat in seats if seat["game_id"] == row["id"])))


def _shown(connection: sqlite3.Connection, game_id: int) -> dict[str, int]:
    rows = connection.execute("SELECT role, message_id FROM shown WHERE game_id = ?", (game_id,))
    return {row["role"]: row["message_id"] for row in rows}
