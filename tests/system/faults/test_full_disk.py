"""A full disk: no acknowledged move is lost, the player is told plainly, and play continues once there is room."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.referee.clocks import CLOCKS, HOUR, MINUTE
from bot.referee.match import Match
from bot.referee.replay_check import difference
from tests.store.support import Harness, open_harness
from tests.support.play import chosen_turn, play_in_dm, play_typed
from tests.support.tiers import has_long_version, one_in
from tests.support.world import World, answers_of, button, is_private, press, said, text_of
from tests.system.faults.disks import Disk, let_grow

TURN = CLOCKS["live"].turn or 0
FULL = {
    "en-US": "This could not be saved: the bot has no room left on its disk.",
    "fr": "L’enregistrement a échoué : le disque du bot est plein.",
}


async def play_until_full(world: World) -> tuple[Match, Any]:
    """Play turns until one is refused for lack of room; return the match before it and the refusal."""
    for number in range(1, 6):
        match = await world.match(number)
        while not match.is_over:
            moves = " ".join((*chosen_turn(match), "end"))
            answer = await world.mover(match).slash(world.channel, "play", moves=moves)
            after = await world.match(number)
            if any(sentence in plain(said(answer)) for sentence in FULL.values()):
                assert after.revision == match.revision
                return match, answer
            assert after.revision > match.revision
            match = after
            await world.env.advance_time(1)
        await let_grow(world.bot.store.database, None)
        await press(world.bob, answers_of(await world.challenge())[-1], "accept")
        await let_grow(world.bot.store.database, 0)
    raise AssertionError("it was never full")


def plain(text: str) -> str:
    """With ordinary spaces."""
    return text.replace("\u202f", " ").replace("\xa0", " ")


@has_long_version
@pytest.mark.parametrize("language", one_in(2, ["en-US", "fr"]))
async def test_who_cannot_be_served_is_told_and_may_do_it_again(world: World, language: str) -> None:
    world.languages.update({person.id: language for person in world.people})
    await world.duel()
    await let_grow(world.bot.store.database, 0)
    match, answer = await play_until_full(world)
    assert is_private(answer)
    assert FULL[language] in plain(said(answer))
    await world.assert_sound(match.id)
    await let_grow(world.bot.store.database, None)
    await play_typed(world, match)
    assert (await world.match(match.id)).turns == match.turns + 1
    await world.assert_sound(match.id)


async def test_a_press_in_a_panel_leaves_the_panel_as_it_was(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.duel()
    person = world.mover(match)
    before = text_of(world.panel(person))
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.store.database, "run", full)
        card = chosen_turn(match)[0]
        await press(person, world.panel(person), "pick", str(int(card[:2])))
        pressed = await press(person, world.panel(person), "act", card)
        assert FULL["en-US"] in said(pressed)
        assert is_private(pressed)
    await press(person, world.panel(person), "pick", "")
    assert text_of(world.panel(person)) == before
    await play_in_dm(world, await world.match())
    assert (await world.match()).turns == 1
    await world.assert_sound()


async def full(*_: Any, **__: Any) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
    raise error


async def failing(*_: Any) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_IOERR, "SQLITE_IOERR_WRITE"
    raise error


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en-US", "cannot write to its disk just now"), ("fr", "n’arrive pas à écrire sur son disque")],
)
async def test_a_disk_that_fails_is_not_called_full(
    world: World, language: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.languages.update({person.id: language for person in world.people})
    match = await world.duel()
    with monkeypatch.context() as patch:
        patch.setattr(world.bot.store.database, "run", failing)
        answer = await world.mover(match).slash(world.channel, "play", moves=" ".join(chosen_turn(match)))
    assert sentence in said(answer)
    assert (await world.match()).row == match.row


async def test_a_game_that_began_is_shown_once_though_nothing_more_could_be_written(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is room for the game but not for its message's id. Once there is room, the posted table is adopted, and no
    second panel is sent."""
    challenge = await world.challenge()
    store = world.bot.store
    with monkeypatch.context() as patch:
        for room, notes in ((store.gatherings, ("shown",)), (store.messages, ("put", "forget"))):
            for name in notes:
                patch.setattr(type(room), name, full)
        accepted = await press(world.bob, answers_of(challenge)[-1], "accept")
        assert "could not be saved" not in said(accepted)
        await world.env.advance_time(15)
        assert len(world.tables()) == 1
    await world.env.advance_time(120)
    assert len(world.tables()) == 1
    for person in world.people:
        panels = [
            it for it in person.user.dm_channel.history() if it.embeds and (button(it, "hand") or button(it, "pick"))
        ]
        assert len(panels) == 1
    assert "accept" not in str(answers_of(challenge)[-1].components)
    await play_in_dm(world, await world.match())
    assert "Last turn" in text_of(world.table())
    await world.assert_sound()


# Time


async def test_no_time_passes_in_which_nobody_could_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.play(await harness.duel())
        harness.clock.move(MINUTE)
        await harness.referee.sweep()
        with monkeypatch.context() as patch:
            patch.setattr(harness.store.database, "run", full)
            for _ in range(6):
                harness.clock.move(HOUR)
                with pytest.raises(sqlite3.OperationalError):
                    await harness.referee.sweep()
        swept = await harness.referee.sweep()
        assert (swept.warned, swept.ended) == ((), ())
        assert (await harness.referee.match(match.id)).row.deadline == harness.referee.now() + TURN - MINUTE


# A real disk


async def test_play_on_a_disk_that_is_full_and_empty_in_turns(disk: Disk) -> None:
    async with open_harness(disk.folder) as harness:
        acknowledged: dict[int, int] = {}
        for _ in range(2):
            await play_games(harness, 1, acknowledged)
            disk.fill()
            with pytest.raises(sqlite3.OperationalError, match="disk is full"):
                await play_games(harness, 100, acknowledged)
            disk.empty()
            await play_out(harness, await harness.referee.match(max(acknowledged)), acknowledged)
        await assert_kept(harness, acknowledged)
    async with open_harness(disk.folder, harness.clock) as again:
        await assert_kept(again, acknowledged)


async def play_games(harness: Harness, count: int, acknowledged: dict[int, int]) -> None:
    for _ in range(count):
        match = await harness.duel()
        acknowledged[match.id] = match.revision
        await play_out(harness, match, acknowledged)


async def play_out(harness: Harness, match: Match, acknowledged: dict[int, int]) -> None:
    while not match.is_over:
        match = await harness.play(match)
        acknowledged[match.id] = match.revision


async def assert_kept(harness: Harness, acknowledged: dict[int, int]) -> None:
    """Every acknowledged revision is stored, and every game follows from its actions."""
    for game_id, revision in acknowledged.items():
        row = await harness.store.games.get(game_id)
        assert row is not None
        assert row.revision >= revision
        assert difference(row, await harness.store.games.actions(game_id)) is None
