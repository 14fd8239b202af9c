"""How long a handle can be used, and which of several is."""

from typing import Any

from bot.edge.delivery.message_handles import MOST_OLDER, MessageHandle, MessageHandles
from bot.store.sqlite.messages import TABLE

MINUTE = 60 * 1000
DISCORDS = 15 * MINUTE  # an interaction's token lasts so long


def handle(made_at: int, message_id: int | None = None) -> MessageHandle:
    nothing: Any = None
    return MessageHandle(nothing, made_at, message_id, message_id)


def test_a_handle_is_not_used_so_late_that_discord_might_refuse_it() -> None:
    """A refusal by an expired handle counts towards a ban."""
    assert handle(0).is_alive(DISCORDS - 2 * MINUTE)
    assert not handle(0).is_alive(DISCORDS - MINUTE)


def test_a_clock_that_is_set_back_makes_no_handle_last_longer() -> None:
    """They go by the time of day, or a machine that slept would use old ones; an hour later all would be refused."""
    assert not handle(60 * MINUTE).is_alive(0)


def test_the_newest_is_used_and_one_that_has_expired_is_forgotten() -> None:
    handles = MessageHandles()
    for number in (1, 2):
        handles.keep(7, TABLE, handle(number * MINUTE, number))
    newest = handles.get(7, TABLE, 2 * MINUTE)
    assert newest is not None
    assert newest.message_id == 2
    assert handles.get(8, TABLE, 2 * MINUTE) is None
    handles.sweep(DISCORDS)
    assert [one.message_id for one in handles.all(7, TABLE, DISCORDS)] == [2]
    handles.sweep(2 * DISCORDS)
    assert handles._handles == {}


def test_a_message_has_one_handle_and_only_so_many_have_any() -> None:
    """Or somebody who looks again and again would fill the memory."""
    handles = MessageHandles()
    for number in range(10 * MOST_OLDER):
        handles.keep(7, TABLE, handle(number, 1))
    assert len(handles.all(7, TABLE, 100)) == 1
    for number in range(10 * MOST_OLDER):
        handles.keep(7, TABLE, handle(number, number))
    assert len(handles.all(7, TABLE, 100)) == MOST_OLDER + 1
