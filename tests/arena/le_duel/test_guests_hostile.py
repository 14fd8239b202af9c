"""A guest can never make the host crash, hang or wait; it loses its own game for the right reason, its opponent is
told, and none of its processes is left running."""

from pathlib import Path

import pytest

from bot.arena.tournament import ShellCommand
from bot.referee.records import verify
from tests.arena.support import left_running, play, program
from tests.support.tiers import has_long_version, one_in, only_long

HURRIED = 400  # ms; short, for guests that are meant to time out

AT_ONCE = {
    "crash": "crash",
    "crash_when_asked": "crash",
    "garbage": "protocol",
    "flood_without_newline": "protocol",
    "line_too_long": "protocol",
    "illegal": "illegal",
    "unreadable": "protocol",
    "no_such_card": "protocol",
    "one_card": "illegal",
    "nothing_at_all": "illegal",
    "closes_input": "crash",
    "closes_output": "crash",
    "leaves_children": "crash",
    "leaves_daemon": "crash",
    "nested": "crash",
    "answers_the_deal": "protocol",
}
AFTER_THE_MOVE_TIME = (
    "silent",
    "flood_of_lines",
    "flood_of_newlines",
    "ignores_sigterm",
    "half_a_line",
    "deaf",
)


def heard(log: Path) -> list[str]:
    return log.read_text().splitlines() if log.exists() else []


@has_long_version
@pytest.mark.parametrize(("mode", "reason"), one_in(3, AT_ONCE.items()))
def test_loses_at_once(mode: str, reason: str, tmp_path: Path) -> None:
    hostile, honest = tmp_path / "hostile", tmp_path / "honest"
    (record,) = play(program("hostile.py", mode, hostile), program("honest.py", honest))
    assert (record.winner, record.reason) == (1, reason)
    assert heard(honest)[-1] == "gameOver win"
    assert verify(record) is None
    assert not left_running(tmp_path)


@has_long_version
@pytest.mark.parametrize("mode", one_in(3, AFTER_THE_MOVE_TIME))
def test_loses_after_the_move_time(mode: str, tmp_path: Path) -> None:
    hostile, honest = tmp_path / "hostile", tmp_path / "honest"
    (record,) = play(program("hostile.py", mode, hostile), program("honest.py", honest), move_ms=HURRIED)
    assert (record.winner, record.reason) == (1, "timeout")
    assert record.turns == ()
    assert heard(honest)[-1] == "gameOver win"
    assert verify(record) is None
    assert not left_running(tmp_path)


def test_answers_in_the_other_guests_turn(tmp_path: Path) -> None:
    hostile, honest = tmp_path / "hostile", tmp_path / "honest"
    patient = program("honest.py", honest, tmp_path / "interrupted")
    (record,) = play(program("hostile.py", "answers_in_their_turn", hostile), patient)
    assert (record.winner, record.reason, len(record.turns)) == (1, "protocol", 2)
    assert not left_running(tmp_path)


def test_answer_counts_though_the_guest_is_gone(tmp_path: Path) -> None:
    (record,) = play(
        program("hostile.py", "answer_and_exit", tmp_path / "hostile"), program("honest.py", tmp_path / "honest")
    )
    assert (record.winner, record.reason, len(record.turns)) == (1, "crash", 2)


@has_long_version
@pytest.mark.parametrize(
    ("mode", "told"),
    one_in(
        2,
        [
            ("illegal", ["illegal not_in_hand", "gameOver lost"]),
            ("one_card", ["illegal too_few_cards", "gameOver lost"]),
            ("unreadable", ["illegal unreadable", "gameOver lost"]),
            ("garbage", ["playACard", "gameOver lost"]),
            ("closes_output", ["playACard", "gameOver lost"]),
        ],
    ),
)
def test_loser_is_told_why(mode: str, told: list[str], tmp_path: Path) -> None:
    play(program("hostile.py", mode, tmp_path / "hostile"), program("honest.py", tmp_path / "honest"))
    assert heard(tmp_path / "hostile")[-2:] == told


def test_a_refused_turn_stays_on_record_and_changes_nothing(tmp_path: Path) -> None:
    (record,) = play(program("hostile.py", "illegal", tmp_path / "hostile"), program("honest.py", tmp_path / "honest"))
    assert record.turns == ("59^A,58^A",)
    assert not [line for line in heard(tmp_path / "honest") if line.startswith("updateStack")]


@pytest.mark.parametrize("mode", ["chatty", "plays_with_daemon"])
def test_odd_but_well_behaved(mode: str, tmp_path: Path) -> None:
    records = play(program("hostile.py", mode, tmp_path / "odd"), program("honest.py", tmp_path / "honest"), games=2)
    assert {record.reason for record in records} <= {"stuck", "placed_all"}
    assert not left_running(tmp_path)


@only_long
def test_is_started_afresh_for_every_game(tmp_path: Path) -> None:
    """In either seat, starting or not, at two tables at once; the honest guest's process stays."""
    records = play(
        program("honest.py", tmp_path / "honest"),
        program("hostile.py", "crash_when_asked", tmp_path / "hostile"),
        games=6,
        jobs=2,
    )
    assert [(record.winner, record.reason) for record in records] == [(0, "crash")] * 6
    assert heard(tmp_path / "honest").count("gameOver win") == 6
    assert heard(tmp_path / "hostile").count("hello le-duel 1 move_ms=20000") == 6
    assert not left_running(tmp_path)


def test_two_hostile_guests(tmp_path: Path) -> None:
    """Neither can be reached: the one who starts loses."""
    first, second = (program("hostile.py", "crash", tmp_path / name) for name in ("first", "second"))
    assert [record.winner for record in play(first, second, games=2)] == [1, 0]


def test_a_command_of_several_programs(tmp_path: Path) -> None:
    """A shell pipeline is one guest, and all of its processes are killed at the end."""
    honest = program("honest.py", tmp_path / "honest").text
    pipeline = ShellCommand(f"sleep 600 & cat | {honest} # {tmp_path}")
    records = play(pipeline, program("honest.py", tmp_path / "other"), games=2)
    assert {record.reason for record in records} <= {"stuck", "placed_all"}
    assert not left_running(tmp_path)


def test_no_such_program(tmp_path: Path) -> None:
    (record,) = play(ShellCommand(str(tmp_path / "nothing")), program("honest.py", tmp_path / "honest"))
    assert (record.winner, record.reason) == (1, "crash")
