"""Interactions and their answers with times, and the ledger of acknowledged moves."""

import asyncio
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.table.controls import Control, Verb
from tests.system.network.discord_state import DiscordState, Interaction, Json
from tests.system.network.seen_message import SeenMessage, argument_of, control_of, is_talk, read


@dataclass(slots=True, eq=False)
class Reply:
    """One interaction, from the press to its answer.

    `answered_at` is the time of the first answer (Discord's limit is three seconds), `completed_at` that of the first
    visible one: later if the answer was deferred. `shown` is the message seen then.
    """

    interaction: Interaction
    custom_id: str = ""  # of a press
    command: str = ""  # of a command, with `values`
    values: dict[str, Json] = field(default_factory=dict)
    answered_at: float | None = None
    completed_at: float | None = None
    shown: SeenMessage | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def id(self) -> int:
        return self.interaction.id

    @property
    def user_id(self) -> int:
        return self.interaction.user_id

    @property
    def is_answered(self) -> bool:
        return self.answered_at is not None

    @property
    def is_completed(self) -> bool:
        return self.completed_at is not None

    @property
    def choices(self) -> list[str]:
        """The values suggested by autocomplete."""
        return [it["value"] for it in self.interaction.autocomplete_choices or ()]

    def note(self, state: DiscordState, message_id: int | None) -> None:
        """An answer was sent through this interaction; `message_id` is the message it shows, if not the interaction's
        own."""
        now = time.monotonic()
        if self.answered_at is None:
            self.answered_at = now
        is_seen = message_id is not None or not self.interaction.deferred
        if is_seen and self.completed_at is None:
            self.completed_at = now
            message = state.message(self.interaction.channel_id, message_id or self.interaction.message_id or 0)
            self.shown = None if message is None else read(message)
        self._news.set()

    async def wait(self, first: float, whole: float) -> None:
        """Wait until completed: at most `first` seconds for the first answer, and `whole` for the deferred one."""
        try:
            async with asyncio.timeout(first):
                while not self.is_answered:
                    self._news.clear()
                    await self._news.wait()
            async with asyncio.timeout(whole):
                while not self.is_completed:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return


@dataclass(frozen=True, slots=True)
class Move:
    """A move acknowledged to its player: identified by the interaction's id if typed, else by game, revision and
    text."""

    user_id: int
    interaction_id: int
    game_id: int
    revision: int  # the action's own; 0 for a typed one
    text: str
    newest: int  # the newest interaction when it was acknowledged


class Ledger:
    """Every acknowledged move: answered with a panel that is no refusal. Signals are not moves: one about an outdated
    table is answered with the current table."""

    def __init__(self) -> None:
        self.moves: list[Move] = []

    def enter(self, reply: Reply, newest: int) -> None:
        """`newest` is the newest interaction by now."""
        if reply.shown is None or reply.shown.is_refusal or not reply.is_completed:
            return
        if reply.command == "play":
            game_id = reply.shown.game_id or 0
            self.moves.append(Move(reply.user_id, reply.id, game_id, 0, str(reply.values["moves"]), newest))
        elif (control := control_of(reply.custom_id)) is not None and _is_move(control, reply.custom_id):
            text = argument_of(reply.custom_id)
            self.moves.append(Move(reply.user_id, reply.id, control.number, control.revision + 1, text, newest))

    def missing(self, database: Path) -> list[Move]:
        """The acknowledged moves that a database does not hold; must be empty."""
        return missing_moves(database, self.moves)


def _is_move(control: Control, custom_id: str) -> bool:
    return control.verb is Verb.ACT and not is_talk(argument_of(custom_id))


_Made = Mapping[tuple[int, int], tuple[str, str, int | None]]  # text, key and user, by game and revision


def missing_moves(database: Path, moves: Sequence[Move]) -> list[Move]:
    sql = "SELECT game_id, revision, text, key, user_id FROM actions LEFT JOIN seats USING (game_id, seat)"
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        made = {(game, revision): (text, key, user) for game, revision, text, key, user in connection.execute(sql)}
    connection.close()
    keys = {key for _, key, _ in made.values()}
    return [
        move
        for move in moves
        if (f"{move.interaction_id}:0" not in keys if not move.revision else _is_lost(move, made))
    ]


def _is_lost(move: Move, made: _Made) -> bool:
    """Signals sent meanwhile take revisions of their own (TG9). A press that comes after another move was made there,
    or after a signal of the player's own, which changes what their buttons stand for, is outdated: it was answered with
    the panel as it stands, which acknowledges nothing. The other may have been asked for later, by a player who waits
    no longer, but not after the answer: then it found the place empty."""
    revision = move.revision
    while (found := made.get((move.game_id, revision))) is not None:
        text, key, user_id = found
        by = key.split(":")[0]
        has_come_first = by.isdecimal() and move.interaction_id != int(by) <= move.newest
        if not is_talk(text):
            return text != move.text and not has_come_first
        if user_id == move.user_id and has_come_first:
            return False
        revision += 1
    return True
