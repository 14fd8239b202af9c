"""The authority: who may do what, when, and what it leads to. Commits to the store; says nothing to anybody."""

import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.games.core import Seat, check_plan_goes_on
from bot.referee.challenges import ChallengeDesk
from bot.referee.clocks import CLOCKS, IDLE_LIMIT, MINUTE, MISSES_FORGIVEN, Watch, deadline
from bot.referee.errors import Refusal
from bot.referee.lobbies import LobbyDesk
from bot.referee.locks import Locks
from bot.referee.match import Match, Matches, match_of, snapshot_of
from bot.referee.records import RecordError, verify
from bot.referee.replay_check import ABANDONED, abandoned_by, is_seen, record_of
from bot.referee.results import file_missing, filed
from bot.referee.rulings import Ruling, Rulings, log_ruling
from bot.store.ratings_rows import Filing
from bot.store.rows import PLAY, ActionRow, GameRow
from bot.store.sqlite.games import RepeatedError, StaleError
from bot.store.sqlite.store import Store

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sweep:
    """What the passing of time changed."""

    expired: tuple[int, ...]  # challenges
    warned: tuple[int, ...]  # games
    reminded: tuple[int, ...]
    ended: tuple[int, ...]
    drawn: tuple[int, ...] = ()  # where the lot decided what nobody did
    shifted: tuple[int, ...] = ()  # whose time ends at another moment than their tables say
    turns: Mapping[int, int] = field(default_factory=dict, compare=False)  # played in those warned or reminded


