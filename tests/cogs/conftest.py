"""The real bot on a simulated Discord."""

from tests.support.fixtures import (  # noqa: F401
    ears,
    expected_errors,
    hourly,
    languages,
    quick_and_clean,
    real_pictures,
    simcord_bot,
    world,
)
