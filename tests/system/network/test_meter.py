"""Discord's limits and the counts of requests."""

from tests.system.network.meter import Meter


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_fifty_first_request_within_a_second_is_one_too_many() -> None:
    clock = Clock()
    meter = Meter(clock)
    waits = []
    for number in range(51):
        waits.append(meter.admit("POST", f"/channels/{number}/messages").wait)
        clock.now += 0.01
    assert waits[:50] == [None] * 50
    assert waits[50] is not None
    assert 0.98 < waits[50] <= 1.0
    clock.now += waits[50]
    assert all(meter.admit("POST", f"/channels/{number}/messages").wait is None for number in range(50))
    assert [it.limit for it in meter.violations] == ["50 a second"]
    assert meter.peak == 51


def test_a_request_counts_when_it_was_sent() -> None:
    clock = Clock()
    meter = Meter(clock)
    for number in range(60):  # received all at once
        sent_at = 90.0 + (number * 7 % 60) / 40
        assert meter.admit("POST", f"/channels/{number}/messages", sent_at).wait is None
    assert meter.peak == 40


def test_answers_to_interactions_do_not_count_there() -> None:
    meter = Meter(Clock())
    for number in range(60):
        assert meter.admit("POST", f"/interactions/{number}/token/callback").wait is None
        assert meter.admit("PATCH", f"/webhooks/1/{number}/messages/@original").wait is None
    assert meter.peak == 0
    assert meter.requests == {"callback": 60, "followup": 60}


def test_five_edits_in_five_seconds_a_channel() -> None:
    clock = Clock()
    meter = Meter(clock)
    edits = [meter.admit("PATCH", "/channels/1/messages/7") for _ in range(5)]
    assert [it.headers["X-RateLimit-Remaining"] for it in edits] == ["4", "3", "2", "1", "0"]
    assert {it.headers["X-RateLimit-Reset-After"] for it in edits} == {"5.000"}
    assert meter.admit("PATCH", "/channels/2/messages/7").wait is None
    assert meter.admit("POST", "/channels/1/messages").wait is None
    clock.now += 2
    assert meter.admit("PATCH", "/channels/1/messages/8").wait == 3.0
    clock.now += 3
    assert meter.admit("PATCH", "/channels/1/messages/8").wait is None
    assert [(it.limit, it.path) for it in meter.violations] == [("messages-PATCH", "/channels/1/messages/8")]


def test_invalid_answers_are_counted_as_discord_counts_them() -> None:
    meter = Meter(Clock())
    for status in (200, 204, 401, 403, 404, 429, 500):
        meter.answered(status)
    meter.answered(429, is_shared=True)
    assert meter.invalid == 3
    assert meter.answers[429] == 2


def test_routes_are_told_apart_without_their_ids_and_tokens() -> None:
    meter = Meter(Clock())
    meter.admit("PATCH", "/channels/12/messages/34")
    meter.admit("POST", "/interactions/1/secret/callback")
    assert meter.routes == {"PATCH /channels/#/messages/#": 1, "POST /callback": 1}
