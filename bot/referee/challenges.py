"""Lifecycle of challenges: create, accept, decline, cancel, expire, rematch. Accepting starts the game."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.games.core import AnyGame, Seat
from bot.games.registry import GAMES, default_game, offered
from bot.players.registry import LEVELS
from bot.referee import shuffle
from bot.referee.clocks import CHALLENGE_LASTS, CLOCKS
from bot.referee.dealing import filing_at_deal, first_seat, new_game
from bot.referee.errors import Refusal
from bot.referee.locks import Locks
from bot.referee.match import Match, match_of
from bot.store.rows import ChallengeRow, SeatRow
from bot.store.sqlite.games import ClosedError
from bot.store.sqlite.store import Store

MAX_CUT = 50
CHALLENGER, OPPONENT = Seat(0), Seat(1)
FIRST: dict[str, Seat | None] = {"random": None, "challenger": CHALLENGER, "opponent": OPPONENT}
_CLOSED = {
    "accepted": "challenge_accepted",
    "declined": "challenge_declined",
    "cancelled": "challenge_cancelled",
    "expired": "challenge_expired",
}


@dataclass(frozen=True, slots=True)
class Terms:
    """What a challenger proposes. Without opponent and level it is open: the first user to accept plays."""

    guild_id: int
    channel_id: int
    challenger_id: int
    opponent_id: int | None = None
    level: str | None = None
    game: str = default_game(is_cooperative=False)
    clock: str = "live"
    first: str = "random"
    is_rated: bool = True
    cut: str = ""
    rematch_of: int | None = None


class ChallengeService:
    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self.now = now
        self._lock = Locks().of

    async def make(self, terms: Terms, key: str) -> ChallengeRow:
        """Store an open challenge. `key` is its idempotency key; the row holds the commitment for the edge to post."""
        _check(terms)
        secret, binding, now = shuffle.new_secret(), f"challenge:{key}", self.now()
        options = {"first": FIRST[terms.first]}
        row = ChallengeRow(
            id=0,
            guild_id=terms.guild_id,
            channel_id=terms.channel_id,
            message_id=None,
            challenger_id=terms.challenger_id,
            opponent_id=terms.opponent_id,
            level=terms.level,
            game=terms.game,
            options=options,
            clock=terms.clock,
            is_rated=terms.is_rated and await self._may_be_rated(terms),
            cut=terms.cut,
            binding=binding,
            secret=secret,
            commitment=shuffle.commitment(secret, binding, terms.game, options, terms.cut),
            status="open",
            created_at=now,
            expires_at=now + CHALLENGE_LASTS,
            game_id=None,
            rematch_of=terms.rematch_of,
        )
        challenge_id = await self.store.challenges.add(row, key)
        if challenge_id is None:
            raise Refusal("already_challenged")
        return await self.get(challenge_id)

    async def _may_be_rated(self, terms: Terms) -> bool:
        """Only between users, on a clock, in a server with ratings enabled."""
        is_serious = terms.level is None and CLOCKS[terms.clock].turn is not None
        return is_serious and (await self.store.servers.get(terms.guild_id)).has_ratings

    async def get(self, challenge_id: int) -> ChallengeRow:
        row = await self.store.challenges.get(challenge_id)
        if row is None:
            raise Refusal("no_such_challenge")
        return row

    async def may_accept(self, challenge_id: int, user_id: int) -> ChallengeRow:
        """The challenge, if this user may accept it now; raises otherwise."""
        row = await self._open(challenge_id)
        if user_id == row.challenger_id:
            raise Refusal("own_challenge")
        if row.opponent_id not in (None, user_id) or row.level is not None:
            raise Refusal("not_for_you")
        return row

    async def accept(self, challenge_id: int, user_id: int, cut: str) -> Match:
        row = await self.may_accept(challenge_id, user_id)
        return await self._start(row, SeatRow(OPPONENT, user_id, None, _cut(cut)))

    async def accept_as_computer(self, challenge_id: int) -> Match:
        row = await self._open(challenge_id)
        if row.level is None:
            raise Refusal("not_for_you")
        return await self._start(row, SeatRow(OPPONENT, None, row.level, ""))

    async def decline(self, challenge_id: int, user_id: int) -> ChallengeRow:
        row = await self._open(challenge_id)
        if user_id != row.opponent_id:
            raise Refusal("own_challenge" if user_id == row.challenger_id else "not_for_you")
        return await self._close(row, "declined")

    async def cancel(self, challenge_id: int, user_id: int) -> ChallengeRow:
        row = await self._open(challenge_id)
        if user_id != row.challenger_id:
            raise Refusal("not_your_challenge")
        return await self._close(row, "cancelled")

    async def expire(self) -> list[int]:
        """Close overdue challenges; return their ids."""
        due = await self.store.challenges.expired(self.now())
        return [challenge_id for challenge_id in due if await self.store.challenges.close(challenge_id, "expired")]

    async def rematch(self, match: Match, user_id: int, channel_id: int, key: str) -> ChallengeRow | Match:
        """Challenge the same opponent with the starting player swapped, or accept their waiting rematch challenge."""
        seat = match.seat_of(user_id)
        if seat is None:
            raise Refusal("not_a_player")
        if not match.is_over:
            raise Refusal("still_running")
        async with self._lock(match.id):  # concurrent requests make one game, not two challenges
            return await self._rematch(match, seat, user_id, channel_id, key)

    async def _rematch(self, match: Match, seat: Seat, user_id: int, channel_id: int, key: str) -> ChallengeRow | Match:
        waiting = await self.store.challenges.open_rematch_of(match.id)
        if waiting is not None and waiting.challenger_id != user_id and waiting.expires_at > self.now():
            return await self.accept(waiting.id, user_id, "")
        rival = match.seat(next(iter(match.others(seat))))
        if rival.user_id is not None and rival.user_id < 0:
            raise Refusal("opponent_gone")
        return await self.make(
            Terms(
                guild_id=match.row.guild_id,
                channel_id=channel_id,
                challenger_id=user_id,
                opponent_id=rival.user_id,
                level=rival.level,
                game=match.row.game,
                clock=match.row.clock,
                first="opponent" if first_seat(match.row) == seat else "challenger",
                is_rated=match.row.is_rated,
                rematch_of=match.id,
            ),
            key,
        )

    async def _open(self, challenge_id: int) -> ChallengeRow:
        row = await self.get(challenge_id)
        if row.status == "open" and row.expires_at <= self.now():
            await self.store.challenges.close(row.id, "expired")
            row = await self.get(challenge_id)
        if row.status != "open":
            raise Refusal(_CLOSED[row.status])
        return row

    async def _close(self, row: ChallengeRow, status: str) -> ChallengeRow:
        if not await self.store.challenges.close(row.id, status):
            raise await self._overtaken(row.id)
        return await self.get(row.id)

    async def _overtaken(self, challenge_id: int) -> Refusal:
        """The refusal after a lost race: another request closed the challenge first."""
        return Refusal(_CLOSED[(await self.get(challenge_id)).status])

    async def _start(self, challenge: ChallengeRow, opponent: SeatRow) -> Match:
        seats = (SeatRow(CHALLENGER, challenge.challenger_id, None, challenge.cut), opponent)
        row = new_game(challenge, seats, self.now())
        try:
            game_id = await self.store.games.start(row, challenge.id, await filing_at_deal(self.store, row))
        except ClosedError:
            raise await self._overtaken(challenge.id) from None
        return match_of(replace(row, id=game_id))


def is_for_two(game: AnyGame) -> bool:
    """Whether a user can challenge one other user to it; it may support more seats too."""
    return 2 in game.seats and not game.is_cooperative


def _check(terms: Terms) -> None:
    if terms.opponent_id == terms.challenger_id:
        raise Refusal("self_challenge")
    is_duel = terms.game in offered() and is_for_two(GAMES[terms.game])
    if not is_duel or terms.clock not in CLOCKS or terms.first not in FIRST:
        raise Refusal("bad_choice")
    if terms.level is not None and (terms.level not in LEVELS or LEVELS[terms.level].game != terms.game):
        raise Refusal("no_such_level", level=terms.level)
    _cut(terms.cut)


def _cut(cut: str) -> str:
    if len(cut) > MAX_CUT:
        raise Refusal("cut_too_long", limit=MAX_CUT)
    return cut
