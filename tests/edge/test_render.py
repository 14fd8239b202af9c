"""Whatever a page holds, what is sent of it is within Discord's limits."""

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import CodeType
from typing import Any

import pytest
from discord.http import handle_message_parameters

import bot.table
from bot.edge.render import as_json, edited_message, new_message, new_text
from bot.referee.errors import Refusal
from bot.store.rows import ServerRow
from bot.table.limits import BODY, cut, length, listed
from bot.table.locale import LANGUAGES, Locale, locale_for
from bot.table.notices import error_text
from bot.table.page import Page
from tests.support.discord_limits import violations
from tests.support.extreme_pages import LONGEST_NAME, Extremes
from tests.support.tiers import has_long_version, sized
from tests.support.world import World, answers_of, buttons, press, said, text_of

PAGES = sized(150, 10_000)


def payloads(page: Page) -> list[dict[str, Any]]:
    """As discord.py would send it: new, edited, and edited by the quick way."""
    made = [dict(handle_message_parameters(**make(page)).payload or {}) for make in (new_message, edited_message)]
    return [*made, as_json(page)]


def sent(page: Page) -> list[dict[str, Any]]:
    """The same without files, whose payload is a part of a form; their descriptions are read from the files."""
    alt = [{"description": file.description} for file in new_message(page).get("files", ())]
    bare = Page(page.title, page.body, page.rows, page.footer)
    return [{**payload, "attachments": alt} for payload in payloads(bare)]


@has_long_version
def test_whatever_is_shown_is_within_the_limits() -> None:
    for number in range(PAGES):
        page = Extremes(f"page {number}").page()
        for payload in sent(page):
            assert violations(payload) == [], (number, page.title)


def test_there_are_pages_of_every_kind() -> None:
    """A new one is made to be extreme too."""
    methods = (one for one in vars(Extremes).values() if inspect.isfunction(one))
    used = {name for method in methods for name in names_in(method.__code__)}
    makers = set(page_makers())
    assert len(makers) > 30
    assert makers - used == set()


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


def page_makers() -> Iterator[str]:
    """Every function below `bot.table` that makes a page, but those that add a picture to one."""
    for found in pkgutil.walk_packages(bot.table.__path__, "bot.table."):
        module = import_module(found.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            is_own = function.__module__ == module.__name__ and not inspect.iscoroutinefunction(function)
            if is_own and function.__annotations__.get("return") is Page and name != "fitted" and name[0] != "_":
                yield name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_names_as_many_channels_as_fit(language: str) -> None:
    refusal = Refusal("not_in_this_channel", channels=tuple(f"<#{10**19 + number}>" for number in range(100)))
    message = new_text(error_text(refusal, locale_for(language)))
    assert violations(message) == []
    assert locale_for(language).text("list.more", count=100 - message["content"].count("<#")) in message["content"]


def test_a_list_says_how_many_are_left_out(locale: Locale) -> None:
    assert listed(["aa", "bb", "cc"], locale, room=8) == "aa\nbb\ncc"
    assert listed(["a" * 20, "b" * 20, "c" * 20], locale, room=45) == f"{'a' * 20}\n… and 2 more"
    assert listed(["a"], locale, room=45, total=5) == "a\n… and 4 more"


@pytest.fixture
def locale() -> Locale:
    return locale_for("en")


def test_a_cut_leaves_no_half_of_a_character() -> None:
    assert cut("ab", 2) == "ab"
    assert cut("abc", 2) == "a…"
    assert cut("a\\*\\*", 3) == "a…"
    assert cut("🂡🂡🂡", 4) == "🂡…"
    assert length(cut("🂡" * 5000, BODY)) <= BODY


async def test_25_games_of_the_longest_names_are_listed(world: World) -> None:
    person = world.guild.add_member(world.env.create_user("signs", global_name="*" * LONGEST_NAME))
    await world.bot.store.servers.put(ServerRow(world.guild.id, most_games=50))
    for _ in range(26):
        await person.slash(world.channel, "challenge", level="easy")
    listed = await person.slash(world.channel, "games")
    assert "#1]" in said(listed)
    assert "… and " in said(listed).strip().splitlines()[-1]
    assert len(buttons(listed.response)) == 25


async def test_a_team_of_markdown_signs_sees_its_game(world: World) -> None:
    """Five names of 32 signs, two characters each once escaped, are longer than a title."""
    people = [
        world.guild.add_member(world.env.create_user(f"signs{number}", global_name="*_~`|>#-"[number] * LONGEST_NAME))
        for number in range(5)
    ]
    lobby = answers_of(await people[0].slash(world.channel, "team"))[-1]
    for person in people[1:]:
        await press(person, lobby, "accept")
    await press(people[0], lobby, "begin")
    assert len(world.tables()) == 1
    assert all("your hand" in text_of(world.panel(person)).lower() for person in people)
    assert not any(seat.is_dm_closed for seat in (await world.match(1)).row.seats)


async def test_a_refusal_with_a_hundred_channels_is_said(world: World) -> None:
    channels = tuple(world.guild.create_text_channel(f"games-{number}").id for number in range(100))
    await world.env.settle()
    await world.bot.store.servers.put(ServerRow(world.guild.id, channels=channels))
    assert "… and " in said(await world.challenge())
