"""Lifecycle of gatherings, the seats to be taken before a game: open, sit down, decline, leave, options, computers,
start, cancel, expire, rematch.

A challenge is a gathering of a certain size and starts as soon as all its seats are taken; a team's starts when its
host starts it. The shuffle is committed to as a gathering opens, before another person can sit down.
"""

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from bot.games.core import AnyGame, Json
from bot.games.registry import GAMES, default_game
from bot.players.registry import LEVELS, default_level
from bot.referee import shuffle
from bot.referee.allowances import check_hourly, relative_time
from bot.referee.clocks import CLOCKS, GATHERINGS_KEPT, HOUR, NO_CLOCK, challenge_lasts
from bot.referee.dealing import first_seat, new_game
from bot.referee.decks import DeckService
from bot.referee.errors import Refusal
from bot.referee.locks import Locks
from bot.referee.match import Match, match_of
from bot.referee.results import compute_filing
from bot.store.rows import GameRow, GatheringRow, GatheringSeat, SeatRow, ServerRow
from bot.store.sqlite.games import ClosedError
from bot.store.sqlite.gatherings import ErasedError
from bot.store.sqlite.store import Store

MAX_CUT = 50
HOST, OPPONENT = 0, 1  # seats
FIRST: dict[str, int | None] = {"random": None, "challenger": HOST, "opponent": OPPONENT}
TWO = 2  # seats of a challenge at one person
_CLOSED = {
    "started": "gathering_started",
    "declined": "gathering_declined",
    "cancelled": "gathering_cancelled",
    "expired": "gathering_expired",
}
Made = GatheringRow | Match  # a gathering that waits, or the game it became


@dataclass(frozen=True, slots=True)
class Terms:
    """What a host proposes. `invited` people have a seat kept for them, computers sit down at once, and the other seats
    are for those who come first. Without a size as many come as the game takes, until the host starts."""

    guild_id: int
    channel_id: int
    host_id: int
    invited: tuple[int, ...] = ()
    computers: tuple[str, ...] = ()  # levels
    game: str = default_game(is_cooperative=False)
    size: int | None = TWO
    options: Mapping[str, Json] = field(default_factory=dict)
    clock: str = "live"
    is_rated: bool = True
    cut: str = ""
    brought: str = ""  # the host's deck as typed; empty: the usual one
    rematch_of: int | None = None


