"""Erases a user's data: first ends everything that is open, then replaces the user by a pseudonym in games that other
users took part in. `docs/privacy.md` describes it to users."""

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass, field, replace

from bot.referee.dealing import promised
from bot.referee.errors import Refusal
from bot.referee.referee import Referee
from bot.referee.replay_check import shuffle_orders
from bot.referee.shuffle import SECRET_BYTES, new_secret
from bot.store.sqlite.database import BeingReadError
from bot.store.sqlite.privacy import Resealed

_ATTEMPTS = 5  # other users may start a game with this one between the steps
_GAMES_A_STEP = 10  # others' moves wait a few milliseconds
_PAUSE = 0.005  # seconds between two games, each of which is replayed: answering comes first
_PSEUDONYMS = 2**52  # pseudonyms are negative user ids


@dataclass(slots=True)
class Erasure:
    """Ids of what an erasure changed and messages may show, so that they can be redrawn."""

    games: list[int] = field(default_factory=list)
    gatherings: list[int] = field(default_factory=list)


async def erase_person(referee: Referee, user_id: int, erasure: Erasure) -> None:
    """End what is open, delete the user's data, and overwrite it in the files. `erasure` is filled in as it goes, so
    that it is right even after a failure. Done in small steps, between which others play on; one that was interrupted
    is taken up where it was."""
    privacy = referee.store.privacy
    pseudonym = await privacy.begin(user_id, -1 - secrets.randbelow(_PSEUDONYMS))
    for _ in range(_ATTEMPTS):
        await _end_everything(referee, user_id, erasure)
        await _leave_games(referee, user_id, pseudonym)
        if await privacy.forget(user_id, pseudonym):
            return await _scrub(referee)
    raise Refusal("still_busy")


async def finish_scrub(referee: Referee) -> bool:
    """Overwrite in the files what was deleted before an interruption; return whether there was anything."""
    is_due = await referee.store.privacy.is_scrub_due()
    if is_due:
        await _scrub(referee)
    return is_due


async def _scrub(referee: Referee) -> None:
    try:
        await referee.store.privacy.scrub()
    except BeingReadError as error:
        raise Refusal("still_read") from error


async def _end_everything(referee: Referee, user_id: int, erasure: Erasure) -> None:
    store = referee.store
    for gathering_id in await store.gatherings.open_of(user_id):
        with suppress(Refusal):  # closed, or they were removed, meanwhile; if it has started, the game is ended below
            await referee.gatherings.erase_member(gathering_id, user_id)
        erasure.gatherings.append(gathering_id)
    tried: set[int] = set()  # games are read some at a time, the same again if one could not be ended
    while running := [match.id for match in await referee.running_of(user_id) if match.id not in tried]:
        for game_id in running:
            tried.add(game_id)
            with suppress(Refusal):  # already ended
                await referee.resign(game_id, user_id, f"departed:{game_id}")
                erasure.games.append(game_id)


async def _leave_games(referee: Referee, user_id: int, pseudonym: int) -> None:
    privacy = referee.store.privacy
    games = await privacy.games_of(user_id)
    for start in range(0, len(games), _GAMES_A_STEP):
        resealed = [await _resealed(referee, game_id, user_id) for game_id in games[start : start + _GAMES_A_STEP]]
        await privacy.leave_games(user_id, pseudonym, [one for one in resealed if one is not None])


async def _resealed(referee: Referee, game_id: int, user_id: int) -> Resealed | None:
    """A game that is over or that the user left, with its shuffle orders so far; None for any other. The secret is
    erased too: with it, a guess at the user could be confirmed by recomputing the deck from their cut. A game that goes
    on gets a new one, which is not published."""
    await asyncio.sleep(_PAUSE)
    match = await referee.match(game_id)
    row, seat = match.row, match.seat_once_of(user_id)
    if seat is None or not (match.is_over or match.is_out(seat) or row.seats[seat].left_by == user_id):
        return None
    if match.is_over and row.dealt is not None:
        return Resealed(game_id, seat, row.revision, row.dealt, row.binding, row.secret, row.commitment)
    orders = shuffle_orders(row, await referee.store.games.actions(game_id))
    seats = tuple(replace(one, cut="") if one.seat == seat else one for one in row.seats)
    secret = bytes(SECRET_BYTES) if match.is_over else new_secret()
    sealed = replace(row, binding=f"deleted:{game_id}", secret=secret, seats=seats)
    return Resealed(game_id, seat, row.revision, orders, sealed.binding, secret, promised(sealed))
