"""The authority over running games: validates requests, applies actions, enforces deadlines. Commits to the store;
sends no messages."""

import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.games.core import Elimination, Seat, check_reveals_nothing
from bot.referee.clocks import CLOCKS, IDLE_LIMIT, MAX_WARNINGS, SUSPENDED_AFTER, GameTime, deadline, default_action
from bot.referee.dealing import fair_shuffle
from bot.referee.errors import Refusal
from bot.referee.gatherings import GatheringService
from bot.referee.locks import Locks
from bot.referee.match import Match, MatchCache, match_of, snapshot_of
from bot.referee.recaps import Recaps
from bot.referee.record_fields import RecordError
from bot.referee.records import verify
from bot.referee.replay_check import ABANDONED, abandoned_by, changes_public_view, record_of
from bot.referee.results import compute_filing, file_missing
from bot.referee.rulings import Ruling, Rulings, log_ruling
from bot.referee.stand_ins import can_stand_in, with_absent, with_agreement
from bot.store.ratings_rows import Filing
from bot.store.rows import PLAY, ActionRow, GameRow
from bot.store.sqlite.games import RepeatedError, StaleError
from bot.store.sqlite.store import Store

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sweep:
    """What one sweep changed, as ids."""

    expired: tuple[int, ...]  # gatherings
    warned: tuple[int, ...]  # games
    reminded: tuple[int, ...]
    ended: tuple[int, ...]
    absent: tuple[int, ...] = ()  # games whose late player left, by time, a seat that a computer could take
    by_lot: tuple[int, ...] = ()  # games whose overdue default action was played (TG3)
    shifted: tuple[int, ...] = ()  # games whose tables show an outdated deadline
    turns: Mapping[int, int] = field(default_factory=dict, compare=False)  # turn count of those warned or reminded


