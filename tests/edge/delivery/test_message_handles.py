"""How long a key fits, and which of several is used."""

from typing import Any

from bot.edge.delivery.message_handles import MOST_OLDER, MessageHandle, MessageHandles
from bot.store.sqlite.messages import TABLE

MINUTE = 60 * 1000
DISCORDS = 15 * MINUTE  # an interaction's token lasts so long


def handle(made_at: int, opens: int | None = None) -> MessageHandle:
    nothing: Any = None
    return MessageHandle(nothing, made_at, opens, opens)


def test_a_key_is_not_used_so_late_that_discord_might_refuse_it() -> None:
    """A refusal by a key that has expired counts towards a ban."""
    assert handle(0).is_alive(DISCORDS - 2 * MINUTE)
    assert not handle(0).is_alive(DISCORDS - MINUTE)


def test_a_clock_that_is_set_back_makes_no_key_last_longer() -> None:
    """They go by the time of day, or a machine that slept would use old ones; an hour later all would be refused."""
    assert not handle(60 * MINUTE).is_alive(0)


def test_the_newest_is_used_and_one_that_has_expired_is_forgotten() -> None:
    ring = MessageHandles()
    for number in (1, 2):
        ring.keep(7, TABLE, handle(number * MINUTE, number))
    newest = ring.get(7, TABLE, 2 * MINUTE)
    assert newest is not None
    assert newest.opens == 2
    assert ring.get(8, TABLE, 2 * MINUTE) is None
    ring.sweep(DISCORDS)
    assert [one.opens for one in ring.all(7, TABLE, DISCORDS)] == [2]
    ring.sweep(2 * DISCORDS)
    assert ring._keys == {}


def test_a_message_has_one_key_and_only_so_many_have_any() -> None:
    """Or somebody who looks again and again would fill the memory."""
    ring = MessageHandles()
    for number in range(10 * MOST_OLDER):
        ring.keep(7, TABLE, handle(number, 1))
    assert len(ring.all(7, TABLE, 100)) == 1
    for number in range(10 * MOST_OLDER):
        ring.keep(7, TABLE, handle(number, number))
    assert len(ring.all(7, TABLE, 100)) == MOST_OLDER + 1
