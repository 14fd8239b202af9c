"""Somebody wants all that is kept about them gone. What still runs ends first; what others took part in stays theirs,
with nobody in the place of who left. `docs/privacy.md` says the same for people."""

import secrets
from contextlib import suppress
from dataclasses import dataclass, field

from bot.referee.dealing import fair_shuffle
from bot.referee.errors import Refusal
from bot.referee.recorded_shuffle import orders_of
from bot.referee.referee import Referee
from bot.referee.shuffle import SECRET_BYTES, commitment
from bot.store.sqlite.privacy import Resealed

_ATTEMPTS = 5  # others may accept a challenge or start a game with them meanwhile
_NOBODIES = 2**52


@dataclass(slots=True)
class Departure:
    """The numbers of what it changed that somebody may be looking at."""

    games: list[int] = field(default_factory=list)
    challenges: list[int] = field(default_factory=list)
    lobbies: list[int] = field(default_factory=list)


async def depart(referee: Referee, user_id: int, departure: Departure) -> None:
    """Ends what runs, deletes what is theirs, and wipes it from the files. What it has changed is in the departure even
    if it fails halfway."""
    nobody = -1 - secrets.randbelow(_NOBODIES)
    for _ in range(_ATTEMPTS):
        await _end_everything(referee, user_id, departure)
        if await referee.store.privacy.forget(user_id, nobody, await _resealed(referee, user_id)):
            await referee.store.privacy.scrub()
            return
    raise Refusal("still_busy")


async def _end_everything(referee: Referee, user_id: int, departure: Departure) -> None:
    store = referee.store
    for challenge_id in await store.privacy.open_challenges_of(user_id):
        if await store.challenges.withdraw(challenge_id):
            departure.challenges.append(challenge_id)
    for lobby_id in await store.privacy.open_lobbies_of(user_id):
        with suppress(Refusal):  # it has closed, or sent them away, meanwhile; if it has begun they play now
            await referee.lobbies.depart(lobby_id, user_id)
        departure.lobbies.append(lobby_id)
    for match in await referee.running_of(user_id):
        with suppress(Refusal):  # it has ended meanwhile
            await referee.resign(match.id, user_id, f"departed:{match.id}")
            departure.games.append(match.id)


async def _resealed(referee: Referee, user_id: int) -> list[Resealed]:
    """Their finished games, each with its shuffles as dealt. The secret goes too: with it, whoever guesses who it was
    could try their cut and see whether the deck comes out."""
    resealed: list[Resealed] = []
    for game_id in await referee.store.privacy.finished_of(user_id):
        row = (await referee.match(game_id)).row
        if row.dealt is None:
            binding, secret = f"deleted:{game_id}", bytes(SECRET_BYTES)
            orders = orders_of(row, fair_shuffle(row))
            resealed.append(Resealed(game_id, orders, binding, secret, commitment(secret, binding)))
    return resealed
