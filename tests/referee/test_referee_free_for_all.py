"""Three who compete, through the referee: answers out of turn, shuffles in mid-game, elimination, players who leave
while the others play on, restarts at every step, records and their verification."""

import json
import random
from pathlib import Path

import pytest

from bot.games.core import RuleError, Seat
from bot.games.registry import GAMES
from bot.referee.clocks import MINUTE
from bot.referee.dealing import promised
from bot.referee.errors import Refusal
from bot.referee.gatherings import Terms
from bot.referee.match import Match
from bot.referee.records import Record, read, to_json, verify
from bot.referee.referee import Referee
from bot.referee.replay_check import record_of, turn_texts
from bot.store.rows import GatheringRow
from tests.games.toy import SCRAMBLE, Take
from tests.store.support import ALICE, BOB, CHANNEL, CHLOE, GUILD, Harness, open_harness

PEOPLE = (ALICE, BOB, CHLOE)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SCRAMBLE.key, SCRAMBLE)


async def sit_down(harness: Harness) -> Match:
    gatherings = harness.referee.gatherings
    made = await gatherings.open(Terms(GUILD, CHANNEL, ALICE, game=SCRAMBLE.key, size=3), harness.key())
    for user_id in (BOB, CHLOE):
        made = await gatherings.sit(1, user_id)
    assert isinstance(made, Match)
    return made


