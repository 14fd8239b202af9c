"""Saving a playground to disk and loading it again."""

import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.edge.app import create_bot
from bot.operations.settings import Settings
from bot.playground import playground, views
from bot.playground.playground import Playground
from bot.playground.saves import Folder, FolderInUseError, decode, encode
from tests.playground.conftest import opened


@dataclass
class Thing:
    name: str
    parts: list[Any] = field(default_factory=list)


def test_anything_a_world_is_made_of_comes_back() -> None:
    world = {1: Thing("a", [Thing("b"), (1, None), {2, 3}]), ("x", 2): frozenset({"y"}), "plain": {"$": "text"}}
    assert decode(encode(world), {"Thing": Thing}) == world


def test_unknown_kind_is_an_error() -> None:
    with pytest.raises(KeyError):
        decode(encode(Thing("a")), {})


def test_folder_is_for_one_playground_and_says_where_it_is(tmp_path: Path) -> None:
    with contextlib.closing(Folder(tmp_path)) as first:
        first.announce("http://127.0.0.1:1/")
        with pytest.raises(FolderInUseError) as caught:
            Folder(tmp_path)
        assert caught.value.address == "http://127.0.0.1:1/"
    Folder(tmp_path).close()


def test_clearing_leaves_what_others_put_there(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    with contextlib.closing(Folder(tmp_path)) as folder:
        folder.database.write_text("database")
        folder.save({}, {"/attachments/1/2/table.png": b"png"})
        folder.clear()
        assert folder.load({}) is None
        assert not folder.database.exists()
    assert (tmp_path / "diary.txt").read_text() == "mine"
    assert not list(tmp_path.glob("pictures/*"))


def test_picture_no_longer_shown_is_removed(tmp_path: Path) -> None:
    with contextlib.closing(Folder(tmp_path)) as folder:
        folder.save({}, {"/attachments/1/2/old.png": b"old"})
        folder.save({}, {"/attachments/1/3/new.png": b"new"})
        assert folder.load({}) == ({}, {"/attachments/1/3/new.png": b"new"})
    assert [it.name for it in tmp_path.glob("pictures/*")] == ["attachments-1-3-new.png"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 0}', '{"format": 1, "files": {}, "state": {"$": "Gone"}}'])
def test_unreadable_world_is_put_aside_and_a_new_one_begins(tmp_path: Path, text: str) -> None:
    (tmp_path / "discord.json").write_text(text)
    with contextlib.closing(Folder(tmp_path)) as folder:
        assert folder.load({}) is None
    assert (tmp_path / "discord.unreadable").read_text() == text


async def test_world_survives_stopping_and_starting(tmp_path: Path) -> None:
    async with opened(tmp_path) as first:
        world, bob = first.simulator, first.seats["bob"]
        answer = await world.command(first.seats["alice"], world.channel_id, ["greet"], {"who": str(bob)})
        await world.command(first.seats["alice"], world.channel_id, ["whisper"], {})
        first.set_locale("fr", "bob")
        seen = views.messages(world, first.seats["chloe"])
        before = views.server(world, first.seats)
    assert answer.message is not None
    async with opened(tmp_path) as second:
        world = second.simulator
        assert views.server(world, second.seats) == before
        assert views.messages(world, second.seats["chloe"]) == seen
        assert "between us" not in [it["content"] for it in views.messages(world, second.seats["alice"]).values()]
        await world.press(bob, world.channel_id, answer.message, "count:0")
        pressed = views.messages(world, bob)[str(world.channel_id), str(answer.message)]
        assert pressed["components"][0]["components"][0]["label"] == "Count 1"
        picture = pressed["attachments"][0]["url"]
        assert world.picture(picture)


async def test_whoever_came_later_joins_a_world_that_was_saved_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(playground, "LATER_SEATS", {})
        async with opened(tmp_path) as first:
            known = views.server(first.simulator, first.seats)
    async with opened(tmp_path) as second:
        now = views.server(second.simulator, second.seats)
    assert [seat["key"] for seat in now["seats"]] == [*(seat["key"] for seat in known["seats"]), "david"]
    assert now["seats"][:3] == known["seats"]


async def test_lost_world_is_founded_with_the_same_ids(tmp_path: Path) -> None:
    async with opened(tmp_path / "one") as first, contextlib.AsyncExitStack():
        known = views.server(first.simulator, first.seats)
    async with opened(tmp_path / "two") as second:
        assert views.server(second.simulator, second.seats) == known


async def test_commands_are_there_in_the_second_run_too(tmp_path: Path) -> None:
    """The database says they are registered; the simulated Discord is a new one."""
    for _ in range(2):
        with contextlib.closing(Folder(tmp_path)) as folder:
            playground = Playground(folder)
            await playground.start(create_bot(Settings(database=folder.database), pace=0))
            try:
                assert playground.simulator.backend.find_command("challenge", playground.simulator.server().id)
            finally:
                await playground.stop()
