"""`python -m bot sync`: the commands are registered at once, without the bot's database."""

from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.__main__ import BAD_INPUT, FAILED, main
from bot.edge.app import Arbitre

Registered = list[tuple[int | None, int]]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Registered:
    """In which server how many commands were registered; nobody is at the other end."""
    found: Registered = []

    async def login(bot: Arbitre, _token: str) -> None:
        bot._connection.application_id = 1
        await bot.setup_hook()

    async def sync(tree: Any, *, guild: Any = None) -> list[Any]:
        commands = tree._get_all_commands(guild=guild)
        found.append((guild and guild.id, len(commands)))
        return list(commands)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Arbitre, "login", login)
    monkeypatch.setattr(app_commands.CommandTree, "sync", sync)
    monkeypatch.setenv("DISCORD_TOKEN", "opens-nothing")
    monkeypatch.setenv("ARBITRE_DATABASE", str(tmp_path / "in use.sqlite3"))
    return found


def test_everywhere_in_one_server_and_away_again(
    registered: Registered, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in ([], ["--guild", "7"], ["--guild", "7", "--clear"], ["--clear"]):
        assert main(["sync", *arguments]) == 0
    (everywhere, count), (server, same), *cleared = registered
    assert (everywhere, server) == (None, 7)
    assert count == same > 20
    assert cleared == [(7, 0), (None, 0)]
    assert capsys.readouterr().out.splitlines()[1] == f"{count} commands in 7"
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_is_one_line(
    registered: Registered, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def login(_bot: Arbitre, _token: str) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setattr(Arbitre, "login", login)
    assert main(["sync"]) == FAILED
    assert capsys.readouterr().err.startswith("arbitre: Discord does not accept this token")
    monkeypatch.delenv("DISCORD_TOKEN")
    assert main(["sync"]) == BAD_INPUT
    assert capsys.readouterr().err == "arbitre: there is no Discord token; see .env.example\n"
    assert registered == []
