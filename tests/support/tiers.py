"""Two sizes of the same test. `make test` runs every test in its short size; `make test-long` runs those marked `long`
in their long size."""

import os
from typing import TypeVar

import pytest

T = TypeVar("T")

IS_LONG = os.environ.get("ARBITRE_TESTS") == "long"
has_long_version = pytest.mark.long


def sized(short: T, long: T) -> T:
    return long if IS_LONG else short
