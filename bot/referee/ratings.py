"""Computes what a finished game changes in ratings and statistics, for two players or more. Pure arithmetic over the
`RatingTables` it is given; the store writes it in the transaction of the result. `docs/ratings.md` describes it to
players.

Every board (a server or everywhere; all time, a season, a month, a week) rates only the games of its own scope and
period, with openskill's Bradley-Terry model; everyone starts each board at the same rating.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import combinations
from typing import Final

from openskill.models import BradleyTerryFull

from bot.games.core import Feats, Outcome, ranks_of
from bot.games.registry import GAMES
from bot.referee.clocks import DAY
from bot.store.ratings_rows import (
    ALL_TIME,
    EVERYWHERE,
    Board,
    Career,
    Filing,
    GameResult,
    PlayerResult,
    RatingChange,
    RatingTables,
    ResultRow,
    Score,
    Standing,
    Tally,
)
from bot.store.rows import NOBODY, GameRow

MU: Final = 25.0
SIGMA: Final = MU / 3
SCALE: Final = 60  # from model values to displayed ones: everyone starts at 1500 ± 500
POINTS_SIGMAS: Final = 3  # sigmas subtracted from mu; boards rank by the result
SETTLED: Final = MU / 4  # below this sigma a rating is no longer provisional: ± 375, after about ten games
TURNS_TO_AGREE: Final = 10  # a draw agreed earlier is not rated
DAMPED_FOR: Final = DAY  # each further game of a pair within this has half the weight of the one before
SEASON, MONTH, WEEK = "season", "month", "week"
SEASON_MONTHS: Final = 3
CALENDAR: Final = 1  # first month of seasons everywhere: quarters of the year

_MODEL: Final = BradleyTerryFull(mu=MU, sigma=SIGMA)
_NEW: Final = Standing(MU, SIGMA, 0)


def rating(mu: float) -> int:
    return round(SCALE * mu)


def uncertainty(sigma: float) -> int:
    return round(SCALE * sigma)


def points(mu: float, sigma: float) -> int:
    """Conservative rating: a lower confidence bound."""
    return round(SCALE * (mu - POINTS_SIGMAS * sigma))


def is_provisional(sigma: float) -> bool:
    return sigma >= SETTLED


# Periods


def season_of(moment: int, first_month: int) -> str:
    """The season that contains a moment (in milliseconds), named by its first month."""
    day = _day(moment)
    months = day.year * 12 + day.month - 1
    began = months - (months - (first_month - 1)) % SEASON_MONTHS
    return f"{began // 12:04d}-{began % 12 + 1:02d}"


def period_of(kind: str, moment: int, first_month: int) -> str:
    """The period of this kind that contains a moment. Names of one kind sort chronologically."""
    if kind == ALL_TIME:
        return ALL_TIME
    if kind == SEASON:
        return f"{SEASON} {season_of(moment, first_month)}"
    if kind == MONTH:
        return f"{MONTH} {_day(moment):%Y-%m}"
    year, week, _ = _day(moment).isocalendar()
    return f"{WEEK} {year:04d}-{week:02d}"


def _day(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC)


def boards(result: GameResult) -> tuple[Board, ...]:
    """Every board a rated game is on; the server's season follows its settings at the end of the game."""
    if not result.is_counted:
        return ()
    shared = (ALL_TIME, *(period_of(kind, result.ended_at, CALENDAR) for kind in (MONTH, WEEK)))
    seasons = {EVERYWHERE: season_of(result.ended_at, CALENDAR), result.guild_id: result.season}
    return tuple(
        (scope, result.ladder, period) for scope in result.scopes for period in (*shared, f"{SEASON} {seasons[scope]}")
    )


# From a game row to a result


def filing_of(
    row: GameRow,
    first: int | None,
    turns: int,
    feats: Mapping[int, Feats],
    season: str,
    outcome: Outcome,
) -> Filing:
    """The filing of a finished game: its result with each user's part. `feats` are by seat; `outcome` is that of the
    rules, or of the referee who ended it."""
    ranks = ranks_of(outcome, len(row.seats))
    people = {seat.seat: seat.user_id for seat in row.seats if seat.user_id is not None and seat.user_id > NOBODY}
    done = {seat: feats.get(seat, Feats()) for seat in people}
    parts = tuple(
        PlayerResult(
            seat=seat,
            user_id=user_id,
            score=score_of(row, seat, ranks[seat]),
            is_first=seat == first,
            chain=done[seat].chain,
            opening=done[seat].opening,
            rank=ranks[seat],
        )
        for seat, user_id in people.items()
    )
    result = GameResult(
        game_id=row.id,
        game=row.game,
        guild_id=row.guild_id,
        ended_at=row.ended_at or 0,
        season=season,
        turns=turns,
        is_contest=is_contest(row),
        is_counted=is_contest(row) and row.is_rated and len(parts) > 1 and turns >= least_turns(row),
        parts=parts,
    )
    return filing(result)


def filing(result: GameResult) -> Filing:
    return Filing(result, boards(result), result.ended_at - DAMPED_FOR, apply_result)


def is_competitive(game: str) -> bool:
    """Cooperative games have no opponent to be rated against."""
    return not GAMES[game].is_cooperative


def is_contest(row: GameRow) -> bool:
    """Whether users alone played a finished game against each other, and it was not called off."""
    has_people = len(row.seats) > 1 and all(seat.user_id is not None for seat in row.seats)
    return has_people and is_competitive(row.game) and row.reason != "called_off"


