"""Gatherings of opponents: permissions, refusal codes, and at most one game per gathering."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.games.le_duel import rules
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.state import Side, State
from bot.games.registry import GAMES
from bot.referee import shuffle
from bot.referee.clocks import CHALLENGE_LASTS, HOUR
from bot.referee.erase_person import Erasure, erase_person
from bot.referee.errors import Refusal
from bot.referee.gatherings import MAX_CUT, Made
from bot.referee.match import Match
from bot.store.rows import GatheringRow, ServerRow
from tests.store.support import ALICE, BOB, CHANNEL, CHLOE, GUILD, Harness, open_harness
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
    match = await harness.referee.gatherings.sit(number, user_id, cut)
    assert isinstance(match, Match)
    return match


# Making


async def test_a_challenge_holds_its_commitment(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(first="opponent", cut="mot")
        assert (row.status, row.options, row.seats[0].cut, row.is_rated) == ("open", {"first": 1}, "mot", True)
        assert row.expires_at == row.created_at + CHALLENGE_LASTS == harness.referee.now() + CHALLENGE_LASTS
        assert shuffle.commitment(row.secret, row.binding, row.game, row.options, "mot") == row.commitment
        other = await harness.challenge(invited=(CHLOE,))
        assert other.secret != row.secret
        assert other.binding != row.binding
        assert other.seats[0].cut == "", "without a typed word nothing of theirs goes into the shuffle"


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"invited": (ALICE,)}, "self_challenge"),
        ({"game": "poker"}, "bad_choice"),
        ({"game": "the-game"}, "bad_choice"),
        ({"clock": "hourglass"}, "bad_choice"),
        ({"options": {"first": "nobody"}}, "bad_choice"),
        ({"options": {"first": 2}}, "bad_choice"),
        ({"options": {"fire": True}}, "bad_choice"),
        ({"size": 3}, "wrong_number_of_players"),
        ({"size": None}, "bad_choice"),
        ({"brought": "my deck"}, "nothing_to_bring"),
        ({"invited": (), "computers": ("psychic",)}, "no_such_level"),
        ({"cut": "x" * (MAX_CUT + 1)}, "cut_too_long"),
    ],
    ids=lambda value: str(value),
)
async def test_what_cannot_be_proposed(terms: dict[str, Any], code: str, tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        assert await refused(harness.gather(**{"invited": (BOB,)} | terms)) == code
        assert await harness.store.gatherings.get(1) is None


async def test_the_same_challenge_twice(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        answers = await codes(*(harness.challenge() for _ in range(5)))
        assert sorted(answers) == ["GatheringRow", *["open_already"] * 4]
        harness.clock.move(CHALLENGE_LASTS)
        await harness.challenge()


@pytest.mark.parametrize(
    ("terms", "is_rated"),
    [({}, True), ({"is_rated": False}, False), ({"clock": "none"}, False)],
    ids=str,
)
async def test_what_is_rated(terms: dict[str, Any], is_rated: bool, tmp_path: Path) -> None:  # noqa: FBT001
    async with open_harness(tmp_path) as harness:
        assert (await harness.challenge(**terms)).is_rated == is_rated
        assert not (await harness.against_computer("greedy", **terms)).row.is_rated


# Answering


async def test_accepting_starts_the_game_that_was_agreed(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(first="opponent", clock="daily", cut="mot")
        match = await accept(harness, row.id, cut="Wort")
        assert match.row == await harness.store.games.get(match.id)
        assert match.to_act == {1}
        assert [(seat.user_id, seat.cut) for seat in match.row.seats] == [(ALICE, "mot"), (BOB, "Wort")]
        assert (match.row.secret, match.row.binding, match.row.commitment) == (row.secret, row.binding, row.commitment)
        closed = await harness.referee.gatherings.get(row.id)
        assert (closed.status, closed.game_id) == ("started", match.id)


async def test_who_may_answer(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        gatherings = harness.referee.gatherings
        row, open_row = await harness.challenge(), await harness.challenge(invited=())
        assert await refused(accept(harness, 99)) == "no_such_gathering"
        assert await refused(accept(harness, row.id, ALICE)) == "already_joined"
        assert await refused(accept(harness, row.id, CHLOE)) == "not_for_you"
        assert await refused(accept(harness, row.id, BOB, "x" * (MAX_CUT + 1))) == "cut_too_long"
        assert await refused(gatherings.check_may_sit(row.id, CHLOE)) == "not_for_you"
        assert await refused(gatherings.decline(row.id, ALICE)) == "already_joined"
        assert await refused(gatherings.decline(row.id, CHLOE)) == "not_for_you"
        assert await refused(gatherings.decline(open_row.id, CHLOE)) == "not_for_you"
        assert await refused(gatherings.cancel(row.id, BOB)) == "not_your_gathering"
        assert await refused(gatherings.start(row.id, ALICE)) == "too_few_players"
        assert (await gatherings.check_may_sit(row.id, BOB)).id == row.id
        assert (await accept(harness, open_row.id, CHLOE)).seat_of(CHLOE) == 1
        assert (await accept(harness, row.id)).seat_of(BOB) == 1


async def test_a_computer_sits_down_at_once(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.against_computer("greedy")
        assert match.is_against_computer
        assert await refused(accept(harness, 1)) == "gathering_started"
        assert (await harness.store.gatherings.behind(), await harness.store.gatherings.closed_unposted(10**15)) == (
            [],
            [],
        )


@pytest.mark.parametrize("how", ["started", "declined", "cancelled", "expired"])
async def test_what_is_closed_stays_closed(how: str, tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        gatherings, row = harness.referee.gatherings, await harness.challenge()
        if how == "started":
            await accept(harness, row.id)
        elif how == "declined":
            assert (await gatherings.decline(row.id, BOB)).status == how
        elif how == "cancelled":
            assert (await gatherings.cancel(row.id, ALICE)).status == how
        else:
            harness.clock.move(CHALLENGE_LASTS)
        for again in (accept(harness, row.id), gatherings.decline(row.id, BOB), gatherings.cancel(row.id, ALICE)):
            assert await refused(again) == f"gathering_{how}"
        assert (await gatherings.get(row.id)).status == how


async def test_expiring(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        first = await harness.challenge()
        harness.clock.move(1_000)
        second = await harness.challenge(invited=(CHLOE,))
        harness.clock.move(CHALLENGE_LASTS - 1_001)
        assert await harness.referee.gatherings.expire() == []
        harness.clock.move(1)
        assert await harness.referee.gatherings.expire() == [first.id]
        assert await harness.referee.gatherings.expire() == []
        assert (await harness.referee.gatherings.get(second.id)).status == "open"


# Races


async def test_a_double_click_starts_one_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(invited=())
        answers = await codes(*(accept(harness, row.id, user_id) for user_id in (BOB, CHLOE) * 10))
        assert sorted(answers) == ["Match", *["gathering_started"] * 19]
        assert len(await harness.referee.running_of(ALICE)) == 1
        assert await harness.store.games.get(2) is None


@pytest.mark.parametrize("first", range(4))
async def test_answers_that_race(first: int, tmp_path: Path) -> None:
    """The first request succeeds; each other one gets the actual state as its refusal."""
    async with open_harness(tmp_path) as harness:
        gatherings, row = harness.referee.gatherings, await harness.challenge()
        racing: list[Callable[[], Awaitable[Any]]] = [
            lambda: accept(harness, row.id),
            lambda: gatherings.cancel(row.id, ALICE),
            lambda: gatherings.decline(row.id, BOB),
            lambda: harness.store.gatherings.close(row.id, "expired"),
        ]
        answers = await codes(*(ask() for ask in racing[first:] + racing[:first]))
        status = (await gatherings.get(row.id)).status
        assert len(await harness.referee.running_of(ALICE)) == (status == "started")
        successes = [answer for answer in answers if answer in ("Match", "GatheringRow")]
        assert len(successes) == (status != "expired")
        assert {answer for answer in answers if answer not in (*successes, "bool")} == {f"gathering_{status}"}


async def test_accepting_what_is_closed_in_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed between reading the challenge and storing the game."""
    async with open_harness(tmp_path) as harness:
        gatherings, row = harness.referee.gatherings, await harness.challenge()
        start = harness.store.games.start

        async def late(*args: Any, **options: Any) -> int:
            await harness.store.gatherings.close(row.id, "cancelled")
            return await start(*args, **options)

        monkeypatch.setattr(type(harness.store.games), "start", lambda _self, *args, **options: late(*args, **options))
        assert await refused(accept(harness, row.id)) == "gathering_cancelled"
        assert await harness.store.games.get(1) is None
        assert (await gatherings.get(row.id)).status == "cancelled"


