"""What is sent to Discord when the bot starts: every command, option, choice and menu, as Discord would judge it, in
every language. (The simulated Discord takes anything.)"""

import asyncio
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest

from bot.edge.app import create_bot
from bot.operations.settings import Settings
from bot.table.locale import FRENCH

Json = dict[str, Any]
CHAT, USER_MENU, MESSAGE_MENU = 1, 2, 3
SUBCOMMANDS = (1, 2)  # a subcommand, a group of them
NAME_SIGNS = "-_'"


@pytest.fixture(scope="module")
def payload(tmp_path_factory: pytest.TempPathFactory) -> list[Json]:
    """The very request: the real bot with all its cogs, but nobody at the other end."""

    async def start() -> list[Json]:
        sent: list[Json] = []
        bot = create_bot(Settings(database=tmp_path_factory.mktemp("bot") / "x.sqlite3"))

        async def keep(_application_id: int, payload: list[Json]) -> list[Json]:
            sent.extend(payload)
            return []

        async with bot:
            bot._connection.application_id = 1
            bot.http.bulk_upsert_global_commands = keep  # type: ignore[assignment, method-assign]
            await bot.setup_hook()
        return sent

    return asyncio.run(start())


def every_option(command: Json) -> Iterator[tuple[Json, list[Json]]]:
    """Each thing that has options, with them: the command, its groups and its subcommands."""
    options = command.get("options") or []
    yield command, options
    for option in options:
        if option["type"] in SUBCOMMANDS:
            yield from every_option(option)


def levels(payload: list[Json]) -> Iterator[tuple[str, list[Json]]]:
    """Everything whose names must differ from each other."""
    for kind in (CHAT, USER_MENU, MESSAGE_MENU):
        yield f"kind {kind}", [command for command in payload if command["type"] == kind]
    for command in payload:
        for owner, options in every_option(command):
            yield owner["name"], options


def is_name(name: str) -> bool:
    """Discord's pattern: letters (small where there is a choice), digits, and three signs; at most 32."""
    return 1 <= len(name) <= 32 and all(
        sign in NAME_SIGNS or (unicodedata.category(sign)[0] in "LN" and sign == sign.lower()) for sign in name
    )


def in_languages(thing: Json, what: str) -> dict[str, str]:
    return {"": thing[what], **(thing.get(f"{what}_localizations") or {})}


def test_the_whole_tree_is_sent(payload: list[Json]) -> None:
    names = {command["name"] for command in payload if command["type"] == CHAT}
    assert {"challenge", "play", "undo", "end", "hand", "table", "games", "resign", "draw", "rematch"} <= names
    assert {"rules", "verify", "settings"} <= names
    assert len(names) <= 100
    assert any(command["type"] == USER_MENU for command in payload)


def test_names(payload: list[Json]) -> None:
    for owner, things in levels(payload):
        for thing in things:
            for language, name in in_languages(thing, "name").items():
                if thing["type"] in (USER_MENU, MESSAGE_MENU) and owner.startswith("kind"):
                    assert 1 <= len(name) <= 32, (owner, language, name)
                else:
                    assert is_name(name), (owner, language, name)


def test_names_differ_in_each_language(payload: list[Json]) -> None:
    """In French an English name stays where there is no French one, and must differ too."""
    for owner, things in levels(payload):
        for language in ("", FRENCH):
            names = [in_languages(thing, "name").get(language) or str(thing["name"]) for thing in things]
            assert len(names) == len(set(names)), (owner, language, sorted(names))


def test_descriptions(payload: list[Json]) -> None:
    for owner, things in levels(payload):
        for thing in things:
            if owner.startswith("kind") and thing["type"] != CHAT:
                continue
            for language, text in in_languages(thing, "description").items():
                assert 1 <= len(text) <= 100, (owner, thing["name"], language)
                assert text != "…", "discord.py's word for none"


def test_both_languages_everywhere(payload: list[Json]) -> None:
    for owner, things in levels(payload):
        for thing in things:
            assert FRENCH in in_languages(thing, "name"), (owner, thing["name"])
            if thing.get("description"):
                assert FRENCH in in_languages(thing, "description"), (owner, thing["name"])


def test_options_and_choices(payload: list[Json]) -> None:
    for command in payload:
        for owner, options in every_option(command):
            assert len(options) <= 25, owner["name"]
            needed = [bool(option.get("required")) for option in options if option["type"] not in SUBCOMMANDS]
            assert needed == sorted(needed, reverse=True), "what is needed comes first"
            for option in options:
                check_choices(option.get("choices") or [])
                assert not (option.get("choices") and option.get("autocomplete")), option["name"]


def check_choices(choices: list[Json]) -> None:
    assert len(choices) <= 25
    for language in ("", FRENCH):
        names = [in_languages(choice, "name").get(language) for choice in choices]
        assert all(name is not None and 1 <= len(name) <= 100 for name in names), names
        assert len(set(names)) == len(names)
    values = [choice["value"] for choice in choices]
    assert len(set(values)) == len(values)
    assert all(not isinstance(value, str) or 1 <= len(value) <= 100 for value in values)


def test_a_command_is_not_too_long(payload: list[Json]) -> None:
    """All names, descriptions and values of one command: at most 8,000 characters, in whichever language is longest."""
    for command in payload:
        assert length(command) <= 8_000, command["name"]


def length(thing: Json) -> int:
    own = sum(max(map(len, in_languages(thing, what).values())) for what in ("name", "description") if thing.get(what))
    inner = [*(thing.get("options") or []), *(thing.get("choices") or [])]
    return own + len(str(thing.get("value", ""))) + sum(map(length, inner))


@pytest.mark.parametrize("name", ["Défier", "a b", "", "x" * 33, "a.b", "ÉTÉ", "a/b", "a\u00a0b"])
def test_what_is_no_name_would_be_noticed(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize("name", ["défier", "règles", "a-b_c'd", "x" * 32, "été2", "対局"])
def test_what_is_a_name(name: str) -> None:
    assert is_name(name)


def test_commands_are_installed_in_servers_and_used_there_and_in_dms(payload: list[Json]) -> None:
    """By no user's own installation, and in no group's DMs; what needs a server is not offered elsewhere."""
    in_server, in_dm = 0, 1
    assert all(command["integration_types"] == [0] for command in payload)
    places = {command["name"]: command["contexts"] for command in payload}
    assert {name for name, found in places.items() if found == [in_server]} == {
        *("challenges", "Challenge"),
    }
    assert all(found in ([in_server], [in_server, in_dm]) for found in places.values())
