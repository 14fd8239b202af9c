"""Lobbies: permissions, races, and the category of a result."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.players.registry import LEVELS
from bot.referee.clocks import CHALLENGE_LASTS, DAY, MINUTE
from bot.referee.dealing import new_game
from bot.referee.errors import Refusal
from bot.referee.lobbies import LobbyService, LobbyTerms, team_score
from bot.referee.match import Match
from bot.referee.shuffle import commitment
from bot.store.rows import LobbyRow, SeatRow
from tests.store.support import ALICE, BOB, CHANNEL, CHLOE, GUILD, House, chosen_turn, open_house


def wanted(**changes: Any) -> LobbyTerms:
    return LobbyTerms(**({"guild_id": GUILD, "channel_id": CHANNEL, "host_id": ALICE} | changes))


async def opened(house: House, **changes: Any) -> LobbyRow:
    return await lobbies(house).open(wanted(**changes), house.key())


def lobbies(house: House) -> LobbyService:
    return house.referee.lobbies


async def team(house: House, *others: int, **changes: Any) -> Match:
    row = await opened(house, **changes)
    for user_id in others:
        await lobbies(house).join(row.id, user_id, house.key())
    return await lobbies(house).start(row.id, ALICE)


async def test_what_was_read_before_somebody_else_came_changes_nothing(tmp_path: Path) -> None:
    """The revision guard protects seats even from a writer that holds no lock."""
    async with open_house(tmp_path) as house:
        row = await opened(house)
        joined = await lobbies(house).join(row.id, BOB, house.key())
        assert not await house.store.lobbies.change(row, replace(row, status="cancelled"))
        assert await house.store.lobbies.get(row.id) == joined


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "le-duel"}, "bad_choice"),
        ({"game": "chess"}, "bad_choice"),
        ({"clock": "hourglass"}, "bad_choice"),
        ({"options": frozenset({"easy"})}, "bad_choice"),
        ({"computers": 5}, "lobby_full"),
    ],
)
async def test_what_cannot_be_opened(tmp_path: Path, changes: dict[str, Any], code: str) -> None:
    async with open_house(tmp_path) as house:
        with pytest.raises(Refusal) as refused:
            await opened(house, **changes)
        assert refused.value.code == code


async def test_the_secret_is_bound_to_the_lobby_and_stays_out_of_sight(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        row = await opened(house)
        assert row.commitment == commitment(row.secret, row.binding)
        assert repr(row) == f"<lobby {row.id} open revision {row.revision}>"
        assert row.secret.hex() not in repr(row)
        match = await lobbies(house).start(row.id, ALICE)
        assert (match.row.secret, match.row.binding) == (row.secret, row.binding)


async def test_each_has_a_cut_of_their_own(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await team(house, BOB, CHLOE, computers=1)
        cuts = {seat.user_id: seat.cut for seat in match.row.seats}
        assert [cuts[user_id].split(":")[0] for user_id in (ALICE, BOB, CHLOE)] == list(map(str, (ALICE, BOB, CHLOE)))
        assert cuts[None] == ""


@pytest.mark.parametrize("clock", ["live", "daily", "none"])
async def test_nobody_waits_for_who_plays_alone(tmp_path: Path, clock: str) -> None:
    async with open_house(tmp_path) as house:
        alone = await team(house, clock=clock)
        assert (alone.row.clock, alone.row.deadline) == ("none", None)
        with_computer = await team(house, clock=clock, computers=1)
        assert with_computer.row.clock == "none"
        with_bob = await team(house, BOB, clock=clock)
        assert with_bob.row.clock == clock
        house.clock.move(10 * DAY)
        await house.referee.sweep()
        assert not (await house.referee.match(alone.id)).is_over
        assert await house.difference(alone.id) is None


async def test_a_game_alone_that_began_on_a_clock_goes_on_with_it(tmp_path: Path) -> None:
    """The game has the lobby's terms, can be played, times out, and passes the replay check."""
    async with open_house(tmp_path) as house:
        for is_played_out in (True, False):
            row = await opened(house)
            begun = new_game(row, (SeatRow(0, ALICE, None, "cut"),), house.referee.now())
            match = await house.referee.match(await house.store.games.start_team(begun, row.id, row.revision))
            match = await house.play(match, f"{chosen_turn(match, 'nearest')} end")
            assert match.row.deadline == house.referee.now() + 3 * MINUTE
            while is_played_out and not match.is_over:
                match = await house.play(match, f"{chosen_turn(match, 'nearest')} end")
            for _ in range(2):
                house.clock.move(3 * MINUTE)
                await house.referee.sweep()
            over = await house.referee.match(match.id)
            assert over.is_over
            assert (over.row.reason == "abandoned") == (not is_played_out)
            assert await house.difference(match.id) is None
            again = await lobbies(house).again(over, ALICE, CHANNEL, house.key())
            assert isinstance(again, Match)
            assert again.row.clock == "none"