# Rematches


async def finished(harness: Harness, **terms: Any) -> Match:
    match = await harness.duel(**terms)
    return await harness.referee.resign(match.id, BOB, harness.key())


async def rematch(harness: Harness, match: Match, user_id: int) -> Made:
    return await harness.referee.gatherings.rematch(match, user_id, CHANNEL, harness.key())


async def test_a_rematch_swaps_who_starts(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        for first in ("challenger", "opponent"):
            old = await finished(harness, first=first, clock="daily")
            for asking, answering in ((ALICE, BOB), (BOB, ALICE)):
                asked = await rematch(harness, old, asking)
                assert isinstance(asked, GatheringRow)
                assert (asked.invited, asked.clock, asked.rematch_of) == (frozenset({answering}), "daily", old.id)
                match = await rematch(harness, old, answering)
                assert isinstance(match, Match)
                (on_turn,) = match.to_act
                assert match.seat(on_turn).user_id == (BOB if first == "challenger" else ALICE)
                assert match.row.rematch_of == old.id


async def test_both_asking_at_once_starts_one_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        old = await finished(harness)
        answers = await codes(*(rematch(harness, old, user_id) for user_id in (ALICE, BOB)))
        assert sorted(answers) == ["GatheringRow", "Match"]
        assert len(await harness.referee.running_of(ALICE)) == 1


async def test_rematches_that_are_refused(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        running = await harness.duel()
        assert await refused(rematch(harness, running, ALICE)) == "still_running"
        over = await harness.referee.resign(running.id, ALICE, harness.key())
        assert await refused(rematch(harness, over, CHLOE)) == "not_a_player"


async def test_asking_for_a_rematch_again_changes_nothing(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        old = await finished(harness)
        first = await rematch(harness, old, ALICE)
        assert await rematch(harness, old, ALICE) == first
        assert await harness.store.gatherings.get(first.id + 1) is None


async def test_an_expired_rematch_is_asked_for_anew(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        old = await finished(harness)
        await rematch(harness, old, ALICE)
        harness.clock.move(CHALLENGE_LASTS)
        asked = await rematch(harness, old, BOB)
        assert isinstance(asked, GatheringRow)
        assert asked.host_id == BOB


async def test_a_rematch_with_a_computer(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.against_computer("greedy", clock="none", first="opponent")
        over = await harness.referee.resign(match.id, ALICE, harness.key())
        again = await rematch(harness, over, ALICE)
        assert isinstance(again, Match)
        assert ([seat.level for seat in again.row.seats], again.row.options) == ([None, "greedy"], {"first": 0})


async def test_a_rematch_does_not_bring_back_who_was_erased_meanwhile(tmp_path: Path) -> None:
    """The game was read before the erasure, as by a request that waited on Discord."""
    async with open_harness(tmp_path) as harness:
        old = await finished(harness)
        await erase_person(harness.referee, BOB, Erasure())
        assert await refused(rematch(harness, old, ALICE)) == "opponent_gone"
        (people,) = await harness.store.database.rows("SELECT count(*) FROM gathering_seats WHERE user_id = ?", (BOB,))
        assert tuple(people) == (0,)


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


# Limits


async def test_nobody_is_challenged_without_end(tmp_path: Path) -> None:
    """Not by one who cancels each time and asks again, thirty times at once either; once answered, all is forgotten."""
    async with open_harness(tmp_path) as harness:
        for _ in range(5):
            await harness.referee.gatherings.cancel((await harness.challenge()).id, ALICE)
        assert await refused(harness.challenge()) == "challenged_lately"
        await harness.challenge(invited=(CHLOE,))
        harness.clock.move(HOUR)
        asked = (harness.gather(invited=(BOB,), game=game) for game in ("le-duel", "duel") for _ in range(15))
        made = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(one, GatheringRow) for one in made) == 2
        await harness.store.servers.put(ServerRow(GUILD, most_challenges=3))
        await harness.duel(host_id=BOB, invited=(ALICE,))
        await harness.duel(host_id=BOB, invited=(ALICE,))
        await harness.duel(host_id=BOB, invited=(ALICE,))
        await harness.duel(host_id=BOB, invited=(ALICE,))


async def test_a_restart_does_not_forget_who_was_challenged(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        for _ in range(5):
            await harness.referee.gatherings.decline((await harness.challenge()).id, BOB)
    async with open_harness(tmp_path, harness.clock) as harness:
        harness.keys = itertools.count(100)
        assert await refused(harness.challenge()) == "challenged_lately"
        assert len((await harness.store.privacy.export(ALICE))["calls"]) == 5
        harness.clock.move(HOUR)
        await harness.referee.gatherings.prune()
        assert await harness.store.database.rows("SELECT * FROM calls") == []
        await harness.challenge()


async def test_running_games_and_open_invitations_are_limited(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        await harness.store.servers.put(ServerRow(GUILD, most_games=2, most_invitations=3))
        for invited in (BOB, CHLOE, 4):
            await harness.challenge(invited=(invited,))
        with pytest.raises(Refusal) as caught:
            await harness.challenge(invited=(5,))
        until = (harness.referee.now() + CHALLENGE_LASTS) // 1000
        assert (caught.value.code, caught.value.values["until"]) == ("too_many_invitations", f"<t:{until}:R>")
        asked = [harness.against_computer("greedy", clock="none") for _ in range(5)]
        made = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(one, Match) for one in made) == 2, "with computers too, and at once"
        row = await harness.challenge(host_id=BOB, invited=(ALICE,))
        assert await refused(harness.referee.gatherings.sit(row.id, ALICE)) == "too_many_games"
        (running, _) = await harness.store.games.running_of(ALICE)
        await harness.referee.resign(running.id, ALICE, harness.key())
        assert isinstance(await harness.referee.gatherings.sit(row.id, ALICE), Match)


async def test_who_is_blocked_challenges_in_vain(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        over = await harness.referee.resign((await harness.duel()).id, ALICE, harness.key())
        await harness.store.blocks.add(BOB, ALICE)
        assert await refused(harness.challenge()) == "blocked_you"
        rematch = harness.referee.gatherings.rematch(over, ALICE, CHANNEL, harness.key())
        assert await refused(rematch) == "blocked_you"
        assert (await harness.store.privacy.export(BOB))["blocks"] == [{"user_id": BOB, "blocked_id": ALICE}]
        await harness.challenge(host_id=BOB, invited=(ALICE,))
        await harness.store.blocks.remove(BOB, ALICE)
        await harness.challenge()
