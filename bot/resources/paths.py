"""Where Arbitre's files are: what it reads, which comes with the program, and what it writes, which does not.

In a checkout, and so in an editable install, `data/` is beside `bot/`; a wheel carries it as `bot/data/`. Nothing is
written beside an installed program. Standard library only.
"""

import os
from pathlib import Path

_BOT = Path(__file__).parents[1]
IS_INSTALLED = (_BOT / "data").is_dir()  # from a wheel
ROOT = _BOT.parent  # `bot` and `cogs` are imported from here
_FILES = _BOT if IS_INSTALLED else ROOT
DATA = _FILES / "data"
PINS = _FILES / "requirements" / "run.txt"


def _writable() -> Path:
    """The default folder of databases and saves: `data/var` of a checkout, else the user's data folder (XDG base
    directories). A user without a home gets a folder in the working directory."""
    if not IS_INSTALLED:
        return Path("data/var") if os.path.samefile(os.curdir, ROOT) else DATA / "var"
    for folder in (os.environ.get("XDG_DATA_HOME", ""), os.path.expanduser("~/.local/share")):
        if os.path.isabs(folder):
            return Path(folder) / "arbitre"
    return Path("arbitre")


VAR = _writable()
