"""Every game by protocol 2: programs and computers play it to its end, hostile programs lose their own game, and the
records can be followed by an independent reading that knows no shuffle."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.arena.table import Setting
from bot.arena.tournament import Entrant, Plan, entrant_at, run
from bot.games.duel.sets import current_set
from bot.games.registry import GAMES
from bot.referee.records import Record, from_json, to_json, verify
from tests.arena.support import IS_ISOLATED, left_running, level, program
from tests.games.toy import SCRAMBLE
from tests.support.followed_records import follow
from tests.support.tiers import has_long_version, one_in, only_long, sized

HURRIED = 400  # ms; short, for guests that are meant to time out


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SCRAMBLE.key, SCRAMBLE)


def play(
    key: str, *guests: Entrant, games: int = 1, seats: int = 2, move_ms: int = 20_000, **options: Any
) -> list[Record]:
    records: list[Any] = []
    setting = Setting(GAMES[key], seats, options, seed=7)
    run(Plan(guests, games, 7, move_ms, jobs=1, played=setting, is_isolated=IS_ISOLATED), None, records.append)
    assert [record.number for record in records] == list(range(games))
    assert all(verify(from_json(json.loads(json.dumps(to_json(record))))) is None for record in records)
    return records


def chooser(log: Path, mode: str = "") -> Entrant:
    return program("chooser.py", log, mode)


def heard(log: Path, name: str) -> list[Any]:
    lines = [line.partition(" ") for line in log.read_text(encoding="utf-8").splitlines()]
    return [json.loads(body) for found, _, body in lines if found == name]


@has_long_version
@pytest.mark.parametrize(
    ("key", "levels", "seats"),
    one_in(
        2,
        [
            ("le-duel", ("random", "greedy"), 2),
            ("the-game", ("nearest", "mate"), 3),
            ("the-game", ("mate",), 1),
            ("duel", ("duel-random", "duel-greedy"), 2),
            ("duel", ("duel-random", "duel-greedy", "duel-random"), 3),
        ],
    ),
)
def test_computers_play_every_game(key: str, levels: tuple[str, ...], seats: int) -> None:
    records = play(
        key,
        *map(level, levels),
        games=sized(2, 8 if key == "duel" else 80, soak=25 if key == "duel" else 250),
        seats=seats,
    )
    for record in records:
        follow(record)
    reasons = {"stuck", "placed_all", "blocked", "beaten", "bled_out", "exhausted"}
    assert {record.reason for record in records} <= reasons


@has_long_version
@pytest.mark.parametrize(
    ("key", "seats"),
    sized(
        [("le-duel", 2), ("the-game", 2), ("duel", 2)],
        [("le-duel", 2), ("the-game", 4), ("scramble", 3), ("duel", 2), ("duel", 4)],
    ),
)
def test_programs_play_every_game(key: str, seats: int, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    records = play(key, chooser(one), chooser(two), games=2, seats=seats)
    for record in records:
        follow(record)
    hello = min(heard(one, "hello"), key=lambda greeting: greeting["seat"])
    assert hello == {
        "protocol": 2,
        "game": key,
        "version": 1,
        "seat": 0,
        "seats": seats,
        "options": {},
        "move_ms": 20_000,
    }
    overs = heard(one, "over")
    assert {"winners", "reason", "ranks"} == overs[0].keys()
    assert not left_running(tmp_path)


def test_a_program_sees_its_own_cards_and_no_others(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    play("le-duel", chooser(one), chooser(two))
    for seat, log in enumerate((one, two)):
        *running, _last = heard(log, "view")
        for view in running:
            assert [side["hand"] is None for side in view["sides"]] == [at != seat for at in (0, 1)]
            assert view["turn"] == seat or view["staged"] == []
            assert "draw" not in view["sides"][seat]


def test_the_second_game_of_a_pair_is_played_by_fresh_programs_in_other_seats(tmp_path: Path) -> None:
    """It has the decks of the first."""
    one, two = tmp_path / "one", tmp_path / "two"
    first, second, third = play("le-duel", chooser(one), chooser(two), games=3)
    assert first.shuffles[:2] == second.shuffles[:2] != third.shuffles[:2]
    assert [entrant_at(0, number, 2) for number in range(3)] == [0, 1, 0]
    assert [hello["seat"] for hello in heard(one, "hello")] == [0, 1, 0]
    starts = one.read_text(encoding="utf-8").count("process ")
    assert starts == 3
    processes = {line for line in one.read_text(encoding="utf-8").splitlines() if line.startswith("process ")}
    assert len(processes) >= (1 if IS_ISOLATED else 2)


@only_long
def test_what_a_guest_brings_goes_with_it_from_seat_to_seat() -> None:
    decks = [dict(current_set().starters[name].deck) for name in ("blade", "pack")]
    first, second, third = play("duel", level("duel-greedy"), level("duel-greedy"), games=3, decks=decks)
    assert first.options["decks"] == third.options["decks"] == decks
    assert second.options["decks"] == decks[::-1]
    assert [one.deck for one in first.shuffles[:3]] == ["draw", "draw", "seats"]
    (record,) = play("duel", level("duel-greedy"), seats=3, decks=[decks[0]] * 3)
    assert record.options["decks"] == [decks[0]] * 3


def test_a_program_is_shown_no_hidden_card(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    play("duel", chooser(one), chooser(two))
    for seat, log in enumerate((one, two)):
        *running, _last = heard(log, "view")
        for view in running:
            assert [side["hand"] is None for side in view["sides"]] == [at != seat for at in (0, 1)]
        assert {card for side in running[0]["sides"] for card in side["draw"]} == {None}


HOSTILE = {
    "illegal": "illegal",
    "unreadable": "protocol",
    "not_a_text": "protocol",
    "nonsense": "protocol",
    "several": "protocol",
    "passes": "protocol",
    "crashes": "crash",
    "silent": "timeout",
}


@has_long_version
@pytest.mark.parametrize(("mode", "reason"), one_in(3, HOSTILE.items()))
def test_who_misbehaves_loses_their_own_game(mode: str, reason: str, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    (record,) = play("le-duel", chooser(one, mode), chooser(two), move_ms=HURRIED if mode == "silent" else 20_000)
    assert (record.reason, record.winners, record.ranks) == (reason, (1,), (2, 1))
    assert heard(two, "over") == [{"winners": [1], "reason": reason, "ranks": [2, 1]}]
    assert not left_running(tmp_path)


@pytest.mark.parametrize("mode", ["crashes", "unreadable"])
def test_a_team_loses_as_a_whole(mode: str, tmp_path: Path) -> None:
    (record,) = play("the-game", chooser(tmp_path / "one", mode), level("mate"), seats=2)
    assert record.winners == ()
    assert record.reason == HOSTILE[mode]


@has_long_version
@pytest.mark.parametrize("mode", one_in(3, ["crashes", "unreadable", "illegal"]))
def test_of_three_the_others_play_on(mode: str, tmp_path: Path) -> None:
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    (record,) = play("scramble", chooser(one, mode), chooser(two), chooser(three), seats=3)
    how = "protocol" if mode == "illegal" else HOSTILE[mode]  # no card of this game is called 59^A
    assert [(left.seat, left.how) for left in record.leaving] == [(0, how)]
    assert record.ranks[0] == 3
    assert 0 not in record.winners
    assert record.reason in ("last_standing", "worn_out")


@pytest.mark.skipif(not IS_ISOLATED, reason="this system allows no namespaces; the command says so")
class TestIsolation:
    def test_no_program_can_stop_another(self, tmp_path: Path) -> None:
        one, two = tmp_path / "one", tmp_path / "two"
        records = play("le-duel", chooser(one, "stops_siblings"), chooser(two), games=2)
        assert {record.reason for record in records} <= {"stuck", "placed_all"}
        assert "stopped somebody" not in one.read_text(encoding="utf-8")

    def test_no_program_can_read_the_seed_or_see_any_process(self, tmp_path: Path) -> None:
        one = tmp_path / "one"
        play("le-duel", chooser(one, "spies"), level("random"))
        saw = [line for line in one.read_text(encoding="utf-8").splitlines() if line.startswith("saw ")]
        assert [line for line in saw if "pytest" in line or sys.executable in line] == []


def test_seats_cycle() -> None:
    seats = Counter(entrant_at(seat, number, 2) for number in range(4) for seat in range(5))
    assert seats == {0: 10, 1: 10}