class GatheringService:
    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self.now = now
        self.decks = DeckService(store, now)
        self._lock = Locks().of
        self._rematch_lock = Locks().of
        self._person_lock = Locks().of

    async def open(self, terms: Terms, key: str) -> Made:
        """Store a gathering, and start it if all its seats are taken. `key` is its idempotency key; the row holds the
        commitment for the edge to post."""
        game = _checked(terms)
        options = _agreed(game, terms)
        brought = await self._brought_by(terms.host_id, game, terms.brought, options)
        host = GatheringSeat(terms.host_id, cut=_cut(terms.cut), brought=brought)
        invited = (GatheringSeat(user_id, is_taken=False) for user_id in terms.invited)
        computers = (_computer(game, options, level, f"{key} {at}") for at, level in enumerate(terms.computers))
        return await self._open_with(terms, options, (host, *invited, *computers), key)

    async def _open_with(
        self, terms: Terms, options: dict[str, Json], seats: tuple[GatheringSeat, ...], key: str
    ) -> Made:
        secret, binding, now = shuffle.new_secret(), f"gathering:{key}", self.now()
        row = GatheringRow(
            id=0,
            guild_id=terms.guild_id,
            channel_id=terms.channel_id,
            message_id=None,
            host_id=terms.host_id,
            game=terms.game,
            options=options,
            clock=terms.clock,
            is_rated=await self._may_be_rated(terms),
            size=terms.size,
            seats=seats,
            binding=binding,
            secret=secret,
            commitment=shuffle.commitment(secret, binding, terms.game, options, seats[HOST].cut),
            status="open",
            revision=0,
            created_at=now,
            expires_at=now + challenge_lasts(terms.clock),
            game_id=None,
            rematch_of=terms.rematch_of,
        )
        if len(seats) > _capacity(row):
            raise Refusal("gathering_full")
        async with self._person_lock(terms.host_id):  # or many requests at once would all be within the limits
            server = await self.store.servers.get(row.guild_id)
            await self._check_may_open(row, server)
            try:
                gathering_id = await self.store.gatherings.add(row, key)
            except ErasedError:
                raise Refusal("opponent_gone") from None
            if gathering_id is None:
                raise Refusal("open_already")
            row = replace(row, id=gathering_id)
            return await self._start(row, row) if row.is_full else row

    async def _check_may_open(self, row: GatheringRow, server: ServerRow) -> None:
        await self._check_may_play(row.host_id, server)
        open_until = await self.store.gatherings.hosted_by(row.host_id, row.created_at)
        if not row.is_full and len(open_until) >= (limit := server.most_invitations):
            raise Refusal("too_many_invitations", limit=limit, until=relative_time(open_until[-limit]))
        if await self.store.blocks.is_blocked(row.host_id, row.invited):
            raise Refusal("blocked_you")
        for user_id in row.invited:
            calls = await self.store.gatherings.calls(row.host_id, user_id, row.created_at - HOUR)
            check_hourly("challenged_lately", calls, server.most_challenges)

    async def _check_may_play(self, user_id: int, server: ServerRow) -> None:
        """Games with computers count too."""
        if await self.store.games.count_running_of(user_id) >= server.most_games:
            raise Refusal("too_many_games", limit=server.most_games)

    async def _may_be_rated(self, terms: Terms) -> bool:
        """Only between opponents, by the usual options, on a clock, in a server with ratings enabled; and without
        computers at the start."""
        game = GAMES[terms.game]
        is_usual = all(game.options[name][0] == value for name, value in terms.options.items() if name != "first")
        is_serious = not game.is_cooperative and is_usual and CLOCKS[terms.clock].turn is not None
        return terms.is_rated and is_serious and (await self.store.servers.get(terms.guild_id)).has_ratings

    async def get(self, gathering_id: int) -> GatheringRow:
        row = await self.store.gatherings.get(gathering_id)
        if row is None:
            raise Refusal("no_such_gathering")
        return row

    async def check_may_sit(self, gathering_id: int, user_id: int) -> GatheringRow:
        """The gathering, if this user can take a seat now; raises otherwise."""
        row = await self._open(gathering_id)
        _kept_seat(row, user_id)
        return row

    async def sit(self, gathering_id: int, user_id: int, cut: str = "", brought: str = "") -> Made:
        async with self._lock(gathering_id):
            row = await self._open(gathering_id)
            kept, game = _kept_seat(row, user_id), GAMES[row.game]
            if kept is not None and kept.brought and not brought:
                decks = kept.brought
            else:
                decks = await self._brought_by(user_id, game, brought, row.options)
            mine = GatheringSeat(user_id, cut=_cut(cut), brought=decks)
            seats = (mine if seat is kept else seat for seat in row.seats)
            async with self._person_lock(user_id):
                await self._check_may_play(user_id, await self.store.servers.get(row.guild_id))
                return await self._seated(row, seats if kept else (*row.seats, mine))

    async def decline(self, gathering_id: int, user_id: int) -> GatheringRow:
        """Give up a seat that was kept. The gathering closes if no other person can take it."""
        async with self._lock(gathering_id):
            row = await self._open(gathering_id)
            seat = row.seat_of(user_id)
            if seat is None or seat.is_taken:
                raise Refusal("not_for_you" if seat is None else "already_joined")
            return await self._change(row, _without(row, user_id) or replace(row, status="declined"))

    async def leave(self, gathering_id: int, user_id: int) -> GatheringRow:
        """If the host leaves, the next who sits becomes host; an empty gathering closes."""
        async with self._lock(gathering_id):
            row = await self._open(gathering_id)
            if row.seat_of(user_id) is None:
                raise Refusal("not_in_gathering")
            return await self._change(row, _without(row, user_id) or replace(row, status="cancelled"))

    async def erase_member(self, gathering_id: int, user_id: int) -> None:
        """`leave` for an erased user: a gathering that closes with them does not keep their id."""
        async with self._lock(gathering_id):
            row = await self._open(gathering_id)
            if (after := _without(row, user_id)) is not None:
                await self._change(row, after)
            elif not await self.store.gatherings.withdraw(row, user_id):
                raise await self._overtaken(row.id)

    async def remove(self, gathering_id: int, host_id: int, user_id: int) -> GatheringRow:
        """The host removes a user; no effect if they are not there."""
        async with self._lock(gathering_id):
            row = await self._hosted(gathering_id, host_id)
            if user_id == host_id or row.seat_of(user_id) is None:
                return row
            return await self._change(row, replace(row, seats=_others(row.seats, user_id)))

    async def set_option(self, gathering_id: int, host_id: int, name: str, *, is_on: bool) -> GatheringRow:
        async with self._lock(gathering_id):
            row = await self._hosted(gathering_id, host_id)
            if name not in GAMES[row.game].switches:
                raise Refusal("bad_choice")
            if row.options[name] == is_on:
                return row
            return await self._change(row, _committed(replace(row, options=row.options | {name: is_on})))

    async def add_computer(self, gathering_id: int, host_id: int, seen: int) -> Made:
        """`seen` is the revision the host saw: a double press adds only one computer."""
        async with self._lock(gathering_id):
            row = await self._hosted(gathering_id, host_id)
            if row.revision != seen:
                return row
            if len(row.seats) >= _capacity(row):
                raise Refusal("gathering_full")
            game = GAMES[row.game]
            computer = _computer(game, row.options, default_level(game.key), f"{row.binding} {len(row.seats)}")
            return await self._seated(row, (*row.seats, computer))

    async def remove_computer(self, gathering_id: int, host_id: int, seen: int) -> GatheringRow:
        async with self._lock(gathering_id):
            row = await self._hosted(gathering_id, host_id)
            computers = [place for place, seat in enumerate(row.seats) if seat.level is not None]
            if row.revision != seen or not computers:
                return row
            seats = tuple(seat for place, seat in enumerate(row.seats) if place != computers[-1])
            return await self._change(row, replace(row, seats=seats))

    async def cancel(self, gathering_id: int, host_id: int) -> GatheringRow:
        async with self._lock(gathering_id):
            row = await self._hosted(gathering_id, host_id)
            return await self._change(row, replace(row, status="cancelled"))

    async def start(self, gathering_id: int, host_id: int) -> Match:
        """Drop the seats that were only kept. One of a certain size starts by itself."""
        async with self._lock(gathering_id):
            row = await self._hosted(gathering_id, host_id)
            if row.size is not None:
                raise Refusal("too_few_players", least=row.size)
            return await self._start(row, row)

    async def expire(self) -> list[int]:
        """Close overdue gatherings; return their ids."""
        due = await self.store.gatherings.expired(self.now())
        return [one for one in due if await self.store.gatherings.close(one, "expired")]

    async def prune(self) -> None:
        """Delete some of those that closed long ago, and who was called more than an hour ago; called at every
        sweep."""
        await self.store.gatherings.prune(self.now() - GATHERINGS_KEPT)
        await self.store.gatherings.forget_calls(self.now() - HOUR)

    async def rematch(self, match: Match, user_id: int, channel_id: int, key: str) -> Made:
        """Play again with the same people, computers, options and decks; the next seat starts. Sits down in the rematch
        that another player asked for; starts at once without other people."""
        if match.seat_of(user_id) is None:
            raise Refusal("not_a_player")
        if not match.is_over:
            raise Refusal("still_running")
        async with self._rematch_lock(match.id):  # concurrent requests make one gathering
            waiting = await self.store.gatherings.open_rematch_of(match.id)
            if waiting is not None and waiting.expires_at > self.now():
                seat = waiting.seat_of(user_id)
                return waiting if seat and seat.is_taken else await self.sit(waiting.id, user_id)
            return await self._open_rematch(match, user_id, channel_id, key)

    async def _open_rematch(self, match: Match, user_id: int, channel_id: int, key: str) -> Made:
        old, seats = match.row, _same_seats(match, user_id)
        is_team = match.game.is_cooperative
        if not is_team and len(seats) == 1:
            raise Refusal("opponent_gone")
        terms = Terms(
            guild_id=old.guild_id,
            channel_id=channel_id,
            host_id=user_id,
            game=old.game,
            size=None if is_team else len(old.seats),
            options=_next_options(match, user_id),
            clock=old.clock,
            is_rated=old.is_rated,
            rematch_of=match.id,
        )
        made = await self._open_with(terms, _agreed(match.game, terms), seats, key)
        if isinstance(made, GatheringRow) and is_team and not made.invited:
            return await self.start(made.id, user_id)
        return made

    async def _brought_by(
        self, user_id: int, game: AnyGame, typed: str, options: Mapping[str, Json]
    ) -> dict[str, Json]:
        """What a person brings, as it is now: an edit of their deck changes nothing that has been brought."""
        return _brought(game, await self.decks.text_of(game, user_id, typed, options), options)

    async def _open(self, gathering_id: int) -> GatheringRow:
        row = await self.get(gathering_id)
        if row.status == "open" and row.expires_at <= self.now():
            await self.store.gatherings.close(row.id, "expired")
            row = await self.get(gathering_id)
        if row.status != "open":
            raise Refusal(_CLOSED[row.status])
        return row

    async def _hosted(self, gathering_id: int, user_id: int) -> GatheringRow:
        row = await self._open(gathering_id)
        if row.host_id != user_id:
            raise Refusal("not_your_gathering")
        return row

    async def _seated(self, row: GatheringRow, seats: Iterable[GatheringSeat]) -> Made:
        after = replace(row, seats=tuple(seats))
        return await self._start(row, after) if after.is_full else await self._change(row, after)

    async def _change(self, before: GatheringRow, after: GatheringRow) -> GatheringRow:
        if not await self.store.gatherings.change(before, after):
            raise await self._overtaken(before.id)
        return await self.get(before.id)

    async def _overtaken(self, gathering_id: int) -> Refusal:
        """The refusal after a lost race: another request changed or closed the gathering first."""
        return Refusal(_CLOSED.get((await self.get(gathering_id)).status, "stale"))

    async def _start(self, before: GatheringRow, after: GatheringRow) -> Match:
        after = replace(after, seats=after.taken)
        if len(after.seats) not in (able := GAMES[after.game].seats):
            raise Refusal("too_few_players", least=min(able))
        row = self._dealt(after)
        filing = None if row.ended_at is None else await compute_filing(self.store, row, ())
        try:
            game_id = await self.store.games.start(row, before, after, filing)
        except ClosedError:
            raise await self._overtaken(before.id) from None
        return match_of(replace(row, id=game_id))

    def _dealt(self, row: GatheringRow) -> GameRow:
        """A user who plays alone in a team, or with computers there, has no clock: no person waits for them."""
        game, people = GAMES[row.game], sum(seat.user_id is not None for seat in row.seats)
        agreed = replace(
            row,
            options=row.options | {name: [seat.brought[name] for seat in row.seats] for name in game.brought},
            clock=NO_CLOCK if game.is_cooperative and people == 1 else row.clock,
            is_rated=row.is_rated and people == len(row.seats),
        )
        seats = tuple(SeatRow(place, one.user_id, one.level, one.cut) for place, one in enumerate(row.seats))
        return new_game(agreed, seats, self.now())


