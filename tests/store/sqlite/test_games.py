"""The tables of games, gatherings, people, servers and messages: round trips, queries and guards."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import ActionRow, GameRow, GatheringSeat, MessageRow, PersonRow, SeatRow, ServerRow
from bot.store.sqlite.games import ClosedError, RepeatedError, StaleError
from bot.store.sqlite.messages import PING, TABLE, panel
from bot.store.sqlite.store import Store
from tests.store.support import (
    ALICE,
    BOB,
    CHANNEL,
    CHLOE,
    GUILD,
    game_row,
    gathering_row,
    open_harness,
    stored_game,
    traced_statements,
)


def action(revision: int, key: str = "") -> ActionRow:
    return ActionRow(revision, 0, "play", "12^A", 1_500, key or f"key {revision}")


def moved(row: GameRow, **changes: object) -> GameRow:
    return replace(row, revision=row.revision + 1, **changes)  # type: ignore[arg-type]


def ended(row: GameRow, at: int) -> GameRow:
    return moved(row, ended_at=at, reason="resigned", winners=(1,), deadline=None)


async def finish(store: Store, row: GameRow, at: int) -> None:
    await store.games.commit(row, ended(row, at), [action(row.revision + 1, f"end {row.id}")])


async def test_a_game_is_kept_as_given(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        first = await stored_game(harness.store)
        row = await stored_game(
            harness.store,
            guild_id=2**62,
            clock="none",
            deadline=None,
            is_rated=False,
            secret=bytes(range(32)),
            rematch_of=first.id,
            seats=(SeatRow(0, 2**62, None, "mot é\n"), SeatRow(1, None, "greedy", "")),
        )
        assert row == game_row(
            id=2,
            guild_id=2**62,
            clock="none",
            deadline=None,
            is_rated=False,
            secret=bytes(range(32)),
            rematch_of=1,
            seats=(SeatRow(0, 2**62, None, "mot é\n"), SeatRow(1, None, "greedy", "")),
        )
        assert await harness.store.games.get(3) is None
        assert repr(row) == "<game 2 revision 0>"


async def test_everything_of_a_move_is_kept_together(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await stored_game(harness.store)
        seats = (replace(row.seats[0], warnings=1), row.seats[1])
        after = replace(
            row,
            snapshot='{"cards": [3]}',
            revision=2,
            public_revision=2,
            deadline=None,
            is_reminded=True,
            draw_offer=1,
            moved_at=9,
            ended_at=9,
            reason="stuck",
            winners=(0,),
            seats=seats,
        )
        actions = [action(1), ActionRow(2, None, "called_off", "", 7, "k")]
        await harness.store.games.commit(row, after, actions)
        assert await harness.store.games.get(row.id) == after
        assert await harness.store.games.actions(row.id) == actions
        assert [repr(one) for one in actions] == ["<action 1 play>", "<action 2 called_off>"]
        assert await harness.store.games.has_key("key 1")
        assert not await harness.store.games.has_key("key 2")


async def test_two_writers_from_one_revision(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await stored_game(harness.store)
        answers = await asyncio.gather(
            *(harness.store.games.commit(row, moved(row, draw_offer=n), [action(1, f"{n}")]) for n in range(5)),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [type(None), *[StaleError] * 4]
        kept = await harness.store.games.get(row.id)
        assert kept is not None
        assert (kept.revision, kept.draw_offer) == (1, 0)
        assert [one.key for one in await harness.store.games.actions(row.id)] == ["0"]


async def test_a_finished_game_changes_no_more(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await stored_game(harness.store)
        over = ended(row, 9)
        await harness.store.games.commit(row, over, [action(1)])
        with pytest.raises(StaleError):
            await harness.store.games.commit(over, moved(over), [action(2)])
        assert await harness.store.games.get(row.id) == over


async def test_a_repeated_key_changes_nothing(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row, other = await stored_game(harness.store), await stored_game(harness.store)
        await harness.store.games.commit(row, moved(row), [action(1, "same")])
        with pytest.raises(RepeatedError):
            await harness.store.games.commit(other, replace(other, revision=2), [action(1, "new"), action(2, "same")])
        assert await harness.store.games.get(other.id) == other
        assert await harness.store.games.actions(other.id) == []


async def test_a_gathering_starts_one_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        gatherings = harness.store.gatherings
        row = replace(gathering_row(), id=await gatherings.add(gathering_row(), "k") or 0)
        taken = replace(row, seats=(row.seats[0], GatheringSeat(BOB, cut="mine")))
        assert await harness.store.games.start(game_row(), row, taken) == 1
        with pytest.raises(ClosedError):
            await harness.store.games.start(game_row(), row, taken)
        assert await harness.store.games.get(2) is None
        started = await gatherings.get(row.id)
        assert started is not None
        assert (started.status, started.game_id, started.seats) == ("started", 1, taken.seats)
        assert repr(started) == f"<gathering {row.id} started revision 1>"


async def test_a_persons_running_and_finished_games(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        games = harness.store.games
        calm = await stored_game(harness.store, deadline=None)
        late = await stored_game(harness.store, deadline=9_000)
        soon = await stored_game(harness.store, deadline=1_000)
        other = await stored_game(harness.store, seats=(SeatRow(0, BOB, None, ""), SeatRow(1, CHLOE, None, "")))
        assert [row.id for row in await games.running_of(ALICE)] == [soon.id, late.id, calm.id]
        assert [row.id for row in await games.running_of(CHLOE)] == [other.id]
        assert await games.running_of(99) == []
        for at, row in enumerate((late, calm, other)):
            await finish(harness.store, row, at)
        assert [row.id for row in await games.running_of(ALICE)] == [soon.id]
        assert [row.id for row in await games.finished_of(ALICE, 10)] == [calm.id, late.id]
        assert [row.id for row in await games.finished_of(BOB, 2)] == [other.id, calm.id]
        begun_over = await stored_game(harness.store, ended_at=7, reason="stuck", winners=(1,), deadline=None)
        assert [row.id for row in await games.finished_of(ALICE, 1)] == [begun_over.id]


async def test_the_game_a_channel_is_about(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        games = harness.store.games
        first, second = await stored_game(harness.store), await stored_game(harness.store)
        await games.commit(first, moved(first, moved_at=5_000), [action(1)])
        newest = await games.newest_in(CHANNEL)
        assert newest is not None
        assert newest.id == first.id
        await finish(harness.store, newest, 6_000)
        assert (await games.newest_in(CHANNEL) or newest).id == second.id
        await finish(harness.store, second, 5_500)
        assert (await games.newest_in(CHANNEL) or second).id == first.id
        assert await games.newest_in(CHANNEL + 1) is None
        await games.move_table(second.id, CHANNEL + 1)
        assert (await games.newest_in(CHANNEL + 1) or first).id == second.id


async def test_what_is_due_idle_or_to_be_reminded(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        games = harness.store.games
        due = await stored_game(harness.store, deadline=1_000)
        later = await stored_game(harness.store, deadline=2_000, clock="daily", guild_id=GUILD + 1)
        idle = await stored_game(harness.store, deadline=None, moved_at=500)
        over = await stored_game(harness.store, deadline=500)
        await finish(harness.store, over, 1)
        assert await games.due(999) == []
        assert await games.due(1_000) == [due.id]
        assert await games.due(5_000) == [due.id, later.id]
        assert await games.idle(499) == []
        assert await games.idle(500) == [idle.id]
        assert await games.to_remind(1_000, "daily", 999) == []
        assert await games.to_remind(1_000, "daily", 1_000) == [later.id]
        assert await games.to_remind(2_000, "daily", 1_000) == []
        assert await games.to_remind(0, "live", 1_000) == [due.id]
        await games.commit(later, replace(later, is_reminded=True), [])
        assert await games.to_remind(1_000, "daily", 1_000) == []
        assert await games.running_in(GUILD) == [due.id, idle.id]
        assert await games.running_in(GUILD + 1) == [later.id]


async def test_running_games_with_computers(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        seats = (SeatRow(0, ALICE, None, ""), SeatRow(1, None, "greedy", ""))
        running, over = await stored_game(harness.store, seats=seats), await stored_game(harness.store, seats=seats)
        await stored_game(harness.store)
        await finish(harness.store, over, 3)
        assert await harness.store.games.running_with_computers() == [running.id]


async def test_closed_dms_are_noted_a_seat(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row = await stored_game(harness.store)
        await harness.store.games.close_dm(row.id, 1, is_closed=True)
        await harness.store.games.commit(row, moved(row, seats=(replace(row.seats[0], warnings=2), row.seats[1])), [])
        kept = await harness.store.games.get(row.id)
        assert kept is not None
        assert [(seat.warnings, seat.is_dm_closed) for seat in kept.seats] == [(2, False), (0, True)]
        await harness.store.games.close_dm(row.id, 1, is_closed=False)
        assert not (await harness.store.games.get(row.id) or row).seats[1].is_dm_closed


async def test_running_clocks_keep_the_time_they_had(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        running = await stored_game(harness.store, deadline=1_000)
        calm = await stored_game(harness.store, deadline=None, moved_at=10)
        over = await stored_game(harness.store, deadline=None, ended_at=10, moved_at=10)
        await harness.store.heartbeat(100)
        await harness.store.resume_clocks(350)
        await harness.store.resume_clocks(350)
        await harness.store.resume_clocks(300)
        await harness.store.resume_clocks(250)
        rows = [await harness.store.games.get(row.id) or row for row in (running, calm, over)]
        assert [row.deadline for row in rows] == [1_150, None, None]
        assert [row.moved_at for row in rows] == [1_000, 160, 10]


async def test_a_new_store_has_nothing_to_give_back(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "new.sqlite3")
    row = await stored_game(store)
    await store.resume_clocks(10**12)
    assert await store.games.get(row.id) == row
    await store.close()


def invited(*people: int, host: int = ALICE) -> tuple[GatheringSeat, ...]:
    return (GatheringSeat(host), *(GatheringSeat(user_id, is_taken=False) for user_id in people))


async def test_the_same_people_are_waited_for_once(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        add = harness.store.gatherings.add
        assert await add(gathering_row(binding="1"), "1") == 1
        assert await add(gathering_row(binding="2"), "2") is None
        assert await add(gathering_row(binding="2", seats=invited()), "2") == 2
        assert await add(gathering_row(binding="3", seats=invited()), "3") is None
        assert await add(gathering_row(binding="3", seats=invited(CHLOE)), "1") is None, "the same request"
        assert await add(gathering_row(binding="3", guild_id=GUILD + 1), "3") is not None
        assert await add(gathering_row(binding="4", host_id=CHLOE, seats=invited(BOB, host=CHLOE)), "4") is not None
        assert await add(gathering_row(binding="5", created_at=2_000), "5") is not None, "the first has expired"


async def test_computers_are_challenged_as_often_as_one_likes(tmp_path: Path) -> None:
    """One left open by a crash does not block an open challenge either."""
    async with open_harness(tmp_path) as harness:
        add = harness.store.gatherings.add
        for number in range(2):
            row = gathering_row(binding=f"{number}", seats=(GatheringSeat(ALICE), GatheringSeat(None, "greedy")))
            assert await add(row, f"{number}") is not None
        assert await add(gathering_row(binding="open", seats=invited()), "open") is not None


async def test_a_gathering_is_kept_as_given(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        gatherings, game = harness.store.gatherings, await stored_game(harness.store)
        seats = (GatheringSeat(ALICE, cut="é", brought={"decks": {"slash": 3}}), *invited(BOB)[1:])
        row = gathering_row(rematch_of=game.id, options={"first": 1}, secret=b"s" * 32, seats=seats)
        number = await gatherings.add(row, "k") or 0
        assert await gatherings.get(number) == replace(row, id=number)
        assert await gatherings.open_rematch_of(game.id) == replace(row, id=number)
        assert await gatherings.open_rematch_of(game.id + 1) is None
        await gatherings.posted(number, 7, 8, 0)
        posted = await gatherings.get(number)
        assert posted is not None
        assert (posted.channel_id, posted.message_id) == (7, 8)
        assert await gatherings.get(99) is None


async def test_a_gathering_closes_once_and_is_shown_closed(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        gatherings = harness.store.gatherings
        number = await gatherings.add(gathering_row(), "k") or 0
        assert await gatherings.expired(1_999) == []
        assert await gatherings.expired(2_000) == [number]
        closed = await asyncio.gather(*(gatherings.close(number, s) for s in ("declined", "cancelled", "expired")))
        assert closed == [True, False, False]
        assert await gatherings.expired(9_999) == []
        assert await gatherings.behind() == []  # its message is not known yet
        await gatherings.posted(number, 7, 8, 0)
        assert await gatherings.behind() == [number]
        await gatherings.prune(10**9)
        assert await gatherings.get(number) is not None, "its message still looks open"
        await gatherings.shown(number, 1)
        assert await gatherings.behind() == []
        await gatherings.prune(2_000)
        assert await gatherings.get(number) is not None, "not yet"
        await gatherings.prune(2_001)
        assert await gatherings.get(number) is None
        assert await harness.store.database.rows("SELECT * FROM gathering_seats") == []


async def test_people(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        people = harness.store.people
        assert await people.get(ALICE) is None
        for person in (PersonRow(ALICE, "Alice", "en"), PersonRow(ALICE, "Alicia 🂡", "fr")):
            await people.seen(person, 5)
            await people.seen(person, 6)
            assert await people.get(ALICE) == person
        (row,) = await harness.store.database.rows("SELECT seen_at FROM people")
        assert row["seen_at"] == 5, "nothing changed, so nothing was written"


async def test_people_are_kept_at_hand_until_something_about_them_changes(tmp_path: Path) -> None:
    heard: list[str] = []
    with traced_statements(heard.append):
        async with open_harness(tmp_path) as harness:
            people = harness.store.people
            await people.seen(PersonRow(ALICE, "Alice", "en"), 5)
            await people.get(ALICE)
            heard.clear()
            assert await people.get(ALICE) == PersonRow(ALICE, "Alice", "en")
            assert heard == []
            assert await harness.store.privacy.forget(ALICE, -1)
            assert await people.get(ALICE) is None


async def test_a_name_read_during_its_write_is_not_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_harness(tmp_path) as harness:
        people, ask = harness.store.people, harness.store.database.row
        old, new = PersonRow(ALICE, "Alice", "en"), PersonRow(ALICE, "Alicia", "en")
        await people.seen(old, 5)

        async def dawdle(sql: str, values: Sequence[Any] = ()) -> Any:
            found = await ask(sql, values)
            monkeypatch.undo()
            await people.seen(new, 6)
            return found

        monkeypatch.setattr(harness.store.database, "row", dawdle)
        assert await people.get(ALICE) == old
        assert await people.get(ALICE) == new


async def test_servers(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        servers = harness.store.servers
        assert await servers.get(GUILD) == ServerRow(GUILD)
        for server in (
            ServerRow(GUILD, (1, 2), has_threads=True, clock="daily", language="fr", has_reminders=False),
            ServerRow(GUILD),
        ):
            await servers.put(server)
            assert await servers.get(GUILD) == server


async def test_shown_messages_and_what_is_behind(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        shown = harness.store.messages
        row, other = await stored_game(harness.store), await stored_game(harness.store)
        assert await shown.behind() == [row.id, other.id], "nothing is shown yet"
        table = MessageRow(row.id, TABLE, CHANNEL, 5, 0, 1)
        hand = MessageRow(row.id, panel(1), CHANNEL, None, -1, 1)
        for one in (table, hand):
            await shown.put(one)
        assert await shown.of(row.id) == {"table": table, "panel1": hand}
        assert await shown.behind() == [other.id]
        await harness.store.games.commit(row, moved(row), [])
        assert await shown.behind() == [other.id], "nobody could see that move"
        now = moved(row)
        await harness.store.games.commit(now, moved(now, public_revision=2), [])
        assert await shown.behind() == [row.id, other.id]
        await shown.put(replace(table, revision=2, message_id=6))
        assert await shown.behind() == [other.id]
        await shown.forget(row.id, PING)
        await shown.forget(row.id, panel(1))
        assert await shown.of(row.id) == {"table": replace(table, revision=2, message_id=6)}
        await shown.forget(row.id, TABLE)
        assert await shown.behind() == [row.id, other.id]


async def test_the_cache_equals_the_database(tmp_path: Path) -> None:
    """In any order of moves, closed DMs, moved tables and set clocks."""
    async with open_harness(tmp_path) as harness:
        games, dice = harness.store.games, random.Random(1)
        row = await stored_game(harness.store)

        async def move() -> None:
            found = await games.get(row.id)
            assert found is not None
            with contextlib.suppress(StaleError):
                await games.commit(found, moved(found, moved_at=dice.randrange(10**6)), [action(found.revision + 1)])

        deeds: list[Callable[[], Awaitable[object]]] = [
            move,
            move,
            lambda: games.get(row.id),
            lambda: games.move_table(row.id, dice.randrange(1, 10**6)),
            lambda: games.close_dm(row.id, dice.randrange(2), is_closed=dice.random() < 0.5),
            lambda: harness.store.shift_clocks(dice.randrange(1, 1000), 5_000),
            lambda: harness.store.resume_clocks(dice.randrange(5_000, 6_000)),
        ]
        for _ in range(300):
            tasks = [asyncio.create_task(_done(deed)) for deed in dice.choices(deeds, k=dice.randrange(1, 6))]
            for _ in range(dice.randrange(4)):
                await asyncio.sleep(0)
            if dice.random() < 0.3:
                dice.choice(tasks).cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            (stored,) = await games._games("id = ?", (row.id,))
            assert await games.get(row.id) == stored
        assert stored.revision > 100


async def _done(deed: Callable[[], Awaitable[object]]) -> None:
    await deed()


async def test_a_game_people_are_at_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_harness(tmp_path) as harness:
        games = harness.store.games
        row = await games.get((await stored_game(harness.store)).id)
        assert row is not None

        async def unread(*_values: object) -> None:
            raise AssertionError("it was read")

        monkeypatch.setattr(harness.store.database, "read", unread)
        after = moved(row)
        await games.commit(row, after, [action(1)])
        assert await games.get(row.id) is after
        await finish(harness.store, after, 2_000)
        with pytest.raises(AssertionError, match="it was read"):
            await games.get(row.id)