class Referee:
    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        steady: Callable[[], float] | None = None,
        rulings: Rulings | None = None,
    ) -> None:
        """`steady` are seconds that no one can set, to tell time that passed from a clock that was set."""
        self.store = store
        self._rulings = rulings or Rulings(log_ruling)
        self._watch = Watch(lambda: int(clock().timestamp() * 1000), steady)
        self._lock = Locks().of
        self._matches = Matches()
        self._is_well = False  # the last sweep could write
        self._shift = 0  # how much later time ends than tables say
        self.challenges = ChallengeDesk(store, self.now)
        self.lobbies = LobbyDesk(store, self.now)

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._watch.now()

    def lived(self) -> int:
        """Milliseconds that nobody can set, for whoever wants to know how long ago something was."""
        return self._watch.lived()

    async def wake(self) -> None:
        """At boot: every clock is given back the time the bot was away."""
        async with self._everyone_held():
            self._shift += await self.store.wake(self.now())
        await file_missing(self.store)

    @contextlib.asynccontextmanager
    async def _everyone_held(self) -> AsyncIterator[None]:
        """While all clocks are set nobody plays in a game that has one: their move would write the old time back."""
        async with contextlib.AsyncExitStack() as everyone:
            for game_id in await self.store.games.timed():
                await everyone.enter_async_context(self._lock(game_id))
            yield

    async def match(self, game_id: int) -> Match:
        row = await self.store.games.get(game_id)
        if row is None:
            raise Refusal("no_such_game")
        return self._matches.of(row)

    async def verify(self, game_id: int) -> tuple[Match, RecordError | None]:
        """A finished game and the first thing that is not right about its shuffles or its course."""
        match = await self.match(game_id)
        if not match.is_over:
            raise Refusal("verify_when_over")
        if match.row.dealt is not None:
            raise Refusal("verify_deleted")
        return match, verify(record_of(match.row, await self.store.games.actions(game_id)))

    async def abandoned_by(self, match: Match) -> tuple[Seat, str] | None:
        """Who ended a team's game early, and how (TG12): they resigned, left, or ran out of time (timeout)."""
        if match.row.reason != ABANDONED:
            return None
        return abandoned_by(await self.store.games.actions(match.id, since=match.revision - 1))

    async def running_of(self, user_id: int) -> list[Match]:
        return [match_of(row) for row in await self.store.games.running_of(user_id)]

    async def current(self, user_id: int, channel_id: int | None, game_id: int | None = None) -> Match:
        """The game somebody means: the one they name, else one of theirs: here before elsewhere, on turn before
        waiting, urgent before calm."""
        if game_id is not None:
            return await self.match(game_id)
        running = await self.running_of(user_id)
        if not running:
            raise Refusal("no_running_game")
        return min(running, key=lambda m: (m.row.channel_id != channel_id, m.seat_of(user_id) not in m.to_act))

    async def act(self, game_id: int, user_id: int, text: str, *, key: str, seen: int | None = None) -> Match:
        """Plays what the text says, all of it or nothing. `seen` is the revision the player was looking at."""
        async with self._ruling("play", game_id, user_id) as (ruling, match, seat):
            if seen != match.revision and await self.store.games.has_key(_action_key(key, 0)):
                raise Refusal("repeated")  # of what they still see as it stands, nothing can have been taken yet
            if seen is not None and not await self._is_as_seen(match, seen, text):
                raise Refusal("stale")
            actions = match.game.parse_all(text)
            check_plan_goes_on(match.game, actions[:-1])
            return ruling.gave(await self._play(match, seat, actions, key))

    @contextlib.asynccontextmanager
    async def _ruling(self, kind: str, game_id: int, user_id: int) -> AsyncIterator[tuple[Ruling, Match, Seat]]:
        """The door for people: under the game's lock, the game as it stands and where they sit in it."""
        with self._rulings.on(kind, game_id) as ruling:
            async with self._lock(game_id):
                match = await self.match(game_id)
                ruling.of(match, match.seat_of(user_id))
                yield ruling, match, _seat(match, user_id)

    async def _is_as_seen(self, match: Match, seen: int, text: str) -> bool:
        """Whether a player may go by what they were looking at. Who only makes a remark may by all that everyone sees:
        cards that somebody else has staged meanwhile change nothing it could be about (TG9)."""
        if await self.is_only_talk(match, seen):
            return True
        is_unseen = match.row.public_revision <= seen < match.revision
        return is_unseen and all(map(match.game.is_remark, match.game.parse_all(text)))

    async def is_only_talk(self, match: Match, since: int) -> bool:
        """Whether nothing has happened after that revision but remarks, which move nothing (TG9)."""
        if since >= match.revision:
            return since == match.revision
        later = await self.store.games.actions(match.id, since=since)
        return all(a.verb == PLAY and match.game.is_remark(match.game.parse(a.text)) for a in later)

    async def act_as_computer(self, match: Match, seat: Seat, turn: str) -> Match:
        """A computer's whole turn, through the same door; refused if the game has moved on."""
        return await self._act_as_computer(match, seat, match.game.parse_turn(turn))

    async def say_as_computer(self, match: Match, seat: Seat, remarks: str) -> Match:
        """What a computer has to say, on turn or not."""
        return await self._act_as_computer(match, seat, match.game.parse_all(remarks))

    async def _act_as_computer(self, match: Match, seat: Seat, actions: Sequence[Any]) -> Match:
        with self._rulings.on("computer", match.id) as ruling:
            async with self._lock(match.id):
                now = await self.match(match.id)
                ruling.of(now, seat)
                if now.revision != match.revision:
                    raise Refusal("stale")
                return ruling.gave(await self._play(now, seat, actions, f"computer:{match.id}:{match.revision}"))

    async def resign(self, game_id: int, user_id: int, key: str) -> Match:
        async with self._ruling("resign", game_id, user_id) as (ruling, match, seat):
            return ruling.gave(await self._lose(match, seat, "resigned", key))

    async def leave(self, game_id: int, user_id: int) -> Match:
        """LD17: whoever left the server has lost."""
        async with self._ruling("leave", game_id, user_id) as (ruling, match, seat):
            return ruling.gave(await self._lose(match, seat, "left", f"left:{game_id}"))

    async def offer_draw(self, game_id: int, user_id: int, key: str) -> Match:
        """Offers a draw, or takes the one the other side has offered."""
        async with self._ruling("draw", game_id, user_id) as (ruling, match, seat):
            match.check_draws(seat)
            if match.row.draw_offer is not None:
                return ruling.gave(await self._end(match, "agreed_draw", (), seat, key))
            return ruling.gave(await self._save(match, replace(match.row, draw_offer=seat), ()))

    async def decline_draw(self, game_id: int, user_id: int) -> Match:
        async with self._ruling("decline_draw", game_id, user_id) as (ruling, match, seat):
            if seat == match.row.draw_offer or match.row.draw_offer is None:
                raise Refusal("no_draw_offer")
            return ruling.gave(await self._save(match, replace(match.row, draw_offer=None), ()))

    async def sweep(self) -> Sweep:
        """Everything whose time has come. Safe to run at any moment, and again."""
        await self._stay_awake()
        now = self.now()
        games = self.store.games
        expired = await self.challenges.expire()
        await self.lobbies.expire()
        due = await games.due(now)
        drawn = await self._each("lot", due, self._draw_lot)
        late = await self._each("deadline", due, self._miss_deadline)
        idle = await self._each("idle", await games.idle(now - IDLE_LIMIT), self._give_up)
        reminded = await self._each("reminder", await self._to_remind(now), self._remind)
        return Sweep(
            expired=tuple(expired),
            warned=tuple(match.id for match in late if not match.is_over),
            reminded=tuple(match.id for match in reminded),
            ended=tuple(match.id for match in (*late, *idle) if match.is_over),
            drawn=tuple(match.id for match in drawn),
            shifted=tuple(await self._to_redraw()),
            turns={match.id: match.turns for match in (*late, *reminded)},
        )

    async def _stay_awake(self) -> None:
        """The first sweep comes once players can be heard: what passed between the boot and now is given back too.
        So is the time in which no sign of life could be left: nobody could play either."""
        was_well, self._is_well = self._is_well, False
        if not was_well:
            await self.wake()
        await self._follow_the_clock()
        self._is_well = True

    async def _follow_the_clock(self) -> None:
        """When the clock was set, or nobody could be heard for a while, every deadline moves along: players keep
        exactly the time they had."""
        drift = self._watch.drift()
        if not drift:
            await self.store.alive(self.now())
            return
        async with self._everyone_held():
            await self.store.shift(drift, self.now() + drift)
            self._watch.follow(drift)
        self._shift += drift
        log.warning("the clock went %d seconds ahead of us; every deadline follows it", drift // 1000)

    async def _to_redraw(self) -> list[int]:
        """Games whose tables name a moment that is off by more than anyone would forgive."""
        if abs(self._shift) < MINUTE:
            return []
        self._shift = 0
        return await self.store.games.timed()

    async def _each(
        self, kind: str, game_ids: Iterable[int], change: Callable[[Match], Awaitable[Match | None]]
    ) -> list[Match]:
        """The games that were changed. Each is looked at anew under its lock, for somebody may have moved since; one
        that fails holds up no other."""
        changed: list[Match] = []
        for game_id in game_ids:
            try:
                match = await self._one(kind, game_id, change)
            except Exception as error:
                log.error("game %d cannot be swept: %s", game_id, type(error).__name__)
                continue
            if match is not None:
                changed.append(match)
        return changed

    async def _one(self, kind: str, game_id: int, change: Callable[[Match], Awaitable[Match | None]]) -> Match | None:
        with self._rulings.on(kind, game_id) as ruling:
            async with self._lock(game_id):
                match = await change(await self.match(game_id))
                ruling.is_void = match is None
                return match and ruling.gave(match)

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
        if match.game.overdue(match.state) is not None:
            return None  # it is nobody's own time
        return await self._save(match, replace(match.row, is_reminded=True), ())

    async def _give_up(self, match: Match) -> Match | None:
        """A game without a clock that nobody has touched for long."""
        if match.is_over or match.row.deadline is not None or match.row.moved_at > self.now() - IDLE_LIMIT:
            return None
        return await self._call_off(match)

    async def _draw_lot(self, match: Match) -> Match | None:
        """What nobody decided in time falls to whom the lot named (TG3)."""
        overdue = match.game.overdue(match.state)
        if match.is_over or overdue is None or match.row.deadline is None or match.row.deadline > self.now():
            return None
        seat, action = overdue
        return await self._play(match, seat, (action,), f"lot:{match.id}:{match.revision}")

    async def _miss_deadline(self, match: Match) -> Match | None:
        """The first miss warns and gives the time once more; the next loses the game, or calls off one in which
        nobody has moved."""
        now = self.now()
        if match.row.deadline is None or match.row.deadline > now:
            return None
        late = min(match.to_act)
        if match.seat(late).warnings < MISSES_FORGIVEN:
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
        game, now, rows = match.game, self.now(), list[ActionRow]()
        before, public = match.state, match.row.public_revision
        for number, action in enumerate(actions):
            if number and game.outcome(before) is not None:
                break  # the last card of all needs no end of turn
            revision, state = match.revision + number + 1, game.apply(before, seat, action)
            rows.append(ActionRow(revision, seat, PLAY, game.notate(action), now, _action_key(key, number)))
            public = revision if is_seen(game, before, state) else public
            before = state
        after = _played(match, before, rows[-1].revision, public, now)
        return await self._commit(match, Match(after, game, before), rows)

    async def _lose(self, match: Match, loser: Seat, reason: str, key: str) -> Match:
        """One player's loss is the others' win; a team is left without a result (TG12)."""
        if match.game.is_cooperative:
            return await self._end(match, "abandoned", (), loser, key, why=reason)
        return await self._end(match, reason, tuple(match.others(loser)), loser, key)

    async def _end(
        self, match: Match, reason: str, winners: tuple[int, ...], seat: Seat | None, key: str, *, why: str = ""
    ) -> Match:
        """The referee ends the game, whatever its rules would say."""
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
        """What is around a game has changed; on the table everything lies as it did."""
        return await self._commit(match, replace(match, row=row), actions)

    async def _commit(self, before: Match, after: Match, actions: Sequence[ActionRow]) -> Match:
        filing = await self._filing(after, actions) if after.is_over else None
        try:
            await self.store.games.commit(before.row, after.row, actions, filing)
        except StaleError:
            raise Refusal("stale") from None
        except RepeatedError:
            raise Refusal("repeated") from None
        return self._matches.keep(after)

    async def _filing(self, match: Match, actions: Sequence[ActionRow]) -> Filing:
        """The result for the books, which are kept in the same transaction."""
        whole = [*await self.store.games.actions(match.id), *actions]
        return await filed(self.store, match.row, whole)


def _seat(match: Match, user_id: int) -> Seat:
    """Who is asking, if they play and the game still runs."""
    seat = match.seat_of(user_id)
    if seat is None:
        raise Refusal("not_a_player")
    if match.is_over:
        raise Refusal("game_is_over")
    return seat


def _action_key(key: str, number: int) -> str:
    return f"{key}:{number}"


def _played(match: Match, state: Any, revision: int, public_revision: int, now: int) -> GameRow:
    """The row after a player's actions: where the game stands, whose clock runs, and the result if there is one."""
    game, row = match.game, match.row
    outcome = game.outcome(state)
    after = replace(
        row, snapshot=snapshot_of(game, state), revision=revision, public_revision=public_revision, moved_at=now
    )
    if outcome is not None:
        winners = tuple(sorted(outcome.winners))
        return replace(after, deadline=None, draw_offer=None, ended_at=now, reason=outcome.reason, winners=winners)
    if game.turns(state) != match.turns or game.to_act(state) != match.to_act:
        due = deadline(game, state, row.clock, now)
        return replace(after, deadline=due, is_reminded=False, draw_offer=None)
    return after