def _checked(terms: Terms) -> AnyGame:
    game = GAMES.get(terms.game)
    if game is None or game.is_cooperative != (terms.size is None) or terms.clock not in CLOCKS:
        raise Refusal("bad_choice")
    if terms.size is not None and terms.size not in game.seats:
        raise Refusal("wrong_number_of_players", least=min(game.seats), most=max(game.seats))
    if terms.host_id in terms.invited:
        raise Refusal("self_challenge")
    for level in terms.computers:
        if level not in LEVELS or LEVELS[level].game != terms.game:
            raise Refusal("no_such_level", level=level)
    return game


def _agreed(game: AnyGame, terms: Terms) -> dict[str, Json]:
    """Every option of the game, with its default if it was not chosen."""
    options = {name: values[0] for name, values in game.options.items()} | dict(terms.options)
    if not all(name in game.options and value in game.options[name] for name, value in options.items()):
        raise Refusal("bad_choice")
    if terms.size is not None and (options.get("first") or 0) >= terms.size:
        raise Refusal("bad_choice")
    return options


def _brought(game: AnyGame, typed: str, options: Mapping[str, Json]) -> dict[str, Json]:
    if typed and not game.brought:
        raise Refusal("nothing_to_bring")
    return {name: read(typed, options) for name, read in game.brought.items()}


