"""Types for the arena's command-line arguments, checked while parsing. Nothing is opened or started here."""

import argparse
import ipaddress
import re
from collections.abc import Callable

from bot.players.core import Level
from bot.players.registry import level_named, levels_of, prepare

HIGHEST_SEED = 2**63 - 1
_HIGHEST_PORT = 65_535


def whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    """Accept ASCII digits only; `int` would also take `1_000`, ` 5` and `٣`."""

    def read(text: str) -> int:
        if re.fullmatch("[0-9]{1,19}", text) and lowest <= int(text) <= highest:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {lowest} to {highest}")

    return read


def level_of(game: str, name: str) -> Level:
    found = level_named(game, name)
    if found is None:
        known = ", ".join(sorted(levels_of(game))) or "none"
        raise argparse.ArgumentTypeError(f"there is no level {name!r} of {game}; there are: {known}")
    prepare()
    return found


def loopback(text: str) -> tuple[str, int]:
    """HOST:PORT on this machine: guests are untrusted programs, so none may connect from outside."""
    host, _, port = text.rpartition(":")
    host = "127.0.0.1" if host == "localhost" else host.removeprefix("[").removesuffix("]")
    try:
        is_loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if not is_loopback or not re.fullmatch("[0-9]{1,5}", port) or int(port) > _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT with a loopback host, such as 127.0.0.1:5860")
    return host, int(port)


def os_error_text(error: Exception) -> str:
    """The system's message for a file or an address, without the errno."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
