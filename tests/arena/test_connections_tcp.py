"""Guests over TCP: they play like started ones, may reconnect, and cannot block the host."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.arena import connections
from bot.arena.registry import EXCHANGES
from bot.arena.tournament import Entrant, Plan, TcpProgram, run
from bot.referee.records import AnyRecord
from bot.referee.turn_records import TurnRecord, verify
from tests.arena.programs.honest import Honest
from tests.arena.support import level, program

Address = tuple[str, int]


def play(
    listener: socket.socket, *guests: Entrant, games: int, jobs: int = 1, move_ms: int = 20_000
) -> list[TurnRecord]:
    first, second = guests
    records: list[AnyRecord] = []
    run(Plan((first, second), games, 1, move_ms, jobs, EXCHANGES["le-duel"]), listener, records.append)
    return [record for record in records if isinstance(record, TurnRecord)]


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


@contextmanager
def clients(*works: Callable[[], None]) -> Iterator[None]:
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


def converse(address: Address, log: Path, *, asks: int | None = None) -> None:
    """Play honestly until the host closes the connection, or close it when asked for a turn after `asks` turns."""
    guest = Honest(log)
    with socket.create_connection(address) as connection, connection.makefile() as lines:
        for line in lines:
            answer = guest.handle(line.rstrip("\n"))
            if line == "playACard\n" and asks is not None:
                asks -= 1
                if asks < 0:
                    return
            if answer is not None:
                connection.sendall(f"{answer}\n".encode())


def test_two_connections_play(listener: socket.socket, tmp_path: Path) -> None:
    address = listener.getsockname()
    with clients(*(lambda name=name: converse(address, tmp_path / name) for name in "ab")):
        records = play(listener, TcpProgram(), TcpProgram(), games=4)
    assert {record.reason for record in records} <= {"stuck", "placed_all"}
    assert all(verify(record) is None for record in records)
    results = [(tmp_path / name).read_text().count("gameOver win") for name in "ab"]
    assert sorted(results) == sorted(sum(record.winner == seat for record in records) for seat in (0, 1))


def test_one_connection_a_table(listener: socket.socket, tmp_path: Path) -> None:
    address = listener.getsockname()
    with clients(*(lambda name=name: converse(address, tmp_path / name) for name in "ab")):
        records = play(listener, TcpProgram(), level("greedy"), games=6, jobs=2)
    assert [record.number for record in records] == list(range(6))
    assert {record.reason for record in records} <= {"stuck", "placed_all"}


def test_a_connection_that_breaks_may_come_back(listener: socket.socket, tmp_path: Path) -> None:
    address = listener.getsockname()

    def come_back() -> None:
        converse(address, tmp_path / "broken", asks=1)
        converse(address, tmp_path / "back")

    with clients(come_back):
        records = play(listener, TcpProgram(), program("honest.py", tmp_path / "honest"), games=3)
    assert [record.reason == "crash" for record in records] == [True, False, False]
    assert (records[0].winner, len(records[0].turns)) == (1, 2)
    assert "gameOver win" in (tmp_path / "honest").read_text()


def test_a_half_closed_connection_is_still_told(listener: socket.socket) -> None:
    address, heard = listener.getsockname(), list[str]()

    def close_half() -> None:
        with socket.create_connection(address) as connection:
            connection.shutdown(socket.SHUT_WR)
            heard.extend(connection.makefile().read().splitlines())

    with clients(close_half):
        (record,) = play(listener, TcpProgram(), level("greedy"), games=1)
    assert (record.winner, record.reason) == (1, "crash")
    assert heard[-1] == "gameOver lost"


@pytest.mark.parametrize(
    ("raw", "reason"), [(b"\xff\n", "protocol"), (b"x" * 5000, "protocol"), (b"hello\n", "timeout")]
)
def test_a_connection_that_misbehaves(raw: bytes, reason: str, listener: socket.socket) -> None:
    address = listener.getsockname()

    def misbehave() -> None:
        with socket.create_connection(address) as connection:
            connection.sendall(raw)
            while connection.recv(1000):
                pass

    with clients(misbehave):
        (record,) = play(listener, TcpProgram(), level("greedy"), games=1, move_ms=300)
    assert (record.winner, record.reason) == (1, reason)


def test_nobody_connects(listener: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "FIRST_CONNECTION", 0.1)
    records = play(listener, level("greedy"), TcpProgram(), games=2, move_ms=50)
    assert [(record.winner, record.reason) for record in records] == [(0, "crash")] * 2


def test_too_many_connections_are_turned_away(listener: socket.socket, tmp_path: Path) -> None:
    crowd = [socket.create_connection(listener.getsockname()) for _ in range(80)]
    for connection in crowd:
        connection.shutdown(socket.SHUT_WR)
    (record,) = play(listener, level("greedy"), TcpProgram(), games=1, move_ms=500)
    assert record.winner == 0
    for connection in crowd:
        with connection:
            connection.settimeout(5)
            assert hangs_up(connection)


def hangs_up(connection: socket.socket) -> bool:
    try:
        while connection.recv(1000):
            pass
    except ConnectionError:
        pass
    return True
