"""The operator's settings. The only module that reads `.env`, and the environment beside `bot.resources.paths`."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from dotenv import dotenv_values

from bot.resources.paths import VAR

DEFAULT_DATABASE = VAR / "arbitre.sqlite3"
PREFIX = "ARBITRE_"
NAMES = tuple(
    f"{PREFIX}{name}"
    for name in (
        *("DATABASE", "LOG_LEVEL", "LOG_FORMAT", "METRICS_PORT"),
        *("BACKUPS", "BACKUPS_DAILY", "BACKUPS_WEEKLY"),
    )
)
LOG_FORMATS = ("logfmt", "json")
DAILY, WEEKLY = 7, 4  # copies kept
MOST_KEPT = 1000  # copies of a kind; more is a typing error
HIGHEST_PORT = 65535
D = TypeVar("D")


class SettingsError(ValueError):
    """An invalid setting; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    database: Path | str = DEFAULT_DATABASE
    token: str | None = field(default=None, repr=False)
    log_level: str = "INFO"
    log_format: str = "logfmt"
    metrics_port: int | None = None  # None: no endpoint
    backups: Path | None = None  # None: beside the database
    daily_backups: int = DAILY  # if both are 0, none are made
    weekly_backups: int = WEEKLY

    @property
    def backup_folder(self) -> Path:
        return self.backups or Path(self.database).parent / "backups"


def read_settings(folder: Path = Path()) -> Settings:
    """The environment takes precedence over `.env` in the folder. The token may be in a file (`DISCORD_TOKEN_FILE`)."""
    found = {**_file(folder / ".env"), **os.environ}
    backups = found.get("ARBITRE_BACKUPS")
    return Settings(
        database=file_path(found.get("ARBITRE_DATABASE") or str(DEFAULT_DATABASE), "ARBITRE_DATABASE"),
        token=_token(found),
        log_level=_log_level(found.get("ARBITRE_LOG_LEVEL") or "INFO"),
        log_format=_log_format(found.get("ARBITRE_LOG_FORMAT") or "logfmt"),
        metrics_port=_number(found, "ARBITRE_METRICS_PORT", range(1, HIGHEST_PORT + 1), None),
        backups=Path(backups) if backups else None,
        daily_backups=_number(found, "ARBITRE_BACKUPS_DAILY", range(MOST_KEPT + 1), DAILY),
        weekly_backups=_number(found, "ARBITRE_BACKUPS_WEEKLY", range(MOST_KEPT + 1), WEEKLY),
    )


def file_path(text: str, where: str) -> Path:
    """The path, if it names a file: an empty one, `.` and `/` do not."""
    path = Path(text)
    if not path.name:
        raise SettingsError(f"{where} must be the path of a file, not {text or 'nothing'}")
    return path


def unknown_settings(folder: Path = Path()) -> list[str]:
    """Names with our prefix that are no setting, probably misspelt."""
    names = {*_file(folder / ".env"), *os.environ}
    return sorted(name for name in names if name.startswith(PREFIX) and name not in NAMES)


def _file(path: Path) -> Mapping[str, str | None]:
    try:
        return dotenv_values(path)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(".env cannot be read: it must be text in UTF-8") from error


def _token(found: Mapping[str, str | None]) -> str | None:
    """One word. Anything else would fail in the middle of the first request, with the token in the traceback."""
    name, token = "DISCORD_TOKEN", (found.get("DISCORD_TOKEN") or "").strip()
    if not token:
        name, token = "DISCORD_TOKEN_FILE", _token_file(found.get("DISCORD_TOKEN_FILE")).strip()
    if token and not (token.isascii() and token.isprintable() and " " not in token):
        raise SettingsError(f"{name} must hold the token alone, in one line and without spaces")
    return token or None


def _token_file(path: str | None) -> str:
    if not path:
        return ""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):  # neither shown nor chained: the path may be the token itself, put there by mistake
        raise SettingsError("DISCORD_TOKEN_FILE must be the path of a file that can be read") from None


def _log_level(name: str) -> str:
    if name.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise SettingsError(f"ARBITRE_LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR, not {name}")
    return name.upper()


def _log_format(name: str) -> str:
    if name.lower() not in LOG_FORMATS:
        raise SettingsError(f"ARBITRE_LOG_FORMAT must be {' or '.join(LOG_FORMATS)}, not {name}")
    return name.lower()


def _number(found: Mapping[str, str | None], name: str, allowed: range, default: D) -> int | D:
    text = (found.get(name) or "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(allowed[-1])) and int(text) in allowed):
        raise SettingsError(f"{name} must be a whole number from {allowed[0]} to {allowed[-1]}, not {text[:20]}")
    return int(text)
