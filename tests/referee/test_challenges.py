"""Challenges: permissions, refusal codes, and at most one game per challenge."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.games.le_duel import rules
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.state import Side, State
from bot.games.registry import GAMES
from bot.referee import shuffle
from bot.referee.challenges import MAX_CUT
from bot.referee.clocks import CHALLENGE_LASTS
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.store.rows import ChallengeRow
from tests.store.support import ALICE, BOB, CHANNEL, CHLOE, Harness, open_harness
from tests.support.altered_games import altered


async def refused(asked: Awaitable[Any]) -> str:
    with pytest.raises(Refusal) as caught:
        await asked
    return caught.value.code


async def codes(*asked: Awaitable[Any]) -> list[str]:
    """Results of concurrent requests: a refusal's code, or the kind of success."""
    answers = await asyncio.gather(*asked, return_exceptions=True)
    return [answer.code if isinstance(answer, Refusal) else type(answer).__name__ for answer in answers]


async def accept(harness: Harness, number: int, user_id: int = BOB, cut: str = "") -> Match:
    return await harness.referee.challenges.accept(number, user_id, cut)


# Making


async def test_a_challenge_holds_its_commitment(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(first="opponent", cut="mot")
        assert (row.status, row.options, row.cut, row.is_rated) == ("open", {"first": 1}, "mot", True)
        assert row.expires_at == row.created_at + CHALLENGE_LASTS == harness.referee.now() + CHALLENGE_LASTS
        assert shuffle.commitment(row.secret, row.binding, row.game, row.options, row.cut) == row.commitment
        other = await harness.challenge(opponent_id=CHLOE)
        assert other.secret != row.secret
        assert other.binding != row.binding
        assert other.cut == "", "without a typed word nothing of theirs goes into the shuffle"


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"opponent_id": ALICE}, "self_challenge"),
        ({"game": "poker"}, "bad_choice"),
        ({"game": "the-game"}, "bad_choice"),
        ({"clock": "hourglass"}, "bad_choice"),
        ({"first": "nobody"}, "bad_choice"),
        ({"opponent_id": None, "level": "psychic"}, "no_such_level"),
        ({"cut": "x" * (MAX_CUT + 1)}, "cut_too_long"),
    ],
    ids=lambda value: str(value),
)
async def test_what_cannot_be_proposed(terms: dict[str, Any], code: str, tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        assert await refused(harness.challenge(**terms)) == code
        assert await harness.store.challenges.get(1) is None


async def test_the_same_challenge_twice(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        answers = await codes(*(harness.challenge() for _ in range(5)))
        assert sorted(answers) == ["ChallengeRow", *["already_challenged"] * 4]
        harness.clock.move(CHALLENGE_LASTS)
        await harness.challenge()


@pytest.mark.parametrize(
    ("terms", "is_rated"),
    [({}, True), ({"is_rated": False}, False), ({"clock": "none"}, False), ({"level": "greedy"}, False)],
    ids=str,
)
async def test_what_is_rated(terms: dict[str, Any], is_rated: bool, tmp_path: Path) -> None:  # noqa: FBT001
    async with open_harness(tmp_path) as harness:
        opponent = None if "level" in terms else BOB
        assert (await harness.challenge(opponent_id=opponent, **terms)).is_rated == is_rated


# Answering


async def test_accepting_starts_the_game_that_was_agreed(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(first="opponent", clock="daily", cut="mot")
        match = await accept(harness, row.id, cut="Wort")
        assert match.row == await harness.store.games.get(match.id)
        assert match.to_act == {1}
        assert [(seat.user_id, seat.cut) for seat in match.row.seats] == [(ALICE, "mot"), (BOB, "Wort")]
        assert (match.row.secret, match.row.binding, match.row.commitment) == (row.secret, row.binding, row.commitment)
        closed = await harness.referee.challenges.get(row.id)
        assert (closed.status, closed.game_id) == ("accepted", match.id)


async def test_who_may_answer(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        challenges = harness.referee.challenges
        row, open_row = await harness.challenge(), await harness.challenge(opponent_id=None)
        assert await refused(accept(harness, 99)) == "no_such_challenge"
        assert await refused(accept(harness, row.id, ALICE)) == "own_challenge"
        assert await refused(accept(harness, row.id, CHLOE)) == "not_for_you"
        assert await refused(accept(harness, row.id, BOB, "x" * (MAX_CUT + 1))) == "cut_too_long"
        assert await refused(challenges.accept_as_computer(row.id)) == "not_for_you"
        assert await refused(challenges.may_accept(row.id, CHLOE)) == "not_for_you"
        assert await refused(challenges.decline(row.id, ALICE)) == "own_challenge"
        assert await refused(challenges.decline(row.id, CHLOE)) == "not_for_you"
        assert await refused(challenges.decline(open_row.id, CHLOE)) == "not_for_you"
        assert await refused(challenges.cancel(row.id, BOB)) == "not_your_challenge"
        assert (await challenges.may_accept(row.id, BOB)).id == row.id
        assert (await accept(harness, open_row.id, CHLOE)).seat_of(CHLOE) == 1
        assert (await accept(harness, row.id)).seat_of(BOB) == 1


async def test_a_computer_answers_only_for_itself(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(opponent_id=None, level="greedy")
        assert await refused(accept(harness, row.id)) == "not_for_you"
        match = await harness.referee.challenges.accept_as_computer(row.id)
        assert match.is_against_computer
        assert await refused(harness.referee.challenges.accept_as_computer(row.id)) == "challenge_accepted"


@pytest.mark.parametrize("how", ["accepted", "declined", "cancelled", "expired"])
async def test_what_is_closed_stays_closed(how: str, tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        challenges, row = harness.referee.challenges, await harness.challenge()
        if how == "accepted":
            await accept(harness, row.id)
        elif how == "declined":
            assert (await challenges.decline(row.id, BOB)).status == how
        elif how == "cancelled":
            assert (await challenges.cancel(row.id, ALICE)).status == how
        else:
            harness.clock.move(CHALLENGE_LASTS)
        for again in (accept(harness, row.id), challenges.decline(row.id, BOB), challenges.cancel(row.id, ALICE)):
            assert await refused(again) == f"challenge_{how}"
        assert (await challenges.get(row.id)).status == how


async def test_expiring(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        first = await harness.challenge()
        harness.clock.move(1_000)
        second = await harness.challenge(opponent_id=CHLOE)
        harness.clock.move(CHALLENGE_LASTS - 1_001)
        assert await harness.referee.challenges.expire() == []
        harness.clock.move(1)
        assert await harness.referee.challenges.expire() == [first.id]
        assert await harness.referee.challenges.expire() == []
        assert (await harness.referee.challenges.get(second.id)).status == "open"


# Races


async def test_a_double_click_starts_one_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(opponent_id=None)
        answers = await codes(*(accept(harness, row.id, user_id) for user_id in (BOB, CHLOE) * 10))
        assert sorted(answers) == ["Match", *["challenge_accepted"] * 19]
        assert len(await harness.referee.running_of(ALICE)) == 1
        assert await harness.store.games.get(2) is None


@pytest.mark.parametrize("first", range(4))
async def test_answers_that_race(first: int, tmp_path: Path) -> None:
    """The first request succeeds; each other one gets the actual state as its refusal."""
    async with open_harness(tmp_path) as harness:
        challenges, row = harness.referee.challenges, await harness.challenge()
        racing: list[Callable[[], Awaitable[Any]]] = [
            lambda: accept(harness, row.id),
            lambda: challenges.cancel(row.id, ALICE),
            lambda: challenges.decline(row.id, BOB),
            lambda: harness.store.challenges.close(row.id, "expired"),
        ]
        answers = await codes(*(ask() for ask in racing[first:] + racing[:first]))
        status = (await challenges.get(row.id)).status
        assert len(await harness.referee.running_of(ALICE)) == (status == "accepted")
        successes = [answer for answer in answers if answer in ("Match", "ChallengeRow")]
        assert len(successes) == (status != "expired")
        assert {answer for answer in answers if answer not in (*successes, "bool")} == {f"challenge_{status}"}


async def test_accepting_what_is_closed_in_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed between reading the challenge and storing the game."""
    async with open_harness(tmp_path) as harness:
        challenges, row = harness.referee.challenges, await harness.challenge()
        start = harness.store.games.start

        async def late(*args: Any, **options: Any) -> int:
            await harness.store.challenges.close(row.id, "cancelled")
            return await start(*args, **options)

        monkeypatch.setattr(type(harness.store.games), "start", lambda _self, *args, **options: late(*args, **options))
        assert await refused(accept(harness, row.id)) == "challenge_cancelled"
        assert await harness.store.games.get(1) is None
        assert (await challenges.get(row.id)).status == "cancelled"


# Rematches


async def finished(harness: Harness, **terms: Any) -> Match:
    match = await harness.duel(**terms)
    return await harness.referee.resign(match.id, BOB, harness.key())


async def rematch(harness: Harness, match: Match, user_id: int) -> ChallengeRow | Match:
    return await harness.referee.challenges.rematch(match, user_id, CHANNEL, harness.key())


async def test_a_rematch_swaps_who_starts(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        for first in ("challenger", "opponent"):
            old = await finished(harness, first=first, clock="daily")
            for asking, answering in ((ALICE, BOB), (BOB, ALICE)):
                asked = await rematch(harness, old, asking)
                assert isinstance(asked, ChallengeRow)
                assert (asked.opponent_id, asked.clock, asked.rematch_of) == (answering, "daily", old.id)
                match = await rematch(harness, old, answering)
                assert isinstance(match, Match)
                (on_turn,) = match.to_act
                assert match.seat(on_turn).user_id == (BOB if first == "challenger" else ALICE)
                assert match.row.rematch_of == old.id


async def test_both_asking_at_once_starts_one_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        old = await finished(harness)
        answers = await codes(*(rematch(harness, old, user_id) for user_id in (ALICE, BOB)))
        assert sorted(answers) == ["ChallengeRow", "Match"]
        assert len(await harness.referee.running_of(ALICE)) == 1


async def test_rematches_that_are_refused(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        running = await harness.duel()
        assert await refused(rematch(harness, running, ALICE)) == "still_running"
        over = await harness.referee.resign(running.id, ALICE, harness.key())
        assert await refused(rematch(harness, over, CHLOE)) == "not_a_player"
        await rematch(harness, over, ALICE)
        assert await refused(rematch(harness, over, ALICE)) == "already_challenged"


async def test_an_expired_rematch_is_asked_for_anew(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        old = await finished(harness)
        await rematch(harness, old, ALICE)
        harness.clock.move(CHALLENGE_LASTS)
        asked = await rematch(harness, old, BOB)
        assert isinstance(asked, ChallengeRow)
        assert asked.challenger_id == BOB


async def test_a_rematch_with_a_computer(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.against_computer("greedy", clock="none", first="opponent")
        over = await harness.referee.resign(match.id, ALICE, harness.key())
        asked = await rematch(harness, over, ALICE)
        assert isinstance(asked, ChallengeRow)
        assert (asked.level, asked.options) == ("greedy", {"first": 0})


# A deal that ends the game


def unlucky(_seats: int, options: Any, _shuffle: Any) -> State:
    """A deal in which the first player cannot place two cards."""
    return rules._begin_turn(State((Side((30,), ()), Side((2, 3), ())), rules.SEATS[options.get("first") or 0]))


async def test_a_deal_that_is_stuck_is_over_before_anyone_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LD13. Cannot happen in Le Duel (two cards always fit, one up and one down), but other games may deal so."""
    monkeypatch.setitem(GAMES, "le-duel", altered(LE_DUEL, start=unlucky))
    async with open_harness(tmp_path) as harness:
        match = await harness.duel(first="challenger")
        assert match.is_over
        assert match.to_act == frozenset()
        assert (match.row.reason, match.row.winners, match.row.deadline) == ("stuck", (1,), None)
        assert match.row.ended_at == harness.referee.now()
        assert await harness.difference(match.id) is None
        assert await harness.referee.running_of(ALICE) == []
        assert [row.id for row in await harness.store.games.finished_of(BOB, 1)] == [match.id]
        assert await harness.store.messages.behind() == [match.id], "a boot would show it as over"
        assert await refused(harness.referee.resign(match.id, ALICE, "k")) == "game_is_over"
