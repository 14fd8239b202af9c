"""The exit status of the backup and restore commands, which print what they did, or one line that says why not."""

import argparse
import sys
from collections.abc import Callable

from bot.operations.settings import SettingsError
from bot.store.sqlite.database import StoreError

FAILED = 1


def exit_status(work: Callable[[], str]) -> int:
    """Print what `work` returns, or why it failed. Errors of settings and arguments are left to argparse."""
    try:
        print(work())
    except (SettingsError, ValueError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    except StoreError as error:
        print(f"arbitre: {error}", file=sys.stderr)
        return FAILED
    return 0
