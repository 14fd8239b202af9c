"""`/privacy`: the notice, the copy, and a deletion that leaves nothing behind in any table or file."""

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from simcord.results import InteractionResult

from bot.__main__ import main
from bot.edge.interactions.answers import Answer
from bot.operations import backup_process, erase_from_backups
from bot.operations.backups import Backups, make_copy, verify
from bot.operations.erase_from_backups import erase_everywhere
from bot.operations.restore_command import REPLACED
from bot.referee.erase_person import Erasure, erase_person
from bot.referee.errors import Refusal
from bot.referee.gatherings import Terms
from bot.referee.referee import Referee
from bot.store.ratings_rows import ALL_TIME
from bot.store.sqlite.gatherings import Gatherings
from bot.store.sqlite.privacy import Privacy
from bot.table.locale import locale_for
from bot.table.privacy_pages import deletion_page
from tests.store.sqlite.test_page_gaps import varint
from tests.support.interleaving import after, before
from tests.support.play import chosen_turn, play_out, play_typed
from tests.support.tiers import has_long_version, one_in, only_long
from tests.support.world import World, button, buttons, said, text_of

WORD = "abracadabra"
SWEEP = 11  # seconds


async def turn(world: World, number: int) -> None:
    match = await world.match(number)
    person = world.alice if match.seat(min(match.to_act)).user_id == world.alice.id else world.bob
    moves = " ".join((*chosen_turn(match), "end"))
    await person.slash(world.channel, "play", moves=moves, game=number)


async def lived(world: World) -> None:
    """Alice has won or lost a game with a cut of her own, resigned one with none, plays one, and waits for answers."""
    await world.duel(cut=WORD)
    await play_out(world, play_typed)
    for number in (2, 3):
        challenge: Any = await world.bob.slash(world.channel, "challenge", opponent=world.alice)
        await world.alice.click(challenge.response, custom_id=button(challenge.response, "accept"))
        for _ in range(2):
            await turn(world, number)
        if number == 2:
            asked: Any = await world.alice.slash(world.channel, "resign", game=2)
            await world.alice.click(asked.response, custom_id=button(asked.response, "resign-sure"))
    await world.alice.slash(world.channel, "challenge", opponent=world.chloe, cut=WORD)
    await world.chloe.slash(world.channel, "challenge", opponent=world.alice)
    wanted = Terms(world.guild.id, world.channel.id, world.alice.id, game="the-game", size=None)
    team = await world.bot.referee.gatherings.open(wanted, "111")
    await world.bot.referee.gatherings.sit(team.id, world.chloe.id)


async def delete(world: World, person: Any) -> Any:
    asked: Any = await person.slash(world.channel, "privacy")
    question: Any = await person.click(asked.response, label="Delete everything")
    return await person.click(question.response, label="Yes, delete everything about me")


def traces(folder: Path, user_id: int, *words: str, is_sound: bool = True) -> list[str]:
    """Everywhere these are found: cell by cell, and byte by byte as SQLite writes numbers and texts."""
    needles = [str(user_id), *words]
    found: list[str] = []
    for path in folder.rglob("*.sqlite3") if is_sound else ():
        with closing(sqlite3.connect(path)) as connection:
            for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                for row in connection.execute(f"SELECT * FROM {table}"):  # noqa: S608
                    found += [f"{path.name} {table}" for cell in row for one in needles if one in str(cell)]
    raw = [user_id.to_bytes(8, "big"), varint(user_id), *(one.encode() for one in needles)]
    for path in folder.rglob("*"):
        if path.is_file():
            found += [f"{path.name} as bytes" for one in raw if one in path.read_bytes()]
    return found


