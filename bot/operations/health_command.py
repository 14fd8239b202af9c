"""`python -m bot health`: asks the running bot on this machine for its health; for containers and timers. Status 0:
healthy."""

import argparse
import http.client
import sys

from bot.operations.health import ask_running_bot
from bot.operations.settings import SettingsError, read_settings

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Asks the bot at ARBITRE_METRICS_PORT how it is."


def run(_arguments: argparse.Namespace) -> int:
    try:
        port = read_settings().metrics_port
    except SettingsError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if port is None:
        raise argparse.ArgumentTypeError("ARBITRE_METRICS_PORT is not set, so that nobody can be asked")
    try:
        status, body = ask_running_bot(port)
    except (OSError, http.client.HTTPException) as error:
        print(f"arbitre: nobody answers at port {port} of this machine: {error}", file=sys.stderr)
        return FAILED
    print(body.decode(errors="replace"))
    return 0 if status == http.HTTPStatus.OK else FAILED
