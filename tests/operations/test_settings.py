"""Settings: their sources and precedence, and one line for an invalid one."""

import logging
import os
import re
from pathlib import Path

import pytest

import bot.operations.settings
from bot.operations.settings import DEFAULT_DATABASE, Settings, SettingsError, read_settings

SECRET = "MTIz.not-a-real.token"  # noqa: S105
NAMES = (
    *("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "ARBITRE_DATABASE", "ARBITRE_LOG_LEVEL", "ARBITRE_LOG_FORMAT"),
    *("ARBITRE_METRICS_PORT", "ARBITRE_BACKUPS", "ARBITRE_BACKUPS_DAILY", "ARBITRE_BACKUPS_WEEKLY"),
)


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_nothing_set(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings(DEFAULT_DATABASE, None, "INFO")
    assert os.listdir(tmp_path) == []


def test_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", f"  {SECRET}\n")
    monkeypatch.setenv("ARBITRE_DATABASE", "elsewhere/x.sqlite3")
    monkeypatch.setenv("ARBITRE_LOG_LEVEL", "debug")
    assert read_settings(tmp_path) == Settings(Path("elsewhere/x.sqlite3"), SECRET, "DEBUG")


def test_the_file(tmp_path: Path) -> None:
    text = f"# ours\nDISCORD_TOKEN={SECRET}\nARBITRE_DATABASE='a b.sqlite3'\nARBITRE_LOG_LEVEL=WARNING\nOTHER=1\n"
    (tmp_path / ".env").write_text(text)
    assert read_settings(tmp_path) == Settings(Path("a b.sqlite3"), SECRET, "WARNING")
    assert "DISCORD_TOKEN" not in os.environ, "nobody else needs it"


def test_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=from-file\nARBITRE_DATABASE=file\nARBITRE_LOG_LEVEL=ERROR\n")
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    monkeypatch.setenv("ARBITRE_DATABASE", "environment")
    assert read_settings(tmp_path) == Settings(Path("environment"), SECRET, "ERROR")


def test_a_token_in_a_file_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "secret"
    file.write_text(f"{SECRET}\n")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(file))
    assert read_settings(tmp_path).token == SECRET
    monkeypatch.setenv("DISCORD_TOKEN", "direct")
    assert read_settings(tmp_path).token == "direct"  # noqa: S105
    monkeypatch.setenv("DISCORD_TOKEN", " ")
    assert read_settings(tmp_path).token == SECRET


@pytest.mark.parametrize("content", ["", " \n"])
def test_an_empty_token_is_none(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "secret"))
    monkeypatch.setenv("DISCORD_TOKEN", content)
    assert read_settings(tmp_path).token is None


def refused(folder: Path) -> str:
    with pytest.raises(SettingsError) as caught:
        read_settings(folder)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("named", [".", "/", "./"])
def test_a_database_that_is_no_file(named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_DATABASE", named)
    assert refused(tmp_path) == f"ARBITRE_DATABASE must be the path of a file, not {named}"


def test_a_token_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name in ("missing", "binary", "."):
        monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / name))
        assert "DISCORD_TOKEN_FILE" in refused(tmp_path)


@pytest.mark.parametrize("level", ["LOUD", "10", "INFO,DEBUG"])
def test_a_level_there_is_not(level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_LOG_LEVEL", level)
    assert refused(tmp_path) == f"ARBITRE_LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR, not {level}"


def test_how_it_is_operated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = read_settings(tmp_path)
    assert plain.metrics_port is None
    assert plain.backup_folder == Path("data/var/backups")
    assert (plain.daily_backups, plain.weekly_backups) == (7, 4)
    monkeypatch.setenv("ARBITRE_LOG_FORMAT", "JSON")
    monkeypatch.setenv("ARBITRE_METRICS_PORT", " 9464 ")
    monkeypatch.setenv("ARBITRE_BACKUPS", "copies")
    monkeypatch.setenv("ARBITRE_BACKUPS_DAILY", "0")
    monkeypatch.setenv("ARBITRE_BACKUPS_WEEKLY", "52")
    read = read_settings(tmp_path)
    assert (read.log_format, read.metrics_port, read.backup_folder) == ("json", 9464, Path("copies"))
    assert (read.daily_backups, read.weekly_backups) == (0, 52)


def test_a_format_there_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_LOG_FORMAT", "xml")
    assert refused(tmp_path) == "ARBITRE_LOG_FORMAT must be logfmt or json, not xml"


@pytest.mark.parametrize("text", ["-1", "x", "1.5", "1e3", "٣", "1_0", "0x1", "70000", "9" * 400])
@pytest.mark.parametrize("name", ["ARBITRE_METRICS_PORT", "ARBITRE_BACKUPS_DAILY", "ARBITRE_BACKUPS_WEEKLY"])
def test_a_number_that_is_none(name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, text)
    assert f"{name} must be a whole number from" in refused(tmp_path)


def test_no_port_is_unset_not_zero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_METRICS_PORT", "0")
    assert "from 1 to 65535" in refused(tmp_path)


def test_the_token_is_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    with caplog.at_level(logging.DEBUG):
        settings = read_settings(tmp_path)
        logging.getLogger("bot").warning("%s %r", settings, [settings])
    assert SECRET not in f"{settings} {settings!r} {caplog.text}"
    monkeypatch.setenv("ARBITRE_LOG_LEVEL", "LOUD")
    assert SECRET not in refused(tmp_path)


def test_the_example_names_every_setting() -> None:
    example = (Path(__file__).parents[2] / ".env.example").read_text(encoding="utf-8")
    for name in NAMES:
        assert f"{name}=" in example


def test_every_setting_read_is_a_known_name() -> None:
    """Otherwise the doctor would report it as unknown."""
    read = set(re.findall(r'"(ARBITRE_[A-Z_]+)"', Path(bot.operations.settings.__file__).read_text(encoding="utf-8")))
    assert read == set(bot.operations.settings.NAMES) == {name for name in NAMES if name.startswith("ARBITRE_")}


@pytest.mark.parametrize("inside", ["\n", "\r", "\0", " ", "\t", "\x1b[31m", "é", "\u2028"])
@pytest.mark.parametrize("place", ["DISCORD_TOKEN", "DISCORD_TOKEN_FILE"])
def test_a_token_is_one_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, inside: str) -> None:
    """The complaint is one line, and says nothing of what was there."""
    text, file = f"{SECRET}{inside}{SECRET}", tmp_path / "secret"
    file.write_bytes(text.encode())
    if place == "DISCORD_TOKEN_FILE":
        monkeypatch.setenv(place, str(file))
    elif inside == "\0":
        return  # no environment holds one
    else:
        monkeypatch.setenv(place, text)
    with pytest.raises(SettingsError) as caught:
        read_settings(tmp_path)
    assert str(caught.value) == f"{place} must hold the token alone, in one line and without spaces"
    assert SECRET not in repr(caught.value.__context__)