async def test_the_notice_and_the_copy(world: World) -> None:
    await lived(world)
    asked: Any = await world.alice.slash(world.channel, "privacy")
    assert asked.response.flags.ephemeral
    assert "What Arbitre keeps about you" in text_of(asked.response)
    copied: Any = await world.alice.click(asked.response, label="Get a copy")
    (file,) = copied.response.attachments
    assert file.filename == "arbitre.json"
    assert copied.response.flags.ephemeral
    kept = await world.bot.store.privacy.export(world.alice.id)
    assert json.loads(json.dumps(kept)) == kept
    assert [game["id"] for game in kept["games"]] == [1, 2, 3]
    assert kept["games"][0]["cut"] == WORD
    assert kept["people"][0]["name"] == "Alice"
    assert {action["game_id"] for action in kept["actions"]} == {1, 2, 3}
    assert len(kept["gatherings"]) >= 5
    assert kept["standings"]
    everything = json.dumps(kept)
    assert "secret" not in everything
    assert "snapshot" not in everything
    assert str(world.bob.id) not in json.dumps({name: rows for name, rows in kept.items() if name != "rivalries"})


async def test_nothing_is_left(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    await lived(world)
    folder = world.folder
    (folder / "backups").mkdir()
    with (
        closing(sqlite3.connect(folder / "arbitre.sqlite3")) as source,
        closing(sqlite3.connect(folder / "backups" / "arbitre-schema-0001.sqlite3")) as copy,
    ):
        source.backup(copy)
    board = world.guild.id, "le-duel", ALL_TIME
    before = (await world.bot.store.standings.page(board, 0, world.bob.id)).own
    assert traces(folder, world.alice.id, "Alice", WORD) != []
    answer = await delete(world, world.alice)
    assert "is deleted" in text_of(answer.response)
    assert traces(folder, world.alice.id, "Alice", WORD) == []
    after = await world.bot.store.standings.page(board, 0, world.bob.id)
    assert [line.user_id for line in after.lines] == [world.bob.id]
    assert after.own is not None
    assert before is not None
    assert after.own.standing.tally.games == before.standing.tally.games + 1, "the running game was lost"
    history: Any = await world.bob.slash(world.channel, "history")
    assert text_of(history.response).count("a former player") == 3
    assert (await world.match(3)).row.reason == "resigned"
    assert "a former player" in text_of(world.table())
    await world.bot.close()
    path = str(folder / "arbitre.sqlite3")
    for command in (["check"], ["ratings", "rebuild"]):
        assert await asyncio.to_thread(main, [*command, "--database", path]) == 0
    assert capsys.readouterr().out.count("all as recorded") == 2


async def test_nothing_is_left_in_the_copies_either(world: World) -> None:
    """Of each day, of before a restore, half made, or not to be read any more; and each can still be restored."""
    await lived(world)
    copies = Backups.of(world.bot.settings)
    now = datetime(2026, 11, 16, 3, tzinfo=UTC)
    old, _ = await asyncio.to_thread(copies.make, now - timedelta(days=1))
    await turn(world, 3)
    new, _ = await asyncio.to_thread(copies.make, now)
    kept = copies.path_for(now, REPLACED)
    kept.write_bytes(new.read_bytes())
    unfinished, unreadable = (copies.folder / f"arbitre-{name}" for name in ("x.sqlite3.part", "y.sqlite3"))
    for path in (unfinished, unreadable):
        path.write_bytes(b"Alice" + new.read_bytes())
    found = traces(copies.folder, world.alice.id, "Alice", WORD, is_sound=False)
    assert {line.split()[0] for line in found} == {path.name for path in (old, new, kept, unfinished, unreadable)}
    await delete(world, world.alice)
    assert traces(world.folder, world.alice.id, "Alice", WORD) == []
    assert copies.copies() == sorted([old, new, kept])
    assert [verify(path) for path in (old, new, kept)] == [3, 3, 3]
    assert traces(copies.folder, world.bob.id, "Bob") != []


async def test_a_copy_that_is_being_made_is_waited_for(world: World) -> None:
    await lived(world)
    copies = Backups.of(world.bot.settings)
    is_copied, may_go_on = threading.Event(), threading.Event()

    def slowly() -> None:
        with copies.locked():
            copies.folder.mkdir()
            make_copy(copies.database, copies.path_for(datetime(2026, 11, 16, tzinfo=UTC)))
            is_copied.set()
            may_go_on.wait(60)

    copying = asyncio.create_task(asyncio.to_thread(slowly))
    await asyncio.to_thread(is_copied.wait, 60)
    leaving = asyncio.create_task(erase_everywhere(world.bot.referee, world.alice.id, Erasure(), copies))
    await asyncio.sleep(0.05)
    assert await world.bot.store.privacy.games_of(world.alice.id) != []
    may_go_on.set()
    await asyncio.gather(copying, leaving)
    assert traces(world.folder, world.alice.id, "Alice", WORD) == []


async def test_who_presses_many_times_has_the_files_written_anew_twice_at_most(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once more for the presses that came while the first was at work: each of them has made her known again."""
    scrub, scrubbed = Privacy.scrub, list[int]()

    async def slow(privacy: Privacy) -> None:
        scrubbed.append(world.alice.id)
        await asyncio.sleep(0.3)
        await scrub(privacy)

    monkeypatch.setattr(Privacy, "scrub", slow)
    asked: Any = await world.alice.slash(world.channel, "privacy")
    question: Any = await world.alice.click(asked.response, label="Delete everything")
    pressed = [world.emit(world.alice, "arb:privacy:0:0:delete-sure", question.response)[0] for _ in range(8)]
    await world.env.settle()
    assert len(scrubbed) <= 2
    assert all("about you is deleted." in said(InteractionResult(world.env, one)) for one in pressed)
    assert traces(world.folder, world.alice.id) == []


@pytest.mark.usefixtures("hourly")
async def test_whoever_deletes_again_and_again_is_told_to_wait(world: World) -> None:
    for _ in range(2):
        assert "about you is deleted." in text_of((await delete(world, world.alice)).response)
    refused = await delete(world, world.alice)
    assert "within the hour. You can again <t:" in said(refused)
    assert "about you is deleted." in text_of((await delete(world, world.bob)).response)
    await world.env.advance_time(3601)
    assert "about you is deleted." in text_of((await delete(world, world.alice)).response)


async def test_whoever_takes_copy_after_copy_is_told_to_wait(world: World) -> None:
    asked: Any = await world.alice.slash(world.channel, "privacy")
    for _ in range(5):
        copied: Any = await world.alice.click(asked.response, label="Get a copy")
        assert copied.response.attachments
    refused = await world.alice.click(asked.response, label="Get a copy")
    assert "5 copies within the hour. You can have the next <t:" in said(refused)


@only_long
async def test_deletions_at_a_time_share_a_pass_over_the_copies(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pass copies every copy, however large."""
    await lived(world)
    await asyncio.to_thread(Backups.of(world.bot.settings).make, datetime(2026, 11, 16, tzinfo=UTC))
    passes, run = list[int](), backup_process.run_backup_command

    async def slow(*values: Any) -> tuple[str, str | None]:
        passes.append(1)
        await asyncio.sleep(0.3)
        return await run(*values)

    monkeypatch.setattr(erase_from_backups, "run_backup_command", slow)
    people, cog = (world.alice, world.bob, world.chloe), cast("Any", world.bot.get_cog("Privacy"))
    assert await asyncio.gather(*(cog._erase_once(person.id, Erasure()) for person in people)) == [0, 0, 0]
    assert len(passes) <= 2
    for person, name in zip(people, ("Alice", "Bob", "Chloe"), strict=True):
        assert traces(world.folder, person.id, name) == []


async def test_what_remains_can_be_replayed_but_neither_verified_nor_played_again(world: World) -> None:
    await lived(world)
    await delete(world, world.alice)
    with pytest.raises(Refusal, match="verify_deleted"):
        await world.bot.referee.verify(1)
    verified: Any = await world.bob.slash(world.channel, "verify", game=1)
    assert "can no longer be recomputed" in text_of(verified.response)
    row = (await world.match(1)).row
    assert (row.secret, row.binding) == (bytes(32), "deleted:1")
    again: Any = await world.bob.slash(world.channel, "rematch")
    assert "had their data deleted" in text_of(again.response)
    assert await world.bot.store.gatherings.open_of(world.alice.id) == []


async def test_two_who_leave_are_two_strangers(world: World) -> None:
    await lived(world)
    await delete(world, world.alice)
    await delete(world, world.bob)
    seats = (await world.match(1)).row.seats
    assert len({seat.user_id for seat in seats}) == 2
    assert all(seat.user_id is not None and seat.user_id < 0 for seat in seats)
    assert traces(world.folder, world.bob.id, "Bob") == []


async def test_a_withdrawn_challenge_looks_withdrawn(world: World) -> None:
    await world.challenge(opponent=world.chloe)
    await delete(world, world.alice)
    message = world.channel.history()[0]
    assert "Alice" not in text_of(message)
    assert "Cancelled" in text_of(message)
    assert buttons(message) == {}


async def departed(world: World, person: Any) -> None:
    """As when they press the button, while others are at something."""
    await erase_person(world.bot.referee, person.id, Erasure())


async def asked(world: World, command: str) -> None:
    options = {"opponent": world.bob} if command == "challenge" else {}
    await world.alice.slash(world.channel, command, **options)


async def assert_nameless(world: World, person: Any, name: str) -> None:
    await world.env.advance_time(SWEEP)
    (message,) = [one for one in world.channel.history() if not one.flags.ephemeral]
    assert name not in text_of(message)
    assert str(person.id) not in text_of(message)
    assert "cancelled" in text_of(message).lower()
    assert buttons(message) == {}
    assert traces(world.folder, person.id, name) == []
    asked_before = len(world.requests())
    await world.env.advance_time(SWEEP)
    assert len(world.requests()) == asked_before, "nobody comes back to it"


@pytest.mark.parametrize("when", [before, after])
@pytest.mark.parametrize("command", ["challenge", "team"])
async def test_what_is_just_being_posted_loses_the_name_too(
    world: World, monkeypatch: pytest.MonkeyPatch, when: Callable[..., None], command: str
) -> None:
    when(monkeypatch, Answer, "public", lambda: departed(world, world.alice))
    await asked(world, command)
    await assert_nameless(world, world.alice, "Alice")


async def test_so_does_a_challenge_to_who_leaves(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    after(monkeypatch, Answer, "public", lambda: departed(world, world.bob))
    await asked(world, "challenge")
    await assert_nameless(world, world.bob, "Bob")


@pytest.mark.parametrize("command", ["challenge", "team"])
async def test_and_what_is_noted_and_shown_before_everything_is_deleted(
    world: World, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    scheduler: Any = world.bot.scheduler
    is_withdrawn, is_shown = asyncio.Event(), asyncio.Event()
    leaving: list[asyncio.Task[None]] = []

    async def leaves() -> None:
        leaving.append(asyncio.create_task(departed(world, world.alice)))
        await is_withdrawn.wait()

    async def until_shown() -> None:
        is_withdrawn.set()
        await is_shown.wait()

    async def shows() -> None:
        await scheduler._run_errands()
        is_shown.set()

    before(monkeypatch, Privacy, "forget", until_shown)
    after(monkeypatch, Answer, "public", leaves)
    after(monkeypatch, Gatherings, "posted", shows)
    await asked(world, command)
    await asyncio.gather(*leaving)
    await assert_nameless(world, world.alice, "Alice")


@pytest.mark.parametrize("command", ["challenge", "team"])
async def test_what_cannot_be_reached_just_now_loses_the_name_later(world: World, command: str) -> None:
    await asked(world, command)
    world.fail("PATCH", f"/channels/{world.channel.id}/*", status=503)
    await delete(world, world.alice)
    (message,) = [one for one in world.channel.history() if not one.flags.ephemeral]
    assert "Alice" in text_of(message)
    world.recover()
    await world.env.advance_time(70)
    await assert_nameless(world, world.alice, "Alice")


@pytest.mark.usefixtures("every_minute")
@has_long_version
@pytest.mark.parametrize("command", one_in(2, ["challenge", "team"]))
async def test_what_was_posted_as_the_bot_died_loses_it_once_it_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    async def lost(*_: Any) -> None:
        """The bot dies first."""

    with monkeypatch.context() as crash:
        crash.setattr(Gatherings, "posted", lost)
        await asked(world, command)
    await departed(world, world.alice)
    await world.restart()
    await world.env.advance_time(15 * 60)
    await assert_nameless(world, world.alice, "Alice")


async def test_whoever_changes_their_mind_loses_nothing(world: World) -> None:
    await lived(world)
    asked: Any = await world.alice.slash(world.channel, "privacy")
    question: Any = await world.alice.click(asked.response, label="Delete everything")
    assert "Your running game is lost." in text_of(question.response)
    kept: Any = await world.alice.click(question.response, label="Keep it")
    assert "Nothing was changed" in text_of(kept.response)
    assert not (await world.match(3)).is_over


@only_long
async def test_whoever_comes_back_is_new(world: World) -> None:
    await lived(world)
    await delete(world, world.alice)
    profile: Any = await world.alice.slash(world.channel, "profile")
    assert "No rated game yet" in text_of(profile.response)


async def test_in_french(world: World) -> None:
    world.languages[world.alice.id] = "fr"
    asked: Any = await world.alice.slash(world.channel, "privacy")
    question: Any = await world.alice.click(asked.response, label="Tout supprimer")
    assert "en cours" not in text_of(question.response)
    done: Any = await world.alice.click(question.response, label="Oui, tout supprimer")
    assert "est supprimé" in text_of(done.response)


def test_the_question_says_what_is_running_and_only_then() -> None:
    texts = [deletion_page(running, locale_for("fr")).body for running in (0, 1, 2)]
    assert "en cours" not in texts[0]
    assert "Votre partie en cours sera perdue." in texts[1]
    assert "Vos 2 parties en cours seront perdues." in texts[2]


async def test_a_gathering_that_nobody_is_left_in_looks_cancelled(world: World) -> None:
    await world.alice.slash(world.channel, "team")
    await delete(world, world.alice)
    message = world.channel.history()[0]
    assert "Alice" not in text_of(message)
    assert "cancelled" in text_of(message).lower()
    assert buttons(message) == {}


async def test_a_gathering_that_expired_unnoticed_is_in_nobodys_way(world: World) -> None:
    await world.alice.slash(world.channel, "team")
    await world.bot.store.database.write("UPDATE gatherings SET expires_at = 0")
    deleted = await delete(world, world.alice)
    assert "about you is deleted." in text_of(deleted.response)
    message = world.channel.history()[0]
    assert "Alice" not in text_of(message)
    assert buttons(message) == {}


async def test_a_game_that_ends_meanwhile_is_in_nobodys_way(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.duel()
    asked: Any = await world.alice.slash(world.channel, "privacy")
    question: Any = await world.alice.click(asked.response, label="Delete everything")
    after(monkeypatch, Referee, "running_of", lambda: world.bot.referee.resign(1, world.bob.id, "elsewhere"))
    deleted: Any = await world.alice.click(question.response, label="Yes, delete everything about me")
    assert "about you is deleted." in text_of(deleted.response)


async def test_a_deletion_that_fails_halfway_shows_what_has_ended(
    world: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    expected_errors.append("failure")

    async def full(_self: Privacy) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Privacy, "scrub", full)
    await world.duel()
    await delete(world, world.alice)
    assert "resigned" in text_of(world.table())


async def test_who_declines_can_block_and_unblock(world: World) -> None:
    challenge: Any = await world.alice.slash(world.channel, "challenge", opponent=world.bob)
    declined: Any = await world.bob.click(challenge.response, custom_id=button(challenge.response, "decline"))
    offer = declined.followups[-1]
    assert offer.flags.ephemeral
    assert "If Alice keeps asking" in text_of(offer)
    blocked: Any = await world.bob.click(offer, label="Block Alice")
    assert "can no longer challenge you" in text_of(blocked.response)
    refused: Any = await world.alice.slash(world.channel, "challenge", opponent=world.bob)
    assert "do not take challenges from you" in said(refused)
    privacy: Any = await world.bob.slash(world.channel, "privacy")
    await world.bob.click(privacy.response, label="Unblock Alice")
    assert await world.bot.store.blocks.of(world.bob.id) == []
    challenge = await world.alice.slash(world.channel, "challenge", opponent=world.bob)
    assert "challenges" in text_of(challenge.response)


async def test_blocks_are_deleted_from_both_sides(world: World) -> None:
    await lived(world)
    for one, other in ((world.alice, world.bob), (world.bob, world.alice)):
        await world.bot.store.blocks.add(one.id, other.id)
    await delete(world, world.alice)
    assert await world.bot.store.blocks.of(world.bob.id) == []
    assert traces(world.folder, world.alice.id) == []
