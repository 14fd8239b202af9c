"""Whole runs: games follow the rules, messages follow the protocol, and a run is reproducible."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.arena.le_duel.guests import LevelGuest
from bot.arena.lines import GuestError
from bot.games.core import Seat
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.state import View
from bot.players.core import Level
from bot.players.registry import LEVELS
from bot.referee.shuffle import FairShuffle
from bot.referee.turn_records import TurnRecord, to_json, verify
from tests.arena.support import left_running, level, play, program
from tests.support.reference_le_duel import first_fault
from tests.support.tiers import has_long_version, only_long, sized

GAMES, PARTS = sized((40, 2), (500, 4))  # one run a part, so that parts run in parallel


@has_long_version
@pytest.mark.parametrize("seed", range(PARTS))
def test_a_second_reading_of_the_rules_agrees(seed: int) -> None:
    records = play(level("random"), level("greedy"), games=GAMES, seed=seed, jobs=2)
    assert [record.number for record in records] == list(range(GAMES))
    assert [fault for record in records if (fault := first_fault(to_json(record)))] == []
    assert len({record.decks for record in records}) == GAMES // 2
    for even, odd in zip(records[::2], records[1::2], strict=True):
        assert even.decks == odd.decks
        assert (even.first, odd.first) == (0, 1)


def test_decks_follow_from_the_seed_alone() -> None:
    one, same = (play(level(name), level("random"), games=6) for name in ("random", "greedy"))
    other = play(level("random"), level("random"), games=6, seed=2)
    assert [record.decks for record in one] == [record.decks for record in same]
    assert not {record.decks for record in one} & {record.decks for record in other}


def test_every_turn_has_its_time() -> None:
    for record in play(level("greedy"), level("random"), games=10):
        assert record.ms is not None
        assert sum(map(len, record.ms)) == len(record.turns)


def timeless(records: Sequence[TurnRecord]) -> Sequence[TurnRecord]:
    return [replace(record, ms=None) for record in records]


def test_tables_side_by_side_change_nothing(tmp_path: Path) -> None:
    runs = [play(program("honest.py", tmp_path / f"{jobs}"), level("random"), games=6, jobs=jobs) for jobs in (1, 5)]
    assert timeless(runs[0]) == timeless(runs[1])
    assert all(verify(record) is None for record in runs[0])


def test_guests_hear_the_protocol_and_their_own_cards_only(tmp_path: Path) -> None:
    records = play(program("honest.py", tmp_path / "0"), program("honest.py", tmp_path / "1"), games=4, move_ms=30_000)
    for seat in (0, 1):
        heard = (tmp_path / str(seat)).read_text().split("hello le-duel 1 move_ms=30000\n")
        assert heard[0] == ""
        for record, text in zip(records, heard[1:], strict=True):
            assert text.splitlines() == list(expected_messages(record, Seat(seat)))
    assert not left_running(tmp_path)


def expected_messages(record: TurnRecord, seat: Seat) -> list[str]:
    """The messages that the protocol prescribes for a guest, computed from the record."""
    game = LE_DUEL
    state = game.rules.start(2, record.options, record.fair_shuffle)
    hand = state.sides[seat].hand
    lines = [f"cardsForYou {','.join(map(str, hand))}"]
    for turn in record.turns:
        is_own = state.turn == seat
        for action in game.parse_turn(turn):
            if state.outcome is None:
                state = game.rules.apply(state, state.turn, action)
        own, theirs = state.sides[seat], state.sides[1 - seat]
        if is_own:
            drawn = ",".join(str(card) for card in own.hand if card not in hand)
            lines += ["playACard", f"cardsForYou {drawn}".strip()]
        hand = own.hand
        lines.append(f"updateStack {own.up},{own.down},{theirs.up},{theirs.down}")
    return [*lines, f"gameOver {'win' if record.winner == seat else 'lost'}"]


def choose_nothing(view: View, dice: random.Random) -> str:
    raise RuntimeError("no idea")


async def test_a_computer_that_fails_loses(caplog: pytest.LogCaptureFixture) -> None:
    guest = LevelGuest(Level("broken", "le-duel", choose_nothing), None)
    game = LE_DUEL
    state = game.rules.start(2, {"first": 0}, FairShuffle(b"", "", game.key, ("", "")))
    with pytest.raises(GuestError, match="crash"):
        await guest.ask(game.rules.observe(state, Seat(0)))
    assert "broken" in caplog.text


@only_long
def test_a_slow_computer_thinks_elsewhere_and_plays_the_same() -> None:
    quick = play(level("greedy"), level("random"), games=2)
    slow = replace(LEVELS["greedy"], is_slow=True)
    assert timeless(play(slow, level("random"), games=2, jobs=2)) == timeless(quick)
