"""`python -m bot play`: the real bot on a simulated Discord, in this machine's browser, without a token.

Only the options are read here; the rest is imported in `run`, so that import time counts as start-up time.
"""

import argparse
import time
from pathlib import Path

from bot.resources.paths import VAR

DEFAULT_PORT = 8700
DEFAULT_FOLDER = VAR / "playground"
DEMO_FOLDER = VAR / "playground-demo"  # its own, or a past could not be given where games are
_HIGHEST_PORT = 65535
_SIMULATOR = "simcord"  # not in requirements/run.txt


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=_port, default=DEFAULT_PORT, help="the next free one is taken if it is in use")
    parser.add_argument("--folder", type=Path, help="where games are kept between two starts")
    parser.add_argument("--fresh", action="store_true", help="throw away what the folder holds and start anew")
    parser.add_argument("--demo", action="store_true", help="give the three a past: games, ratings, a leaderboard")
    parser.add_argument("--no-browser", action="store_true", help="print the address and open nothing")


def run(arguments: argparse.Namespace) -> int:
    begun = time.perf_counter()
    try:
        from bot.playground import session
    except ModuleNotFoundError as error:
        if error.name != _SIMULATOR:
            raise
        raise argparse.ArgumentTypeError(
            "the playground needs more than a bot does, and it is not installed: requirements/play.txt (or make play)"
        ) from None

    return session.run(
        arguments.folder or (DEMO_FOLDER if arguments.demo else DEFAULT_FOLDER),
        arguments.port,
        begun,
        is_fresh=arguments.fresh,
        is_demo=arguments.demo,
        opens_browser=not arguments.no_browser,
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number up to {_HIGHEST_PORT}, not {text}")
    return int(text)
