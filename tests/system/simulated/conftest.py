"""The real bot on a simulated Discord."""

from tests.support.fixtures import (  # noqa: F401
    detector,
    every_minute,
    expected_errors,
    fast_without_errors,
    hourly,
    languages,
    real_pictures,
    simcord_bot,
    world,
)
