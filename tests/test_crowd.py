"""When there is no time for pictures."""

from bot.edge.gateway.load import CALM, MANY, Crowd


class Watch:
    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def _waiting(crowd: Crowd, people: int) -> None:
    for one in range(people):
        crowd.join(one)


def test_a_few_who_wait_are_no_crowd() -> None:
    crowd = Crowd(Watch())
    _waiting(crowd, MANY)
    assert len(crowd) == MANY
    assert not crowd.is_there


def test_more_are_one_for_as_long_as_they_wait() -> None:
    watch = Watch()
    crowd = Crowd(watch)
    _waiting(crowd, MANY + 1)
    watch.seconds += 2 * CALM
    assert crowd.is_there


def test_after_a_crowd_it_has_to_stay_calm_for_a_while() -> None:
    watch = Watch()
    crowd = Crowd(watch)
    _waiting(crowd, MANY + 1)
    watch.seconds += 3 * CALM
    crowd.leave(0)
    crowd.leave(1)
    watch.seconds += 0.9 * CALM
    assert crowd.is_there
    watch.seconds += 0.2 * CALM
    assert not crowd.is_there


def test_nobody_is_counted_twice_and_leaving_again_is_nothing() -> None:
    crowd = Crowd(Watch())
    for _ in range(MANY + 1):
        crowd.join("the same")
    crowd.leave("the same")
    crowd.leave("the same")
    assert len(crowd) == 0
    assert not crowd.is_there
