"""The gauntlet's played chunks, and the file that stores them: one JSON array a line. Playing and reporting do not
enter here."""

import json
from pathlib import Path
from typing import NamedTuple


class Pairing(NamedTuple):
    level: str
    opponent: str


class Chunk(NamedTuple):
    """Some pairs of games on consecutively numbered decks."""

    pairing: Pairing
    seed: int
    pairs: int


class Played(NamedTuple):
    """A chunk's result from the level's side, and the time of a plain enumeration in the same process."""

    chunk: Chunk
    games: int
    wins: int
    illegal: int
    ms: tuple[float, ...]  # turn by turn
    enumeration_ms: float


class PlayedChunks:
    """Results by chunk; without a file, in memory only."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
        self._played = {played.chunk: played for played in map(_read, lines)}

    def __contains__(self, chunk: Chunk) -> bool:
        return chunk in self._played

    def __getitem__(self, chunk: Chunk) -> Played:
        return self._played[chunk]

    def by_pairing(self) -> dict[Pairing, list[Played]]:
        found: dict[Pairing, list[Played]] = {}
        for played in self._played.values():
            found.setdefault(played.chunk.pairing, []).append(played)
        return found

    def add(self, played: Played) -> None:
        self._played[played.chunk] = played
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(played) + "\n")


def _read(line: str) -> Played:
    ((level, opponent), seed, pairs), games, wins, illegal, ms, enumeration_ms = json.loads(line)
    return Played(Chunk(Pairing(level, opponent), seed, pairs), games, wins, illegal, tuple(ms), enumeration_ms)
