"""Rows kept at hand: never older than what this process has written."""

from bot.store.kept import Kept

OLD, NEW = ["old"], ["new"]


def read(kept: Kept[list[str]], row: list[str]) -> None:
    kept.keep(1, row, kept.writes)


def test_what_was_read_is_kept_until_it_changes() -> None:
    kept = Kept[list[str]](10)
    read(kept, OLD)
    assert kept.get(1) is OLD
    kept.changed(1)
    assert kept.get(1) is None


def test_who_reads_while_somebody_writes_keeps_nothing() -> None:
    kept = Kept[list[str]](10)
    writes = kept.writes
    kept.changed(2)
    kept.keep(1, OLD, writes)
    assert kept.get(1) is None


def test_a_write_over_what_is_kept_is_kept() -> None:
    kept = Kept[list[str]](10)
    read(kept, OLD)
    kept.follow(1, OLD, NEW)
    assert kept.get(1) is NEW


def test_a_write_over_what_somebody_else_has_changed_is_not() -> None:
    kept = Kept[list[str]](10)
    read(kept, OLD)
    kept.changed(1)
    kept.follow(1, OLD, NEW)
    assert kept.get(1) is None
    read(kept, ["other"])
    kept.follow(1, OLD, NEW)
    assert kept.get(1) is None


def test_what_has_ended_is_not_kept() -> None:
    kept = Kept[list[str]](10)
    read(kept, OLD)
    kept.follow(1, OLD, None)
    assert kept.get(1) is None


def test_a_slow_reader_does_not_bring_back_the_old() -> None:
    kept = Kept[list[str]](10)
    read(kept, OLD)
    writes = kept.writes
    kept.follow(1, OLD, NEW)
    kept.keep(1, OLD, writes)
    assert kept.get(1) is NEW


def test_what_was_not_asked_for_longest_makes_room() -> None:
    kept = Kept[list[str]](2)
    for number in (1, 2):
        kept.keep(number, [str(number)], kept.writes)
    kept.get(1)
    kept.keep(3, ["3"], kept.writes)
    assert [kept.get(number) for number in (1, 2, 3)] == [["1"], None, ["3"]]


def test_everything_may_have_changed() -> None:
    kept = Kept[list[str]](10)
    read(kept, OLD)
    writes = kept.writes
    kept.all_changed()
    kept.keep(1, OLD, writes)
    assert kept.get(1) is None
