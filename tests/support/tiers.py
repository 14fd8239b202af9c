"""Two sizes of the same test. `make test` runs every test in its short size; `make test-long` runs those marked `long`
in their long size."""

import os
from typing import TypeVar

import pytest

T = TypeVar("T")

IS_LONG = os.environ.get("ARBITRE_TESTS") == "long"
has_long_version = pytest.mark.long


def only_long(test: T) -> T:
    """For a test whose kind has a quicker one in `make test`."""
    marked: T = has_long_version(pytest.mark.skipif(not IS_LONG, reason="part of make test-long")(test))
    return marked


def sized(short: T, long: T) -> T:
    return long if IS_LONG else short
