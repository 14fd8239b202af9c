"""When there is no time for pictures."""

from bot.edge.gateway.load import CALM, MANY, Load


class Watch:
    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def _waiting(load: Load, people: int) -> None:
    for one in range(people):
        load.begin(one)


def test_a_few_who_wait_are_no_crowd() -> None:
    load = Load(Watch())
    _waiting(load, MANY)
    assert len(load) == MANY
    assert not load.is_high


def test_more_are_one_for_as_long_as_they_wait() -> None:
    watch = Watch()
    load = Load(watch)
    _waiting(load, MANY + 1)
    watch.seconds += 2 * CALM
    assert load.is_high


def test_after_a_crowd_it_has_to_stay_calm_for_a_while() -> None:
    watch = Watch()
    load = Load(watch)
    _waiting(load, MANY + 1)
    watch.seconds += 3 * CALM
    load.end(0)
    load.end(1)
    watch.seconds += 0.9 * CALM
    assert load.is_high
    watch.seconds += 0.2 * CALM
    assert not load.is_high


def test_nobody_is_counted_twice_and_leaving_again_is_nothing() -> None:
    load = Load(Watch())
    for _ in range(MANY + 1):
        load.begin("the same")
    load.end("the same")
    load.end("the same")
    assert len(load) == 0
    assert not load.is_high
