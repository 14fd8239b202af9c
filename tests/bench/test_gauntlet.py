"""The gauntlet's stored chunks: each is played once and counted once."""

from concurrent.futures import Future
from pathlib import Path

import pytest

from bench import gauntlet
from bench.gauntlet import Plan, matches, pairings, report
from bench.played_chunks import Chunk, Pairing, Played, PlayedChunks

EASY_RANDOM = Pairing("easy", "random")


def test_a_stopped_run_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, played = tmp_path / "kept.jsonl", list[Chunk]()

    def play(chunk: Chunk) -> Played:
        played.append(chunk)
        return Played(chunk, 2 * chunk.pairs, chunk.pairs, 0, (1.5,), 0.5)

    class Here:
        """A pool of one that runs a task at once."""

        def __enter__(self) -> "Here":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def submit(self, work: object, chunk: Chunk) -> "Future[Played]":
            assert work is gauntlet.play_chunk
            done = Future[Played]()
            done.set_result(play(chunk))
            return done

    monkeypatch.setattr(gauntlet, "ProcessPoolExecutor", lambda jobs: Here())
    for games, new in ((20, 2), (30, 1), (30, 0)):
        played.clear()
        ((pairing, chunks),) = matches(Plan([EASY_RANDOM], games, 7, 1, PlayedChunks(path)))
        assert (pairing, sum(chunk.games for chunk in chunks), len(played)) == (EASY_RANDOM, games, new)
    assert gauntlet.main(["--keep", str(path), "--show"]) == 0
    assert "30 games" in capsys.readouterr().out.replace("\n", " ")


def test_rows_say_how_sure_they_are_and_name_illegal_turns() -> None:
    chunks = [Played(Chunk(EASY_RANDOM, 0, 5), 10, 8, 1, (1.0, 2.0, 3.0), 0.5)]
    enumeration, rate, half, most, illegal = report({EASY_RANDOM: chunks})
    assert (enumeration.figure, rate.figure, rate.ratio) == (0.5, 80, 1.6)
    assert "49.0% to 94.3%, 10 games" in rate.name
    assert (half.figure, half.ratio, most.figure, illegal.figure) == (2.0, 4.0, 2.0, 1)


def test_every_level_meets_the_rivals_and_the_weaker_levels_once() -> None:
    found = pairings(("easy", "expert"))
    assert len(found) == len(set(found))
    assert Pairing("expert", "hard") in found
    assert Pairing("easy", "medium") not in found
    assert not any(pairing.opponent in ("mate", "nearest") for pairing in found)
    assert pairings(["easy"], ["hard"]) == []


def test_a_chunk_is_played_under_the_real_rules() -> None:
    played = gauntlet.play_chunk(Chunk(EASY_RANDOM, 3, 1))
    assert (played.games, played.illegal) == (2, 0)
    assert played.wins <= 2
    assert played.enumeration_ms > 0
