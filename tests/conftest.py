"""What every test runs under."""

import gc

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of collected tests and imported modules live to the end: the garbage collector need not look at them
    again and again, which takes a twentieth of the time."""
    gc.collect()
    gc.freeze()
