"""What every test runs under."""

import gc
import os
from collections.abc import Iterator

import pytest

from tests.store.support import fixed_secrets

SHUFFLES = os.environ.get("ARBITRE_SHUFFLES", "")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of collected tests and imported modules live to the end: the garbage collector need not look at them
    again and again, which takes a twentieth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def the_same_shuffles_in_every_run(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that fails once fails again. `make soak` takes other shuffles each time, and prints which."""
    with fixed_secrets(SHUFFLES + request.node.nodeid):
        yield
