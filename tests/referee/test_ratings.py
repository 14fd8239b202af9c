"""What a finished game changes: compared with a direct use of openskill, and rule by rule."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import product

import pytest
from openskill.models import BradleyTerryFull

from bot.games.core import Feats, Outcome, Seat
from bot.referee import ratings
from bot.referee.clocks import DAY, HOUR
from bot.referee.ratings import apply_result, filing_of, period_of, rating, season_of
from bot.store.ratings_rows import (
    ALL_TIME,
    EVERYWHERE,
    Career,
    GameResult,
    PlayerResult,
    RatingTables,
    Score,
    Standing,
    Tally,
)
from bot.store.rows import SeatRow
from tests.store.support import ALICE, BOB, CHLOE, GUILD, game_row
from tests.support.tiers import has_long_version, sized

WIN, DRAW, LOSS = Score.WIN, Score.DRAW, Score.LOSS


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def entry(*parts: tuple[int, Score], at: int = 0, guild: int = GUILD, number: int = 1) -> GameResult:
    return GameResult(
        game_id=number,
        game="le-duel",
        guild_id=guild,
        ended_at=at,
        season=season_of(at, 1),
        turns=20,
        is_contest=True,
        is_counted=True,
        parts=tuple(PlayerResult(seat, person, score) for seat, (person, score) in enumerate(parts)),
    )


def standing(tables: RatingTables, person: int, scope: int = EVERYWHERE, period: str = ALL_TIME) -> Standing:
    return tables.standings[(scope, "le-duel", period), person]


def random_results(count: int, dice: random.Random) -> Iterator[GameResult]:
    """Two to four users, wins and draws, in two servers, days apart, so that no pair is damped."""
    for number in range(count):
        people = dice.sample(range(1, 60), dice.choice((2, 2, 2, 3, 4)))
        is_draw = dice.random() < 0.1
        winners = set(dice.sample(people, dice.randint(1, len(people) - 1)))
        parts = [(person, DRAW if is_draw else WIN if person in winners else LOSS) for person in people]
        yield entry(*parts, at=2 * DAY * number, guild=dice.choice((7, 8)), number=number)


def direct(results: Sequence[GameResult], scope: int, *, is_of_two: bool) -> dict[int, tuple[float, float]]:
    """An independent implementation on openskill alone."""
    model = BradleyTerryFull()
    known = {person: model.rating() for person in range(1, 60)}
    for result in results:
        if scope in (EVERYWHERE, result.guild_id) and (len(result.parts) == 2) == is_of_two:
            ranks = [0.0 if part.score in (WIN, DRAW) else 1.0 for part in result.parts]
            rated = model.rate([[known[part.user_id]] for part in result.parts], ranks=ranks)
            known |= {part.user_id: team[0] for part, team in zip(result.parts, rated, strict=True)}
    return {person: (one.mu, one.sigma) for person, one in known.items()}


@has_long_version
def test_thousands_of_results_come_out_as_openskill_says() -> None:
    results, tables = list(random_results(sized(800, 10_000), random.Random(1))), RatingTables()
    for result in results:
        apply_result(result, tables)
    for scope, ladder in product((EVERYWHERE, 7, 8), ("le-duel", "le-duel+")):
        ours = {person: tables.standings[(scope, ladder, ALL_TIME), person] for person in range(1, 60)}
        expected = direct(results, scope, is_of_two=ladder == "le-duel")
        assert {person: (one.mu, one.sigma) for person, one in ours.items()} == expected


def test_free_for_alls_are_rated_apart_from_games_of_two() -> None:
    tables = RatingTables()
    apply_result(entry((ALICE, WIN), (BOB, LOSS)), tables)
    of_two = standing(tables, ALICE)
    apply_result(entry((ALICE, LOSS), (BOB, WIN), (3, LOSS)), tables)
    assert standing(tables, ALICE) == of_two
    assert tables.standings[(EVERYWHERE, "le-duel+", ALL_TIME), ALICE].tally == Tally(losses=1)
    assert tables.careers[EVERYWHERE, "le-duel", ALICE].streak == 1
    assert tables.rivalries[EVERYWHERE, "le-duel", ALICE, BOB] == Tally(wins=1)


def test_a_season_begins_level() -> None:
    tables = RatingTables()
    apply_result(entry((ALICE, WIN), (BOB, LOSS), at=moment("2026-03-31")), tables)
    apply_result(entry((ALICE, LOSS), (BOB, WIN), at=moment("2026-04-02")), tables)
    spring, winter = "season 2026-04", "season 2026-01"
    assert standing(tables, ALICE, period=winter).mu == standing(tables, BOB, period=spring).mu
    assert standing(tables, BOB, period=spring).tally == Tally(wins=1)
    assert standing(tables, BOB).tally == Tally(wins=1, losses=1)


def test_a_pair_that_meets_again_the_same_day_counts_half_and_half_of_that() -> None:
    def weights(*hours: int) -> list[float]:
        tables = RatingTables()
        return [apply_result(entry((ALICE, WIN), (BOB, LOSS), at=hour * HOUR), tables)[0].weight for hour in hours]

    assert weights(0, 1, 2, 3) == [1.0, 0.5, 0.25, 0.125]
    assert weights(0, 24, 47, 49) == [1.0, 1.0, 0.5, 0.5]


def test_a_damped_game_goes_part_of_the_way() -> None:
    before = [(25.0, 8.0), (27.0, 6.0)]
    whole = ratings.rate(before, [1, 2], 1)
    half = ratings.rate(before, [1, 2], 0.5)
    for old, halfway, new in zip(before, half, whole, strict=True):
        assert halfway == pytest.approx([(a + b) / 2 for a, b in zip(old, new, strict=True)])


def test_of_three_each_rank_counts() -> None:
    """Who came second gains on who came third, though neither won."""
    (first, _), (second, _), (third, _) = ratings.rate([(25.0, 8.0)] * 3, [1, 2, 3], 1)
    assert first > second > third
    (_, _), (second, _), (third, _) = ratings.rate([(25.0, 8.0)] * 3, [1, 2, 2], 1)
    assert second == pytest.approx(third)


def test_results_from_before_there_were_ranks_have_places() -> None:
    assert [PlayerResult(0, 1, score).place for score in (WIN, DRAW, LOSS)] == [1, 1, 2]
    assert PlayerResult(2, 1, LOSS, rank=3).place == 3


def test_beating_one_friend_all_day_leads_nowhere() -> None:
    tables = RatingTables()
    for number in range(50):
        apply_result(entry((ALICE, WIN), (BOB, LOSS), at=number), tables)
    fair = RatingTables()
    for number in range(2):
        apply_result(entry((ALICE, WIN), (BOB, LOSS), at=2 * DAY * number), fair)
    assert standing(tables, ALICE).mu < standing(fair, ALICE).mu


def test_a_draw_brings_two_together() -> None:
    tables = RatingTables()
    apply_result(entry((ALICE, WIN), (BOB, LOSS)), tables)
    above, below = standing(tables, ALICE).mu, standing(tables, BOB).mu
    lines = apply_result(entry((ALICE, DRAW), (BOB, DRAW), at=2 * DAY), tables)
    assert below < standing(tables, BOB).mu < standing(tables, ALICE).mu < above
    assert [line.everywhere.gain < 0 for line in lines] == [True, False]


def test_a_rating_is_provisional_for_about_ten_games() -> None:
    tables = RatingTables()
    for number in range(1, 30):
        score, other = (WIN, LOSS) if number % 2 else (LOSS, WIN)
        apply_result(entry((ALICE, score), (number + 10, other), at=number), tables)
        if not ratings.is_provisional(standing(tables, ALICE).sigma):
            break
    assert 8 <= number <= 14


def entry_of(turns: int = 12, **changes: object) -> GameResult:
    wanted = {"ended_at": 5, "reason": "stuck", "winners": (0,)} | changes
    row = game_row(**wanted)
    outcome = Outcome("", frozenset(map(Seat, row.winners)), ())
    return filing_of(row, 0, turns, {1: Feats(3, "^ v")}, "2026-01", outcome).result


@pytest.mark.parametrize(
    ("turns", "changes"),
    [
        (12, {"is_rated": False}),
        (12, {"reason": "called_off", "winners": ()}),
        (12, {"seats": (SeatRow(0, ALICE, None, ""), SeatRow(1, None, "greedy", ""))}),
        (1, {}),
        (1, {"reason": "resigned"}),
        (9, {"reason": "agreed_draw", "winners": ()}),
        (12, {"game": "the-game", "winners": (0, 1)}),
    ],
)
def test_what_does_not_count(turns: int, changes: dict[str, object]) -> None:
    result = entry_of(turns, **changes)
    assert not result.is_counted
    tables = RatingTables()
    lines = apply_result(result, tables)
    assert tables.standings == {}
    assert [(line.weight, line.here.gain, line.nth) for line in lines] == [(0.0, 0, 1)] * len(lines)


@pytest.mark.parametrize(
    ("turns", "changes"), [(2, {}), (12, {"reason": "timeout"}), (10, {"reason": "agreed_draw", "winners": ()})]
)
def test_what_counts(turns: int, changes: dict[str, object]) -> None:
    assert entry_of(turns, **changes).is_counted


@pytest.mark.parametrize(
    ("turns", "changes", "is_short"),
    [
        (1, {}, True),
        (2, {}, False),
        (9, {"reason": "agreed_draw", "winners": ()}, True),
        (1, {"seats": (SeatRow(0, ALICE, None, ""), SeatRow(1, -5, None, ""))}, True),  # an erased user
        (1, {"is_rated": False}, False),
        (0, {"reason": "called_off", "winners": ()}, False),  # called off is not reported as too short
    ],
)
def test_what_is_too_short_to_count(turns: int, changes: dict[str, object], is_short: bool) -> None:  # noqa: FBT001
    row = game_row(**{"ended_at": 5, "reason": "stuck", "winners": (0,)} | changes)
    assert ratings.is_too_short(row, turns) is is_short


def test_scores() -> None:
    assert [part.score for part in entry_of().parts] == [WIN, LOSS]
    assert [part.score for part in entry_of(reason="agreed_draw", winners=()).parts] == [DRAW, DRAW]
    assert [part.score for part in entry_of(reason="called_off", winners=()).parts] == [Score.NONE, Score.NONE]
    assert [part.score for part in entry_of(game="the-game", winners=()).parts] == [LOSS, LOSS]
    assert [(part.chain, part.opening) for part in entry_of().parts] == [(0, None), (3, "^ v")]
    assert [part.is_first for part in entry_of().parts] == [True, False]


def test_streaks_chains_and_fast_wins() -> None:
    tables = RatingTables()
    for number, score in enumerate((WIN, WIN, LOSS, LOSS, LOSS, WIN, DRAW, WIN), start=1):
        other = {WIN: LOSS, LOSS: WIN, DRAW: DRAW}[score]
        apply_result(filed_between(number, score, other), tables)
    assert tables.careers[EVERYWHERE, "le-duel", ALICE] == Career(1, 2, 8, 8, 92, 8)
    assert tables.careers[EVERYWHERE, "le-duel", BOB] == Career(-1, 3, 0, None, 95, 5)


def filed_between(number: int, score: Score, other: Score) -> GameResult:
    parts = PlayerResult(0, ALICE, score, chain=number), PlayerResult(1, BOB, other)
    return GameResult(
        number, "le-duel", GUILD, number, "2026-01", 100 - number, is_contest=True, is_counted=True, parts=parts
    )


def test_records_by_seat_by_who_started_and_by_rival() -> None:
    tables = RatingTables()
    apply_result(entry_of(), tables)
    apply_result(entry_of(winners=(1,)), tables)
    apply_result(entry_of(seats=(SeatRow(0, CHLOE, None, ""), SeatRow(1, ALICE, None, ""))), tables)
    assert tables.tallies[GUILD, "le-duel", ALICE, 0, True] == Tally(1, 0, 1)
    assert tables.tallies[GUILD, "le-duel", ALICE, 1, False] == Tally(0, 0, 1)
    assert tables.rivalries[GUILD, "le-duel", ALICE, BOB] == Tally(1, 0, 1)
    assert tables.rivalries[EVERYWHERE, "le-duel", CHLOE, ALICE] == Tally(1, 0, 0)
    assert tables.played[EVERYWHERE, ALICE] == 3


@pytest.mark.parametrize(
    ("day", "start", "season"),
    [
        ("2026-01-01", 1, "2026-01"),
        ("2026-03-31", 1, "2026-01"),
        ("2026-04-01", 1, "2026-04"),
        ("2026-01-31", 2, "2025-11"),
        ("2026-02-01", 2, "2026-02"),
        ("2026-02-28", 3, "2025-12"),
        ("2026-12-31", 3, "2026-12"),
    ],
)
def test_seasons(day: str, start: int, season: str) -> None:
    assert season_of(moment(day), start) == season


def test_periods_follow_each_other_in_the_order_of_their_names() -> None:
    days = [moment("2025-12-20") + number * DAY for number in range(800)]
    for kind in ("season", "month", "week"):
        names = [period_of(kind, day, 2) for day in days]
        assert names == sorted(names)
    assert period_of("week", moment("2027-01-01"), 1) == "week 2026-53"
    assert period_of(ALL_TIME, 0, 1) == ALL_TIME


def test_the_numbers_people_read() -> None:
    assert (rating(25), ratings.uncertainty(25 / 3), ratings.points(25, 25 / 3)) == (1500, 500, 0)