def _computer(game: AnyGame, options: Mapping[str, Json], level: str | None, salt: str) -> GatheringSeat:
    if level is None:
        raise Refusal("bad_choice")
    return GatheringSeat(None, level, brought=_brought(game, _starter(game, salt), options))


def _starter(game: AnyGame, salt: str) -> str:
    """The starter deck a computer brings: another one each time, and the same for the same request."""
    if game.collection is None:
        return ""
    starters = list(game.collection.starters().values())
    return game.collection.export(starters[zlib.crc32(salt.encode()) % len(starters)].deck)


def _cut(cut: str) -> str:
    if len(cut) > MAX_CUT:
        raise Refusal("cut_too_long", limit=MAX_CUT)
    return cut


def _capacity(row: GatheringRow) -> int:
    return row.size or max(GAMES[row.game].seats)


def _kept_seat(row: GatheringRow, user_id: int) -> GatheringSeat | None:
    """The seat that is kept for this user; None if they may take a free one. Raises if they can take none."""
    seat = row.seat_of(user_id)
    if seat is not None and seat.is_taken:
        raise Refusal("already_joined")
    if seat is None and len(row.seats) >= _capacity(row):
        raise Refusal("not_for_you" if row.invited else "gathering_full")
    return seat


def _others(seats: Iterable[GatheringSeat], user_id: int) -> tuple[GatheringSeat, ...]:
    return tuple(seat for seat in seats if seat.user_id != user_id)


