"""The referee: permissions, atomic and idempotent actions; resigning, draws, leaving; whole games to every ending."""

from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from bot.games.core import GameError, RuleError, Seat, UnreadableError
from bot.referee.clocks import DAY, IDLE_LIMIT, MINUTE
from bot.referee.errors import Refusal
from bot.referee.match import Match, match_of
from bot.referee.records import verify
from bot.referee.replay_check import record_of
from tests.store.support import ALICE, BOB, CHANNEL, CHLOE, PEOPLE, Harness, chosen_turn, open_harness


async def refused(asked: Awaitable[Any], kind: type[GameError] = Refusal) -> str:
    with pytest.raises(kind) as caught:
        await asked
    assert type(caught.value) is kind
    return caught.value.code


def mover(match: Match) -> int:
    (seat,) = match.to_act
    return PEOPLE[seat]


def waiting(match: Match) -> int:
    (seat,) = match.to_act
    return PEOPLE[1 - seat]


# The endings of a game, with a shuffle seed for those decided by the cards
ENDS = dict.fromkeys(("resigned", "timeout", "left", "agreed_draw", "called_off"), "") | {
    "placed_all": "40",
    "stuck": "1",
}


# Acting


async def test_a_turn_is_stored_action_by_action(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        turn, (seat,) = chosen_turn(match), match.to_act
        after = await harness.play(match, key="k")
        places = turn.split(",")
        assert after.revision == after.row.public_revision == len(places) + 1
        assert after.row == await harness.store.games.get(match.id)
        actions = await harness.store.games.actions(match.id)
        assert [action.text for action in actions] == [*places, "end"]
        assert [action.key for action in actions] == [f"k:{number}" for number in range(len(actions))]
        assert {(action.seat, action.verb, action.at) for action in actions} == {(seat, "play", harness.referee.now())}
        assert after.to_act == {1 - seat}


async def test_what_is_staged_is_not_public(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        staged = await harness.play(match, chosen_turn(match).split(",")[0])
        assert (staged.revision, staged.row.public_revision) == (1, 0)
        assert staged.view(None) == match.view(None)
        assert staged.row.deadline == match.row.deadline
        back = await harness.play(staged, "undo")
        assert (back.revision, back.row.public_revision, back.state) == (2, 0, match.state)


async def test_who_and_what_is_refused(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match, act = await harness.duel(), harness.referee.act
        turn = f"{chosen_turn(match)} end"
        assert await refused(act(99, ALICE, turn, key="a")) == "no_such_game"
        assert await refused(act(match.id, CHLOE, turn, key="a")) == "not_a_player"
        assert await refused(act(match.id, waiting(match), turn, key="a"), RuleError) == "not_your_turn"
        assert await refused(act(match.id, mover(match), "", key="a")) == "nothing_to_play"
        assert await refused(act(match.id, mover(match), "hello", key="a"), UnreadableError) == "unreadable"
        assert await refused(act(match.id, mover(match), turn, key="a", seen=1)) == "stale"
        after = await act(match.id, mover(match), turn, key="a", seen=0)
        assert await refused(act(match.id, mover(match), turn, key="a", seen=0)) == "repeated"
        assert await refused(act(match.id, mover(after), turn, key="a")) == "repeated"
        assert await refused(harness.play(after, seen=0)) == "stale"
        over = await harness.referee.resign(match.id, ALICE, "r")
        assert await refused(act(match.id, ALICE, turn, key="b")) == "game_is_over"
        assert (await harness.referee.match(match.id)).row == over.row


async def test_all_of_a_text_or_nothing(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        turn = chosen_turn(match)
        for text in (f"{turn} end 12^", f"{turn} {turn.split(',')[0]}", f"{turn} end end"):
            await refused(harness.play(match, text), RuleError)
        await refused(harness.play(match, f"{turn} dance"), UnreadableError)
        assert (await harness.referee.match(match.id)).row == match.row
        assert await harness.store.games.actions(match.id) == []
        assert (await harness.play(match, f"{turn} end")).turns == 1


async def test_a_win_in_mid_turn_stops_the_rest(tmp_path: Path) -> None:
    """LD12: actions after the winning card are ignored."""
    async with open_harness(tmp_path, seed=ENDS["placed_all"]) as harness:
        match = last = await harness.duel()
        while not match.is_over:
            last, match = match, await harness.play(match, f"{chosen_turn(match)} end")
        assert match.row.reason == "placed_all"
        actions = await harness.store.games.actions(match.id)
        assert actions[-1].text != "end", "the end of the turn was written, but nothing was left to end"
        assert match.row.winners == tuple(last.to_act)
        assert await harness.difference(match.id) is None


# Finding


async def test_running_games_are_found_by_their_deadline(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        here = await harness.duel(first="opponent")
        there = await harness.duel(channel_id=CHANNEL + 1, first="challenger")
        urgent = await harness.duel(channel_id=CHANNEL + 2, first="challenger")
        assert [match.id for match in await harness.referee.running_of(BOB)] == [here.id, there.id, urgent.id]


# Ending early


async def test_resigning(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        assert await refused(harness.referee.resign(match.id, CHLOE, "k")) == "not_a_player"
        over = await harness.referee.resign(match.id, ALICE, "k")
        assert (over.row.reason, over.row.winners, over.row.deadline) == ("resigned", (1,), None)
        assert over.view(None).sides[0].hand is not None, "hands are open once it is over"
        assert await refused(harness.referee.resign(match.id, ALICE, "k")) == "game_is_over"
        assert await refused(harness.referee.resign(match.id, BOB, "k2")) == "game_is_over"


async def test_leaving(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        over = await harness.referee.leave(match.id, waiting(match))
        assert (over.row.reason, over.row.winners) == ("left", tuple(match.to_act))
        assert await refused(harness.referee.leave(match.id, ALICE)) == "game_is_over"


async def test_a_draw_is_offered_and_taken(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        referee, match = harness.referee, await harness.duel()
        assert await refused(referee.decline_draw(match.id, CHLOE)) == "not_a_player"
        assert await refused(referee.decline_draw(match.id, BOB)) == "no_draw_offer"
        assert await refused(referee.offer_draw(match.id, CHLOE, "k")) == "not_a_player"
        offered = await referee.offer_draw(match.id, ALICE, "k")
        assert (offered.draw_offers, offered.revision) == (frozenset({Seat(0)}), 0)
        assert await refused(referee.offer_draw(match.id, ALICE, "k")) == "draw_offered_already"
        assert await refused(referee.decline_draw(match.id, ALICE)) == "no_draw_offer"
        over = await referee.offer_draw(match.id, BOB, "k2")
        assert (over.row.reason, over.row.winners, over.row.draw_offer) == ("agreed_draw", (), None)
        assert await refused(referee.offer_draw(match.id, BOB, "k3")) == "game_is_over"
        assert await refused(referee.decline_draw(match.id, BOB)) == "game_is_over"


async def test_a_draw_is_declined_or_lapses(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        referee, match = harness.referee, await harness.duel()
        await referee.offer_draw(match.id, ALICE, "k")
        assert (await referee.decline_draw(match.id, BOB)).row.draw_offer is None
        offered = await referee.offer_draw(match.id, BOB, "k")
        staged = await harness.play(offered, chosen_turn(offered).split(",")[0])
        assert staged.draw_offers == {1}, "it stands until the turn passes"
        passed = await harness.play(await harness.play(staged, "undo"))
        assert passed.row.draw_offer is None
        assert (await referee.offer_draw(match.id, ALICE, "k")).draw_offers == {0}


async def test_no_draw_with_a_computer(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.against_computer("greedy")
        assert await refused(harness.referee.offer_draw(match.id, ALICE, "k")) == "no_draw_with_computer"


# Whole games, to every end


async def miss(harness: Harness, match: Match, *times: int) -> Match:
    for time in times:
        harness.clock.move(time)
        await harness.referee.sweep()
    return await harness.referee.match(match.id)


async def end(harness: Harness, reason: str) -> Match:
    """A game with this ending, after a turn and with a card staged where possible."""
    referee = harness.referee
    if reason in ("placed_all", "stuck"):
        return await harness.play_out(await harness.duel())
    if reason == "called_off":
        await miss(harness, await harness.duel(clock="none"), IDLE_LIMIT)
        return await miss(harness, await harness.duel(), 3 * MINUTE, 3 * MINUTE)
    match = await harness.play(await harness.duel(clock="daily"))
    match = await harness.play(match, chosen_turn(match).split(",")[0])
    if reason == "timeout":
        return await miss(harness, match, DAY, DAY)
    if reason == "agreed_draw":
        await referee.offer_draw(match.id, ALICE, harness.key())
        return await referee.offer_draw(match.id, BOB, harness.key())
    if reason == "resigned":
        return await referee.resign(match.id, waiting(match), harness.key())
    return await referee.leave(match.id, mover(match))


@pytest.mark.parametrize("reason", ENDS)
async def test_every_end_can_be_verified(reason: str, tmp_path: Path) -> None:
    async with open_harness(tmp_path, seed=ENDS[reason]) as harness:
        match = await end(harness, reason)
        assert match.row.reason == reason
        assert match.row == await harness.store.games.get(match.id)
        assert await harness.difference(match.id) is None
        record = record_of(match.row, await harness.store.games.actions(match.id))
        assert verify(record) is None
        assert record.reason == reason
        assert await harness.referee.verify(match.id) == (match, None)


async def test_a_running_game_keeps_its_secret(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        assert await refused(harness.referee.verify(match.id)) == "verify_when_over"
        assert match.row.secret.hex() not in repr((match, match.row))


@pytest.mark.parametrize("level", ["random", "greedy"])
async def test_whole_games_replay_at_every_step(level: str, tmp_path: Path) -> None:
    """Card by card, some taken back: the snapshot always matches the replay."""
    async with open_harness(tmp_path) as harness:
        match = await harness.duel(first="random")
        while not match.is_over:
            first, *others = chosen_turn(match, level).split(",")
            match = await harness.play(match, f"{first} undo {first}")
            for text in (*others, "end"):
                match = match if match.is_over else await harness.play(match, text, seen=match.revision)
                is_staged = match.row.public_revision < match.revision
                assert match.is_over or is_staged == (text != "end")
            assert await harness.difference(match.id) is None
        assert match.row == await harness.store.games.get(match.id)


async def test_a_game_at_hand_is_the_one_in_the_file(tmp_path: Path) -> None:
    """The cached match equals the stored one after every action."""
    async with open_harness(tmp_path) as harness:
        match = await harness.duel()
        for _ in range(4):
            for action in match.game.notation.parse_all(chosen_turn(match)):
                match = await harness.play(match, match.game.notation.notate(action))
                assert await harness.referee.match(match.id) is match
                harness.store.games.clear_cache()
                in_the_file = await harness.store.games.get(match.id)
                assert in_the_file is not None
                assert match == match_of(in_the_file)
