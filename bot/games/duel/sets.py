"""The card sets that come with the bot: `data/cards/base.toml`, and versions of it that games still use.

A state names the version of the set it is played with, and every version that was ever released stays as a file
(`base-2.toml`). So a stored game goes on with the cards it began with after the file is edited, and a state holds no
definitions: those of six decks would not fit into it. An edit that changes what a card does therefore starts with a
copy of the file, and increases `version` in it and the game's version, because records would replay differently.
Texts and names may change without.
"""

from functools import cache
from pathlib import Path

from bot.games.duel.cards import CardSet
from bot.games.duel.loader import CardFileError, read_set

_BOT = Path(__file__).parents[2]
# As `bot.resources.paths`, which the rules may not import: a wheel carries the files as `bot/data`.
FOLDER = (_BOT if (_BOT / "data").is_dir() else _BOT.parent) / "data" / "cards"
BASE = "base"


def load_file(path: Path) -> CardSet:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise CardFileError(str(path), f"cannot be read: {error}") from None
    try:
        return read_set(text)
    except CardFileError as error:
        raise CardFileError(f"{path.name}: {error.where}", error.fault) from None


@cache
def current_set() -> CardSet:
    """The set of new games."""
    return load_file(FOLDER / f"{BASE}.toml")


@cache
def set_of(version: int) -> CardSet:
    """The set a stored game is played with."""
    if version == current_set().version:
        return current_set()
    found = load_file(FOLDER / f"{BASE}-{version}.toml")
    if found.version != version:
        raise CardFileError(f"{BASE}-{version}.toml", f"version is {found.version}")
    return found


@cache
def every_set() -> tuple[CardSet, ...]:
    """Every set a game may be played with, the current one last. Checks each file, so that a damaged one fails when the
    bot starts and not in a game."""
    older = sorted(int(path.stem.rpartition("-")[2]) for path in FOLDER.glob(f"{BASE}-*.toml"))
    return (*map(set_of, older), current_set())
