"""Two sizes of the same test. `make test` runs every test in its short size; `make test-long` runs those marked `long`
in their long size."""

import os
from collections.abc import Callable
from typing import TypeVar

import pytest

T = TypeVar("T")
Test = TypeVar("Test", bound=Callable[..., object])

IS_LONG = os.environ.get("ARBITRE_TESTS") == "long"
has_long_version = pytest.mark.long


def sized(short: T, long: T) -> T:
    return long if IS_LONG else short


def only_long(test: Test) -> Test:
    """For a test whose kind has a quicker one in `make test`."""
    skipped = pytest.mark.skipif(not IS_LONG, reason="part of make test-long")
    marked: Test = has_long_version(skipped(test))
    return marked
