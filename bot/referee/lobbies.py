"""Lifecycle of lobbies: open, join, leave, add computers, start, cancel, expire, play again; and the category a team's
result is ranked in. The shuffle is committed to as the lobby opens, before it can start."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.games.core import AnyGame
from bot.games.registry import GAMES, default_game
from bot.players.registry import default_mate
from bot.referee import shuffle
from bot.referee.clocks import CHALLENGE_LASTS, CLOCKS, NO_CLOCK
from bot.referee.dealing import new_game
from bot.referee.errors import Refusal
from bot.referee.locks import Locks
from bot.referee.match import Match, match_of, state_of
from bot.store.rows import WITH_COMPUTERS, GameRow, LobbyRow, LobbySeatRow, SeatRow, TeamScore
from bot.store.sqlite.games import ClosedError
from bot.store.sqlite.store import Store

_CLOSED = {"started": "lobby_started", "cancelled": "lobby_cancelled", "expired": "lobby_expired"}


@dataclass(frozen=True, slots=True)
class LobbyTerms:
    """What a host proposes. `expected` users have a reserved seat until they join or the host starts."""

    guild_id: int
    channel_id: int
    host_id: int
    game: str = default_game(is_cooperative=True)
    options: frozenset[str] = frozenset()
    clock: str = "live"
    computers: int = 0
    expected: tuple[int, ...] = field(default=())
    rematch_of: int | None = None


class LobbyService:
    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self.now = now
        self._lock = Locks().of

    async def open(self, wanted: LobbyTerms, key: str) -> LobbyRow:
        """Store an open lobby. `key` is its idempotency key; the row holds the commitment for the edge to post."""
        places = _places(wanted, key)
        _check(wanted, places)
        secret, binding, now = shuffle.new_secret(), f"lobby:{key}", self.now()
        options = {name: name in wanted.options for name in GAMES[wanted.game].switches}
        row = LobbyRow(
            id=0,
            guild_id=wanted.guild_id,
            channel_id=wanted.channel_id,
            message_id=None,
            host_id=wanted.host_id,
            game=wanted.game,
            options=options,
            clock=wanted.clock,
            places=places,
            binding=binding,
            secret=secret,
            commitment=shuffle.commitment(secret, binding, wanted.game, options),
            status="open",
            revision=0,
            created_at=now,
            expires_at=now + CHALLENGE_LASTS,
            game_id=None,
            rematch_of=wanted.rematch_of,
        )
        lobby_id = await self.store.lobbies.add(row, key)
        if lobby_id is None:
            raise Refusal("lobby_open_already")
        return await self.get(lobby_id)

    async def get(self, lobby_id: int) -> LobbyRow:
        row = await self.store.lobbies.get(lobby_id)
        if row is None:
            raise Refusal("no_such_lobby")
        return row

    async def join(self, lobby_id: int, user_id: int, key: str) -> LobbyRow:
        async with self._lock(lobby_id):
            row = await self._open(lobby_id)
            mine = LobbySeatRow(user_id, None, f"{user_id}:{key}")
            place = _place_of(row, user_id)
            if place is not None and place.is_taken:
                raise Refusal("already_joined")
            if place is not None:
                return await self._seated(row, (mine if one is place else one for one in row.places))
            if len(row.places) >= max(GAMES[row.game].seats):
                raise Refusal("lobby_full")
            return await self._seated(row, (*row.places, mine))

    async def leave(self, lobby_id: int, user_id: int) -> LobbyRow:
        """If the host leaves, the next joined user becomes host; without users the lobby closes."""
        async with self._lock(lobby_id):
            row = await self._open(lobby_id)
            return await self._change(row, _left_by(row, user_id) or replace(row, status="cancelled"))

    async def erase_member(self, lobby_id: int, user_id: int) -> None:
        """`leave` for an erased user: a lobby that closes with them does not keep their id."""
        async with self._lock(lobby_id):
            row = await self._open(lobby_id)
            if (after := _left_by(row, user_id)) is not None:
                await self._change(row, after)
            elif not await self.store.lobbies.withdraw(row, user_id):
                raise await self._overtaken(row.id)

    async def remove(self, lobby_id: int, host_id: int, user_id: int) -> LobbyRow:
        """The host removes a user; no effect if they are not in the lobby."""
        async with self._lock(lobby_id):
            row = await self._hosted(lobby_id, host_id)
            if user_id == host_id or _place_of(row, user_id) is None:
                return row
            return await self._seated(row, _without(row.places, user_id))

    async def set_option(self, lobby_id: int, host_id: int, name: str, *, is_on: bool) -> LobbyRow:
        async with self._lock(lobby_id):
            row = await self._hosted(lobby_id, host_id)
            if name not in GAMES[row.game].switches:
                raise Refusal("bad_choice")
            if row.options[name] == is_on:
                return row
            options = row.options | {name: is_on}
            promise = shuffle.commitment(row.secret, row.binding, row.game, options)
            return await self._change(row, replace(row, options=options, commitment=promise))

    async def add_computer(self, lobby_id: int, host_id: int, seen: int) -> LobbyRow:
        """`seen` is the revision the host saw: a double press adds only one computer."""
        async with self._lock(lobby_id):
            row = await self._hosted(lobby_id, host_id)
            if row.revision != seen:
                return row
            if len(row.places) >= max(GAMES[row.game].seats):
                raise Refusal("lobby_full")
            return await self._seated(row, (*row.places, _computer(row.game)))

    async def remove_computer(self, lobby_id: int, host_id: int, seen: int) -> LobbyRow:
        async with self._lock(lobby_id):
            row = await self._hosted(lobby_id, host_id)
            computers = [number for number, place in enumerate(row.places) if place.level is not None]
            if row.revision != seen or not computers:
                return row
            return await self._seated(row, (one for at, one in enumerate(row.places) if at != computers[-1]))

    async def cancel(self, lobby_id: int, host_id: int) -> LobbyRow:
        async with self._lock(lobby_id):
            row = await self._hosted(lobby_id, host_id)
            return await self._change(row, replace(row, status="cancelled"))

    async def start(self, lobby_id: int, host_id: int) -> Match:
        """Seat the joined users and the computers; drop reserved seats."""
        async with self._lock(lobby_id):
            row = await self._hosted(lobby_id, host_id)
            return await self._start(row)

    async def expire(self) -> list[int]:
        """Close overdue lobbies; return their ids."""
        due = await self.store.lobbies.expired(self.now())
        return [lobby_id for lobby_id in due if await self.store.lobbies.close(lobby_id, "expired")]

    async def again(self, match: Match, user_id: int, channel_id: int, key: str) -> LobbyRow | Match:
        """Play again with the same users, computers and options: start at once without other users, else open a lobby
        with reserved seats; later requests join that lobby."""
        if match.seat_of(user_id) is None:
            raise Refusal("not_a_player")
        if not match.is_over:
            raise Refusal("still_running")
        async with self._lock(-match.id):  # concurrent requests make one lobby; negative, to differ from lobby ids
            waiting = await self.store.lobbies.open_rematch_of(match.id)
            if waiting is not None and waiting.expires_at > self.now():
                return await self._join_again(waiting, user_id, key)
            return await self._open_again(match, user_id, channel_id, key)

    async def _join_again(self, row: LobbyRow, user_id: int, key: str) -> LobbyRow:
        place = _place_of(row, user_id)
        return row if place is not None and place.is_taken else await self.join(row.id, user_id, key)

    async def _open_again(self, match: Match, user_id: int, channel_id: int, key: str) -> LobbyRow | Match:
        old = match.row
        others = [seat.user_id for seat in old.seats if seat.user_id not in (None, user_id)]
        wanted = LobbyTerms(
            guild_id=old.guild_id,
            channel_id=channel_id,
            host_id=user_id,
            game=old.game,
            options=frozenset(name for name in match.game.switches if old.options.get(name)),
            clock=old.clock,
            computers=sum(seat.level is not None for seat in old.seats),
            expected=tuple(other for other in others if other > 0),  # erased users have negative ids
            rematch_of=match.id,
        )
        row = await self.open(wanted, key)
        return row if wanted.expected else await self.start(row.id, user_id)

    async def _open(self, lobby_id: int) -> LobbyRow:
        row = await self.get(lobby_id)
        if row.status == "open" and row.expires_at <= self.now():
            await self.store.lobbies.close(row.id, "expired")
            row = await self.get(lobby_id)
        if row.status != "open":
            raise Refusal(_CLOSED[row.status])
        return row

    async def _hosted(self, lobby_id: int, user_id: int) -> LobbyRow:
        row = await self._open(lobby_id)
        if row.host_id != user_id:
            raise Refusal("not_your_lobby")
        return row

    async def _seated(self, row: LobbyRow, places: Iterable[LobbySeatRow]) -> LobbyRow:
        return await self._change(row, replace(row, places=tuple(places)))

    async def _change(self, before: LobbyRow, after: LobbyRow) -> LobbyRow:
        if not await self.store.lobbies.change(before, after):
            raise await self._overtaken(before.id)
        return await self.get(before.id)

    async def _overtaken(self, lobby_id: int) -> Refusal:
        """The refusal after a lost race: another request changed or closed the lobby first."""
        return Refusal(_CLOSED.get((await self.get(lobby_id)).status, "stale"))

    async def _start(self, lobby: LobbyRow) -> Match:
        taken = [place for place in lobby.places if place.is_taken]
        if len(taken) not in (able := GAMES[lobby.game].seats):
            raise Refusal("too_few_players", least=min(able))
        seats = tuple(SeatRow(number, one.user_id, one.level, "") for number, one in enumerate(taken))
        row = new_game(_agreed(lobby, seats), seats, self.now())
        try:
            game_id = await self.store.games.start_team(row, lobby.id, lobby.revision)
        except ClosedError:
            raise await self._overtaken(lobby.id) from None
        return match_of(replace(row, id=game_id))


def _agreed(lobby: LobbyRow, seats: Sequence[SeatRow]) -> LobbyRow:
    """A single user, alone or with computers, plays without a clock: no other user waits for them."""
    is_alone = sum(seat.user_id is not None for seat in seats) == 1
    return replace(lobby, clock=NO_CLOCK) if is_alone else lobby


def _places(wanted: LobbyTerms, key: str) -> tuple[LobbySeatRow, ...]:
    host = LobbySeatRow(wanted.host_id, None, f"{wanted.host_id}:{key}")
    expected = (LobbySeatRow(user_id, None) for user_id in wanted.expected)
    return (host, *expected, *(_computer(wanted.game) for _ in range(wanted.computers)))


def gathers(game: AnyGame) -> bool:
    """Whether people gather in a lobby for it: teams, and more than two who compete."""
    return game.is_cooperative or max(game.seats) > 2


def _check(wanted: LobbyTerms, places: Sequence[LobbySeatRow]) -> None:
    game = GAMES.get(wanted.game)
    if game is None or not gathers(game) or wanted.clock not in CLOCKS or not wanted.options <= {*game.switches}:
        raise Refusal("bad_choice")
    if len(places) > max(game.seats):
        raise Refusal("lobby_full")


def _computer(game: str) -> LobbySeatRow:
    level = default_mate(game)
    if level is None:
        raise Refusal("bad_choice")
    return LobbySeatRow(None, level)


def _place_of(row: LobbyRow, user_id: int) -> LobbySeatRow | None:
    return next((place for place in row.places if place.user_id == user_id), None)


def _left_by(row: LobbyRow, user_id: int) -> LobbyRow | None:
    """The lobby without this user; None if no joined user is left."""
    if _place_of(row, user_id) is None:
        raise Refusal("not_in_lobby")
    places = _without(row.places, user_id)
    people = [place.user_id for place in places if place.user_id is not None and place.is_taken]
    if not people:
        return None
    return replace(row, places=places, host_id=people[0] if row.host_id == user_id else row.host_id)


def _without(places: Sequence[LobbySeatRow], user_id: int) -> tuple[LobbySeatRow, ...]:
    return tuple(place for place in places if place.user_id != user_id)


def mode_of(row: GameRow) -> str:
    """The category results are compared in: the options that were on, and whether computers played."""
    is_helped = any(seat.level is not None for seat in row.seats)
    switched = (name for name in GAMES[row.game].switches if row.options.get(name))
    return ",".join((*switched, *((WITH_COMPUTERS,) if is_helped else ())))


def team_score(row: GameRow) -> TeamScore | None:
    """The score of a finished team game; None for other games and abandoned ones (TG12)."""
    game = GAMES[row.game]
    outcome = game.rules.outcome(state_of(row)) if game.is_cooperative else None
    return None if outcome is None else TeamScore(len(row.seats), mode_of(row), outcome.scores[0])