class Referee:
    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        steady: Callable[[], float] | None = None,
        rulings: Rulings | None = None,
    ) -> None:
        """`steady` gives monotonic seconds, to detect a system clock that was set."""
        self.store = store
        self._rulings = rulings or Rulings(log_ruling)
        self._time = GameTime(lambda: int(clock().timestamp() * 1000), steady)
        self._lock = Locks().of
        self._matches = MatchCache()
        self._has_swept = False  # whether the last sweep could write
        self._shift = 0  # milliseconds deadlines have moved since tables were last redrawn
        self.gatherings = GatheringService(store, self.now)
        self.recaps = Recaps(store.games)

    def now(self) -> int:
        """Milliseconds since 1970, as `GameTime` counts them."""
        return self._time.now()

    def monotonic_ms(self) -> int:
        """Monotonic milliseconds, for measuring durations."""
        return self._time.monotonic_ms()

    async def resume_clocks(self) -> None:
        """At boot: extend every deadline by the downtime, and file missing results."""
        async with self._timed_games_locked():
            self._shift += await self.store.resume_clocks(self.now())
        await file_missing(self.store)

    @contextlib.asynccontextmanager
    async def _timed_games_locked(self) -> AsyncIterator[None]:
        """Hold the lock of every game with a deadline while deadlines shift: a concurrent move would overwrite the new
        deadline with the old one."""
        async with contextlib.AsyncExitStack() as stack:
            for game_id in await self.store.games.timed():
                await stack.enter_async_context(self._lock(game_id))
            yield

    async def match(self, game_id: int) -> Match:
        row = await self.store.games.get(game_id)
        if row is None:
            raise Refusal("no_such_game")
        return self._matches.get(row)

    async def verify(self, game_id: int) -> tuple[Match, RecordError | None]:
        """Verify a finished game; return it and the first problem of its shuffles or turns."""
        match = await self.match(game_id)
        if not match.is_over:
            raise Refusal("verify_when_over")
        if match.row.dealt is not None:
            raise Refusal("verify_deleted")
        return match, verify(record_of(match.row, await self.store.games.actions(game_id)))

    async def abandoned_by(self, match: Match) -> tuple[Seat, str] | None:
        """The seat that ended a team's game early, and how (TG12): resigned, left or timeout."""
        if match.row.reason != ABANDONED:
            return None
        return abandoned_by(await self.store.games.actions(match.id, since=match.revision - 1))

    async def running_of(self, user_id: int) -> list[Match]:
        return [match_of(row) for row in await self.store.games.running_of(user_id)]

    async def act(self, game_id: int, user_id: int, text: str, *, key: str, seen: int | None = None) -> Match:
        """Apply all actions in the text, or none. `key` is the idempotency key, `seen` the revision the player saw."""
        async with self._ruling("play", game_id, user_id) as (ruling, match, seat):
            if seen != match.revision and await self.store.games.has_key(_action_key(key, 0)):
                raise Refusal("repeated")  # skipped at the current revision: nothing can have been committed yet
            if seen is not None and not await self._is_still_valid(match, seen, text):
                raise Refusal("stale")
            actions = match.game.notation.parse_all(text)
            check_reveals_nothing(match.game, actions[:-1])
            return ruling.set_result(await self._play(match, seat, actions, key))

    @contextlib.asynccontextmanager
    async def _ruling(self, kind: str, game_id: int, user_id: int) -> AsyncIterator[tuple[Ruling, Match, Seat]]:
        """Entry point for users: takes the game's lock and yields the current match and the user's seat."""
        with self._rulings.track(kind, game_id) as ruling:
            async with self._lock(game_id):
                match = await self.match(game_id)
                ruling.set_subject(match, match.seat_of(user_id))
                yield ruling, match, _active_seat(match, user_id)

    async def _is_still_valid(self, match: Match, seen: int, text: str) -> bool:
        """Whether an action made at revision `seen` still applies. A remark only needs the public view to be unchanged:
        cards staged by others meanwhile do not affect it (TG9)."""
        if await self.has_only_remarks_since(match, seen):
            return True
        is_publicly_same = match.row.public_revision <= seen < match.revision
        return is_publicly_same and all(map(match.game.is_remark, match.game.notation.parse_all(text)))

    async def has_only_remarks_since(self, match: Match, since: int) -> bool:
        """Whether only remarks (TG9), which change no position, came after that revision."""
        if since >= match.revision:
            return since == match.revision
        later = await self.store.games.actions(match.id, since=since)
        return all(a.verb == PLAY and match.game.is_remark(match.game.parse(a.text)) for a in later)

    async def act_as_computer(self, match: Match, seat: Seat, turn: str) -> Match:
        """Play a computer's whole turn; refused if the game has moved on."""
        return await self._act_as_computer(match, seat, match.game.parse_turn(turn))

    async def say_as_computer(self, match: Match, seat: Seat, remarks: str) -> Match:
        """Send a computer's remarks, on turn or not."""
        return await self._act_as_computer(match, seat, match.game.notation.parse_all(remarks))

    async def _act_as_computer(self, match: Match, seat: Seat, actions: Sequence[Any]) -> Match:
        with self._rulings.track("computer", match.id) as ruling:
            async with self._lock(match.id):
                now = await self.match(match.id)
                ruling.set_subject(now, seat)
                if now.revision != match.revision:
                    raise Refusal("stale")
                return ruling.set_result(await self._play(now, seat, actions, f"computer:{match.id}:{match.revision}"))

    async def resign(self, game_id: int, user_id: int, key: str) -> Match:
        async with self._ruling("resign", game_id, user_id) as (ruling, match, seat):
            return ruling.set_result(await self._lose(match, seat, "resigned", key))

    async def leave(self, game_id: int, user_id: int) -> Match:
        """LD17: a player who left the server loses."""
        async with self._ruling("leave", game_id, user_id) as (ruling, match, seat):
            return ruling.set_result(await self._lose(match, seat, "left", f"left:{game_id}"))

    async def agree_to_stand_in(self, game_id: int, user_id: int) -> Match:
        """Agree that a computer plays on for who left; it does once everybody who is there agrees."""
        async with self._ruling("stand_in", game_id, user_id) as (ruling, match, seat):
            if not match.absent:
                raise Refusal("nobody_left")
            return ruling.set_result(await self._save(match, with_agreement(match, seat), ()))

    async def decline_stand_in(self, game_id: int, user_id: int, key: str) -> Match:
        """End the game instead, as abandoned by who left."""
        async with self._ruling("no_stand_in", game_id, user_id) as (ruling, match, _seat):
            if not match.absent:
                raise Refusal("nobody_left")
            left = min(match.absent)
            how = match.seat(left).absent or ""
            return ruling.set_result(await self._end(match, "abandoned", (), left, key, why=how))

    async def offer_draw(self, game_id: int, user_id: int, key: str) -> Match:
        """Offer a draw, or agree to the one offered. It is drawn once everybody who plays wants it."""
        async with self._ruling("draw", game_id, user_id) as (ruling, match, seat):
            match.check_draw_possible(seat)
            agreed = match.draw_offers | {seat}
            if all(match.is_out(one) for one in match.seats if one not in agreed):
                return ruling.set_result(await self._end(match, "agreed_draw", (), seat, key))
            offers = sum(1 << one for one in agreed)
            return ruling.set_result(await self._save(match, replace(match.row, draw_offer=offers), ()))

    async def decline_draw(self, game_id: int, user_id: int) -> Match:
        async with self._ruling("decline_draw", game_id, user_id) as (ruling, match, seat):
            if seat in match.draw_offers or not match.draw_offers:
                raise Refusal("no_draw_offer")
            return ruling.set_result(await self._save(match, replace(match.row, draw_offer=None), ()))

    async def sweep(self) -> Sweep:
        """Process everything due: expiries, deadlines, reminders. Idempotent; may run at any moment."""
        await self._keep_time()
        now = self.now()
        games = self.store.games
        expired = await self.gatherings.expire()
        due = await games.due(now)
        by_lot = await self._rule_on_each("lot", due, self._draw_lot)
        late = await self._rule_on_each("deadline", due, self._miss_deadline)
        idle = await self._rule_on_each("idle", await games.idle(now - IDLE_LIMIT), self._call_off_idle)
        reminded = await self._rule_on_each("reminder", await self._to_remind(now), self._remind)
        return Sweep(
            expired=tuple(expired),
            warned=tuple(match.id for match in late if not match.is_over and not match.to_act <= match.absent),
            absent=tuple(match.id for match in late if not match.is_over and match.to_act <= match.absent),
            reminded=tuple(match.id for match in reminded),
            ended=tuple(match.id for match in (*late, *idle) if match.is_over),
            by_lot=tuple(match.id for match in by_lot),
            shifted=tuple(await self._shifted_games()),
            turns={match.id: match.turns for match in (*late, *reminded)},
        )

    async def _keep_time(self) -> None:
        """Extend deadlines by time in which no one could play: between boot and the first sweep (which comes once
        Discord is connected), and while the store could not be written."""
        had_swept, self._has_swept = self._has_swept, False
        if not had_swept:
            await self.resume_clocks()
        await self._follow_wall_clock()
        self._has_swept = True

    async def _follow_wall_clock(self) -> None:
        """If the system clock was set or the process was suspended, shift every deadline by the drift: players keep
        exactly the time they had. Otherwise write the heartbeat."""
        drift = self._time.drift()
        if not drift:
            await self.store.heartbeat(self.now())
            return
        async with self._timed_games_locked():
            await self.store.shift_clocks(drift, self.now() + drift)
            self._time.add_drift(drift)
        self._shift += drift
        log.warning("the clock went %d seconds ahead of us; every deadline follows it", drift // 1000)

    async def _shifted_games(self) -> list[int]:
        """Games to redraw because their tables show a deadline that is off by as much as a suspension."""
        if abs(self._shift) < SUSPENDED_AFTER:
            return []
        self._shift = 0
        return await self.store.games.timed()

    async def _rule_on_each(
        self, kind: str, game_ids: Iterable[int], change: Callable[[Match], Awaitable[Match | None]]
    ) -> list[Match]:
        """Apply `change` to each game; return those changed. Each is read again under its lock, since it may have
        moved; a failing game does not stop the others."""
        changed: list[Match] = []
        for game_id in game_ids:
            try:
                match = await self._rule_on(kind, game_id, change)
            except Exception as error:
                log.error("game %d cannot be swept: %s", game_id, type(error).__name__)
                continue
            if match is not None:
                changed.append(match)
        return changed

    async def _rule_on(
        self, kind: str, game_id: int, change: Callable[[Match], Awaitable[Match | None]]
    ) -> Match | None:
        with self._rulings.track(kind, game_id) as ruling:
            async with self._lock(game_id):
                match = await change(await self.match(game_id))
                ruling.is_void = match is None
                return match and ruling.set_result(match)

    async def _to_remind(self, now: int) -> list[int]:
        return [
            game_id
            for clock in CLOCKS.values()
            if clock.remind_at is not None
            for game_id in await self.store.games.to_remind(now, clock.name, clock.remind_at)
        ]

    async def _remind(self, match: Match) -> Match | None:
        left = CLOCKS[match.row.clock].remind_at
        due, now = match.row.deadline, self.now()
        if match.row.is_reminded or left is None or due is None or not now < due <= now + left:
            return None
        if default_action(match.game, match.state) is not None:
            return None  # no player loses by running out of this time
        return await self._save(match, replace(match.row, is_reminded=True), ())

    async def _call_off_idle(self, match: Match) -> Match | None:
        """Call off a game without a clock after IDLE_LIMIT without a move."""
        if match.is_over or match.row.deadline is not None or match.row.moved_at > self.now() - IDLE_LIMIT:
            return None
        return await self._call_off(match)

    async def _draw_lot(self, match: Match) -> Match | None:
        """Play the overdue default action: the seat drawn by lot takes the first turn (TG3), or a turn ends as it
        stands."""
        overdue = default_action(match.game, match.state)
        if match.is_over or overdue is None or match.row.deadline is None or match.row.deadline > self.now():
            return None
        seat, action = overdue
        return await self._play(match, seat, (action,), f"lot:{match.id}:{match.revision}")

    async def _miss_deadline(self, match: Match) -> Match | None:
        """The first miss warns and restarts the clock; the next loses the game, or calls it off if no turn was
        completed."""
        now = self.now()
        if match.row.deadline is None or match.row.deadline > now:
            return None
        late = min(match.to_act)
        if match.seat(late).warnings < MAX_WARNINGS and late not in match.absent:
            return await self._warn(match, late, now)
        if match.turns == 0:
            return await self._call_off(match)
        return await self._lose(match, late, "timeout", f"timeout:{match.id}")

    async def _warn(self, match: Match, late: Seat, now: int) -> Match:
        seats = tuple(replace(s, warnings=s.warnings + 1) if s.seat == late else s for s in match.row.seats)
        due = deadline(match.game, match.state, match.row.clock, now)
        return await self._save(match, replace(match.row, seats=seats, deadline=due, is_reminded=False), ())

    async def _call_off(self, match: Match) -> Match:
        return await self._end(match, "called_off", (), None, f"called_off:{match.id}")

    async def _play(self, match: Match, seat: Seat, actions: Sequence[Any], key: str) -> Match:
        if not actions:
            raise Refusal("nothing_to_play")
        game, now, rows, shuffle = match.game, self.now(), list[ActionRow](), fair_shuffle(match.row)
        before, public = match.state, match.row.public_revision
        for number, action in enumerate(actions):
            if number and game.rules.outcome(before) is not None:
                break  # a winning card needs no end of turn
            revision, state = match.revision + number + 1, game.rules.apply(before, seat, action, shuffle)
            rows.append(ActionRow(revision, seat, PLAY, game.notation.notate(action), now, _action_key(key, number)))
            public = revision if changes_public_view(game, before, state) else public
            before = state
        after = _row_after(match, before, rows[-1].revision, public, now)
        return await self._commit(match, Match(after, game, before), rows)

    async def _lose(self, match: Match, loser: Seat, reason: str, key: str) -> Match:
        """The others play on where the game can; else they win. A team's game is abandoned without a result (TG12),
        unless the others may let a computer play on."""
        if match.game.elimination is not None:
            return await self._leave(match, match.game.elimination, loser, reason, key)
        if can_stand_in(match, loser):
            return await self._save(match, with_absent(match, loser, reason, self.now()), ())
        if match.game.is_cooperative:
            how = match.seat(loser).absent or reason
            return await self._end(match, "abandoned", (), loser, key, why=how)
        return await self._end(match, reason, tuple(match.others(loser)), loser, key)

    async def _leave(self, match: Match, elimination: Elimination[Any], seat: Seat, how: str, key: str) -> Match:
        """One player leaves. If that ends the game, it ended by their leaving."""
        now, revision = self.now(), match.revision + 1
        state = elimination.leave(match.state, seat, fair_shuffle(match.row))
        after = _row_after(match, state, revision, revision, now)
        if after.ended_at is not None:
            after = replace(after, reason=how)
        return await self._commit(
            match, Match(after, match.game, state), (ActionRow(revision, seat, how, "", now, _action_key(key, 0)),)
        )

    async def _end(
        self, match: Match, reason: str, winners: tuple[int, ...], seat: Seat | None, key: str, *, why: str = ""
    ) -> Match:
        """End the game by the referee rather than by its rules."""
        if match.is_over:
            raise Refusal("game_is_over")
        now, revision = self.now(), match.revision + 1
        after = replace(
            match.row,
            revision=revision,
            public_revision=revision,
            deadline=None,
            draw_offer=None,
            ended_at=now,
            reason=reason,
            winners=winners,
        )
        return await self._save(match, after, (ActionRow(revision, seat, reason, why, now, _action_key(key, 0)),))

    async def _save(self, match: Match, row: GameRow, actions: Sequence[ActionRow]) -> Match:
        """Commit a change of the row that leaves the game's state as it is."""
        return await self._commit(match, replace(match, row=row), actions)

    async def _commit(self, before: Match, after: Match, actions: Sequence[ActionRow]) -> Match:
        filing = await self._filing(after, actions) if after.is_over else None
        try:
            await self.store.games.commit(before.row, after.row, actions, filing)
        except StaleError:
            raise Refusal("stale") from None
        except RepeatedError:
            raise Refusal("repeated") from None
        return self._matches.put(after)

    async def _filing(self, match: Match, actions: Sequence[ActionRow]) -> Filing:
        """The result's filing, committed in the same transaction."""
        whole = [*await self.store.games.actions(match.id), *actions]
        return await compute_filing(self.store, match.row, whole)


def _active_seat(match: Match, user_id: int) -> Seat:
    """The user's seat; raises if they do not play or the game is over."""
    seat = match.seat_of(user_id)
    if seat is None:
        raise Refusal("not_a_player")
    if match.is_over:
        raise Refusal("game_is_over")
    if match.is_out(seat):
        raise Refusal("out_of_the_game")
    return seat


def _action_key(key: str, number: int) -> str:
    return f"{key}:{number}"


def _row_after(match: Match, state: Any, revision: int, public_revision: int, now: int) -> GameRow:
    """The row after a player's actions: snapshot, deadline, and the result if the game ended."""
    game, row = match.game, match.row
    outcome = game.rules.outcome(state)
    after = replace(
        row, snapshot=snapshot_of(game, state), revision=revision, public_revision=public_revision, moved_at=now
    )
    if outcome is not None:
        winners = tuple(sorted(outcome.winners))
        return replace(after, deadline=None, draw_offer=None, ended_at=now, reason=outcome.reason, winners=winners)
    if game.rules.turns(state) != match.turns or game.rules.to_act(state) != match.to_act:
        due = deadline(game, state, row.clock, now)
        return replace(after, deadline=due, is_reminded=False, draw_offer=None)
    return after