def _without(row: GatheringRow, user_id: int) -> GatheringRow | None:
    """The gathering without this user, its host first; None if it is empty, or the host alone with no seat that
    another person could have taken."""
    seats = _others(row.seats, user_id)
    people = [seat.user_id for seat in seats if seat.user_id is not None and seat.is_taken]
    is_awaiting = len(row.seats) < _capacity(row) or any(not seat.is_taken for seat in seats)
    if not people or (people == [row.host_id] and not is_awaiting):
        return None
    if row.host_id in people:
        return replace(row, seats=seats)
    host_first = tuple(sorted(seats, key=lambda seat: seat.user_id != people[0]))
    return _committed(replace(row, host_id=people[0], seats=host_first))


def _committed(row: GatheringRow) -> GatheringRow:
    """With the commitment to its options and its host's cut as they are now."""
    promise = shuffle.commitment(row.secret, row.binding, row.game, row.options, row.seats[HOST].cut)
    return replace(row, commitment=promise)


def _same_seats(match: Match, host_id: int) -> tuple[GatheringSeat, ...]:
    """The seats of a finished game for the next one, the host's first; without erased users, whose ids are negative."""
    old, game = match.row, match.game
    seats = [
        GatheringSeat(
            seat.user_id,
            seat.level,
            is_taken=seat.user_id in (None, host_id),
            brought={name: old.options[name][seat.seat] for name in game.brought},
        )
        for seat in old.seats
        if seat.user_id is None or seat.user_id > 0
    ]
    at = next(place for place, seat in enumerate(seats) if seat.user_id == host_id)
    return (*seats[at:], *seats[:at])


def _next_options(match: Match, host_id: int) -> dict[str, Json]:
    """The same options; the seat after the one that started starts."""
    options = {name: match.row.options[name] for name in match.game.options if name in match.row.options}
    started, host = first_seat(match.row), match.seat_of(host_id)
    if "first" in options and started is not None and host is not None:
        options["first"] = (started + 1 - host) % len(match.seats)
    return options
