"""When to stop asking, how fast to ask, and when to try again: by made-up clocks and fixed dice."""

import random

import pytest

from bot.edge.transport.breaker import CROWD, FIRST_PAUSE, LONGEST_PAUSE, MOST_REFUSALS, PATIENCE, ROW, WINDOW, Breaker
from bot.edge.transport.rate_limits import (
    A_SECOND,
    CHANNEL_EDITS,
    CHANNEL_WINDOW,
    FIRST_DELAY,
    LONGEST_DELAY,
    RateLimits,
)

SECOND = 1_000


@pytest.fixture
def breaker() -> Breaker:
    return Breaker(random.Random(1))


@pytest.fixture
def limits() -> RateLimits:
    return RateLimits(random.Random(1))


def _refuse(breaker: Breaker, now: int, place: object, *, is_bare: bool = False) -> bool:
    breaker.send()
    return breaker.refused(now, place, is_bare=is_bare)


def test_refusals_without_a_reason_shut_it_soon(breaker: Breaker) -> None:
    shut = [_refuse(breaker, 0, "one channel", is_bare=True) for _ in range(PATIENCE)]
    assert shut == [False] * (PATIENCE - 1) + [True]
    assert breaker.wait(0) > 10 * SECOND


def test_one_place_with_its_reason_shuts_nothing(breaker: Breaker) -> None:
    """As long as anything else is taken in between."""
    for number in range(10 * ROW):
        assert not _refuse(breaker, number, "one channel")
        if number % 5 == 4:
            breaker.taken(number)
    assert breaker.wait(0) == 0


def test_so_does_one_place_that_takes_nothing_for_long(breaker: Breaker) -> None:
    """Where only one is asked, nothing else could show that it is about us."""
    shut = [_refuse(breaker, 0, "one channel") for _ in range(ROW)]
    assert shut == [False] * (ROW - 1) + [True]
    breaker.send()
    assert breaker.wait(0) > 0, "one at a time"


def test_many_places_at_once_let_the_next_answer_decide(breaker: Breaker) -> None:
    shut = [_refuse(breaker, 0, number) for number in range(CROWD)]
    assert shut[-1]
    assert breaker.wait(0) == 0
    breaker.send()
    assert breaker.wait(0) > 0, "one at a time"
    breaker.taken(0)
    assert not breaker.is_shut


def test_pauses_grow_and_one_request_at_a_time_finds_out(breaker: Breaker) -> None:
    now, pauses = 0, list[int]()
    for _ in range(PATIENCE):
        _refuse(breaker, now, "anywhere", is_bare=True)
    while len(pauses) < 8:
        pauses.append(breaker.wait(now))
        now += pauses[-1]
        assert breaker.wait(now) == 0
        breaker.send()
        assert breaker.wait(now) > 0
        breaker.refused(now, "anywhere", is_bare=True)
    assert pauses[0] < pauses[1] < pauses[2]
    assert max(pauses) <= 1.2 * LONGEST_PAUSE
    assert sum(pauses[:6]) > WINDOW / 3


def test_a_probe_that_gets_no_answer_leaves_the_way_free_for_another(breaker: Breaker) -> None:
    for _ in range(PATIENCE):
        _refuse(breaker, 0, "anywhere", is_bare=True)
    later = breaker.wait(0)
    breaker.send()
    breaker.lost()
    assert breaker.is_shut
    assert breaker.wait(later) == 0


def test_discord_may_ask_for_a_longer_pause(breaker: Breaker) -> None:
    for _ in range(PATIENCE):
        breaker.refused(0, "anywhere", is_bare=True, retry_after=3600 * SECOND)
    assert breaker.wait(0) == 3600 * SECOND


def test_shut_again_soon_after_it_stays_shut_longer(breaker: Breaker) -> None:
    """Or taking one request in between would let through as many refusals each time."""
    first = second = 0
    for _ in range(PATIENCE):
        _refuse(breaker, 0, "anywhere", is_bare=True)
    first = breaker.wait(0)
    breaker.taken(first)
    for _ in range(PATIENCE):
        _refuse(breaker, first, "anywhere", is_bare=True)
    second = breaker.wait(first)
    assert second > first


def test_however_they_come_there_are_never_too_many(breaker: Breaker) -> None:
    for number in range(MOST_REFUSALS - 1):
        breaker.taken(number)
        assert not _refuse(breaker, number, number)
    breaker.taken(MOST_REFUSALS)
    assert _refuse(breaker, MOST_REFUSALS, "the last")