async def test_many_join_at_once_and_no_more_than_fit(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        row = await opened(house)
        joins = [lobbies(house).join(row.id, 100 + number, house.key()) for number in range(9)]
        answers = await asyncio.gather(*joins, return_exceptions=True)
        assert sum(isinstance(answer, LobbyRow) for answer in answers) == 4
        assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"lobby_full"}


async def test_many_starts_at_once_make_one_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        row = await opened(house)
        starts = [LobbyService(house.store, house.referee.now).start(row.id, ALICE) for _ in range(5)]  # no common lock
        answers = await asyncio.gather(*starts, return_exceptions=True)
        assert sum(isinstance(answer, Match) for answer in answers) == 1
        assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"lobby_started"}
        assert await house.store.games.get(2) is None


async def test_expiry_is_noticed_by_whoever_presses_first(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        row = await opened(house)
        await house.store.lobbies.posted(row.id, row.channel_id, 1)
        house.clock.move(CHALLENGE_LASTS)
        with pytest.raises(Refusal) as refused:
            await lobbies(house).join(row.id, BOB, house.key())
        assert refused.value.code == "lobby_expired"
        assert await house.store.lobbies.behind() == [row.id]
        assert (await opened(house)).status == "open"


async def test_a_lobby_that_does_not_exist(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        with pytest.raises(Refusal) as refused:
            await lobbies(house).join(7, BOB, house.key())
        assert refused.value.code == "no_such_lobby"


async def test_the_lot_decides_once_a_challenge_would_have_expired(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await team(house, BOB, clock="daily")
        assert match.row.deadline == house.referee.now() + CHALLENGE_LASTS
        house.clock.move(CHALLENGE_LASTS - MINUTE)
        swept = await house.referee.sweep()
        assert (swept.by_lot, swept.reminded) == ((), ())
        house.clock.move(MINUTE)
        swept = await house.referee.sweep()
        assert (swept.by_lot, swept.warned, swept.ended) == ((match.id,), (), ())
        match = await house.referee.match(match.id)
        assert match.to_act == {match.state.lot}
        assert match.row.deadline == house.referee.now() + DAY
        assert all(seat.warnings == 0 for seat in match.row.seats)


async def test_remarks_outdate_nobody_but_turns_do(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        referee = house.referee
        match = await team(house, BOB)
        match = await referee.act(match.id, ALICE, "claim", key=house.key(), seen=match.revision)
        seen = match.revision
        await referee.act(match.id, BOB, "!a", key=house.key())
        card = match.state.hands[0][0]
        match = await referee.act(match.id, ALICE, f"{card:02d}b", key=house.key(), seen=seen)
        with pytest.raises(Refusal) as refused:
            await referee.act(match.id, ALICE, "undo", key=house.key(), seen=seen)
        assert refused.value.code == "stale"
        with pytest.raises(Refusal):
            await referee.act(match.id, ALICE, "undo", key=house.key(), seen=match.revision + 1)


async def test_results_are_compared_by_size_and_mode(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        match = await team(house, options=frozenset({"fire"}), computers=1)
        assert team_score(match.row) is None
        for mode in ("", "fire", "fire,computers"):
            assert await house.store.lobbies.best_scores(GUILD, "the-game", 2, mode) == []
        while not match.is_over:
            match = await _turn(house, match)
        score = team_score(match.row)
        assert score is not None
        assert (score.size, score.mode) == (2, "fire,computers")
        (best,) = await house.store.lobbies.best_scores(GUILD, "the-game", 2, "fire,computers")
        assert (best.game_id, best.score) == (match.id, score.score)
        assert await house.store.lobbies.best_scores(GUILD + 1, "the-game", 2, "fire,computers") == []


async def _turn(house: House, match: Match) -> Match:
    """The user claims the first turn, then every seat plays as the greedy computer."""
    if len(match.to_act) > 1:
        return await house.referee.act(match.id, ALICE, "claim", key=house.key())
    (seat,) = match.to_act
    turn = LEVELS["nearest"].choose(match.view(seat), random.Random(match.turns))
    if match.seat(seat).user_id is None:
        return await house.referee.act_as_computer(match, seat, turn)
    return await house.referee.act(match.id, ALICE, f"{turn},end", key=house.key())


async def test_the_best_are_found_without_sorting(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        steps = await house.store.database.rows(
            """EXPLAIN QUERY PLAN SELECT game_id, score, ended_at FROM team_scores
               WHERE guild_id = ? AND game = ? AND size = ? AND mode = ? ORDER BY score, ended_at LIMIT ?""",
            [None] * 5,
        )
        (step,) = (row["detail"] for row in steps)
        assert "team_scores_best" in step