async def test_it_starts_as_soon_as_all_sit_and_not_before(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(game=SCRAMBLE.key, size=3)
        with pytest.raises(Refusal, match="too_few_players"):
            await harness.referee.gatherings.start(row.id, ALICE)
        assert isinstance(await harness.referee.gatherings.sit(row.id, CHLOE), GatheringRow)
        with pytest.raises(Refusal, match="not_for_you"):
            await harness.referee.gatherings.sit(row.id, 4)
        assert isinstance(await harness.referee.gatherings.sit(row.id, BOB), Match)


async def test_a_seat_that_was_declined_is_for_anybody(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(game=SCRAMBLE.key, size=3)
        assert (await harness.referee.gatherings.decline(row.id, BOB)).status == "open"
        for user_id in (CHLOE, 4):
            made = await harness.referee.gatherings.sit(row.id, user_id)
        assert isinstance(made, Match)


async def test_who_sits_next_is_host_once_the_host_leaves(tmp_path: Path) -> None:
    """And the commitment is to the new host's cut."""
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(game=SCRAMBLE.key, size=3, cut="mine", invited=())
        await harness.referee.gatherings.sit(row.id, BOB, "his")
        left = await harness.referee.gatherings.leave(row.id, ALICE)
        assert (left.host_id, left.seats[0].cut) == (BOB, "his")
        assert left.commitment != row.commitment
        await harness.referee.gatherings.sit(row.id, CHLOE)
        match = await harness.referee.gatherings.sit(row.id, ALICE)
        assert isinstance(match, Match)
        assert promised(match.row) == match.row.commitment == left.commitment


async def test_each_brings_a_deck(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await harness.challenge(game=SCRAMBLE.key, size=3, invited=(), brought="ant ant ant ant")
        with pytest.raises(RuleError, match="bad_option"):
            await harness.referee.gatherings.sit(row.id, BOB, brought="ant")
        await harness.referee.gatherings.sit(row.id, BOB, brought="bee bee bee bee")
        match = await harness.referee.gatherings.sit(row.id, CHLOE)
        assert isinstance(match, Match)
        assert [deck[0] for deck in match.row.options["decks"]] == ["ant", "bee", "ant"]
        assert promised(match.row) == match.row.commitment, "what seats bring is not agreed before"
        match = await play_out(harness, match)
        again = await harness.referee.gatherings.rematch(match, CHLOE, CHANNEL, harness.key())
        assert isinstance(again, GatheringRow)
        assert [(seat.user_id, seat.brought["decks"][0]) for seat in again.seats] == [
            (CHLOE, "ant"),
            (ALICE, "ant"),
            (BOB, "bee"),
        ]
        for user_id in (ALICE, BOB):
            made = await harness.referee.gatherings.sit(again.id, user_id)
        assert isinstance(made, Match)
        assert [deck[:2] for deck in made.row.options["decks"]] == [["ant", "bee"], ["ant", "ant"], ["bee", "bee"]]


async def act(harness: Harness, match: Match, dice: random.Random) -> Match:
    (seat,) = match.to_act
    action = dice.choice(match.game.rules.legal(match.state, seat))
    return await harness.referee.act(match.id, PEOPLE[seat], match.game.notation.notate(action), key=harness.key())


async def play_out(harness: Harness, match: Match) -> Match:
    dice = random.Random(match.id)
    while not match.is_over:
        match = await act(harness, match, dice)
    return match


async def attack(harness: Harness, match: Match) -> Match:
    (seat,) = match.to_act
    action = match.game.rules.legal(match.state, seat)[0]
    return await harness.referee.act(match.id, PEOPLE[seat], match.game.notation.notate(action), key=harness.key())


async def recorded(harness: Harness, match: Match) -> Record:
    assert await harness.difference(match.id) is None
    record = record_of(match.row, await harness.store.games.actions(match.id))
    assert verify(record) is None
    return record


@pytest.mark.parametrize("seed", range(1, 7))
async def test_a_whole_game_across_restarts(tmp_path: Path, seed: int) -> None:
    async with open_harness(tmp_path, seed=str(seed)) as harness:
        match, dice = await sit_down(harness), random.Random(seed)
        while not match.is_over:
            match = await act(harness, match, dice)
            harness.referee = Referee(harness.store, harness.clock)
            assert (await harness.referee.match(match.id)).state == match.state
        record = await recorded(harness, match)
        assert (await harness.referee.verify(match.id))[1] is None
        assert sorted(record.ranks)[0] == 1
        assert {shuffle.deck for shuffle in record.shuffles} > {"draw", "first"}, "something was shuffled in mid-game"
        assert len(turn_texts(match.row, await harness.store.games.actions(match.id))) == match.turns


async def test_only_who_is_asked_may_answer(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await attack(harness, await sit_down(harness))
        (asked,) = match.to_act
        assert asked == match.state.asked != match.state.turn
        for seat in {Seat(0), Seat(1), Seat(2)} - {asked}:
            with pytest.raises(ValueError, match="not_your_turn"):
                await harness.referee.act(match.id, PEOPLE[seat], "take", key=harness.key())
        after = await harness.referee.act(match.id, PEOPLE[asked], "take", key=harness.key())
        assert after.state.sides[asked].lives == 1


async def test_who_does_not_answer_in_time_takes_the_hit(tmp_path: Path) -> None:
    """What the game plays for them costs no warning."""
    async with open_harness(tmp_path) as harness:
        match = await attack(harness, await sit_down(harness))
        (asked,) = match.to_act
        assert match.game.rules.default(match.state, asked) == Take()
        harness.clock.move(3 * MINUTE)
        sweep = await harness.referee.sweep()
        assert sweep.by_lot == (match.id,)
        after = await harness.referee.match(match.id)
        assert (after.turns, after.state.sides[asked].lives, after.seat(asked).warnings) == (1, 1, 0)
        assert await harness.difference(match.id) is None


@pytest.mark.parametrize("is_on_turn", [True, False])
async def test_one_resigns_and_the_others_play_on(tmp_path: Path, is_on_turn: bool) -> None:  # noqa: FBT001
    async with open_harness(tmp_path) as harness:
        match = await sit_down(harness)
        first = match.state.turn
        gone = first if is_on_turn else Seat((first + 1) % 3)
        match = await harness.referee.resign(match.id, PEOPLE[gone], harness.key())
        assert not match.is_over
        assert match.is_out(gone)
        assert gone not in match.to_act
        assert match.row.deadline is not None
        for late in (
            harness.referee.resign(match.id, PEOPLE[gone], "r"),
            harness.referee.leave(match.id, PEOPLE[gone]),
        ):
            with pytest.raises(Refusal, match="out_of_the_game"):
                await late
        dice = random.Random(3)
        while not match.is_over:
            match = await act(harness, match, dice)
        record = await recorded(harness, match)
        assert [(one.seat, one.how) for one in record.leaving] == [(gone, "resigned")]
        assert record.ranks[gone] == 3
        assert read(json.dumps(to_json(record))) == record


async def test_the_last_one_who_stays_wins(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await attack(harness, await sit_down(harness))
        stays, first, second = match.state.turn, *(seat for seat in range(3) if seat != match.state.turn)
        await harness.referee.resign(match.id, PEOPLE[first], harness.key())
        match = await harness.referee.leave(match.id, PEOPLE[second])
        assert match.is_over
        assert (match.row.reason, match.row.winners) == ("left", (stays,))
        record = await recorded(harness, match)
        assert (record.ranks[stays], record.ranks[second], record.ranks[first]) == (1, 2, 3)


async def test_a_draw_needs_everybody_who_still_plays(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        referee, match = harness.referee, await sit_down(harness)
        assert (await referee.offer_draw(match.id, ALICE, harness.key())).draw_offers == {0}
        assert not (await referee.offer_draw(match.id, BOB, harness.key())).is_over
        assert not (await referee.decline_draw(match.id, CHLOE)).draw_offers, "one is enough to play on"
        await referee.resign(match.id, CHLOE, harness.key())
        await referee.offer_draw(match.id, ALICE, harness.key())
        drawn = await referee.offer_draw(match.id, BOB, harness.key())
        assert (drawn.row.reason, drawn.row.winners) == ("agreed_draw", ())
        results = await harness.store.database.rows("SELECT user_id, score, rank FROM results ORDER BY seat")
        assert [tuple(row) for row in results] == [(ALICE, "draw", 1), (BOB, "draw", 1), (CHLOE, "loss", 3)]
        assert await harness.difference(match.id) is None


async def test_results_are_filed_with_ranks(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await sit_down(harness)
        stays, first, second = match.state.turn, *(seat for seat in range(3) if seat != match.state.turn)
        await harness.referee.resign(match.id, PEOPLE[first], harness.key())
        await harness.referee.resign(match.id, PEOPLE[second], harness.key())
        rows = await harness.store.database.rows("SELECT seat, rank FROM results WHERE game_id = ?", (match.id,))
        assert {row["seat"]: row["rank"] for row in rows} == {stays: 1, second: 2, first: 3}


async def test_who_misses_two_deadlines_is_out(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await sit_down(harness)
        for _ in range(2):  # both take their hits, so that turns were completed
            match = await attack(harness, match)
            (asked,) = match.to_act
            match = await harness.referee.act(match.id, PEOPLE[asked], "take", key=harness.key())
        late = match.state.turn
        for _ in range(2):
            harness.clock.move(3 * MINUTE)
            await harness.referee.sweep()
        match = await harness.referee.match(match.id)
        assert match.is_out(late)
        assert not match.is_over
        assert await harness.difference(match.id) is None