def test_what_was_refused_long_ago_counts_no_more(breaker: Breaker) -> None:
    """As Discord counts: in any ten minutes. A bot that runs for weeks is refused something now and then."""
    for number in range(MOST_REFUSALS - 1):
        breaker.taken(0)
        assert not _refuse(breaker, 0, number)
    breaker.taken(WINDOW)
    assert not any(_refuse(breaker, WINDOW + number, "one channel") for number in range(ROW - 1))


def test_after_a_good_while_the_first_pause_is_short_again(breaker: Breaker) -> None:
    pauses: list[int] = []
    for now in (0, WINDOW // 2, WINDOW, 3 * WINDOW):
        breaker.taken(now)
        for _ in range(PATIENCE):
            _refuse(breaker, now, "anywhere", is_bare=True)
        pauses.append(breaker.wait(now))
    assert pauses[0] < pauses[1] < pauses[2]
    assert pauses[3] <= 1.2 * FIRST_PAUSE


def test_what_was_refused_before_anything_was_taken_is_believed(breaker: Breaker) -> None:
    """Only what was refused since then may have been about us."""
    breaker.taken(5)
    _refuse(breaker, 6, "one channel")
    breaker.taken(7)
    for now in range(8, 8 + PATIENCE):
        _refuse(breaker, now, "anywhere", is_bare=True)
    assert breaker.is_shut
    assert breaker.doubtful_since == 7


def test_being_told_to_wait_is_no_ban_but_counts_towards_one(breaker: Breaker) -> None:
    """A bot that starts in the very second in which it was killed shares that second's room with its former life."""
    shut = [breaker.delayed(number) for number in range(MOST_REFUSALS)]
    assert shut == [False] * (MOST_REFUSALS - 1) + [True]
    assert breaker.is_shut


def test_who_is_told_how_long_to_wait_waits_little_longer(limits: RateLimits) -> None:
    limits.failed("channel", 0, SECOND // 2)
    assert SECOND // 2 <= limits.wait_in("channel", 0, is_edit=False) <= SECOND


def test_what_is_asked_in_a_second_has_a_limit(limits: RateLimits) -> None:
    for number in range(A_SECOND):
        assert limits.wait(number) == 0
        limits.note(number, number, is_edit=False)
    assert limits.wait(A_SECOND) == SECOND - A_SECOND
    assert limits.wait(SECOND) == 0


def test_what_others_are_about_to_ask_takes_room(limits: RateLimits) -> None:
    for number in range(A_SECOND - 2):
        limits.note("place", number, is_edit=False)
    now = A_SECOND
    assert limits.wait(now, 1) == 0
    assert limits.wait(now, 2) == SECOND - now, "the first is forgotten then"
    assert limits.wait(now, 4) == SECOND + 2 - now
    assert limits.wait(SECOND * 3, 10 * A_SECOND) == 0, "nobody waits when nothing was asked"


def test_edits_in_a_channel_have_a_limit_of_their_own(limits: RateLimits) -> None:
    for _ in range(CHANNEL_EDITS):
        limits.note("here", 0, is_edit=True)
    assert limits.wait_in("here", 1, is_edit=True) == CHANNEL_WINDOW - 1
    assert limits.wait_in("here", 1, is_edit=False) == 0
    assert limits.wait_in("there", 1, is_edit=True) == 0


def test_what_fails_is_tried_again_later_and_later(limits: RateLimits) -> None:
    now, waits = 0, list[int]()
    for _ in range(8):
        limits.failed("here", now)
        waits.append(limits.wait_in("here", now, is_edit=False))
        now += waits[-1]
    assert 0.7 * FIRST_DELAY <= waits[0] <= FIRST_DELAY
    assert waits[0] < waits[1] < waits[2]
    assert max(waits) <= LONGEST_DELAY
    limits.worked("here")
    assert limits.wait_in("here", now, is_edit=False) == 0


def test_a_crowd_that_failed_together_comes_back_spread_out(limits: RateLimits) -> None:
    for place in range(100):
        limits.failed(place, 0)
    assert len({limits.wait_in(place, 0, is_edit=False) for place in range(100)}) > 50


def test_how_long_discord_asks_us_to_wait_is_how_long_we_wait(limits: RateLimits) -> None:
    limits.failed("here", 0, retry_after=300 * SECOND)
    assert limits.wait_in("here", 0, is_edit=False) == 300 * SECOND


def test_what_no_longer_matters_is_forgotten(limits: RateLimits) -> None:
    for place in range(100):
        limits.note(place, 0, is_edit=True)
        limits.failed(place, 0)
    limits.sweep(0)
    assert len(limits._edits) == len(limits._delays) == 100
    limits.sweep(WINDOW)
    assert not limits._edits
    assert not limits._delays
