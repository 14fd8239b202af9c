"""How commands about copies end: with what they did, or with one line that says why not."""

import argparse
import sys
from collections.abc import Callable

from bot.operations.settings import SettingsError
from bot.store.sqlite.database import StoreError

FAILED = 1


def told(work: Callable[[], str]) -> int:
    """The exit status; what is wrong with the command line is the caller's caller's to say."""
    try:
        print(work())
    except (SettingsError, ValueError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    except StoreError as error:
        print(f"arbitre: {error}", file=sys.stderr)
        return FAILED
    return 0
