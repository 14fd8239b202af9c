"""The ledger of acknowledged moves detects moves that a database lost."""

import sqlite3
from pathlib import Path

import pytest

from tests.system.network.replies import Move, missing_moves

TAPPED = Move(user_id=7, interaction_id=100, game_id=1, revision=3, text="12^A", newest=100)
TYPED = Move(user_id=7, interaction_id=200, game_id=1, revision=0, text="12^A,57vA,end", newest=200)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "arbitre.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE actions (game_id INTEGER, revision INTEGER, seat INTEGER, text, key)")
        connection.execute("CREATE TABLE seats (game_id INTEGER, seat INTEGER, user_id INTEGER)")
        connection.execute("INSERT INTO seats VALUES (2, 0, 7), (2, 1, 8)")
        connection.execute("INSERT INTO actions VALUES (1, 3, 0, '12^A', '100:0'), (1, 4, 0, '12^A', '200:0')")
    connection.close()
    return path


def test_what_is_there_is_not_missing(database: Path) -> None:
    assert missing_moves(database, [TAPPED, TYPED]) == []


def test_a_press_repeated_after_no_answer_is_the_same_move(database: Path) -> None:
    again = Move(user_id=7, interaction_id=101, game_id=1, revision=3, text="12^A", newest=101)
    assert missing_moves(database, [again]) == []


@pytest.mark.parametrize(
    "lost",
    [
        Move(user_id=7, interaction_id=300, game_id=1, revision=5, text="12^A", newest=300),
        Move(user_id=7, interaction_id=50, game_id=1, revision=3, text="13^A", newest=50),
        Move(user_id=7, interaction_id=300, game_id=2, revision=3, text="12^A", newest=300),
        Move(user_id=7, interaction_id=300, game_id=1, revision=0, text="12^A,57vA,end", newest=300),
    ],
)
def test_what_is_not_there_is_missing(database: Path, lost: Move) -> None:
    assert missing_moves(database, [TAPPED, lost, TYPED]) == [lost]


def test_an_outdated_press_acknowledges_nothing(database: Path) -> None:
    late = Move(user_id=7, interaction_id=300, game_id=1, revision=3, text="13^A", newest=300)
    assert missing_moves(database, [TAPPED, late]) == []


def test_one_that_was_asked_for_later_may_have_come_first(database: Path) -> None:
    overtaken = Move(user_id=7, interaction_id=99, game_id=1, revision=3, text="13^A", newest=100)
    lost = Move(user_id=7, interaction_id=99, game_id=1, revision=3, text="13^A", newest=99)
    assert missing_moves(database, [overtaken, lost]) == [lost]


def test_what_others_said_meanwhile_is_in_nobodys_way(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO actions VALUES (2, 1, 1, '!a', '1:0'), (2, 2, 1, '~b', '2:0')")
        connection.execute("INSERT INTO actions VALUES (2, 3, 0, '12a', '3:0')")
    connection.close()
    tapped = Move(user_id=7, interaction_id=3, game_id=2, revision=1, text="12a", newest=3)
    lost = Move(user_id=7, interaction_id=3, game_id=2, revision=1, text="13a", newest=3)
    assert missing_moves(database, [tapped, lost]) == [lost]


def test_what_one_said_oneself_outdates_what_is_pressed_after_it(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO actions VALUES (2, 1, 0, '!a', '1:0')")
    connection.close()
    outdated = Move(user_id=7, interaction_id=3, game_id=2, revision=1, text="12a", newest=3)
    lost = Move(user_id=8, interaction_id=3, game_id=2, revision=1, text="12a", newest=3)
    assert missing_moves(database, [outdated, lost]) == [lost]