def is_too_short(row: GameRow, turns: int) -> bool:
    """Whether a finished game is unrated only because it was too short."""
    return is_contest(row) and row.is_rated and turns < least_turns(row)


def least_turns(row: GameRow) -> int:
    """Turns a rated game needs: one per seat, and TURNS_TO_AGREE for an agreed draw."""
    return max(len(row.seats), TURNS_TO_AGREE if row.reason == "agreed_draw" else 0)


def score_of(row: GameRow, seat: int, rank: int) -> Score:
    if row.reason in ("called_off", "abandoned"):
        return Score.NONE
    if seat in row.winners:
        return Score.WIN
    return Score.LOSS if row.winners or rank > 1 or not is_competitive(row.game) else Score.DRAW


# From a result to the tables


def apply_result(result: GameResult, tables: RatingTables) -> list[ResultRow]:
    """Apply a finished game to the tables in place; return one row per user."""
    weight = _weight(result, tables) if result.is_counted else 0.0
    befores = {
        (scope, part.user_id): _standing(tables, scope, result, part)
        for scope in result.scopes
        for part in result.parts
    }
    for board in boards(result):
        _rate(result, tables, board, weight)
    if result.is_counted:
        for pair in _pairs(result):
            tables.meetings.setdefault((result.ladder, *pair), []).append(result.ended_at)
    for scope in result.scopes:
        _count(result, tables, scope)
    return [_result_row(result, tables, part, weight, befores) for part in result.parts]


def _pairs(result: GameResult) -> Iterable[tuple[int, int]]:
    return combinations(sorted(part.user_id for part in result.parts), 2)


def _weight(result: GameResult, tables: RatingTables) -> float:
    """Halved for each rated game of the same pair within DAMPED_FOR; with more players, the pair that met most."""
    since = result.ended_at - DAMPED_FOR
    met = max(
        sum(1 for moment in tables.meetings.get((result.ladder, *pair), ()) if moment > since)
        for pair in _pairs(result)
    )
    return float(0.5**met)


def _rate(result: GameResult, tables: RatingTables, board: Board, weight: float) -> None:
    old = [tables.standings.get((board, part.user_id), _NEW) for part in result.parts]
    rated = rate([(one.mu, one.sigma) for one in old], [part.place for part in result.parts], weight)
    for part, before, (mu, sigma) in zip(result.parts, old, rated, strict=True):
        tally = before.tally.with_one(part.score)
        tables.standings[board, part.user_id] = Standing(mu, sigma, points(mu, sigma), tally)


def rate(before: list[tuple[float, float]], places: list[int], weight: float) -> list[tuple[float, float]]:
    """Everyone's mu and sigma after a game between them that they finished in these places, interpolated by
    `weight`."""
    teams = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = [(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=[place - 1.0 for place in places])]
    if weight == 1:
        return after
    return [
        (mu + weight * (new_mu - mu), sigma + weight * (new_sigma - sigma))
        for (mu, sigma), (new_mu, new_sigma) in zip(before, after, strict=True)
    ]


def _count(result: GameResult, tables: RatingTables, scope: int) -> None:
    for part in result.parts:
        person = scope, part.user_id
        tables.played[person] = tables.played.get(person, 0) + 1
        if result.is_contest:
            _tally(result, tables, scope, part)


def _tally(result: GameResult, tables: RatingTables, scope: int, part: PlayerResult) -> None:
    whose = scope, result.ladder, part.user_id
    place = (*whose, part.seat, part.is_first)
    tables.tallies[place] = tables.tallies.get(place, Tally()).with_one(part.score)
    tables.careers[whose] = _career(tables.careers.get(whose, Career()), result, part)
    for other in result.parts:
        is_ally = other.score == part.score and part.score is not Score.DRAW
        if other is not part and not is_ally:
            rivals = (*whose, other.user_id)
            tables.rivalries[rivals] = tables.rivalries.get(rivals, Tally()).with_one(part.score)


def _career(old: Career, result: GameResult, part: PlayerResult) -> Career:
    streak = _streak(old.streak, part.score)
    is_longer = part.chain > old.chain
    is_faster = part.score is Score.WIN and (old.fastest is None or result.turns < old.fastest)
    return Career(
        streak=streak,
        best_streak=max(old.best_streak, streak),
        chain=part.chain if is_longer else old.chain,
        chain_game=result.game_id if is_longer else old.chain_game,
        fastest=result.turns if is_faster else old.fastest,
        fastest_game=result.game_id if is_faster else old.fastest_game,
    )


def _streak(old: int, score: Score) -> int:
    if score is Score.WIN:
        return max(old, 0) + 1
    return min(old, 0) - 1 if score is Score.LOSS else 0


def _standing(tables: RatingTables, scope: int, result: GameResult, part: PlayerResult) -> Standing:
    return tables.standings.get(((scope, result.ladder, ALL_TIME), part.user_id), _NEW)


def _result_row(
    result: GameResult,
    tables: RatingTables,
    part: PlayerResult,
    weight: float,
    befores: Mapping[tuple[int, int], Standing],
) -> ResultRow:
    everywhere, here = (
        _change(befores[scope, part.user_id], _standing(tables, scope, result, part)) for scope in result.scopes
    )
    nth, nth_here = (tables.played[scope, part.user_id] for scope in result.scopes)
    return ResultRow(part, nth, nth_here, weight, everywhere, here)


def _change(before: Standing, now: Standing) -> RatingChange:
    return RatingChange(now.mu, now.sigma, rating(now.mu) - rating(before.mu))
