"""What people asked and how they were answered, with the times; and the ledger of moves that were acknowledged."""

import asyncio
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.table.controls import Control, Verb
from tests.system.network.discord_state import DiscordState, Interaction, Json
from tests.system.network.seen_message import SeenMessage, control_of, is_talk, read


@dataclass(slots=True, eq=False)
class Reply:
    """One interaction, from the press to its answer.

    `answered_at` is when Discord took the first answer (Discord gives three seconds), `completed_at` when there was
    something to see: for an answer announced first (deferred), that is later. `shown` is what was seen then.
    """

    record: Interaction
    custom_id: str = ""  # of a press
    command: str = ""  # of a command, with `values`
    values: dict[str, Json] = field(default_factory=dict)
    asked_at: float = field(default_factory=time.monotonic)
    answered_at: float | None = None
    completed_at: float | None = None
    shown: SeenMessage | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def id(self) -> int:
        return self.record.id

    @property
    def user_id(self) -> int:
        return self.record.user_id

    @property
    def is_answered(self) -> bool:
        return self.answered_at is not None

    @property
    def is_completed(self) -> bool:
        return self.completed_at is not None

    @property
    def seconds(self) -> float | None:
        """How long the person waited for a first answer."""
        return None if self.answered_at is None else self.answered_at - self.asked_at

    @property
    def choices(self) -> list[str]:
        """What was suggested to somebody typing."""
        return [it["value"] for it in self.record.autocomplete_choices or ()]

    @property
    def has_dialogue(self) -> bool:
        return self.record.modal is not None

    def note(self, state: DiscordState, message_id: int | None) -> None:
        """Something has been answered through this interaction; `message_id` is what it shows, if not its own."""
        now = time.monotonic()
        if self.answered_at is None:
            self.answered_at = now
        is_seen = message_id is not None or not self.record.deferred
        if is_seen and self.completed_at is None:
            self.completed_at = now
            message = state.message(self.record.channel_id, message_id or self.record.message_id or 0)
            self.shown = None if message is None else read(message)
        self._news.set()

    async def wait(self, first: float, whole: float) -> None:
        """Until it is completed; at most so long for the first answer, and so long for what it announced."""
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
    """A move its player was told is made: by the interaction's id if typed, else by game, revision and text."""

    user_id: int
    interaction_id: int
    game_id: int
    revision: int  # the action's own; 0 for a typed one
    text: str
    at: float


class Ledger:
    """Every move that was acknowledged: a panel answered it, and did not say that it was refused. Talk is no move: what
    is said about a table that has changed since is answered with the table as it is."""

    def __init__(self) -> None:
        self.moves: list[Move] = []

    def enter(self, reply: Reply) -> None:
        if reply.shown is None or reply.shown.is_refusal or reply.completed_at is None:
            return
        if reply.command == "play":
            game_id = reply.shown.game_id or 0
            self._add(reply, game_id, 0, str(reply.values["moves"]))
        elif (control := control_of(reply.custom_id)) is not None and _is_move(control):
            self._add(reply, control.number, control.revision + 1, control.argument)

    def _add(self, reply: Reply, game_id: int, revision: int, text: str) -> None:
        assert reply.completed_at is not None
        self.moves.append(Move(reply.user_id, reply.id, game_id, revision, text, reply.completed_at))

    def missing(self, database: Path) -> list[Move]:
        """The acknowledged moves that a database does not hold: there must be none."""
        return missing_moves(database, self.moves)


def _is_move(control: Control) -> bool:
    return control.verb is Verb.ACT and not is_talk(control.argument)


def missing_moves(database: Path, moves: Sequence[Move]) -> list[Move]:
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        rows = connection.execute("SELECT game_id, revision, text, key FROM actions").fetchall()
    connection.close()
    keys = {key for *_, key in rows}
    made = {(game_id, revision): text for game_id, revision, text, _ in rows}
    return [
        move
        for move in moves
        if (f"{move.interaction_id}:0" not in keys if not move.revision else _made_there(move, made) != move.text)
    ]


def _made_there(move: Move, made: Mapping[tuple[int, int], str]) -> str | None:
    """What was played where it was tapped; what others said meanwhile has places of its own (TG9)."""
    revision = move.revision
    while is_talk(made.get((move.game_id, revision), "")):
        revision += 1
    return made.get((move.game_id, revision))
