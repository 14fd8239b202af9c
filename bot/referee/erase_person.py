"""Erases a user's data: first ends everything that is open, then replaces the user by a pseudonym in games that other
users took part in. `docs/privacy.md` describes it to users."""

import secrets
from contextlib import suppress
from dataclasses import dataclass, field, replace

from bot.referee.dealing import promised
from bot.referee.errors import Refusal
from bot.referee.referee import Referee
from bot.referee.replay_check import shuffle_orders
from bot.referee.shuffle import SECRET_BYTES, new_secret
from bot.store.sqlite.privacy import Resealed

_ATTEMPTS = 5  # other users may start a game with this one between the steps
_PSEUDONYMS = 2**52  # pseudonyms are negative user ids


@dataclass(slots=True)
class Erasure:
    """Ids of what an erasure changed and messages may show, so that they can be redrawn."""

    games: list[int] = field(default_factory=list)
    gatherings: list[int] = field(default_factory=list)


async def erase_person(referee: Referee, user_id: int, erasure: Erasure) -> None:
    """End what is open, delete the user's data, and overwrite it in the files. `erasure` is filled in as it goes, so
    that it is right even after a failure."""
    pseudonym = -1 - secrets.randbelow(_PSEUDONYMS)
    for _ in range(_ATTEMPTS):
        await _end_everything(referee, user_id, erasure)
        if await referee.store.privacy.forget(user_id, pseudonym, await _resealed(referee, user_id)):
            await referee.store.privacy.scrub()
            return
    raise Refusal("still_busy")


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


async def _resealed(referee: Referee, user_id: int) -> list[Resealed]:
    """Their games that are over or that they left, each with its shuffle orders so far. The secret is erased too: with
    it, a guess at the user could be confirmed by recomputing the deck from their cut. A game that goes on gets a new
    one, which nobody knows."""
    resealed: list[Resealed] = []
    for game_id in await referee.store.privacy.games_of(user_id):
        match = await referee.match(game_id)
        row, seat = match.row, match.seat_once_of(user_id)
        if seat is None or (match.is_over and row.dealt is not None):
            continue
        if not (match.is_over or match.is_out(seat) or row.seats[seat].user_id is None):
            continue
        orders = shuffle_orders(row, await referee.store.games.actions(game_id))
        seats = tuple(replace(one, cut="") if one.seat == seat else one for one in row.seats)
        secret = bytes(SECRET_BYTES) if match.is_over else new_secret()
        sealed = replace(row, binding=f"deleted:{game_id}", secret=secret, seats=seats)
        resealed.append(Resealed(game_id, row.revision, orders, sealed.binding, secret, promised(sealed)))
    return resealed
