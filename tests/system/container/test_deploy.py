"""Deployment files and docs name only existing commands, options, settings and folders; and time limits are
consistent."""

import argparse
import re
import shlex
from importlib import import_module
from pathlib import Path
from typing import cast

import pytest

from bot.__main__ import BAD_INPUT, COMMANDS, Command
from bot.operations.health import ANSWER_TIMEOUT as TIMEOUT
from bot.operations.settings import NAMES, read_settings
from tests.system.container.image import DOCKERFILE, instructions, read_recipe
from tests.system.network.process import ROOT

COMPOSE = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
SERVICE = (ROOT / "deploy" / "arbitre.service").read_text(encoding="utf-8")
SECRET = "discord_token"  # noqa: S105 (its name)
RECIPE = read_recipe()
KNOWN = {*NAMES, "DISCORD_TOKEN", "DISCORD_TOKEN_FILE"}
PYTHONS = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
WRITTEN = ("README.md", "CHANGELOG.md", "Dockerfile", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))
_ASKED = re.compile(r"python -m bot ([a-z]+\b[^\n`#&|(;,]*)")


def options(name: str) -> set[str]:
    parser = argparse.ArgumentParser()
    cast("Command", import_module(COMMANDS[name][1])).add_arguments(parser)
    return {option for action in parser._actions for option in action.option_strings}


def unknown(text: str) -> list[str]:
    """Commands and options in a text that do not exist."""
    found: list[str] = []
    for asked in _ASKED.findall(text):
        name, *words = asked.split()
        if name not in COMMANDS:
            found.append(name)
        else:
            found += {word.strip("[]").partition("=")[0] for word in words if word.startswith(("--", "[--"))} - options(
                name
            )
    return found


def in_compose(block: str) -> dict[str, str]:
    """The names and values of a block of the service."""
    (lines,) = re.findall(rf"^    {block}:\n((?:      .+\n)+)", COMPOSE, re.MULTILINE)
    return dict(re.findall(r"^ +([A-Z_]+): (.+)$", lines, re.MULTILINE))


def in_service(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", SERVICE, re.MULTILINE)


@pytest.mark.parametrize("name", WRITTEN)
def test_commands_and_options(name: str) -> None:
    assert unknown((ROOT / name).read_text(encoding="utf-8")) == []


def test_a_command_or_an_option_that_is_not_there() -> None:
    assert unknown("`python -m bot healthy` or python -m bot backup --into FILE  # so") == ["healthy", "--into"]
    assert unknown("python -m bot backup --to FILE") == []


def test_the_image() -> None:
    assert set(RECIPE.environment) <= KNOWN | PYTHONS
    assert "ARBITRE_METRICS_PORT" in RECIPE.environment, "or the health check could ask nobody"
    (health,) = (rest for name, rest in instructions(DOCKERFILE.read_text(encoding="utf-8")) if name == "HEALTHCHECK")
    (timeout,) = re.findall(r"--timeout=(\d+)s", health)
    assert int(timeout) > TIMEOUT, "or it would be ended before it has said why"
    assert unknown(" ".join(RECIPE.command)) == unknown(" ".join(RECIPE.health)) == []


def test_the_composition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {name: re.sub(r"^\$\{\w+:-(.*)\}$", r"\1", value) for name, value in in_compose("environment").items()}
    assert {"DISCORD_TOKEN_FILE", "ARBITRE_LOG_FORMAT"} <= given.keys() <= KNOWN
    assert given["DISCORD_TOKEN_FILE"] == f"/run/secrets/{SECRET}"
    assert f"    secrets:\n      - {SECRET}\n" in COMPOSE
    assert f"- data:{RECIPE.volume}\n" in COMPOSE
    (tmp_path / "token").write_text("x", encoding="utf-8")
    for name, value in {**given, "DISCORD_TOKEN_FILE": str(tmp_path / "token")}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    read = read_settings(tmp_path)
    assert (read.token, read.log_format, read.daily_backups, read.weekly_backups) == ("x", "json", 7, 4)


def test_the_service() -> None:
    given = dict(word.split("=", 1) for line in in_service("Environment") for word in shlex.split(line))
    assert {"ARBITRE_DATABASE", "DISCORD_TOKEN_FILE"} <= given.keys() <= KNOWN | PYTHONS
    (credential,) = in_service("LoadCredential")
    assert given["DISCORD_TOKEN_FILE"] == f"%d/{credential.partition(':')[0]}"
    assert given["ARBITRE_DATABASE"].startswith(f"%S/{in_service('StateDirectory')[0]}/")
    (start,), (place,) = in_service("ExecStart"), in_service("WorkingDirectory")
    assert start == f"{place}/.venv/bin/python {' '.join(RECIPE.command[1:])}"
    assert in_service("RestartPreventExitStatus") == [str(BAD_INPUT)]
