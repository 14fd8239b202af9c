"""Sizes of the same test. `make test` runs every test in its short size; `make test-long` runs those marked `long` in
their long size; `make soak` runs a few in a size that takes an hour."""

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")
Test = TypeVar("Test", bound=Callable[..., object])

SIZE = os.environ.get("ARBITRE_TESTS", "short")
IS_LONG = SIZE in ("long", "soak")
has_long_version = pytest.mark.long


def sized(short: T, long: T, soak: T | None = None) -> T:
    """`soak` is the long size where it is not given."""
    if SIZE == "soak" and soak is not None:
        return soak
    return long if IS_LONG else short


def one_in(step: int, cases: Iterable[T]) -> list[T]:
    """All cases in the long size; in the short one the first of every `step`. For cases that differ in values alone."""
    return list(cases)[:: sized(step, 1)]


def only_long(test: Test) -> Test:
    """For a test whose kind has a quicker one in `make test`."""
    skipped = pytest.mark.skipif(not IS_LONG, reason="part of make test-long")
    marked: Test = has_long_version(skipped(test))
    return marked
