"""What the operator may set. The only reader of the environment and of `.env`."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dotenv import dotenv_values

DEFAULT_DATABASE = Path("data/var/arbitre.sqlite3")


class SettingsError(ValueError):
    """A setting nobody can use; says which and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    database: Path | str = DEFAULT_DATABASE
    token: str | None = field(default=None, repr=False)
    log_level: str = "INFO"


def read_settings(folder: Path = Path()) -> Settings:
    """The environment first, then `.env` in the folder. A token may also lie in a file (`DISCORD_TOKEN_FILE`)."""
    found = {**_file(folder / ".env"), **os.environ}
    return Settings(
        database=Path(found.get("ARBITRE_DATABASE") or DEFAULT_DATABASE),
        token=_token(found),
        log_level=_log_level(found.get("ARBITRE_LOG_LEVEL") or "INFO"),
    )


def _file(path: Path) -> Mapping[str, str | None]:
    try:
        return dotenv_values(path)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(".env cannot be read: it must be text in UTF-8") from error


def _token(found: Mapping[str, str | None]) -> str | None:
    if token := (found.get("DISCORD_TOKEN") or "").strip():
        return token
    if not (path := found.get("DISCORD_TOKEN_FILE")):
        return None
    try:
        return Path(path).read_text(encoding="utf-8").strip() or None
    except (OSError, ValueError):  # neither said nor chained: the path may be the token itself, put there by mistake
        raise SettingsError("DISCORD_TOKEN_FILE must be the path of a file that can be read") from None


def _log_level(name: str) -> str:
    if name.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise SettingsError(f"ARBITRE_LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR, not {name}")
    return name.upper()
