"""The command line: any bad input is reported in one line and leaves nothing behind; interrupted runs end silently."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.arena.command import NOT_ISOLATED
from tests.arena.support import IS_ISOLATED, ROOT, left_running, program
from tests.support.tiers import has_long_version, one_in

PAIR = ["--guest", "level:random", "--guest", "level:greedy"]
ARENA = ["arena", *PAIR, "--games", "1"]


def bot(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, timeout=60, **options)  # type: ignore[call-overload, no-any-return]


BAD = {
    "no command": [],
    "unknown command": ["dance"],
    "an option for a command": ["--games", "3"],
    "a command of two lines": ["a\nb\x1b[31m"],
    "unknown option": [*ARENA, "--colour", "red"],
    "abbreviated option": [*ARENA, "--gam", "3"],
    "a word too many": [*ARENA, "more"],
    "no guest": ["arena", "--games", "1"],
    "one guest": ["arena", "--guest", "level:random"],
    "three guests": ["arena", *PAIR, "--guest", "level:random"],
    "a guest without a command": ["arena", "--guest", "", "--guest", "level:random"],
    "a guest of blanks": ["arena", "--guest", "  ", "--guest", "level:random"],
    "unknown level": ["arena", "--guest", "level:psychic", "--guest", "level:random"],
    "level without a name": ["arena", "--guest", "level:", "--guest", "level:random"],
    **{
        f"--{name} {value!r}": [*ARENA, f"--{name}={value}"]
        for name in ("games", "jobs", "move-ms")
        for value in ("0", "-1", "x", "", "1.5", "1e3", "1_000", "٣", "9" * 30)
    },
    **{f"--seed {value!r}": [*ARENA, f"--seed={value}"] for value in ("-1", "x", "", "1.5", "9" * 19, "9" * 5000)},
    "an option without its value": [*ARENA, "--seed"],
    **{
        f"--listen {value!r}": ["arena", "--guest", "tcp", "--guest", "level:random", f"--listen={value}"]
        for value in (
            *("", "x", "127.0.0.1", ":", ":80", "8.8.8.8:80", "0.0.0.0:5000", "example.org:80", "127.0.0.1:x"),
            *("127.0.0.1:70000", "127.0.0.1:-1", "[::]:80", "localhost:"),
        )
    },
    "--listen for nobody": [*ARENA, "--listen", "127.0.0.1:0"],
    "two programs that connect, at two tables": ["arena", "--guest", "tcp", "--guest", "tcp", "--jobs", "2"],
    "guest without a level": ["guest"],
    "guest of an unknown level": ["guest", "--level", "psychic"],
    "guest with a bad seed": ["guest", "--level", "random", "--seed", "soon"],
    "verify nothing": ["verify"],
    "verify two": ["verify", "a", "b"],
}


def assert_refused(status: int, captured: pytest.CaptureFixture[str]) -> str:
    out, err = captured.readouterr()
    assert status == 2
    assert out == ""
    assert re.fullmatch(r"arbitre: [^\n\x1b]+\n", err), err
    return err


@pytest.mark.parametrize("arguments", BAD.values(), ids=BAD)
def test_bad_input(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    given = [*arguments, "--out", str(out)] if arguments[:1] == ["arena"] and arguments[-1] != "--seed" else arguments
    assert_refused(main(given), capsys)
    assert not out.exists()


def test_a_python_without_the_packages_says_which_one_has_them() -> None:
    """As the system's Python: `-S` hides installed packages."""
    for name in ("doctor", "play"):
        command = [sys.executable, "-S", "-m", "bot", name]
        done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, timeout=60, check=False)
        assert done.returncode == 1
        assert re.fullmatch(r"arbitre: this Python has no \w+: .*\.venv/bin/python in place of python\n", done.stderr)


def bad_files(folder: Path) -> Iterator[Path]:
    yield folder / "missing"
    yield folder
    yield Path("bad\0name")
    for name, content in {
        "empty": b"",
        "blank": b"\n \n",
        "text": b"hello\nworld\n",
        "binary": bytes(range(256)),
        "list": b"[]",
        "number": b"3\n",
        "half": b'{"game": "le-duel"',
        "nest": b"[" * 100_000,
        "nan": b'{"winner": NaN}',
        "huge": b"9" * 3_000_000,
    }.items():
        (folder / name).write_bytes(content)
        yield folder / name


def test_bad_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in bad_files(tmp_path):
        assert_refused(main(["verify", str(path)]), capsys)


def test_bad_places_to_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    for place in (
        tmp_path,
        tmp_path / "no" / "folder",
        tmp_path / "file" / "below",
        Path("/proc/nothing"),
        "bad\0name",
        "",
    ):
        assert_refused(main([*ARENA, "--out", str(place)]), capsys)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_a_taken_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        status = main(["arena", "--guest", "tcp", "--guest", "level:random", "--listen", address, "--out", str(out)])
    assert "Address already in use" in assert_refused(status, capsys)
    assert not out.exists()


def test_a_full_disk(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA, "--out", "/dev/full"]) == 1
    assert capsys.readouterr().err == "arbitre: cannot write the record: No space left on device\n"


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], *([name, "-h"] for name in ("arena", "guest", "verify"))], ids=" ".join
)
def test_help(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert out.startswith("usage: python -m bot")
    assert err == ""


def test_a_run_and_its_verification(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["arena", *PAIR, "--games", "5", "--seed", "7", "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert "level:greedy" in said.out
    assert "seed 7, 5 games" in said.out
    assert said.err == ""
    lines = out.read_text().splitlines()
    assert [json.loads(line)["number"] for line in lines] == [0, 1, 2, 3, 4]
    assert main(["verify", str(out)]) == 0
    assert capsys.readouterr() == ("5 records are right: shuffle, every turn, result\n", "")


def test_without_a_seed_one_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    assert main([*ARENA, "--out", str(out)]) == 0
    assert f"seed {json.loads(out.read_text())['seed']}, 1 games" in capsys.readouterr().out


def test_verify_reads_lines_and_single_objects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    main(["arena", *PAIR, "--games", "3", "--out", str(out)])
    records = [json.loads(line) for line in out.read_text().splitlines()]
    for text in (
        json.dumps(records[0]),
        "\n" + json.dumps(records[1], indent=4),
        "\r\n".join(map(json.dumps, records)),
    ):
        out.write_text(text)
        assert main(["verify", str(out)]) == 0
    records[2]["winner"] = None
    out.write_text("\n".join(map(json.dumps, records)))
    capsys.readouterr()
    assert main(["verify", str(out)]) == 1
    assert capsys.readouterr().out.startswith("line 3: the winner is not nobody but ")
    out.write_text(json.dumps(records[0]) + "\nnonsense\n")
    assert "line 2: this is not JSON" in assert_refused(main(["verify", str(out)]), capsys)


def test_what_is_refused_from_outside() -> None:
    done = bot("arena", "--guest", "level:random")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "arbitre: two --guest are needed, not 1\n"


def test_a_guest_needs_no_discord() -> None:
    code = "import sys; from bot.__main__ import main; main(['guest', '--help']); assert 'discord' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True).returncode == 0


@pytest.mark.parametrize("arguments", [ARENA, ["--help"], ["arena", "--help"]], ids=["arena", "help", "arena help"])
def test_nobody_reads_what_is_printed(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "bot", *arguments], cwd=ROOT, stdout=closed, stderr=subprocess.PIPE, timeout=60
        )
    assert (done.returncode, done.stderr) == (141, b"")


def test_output_closed_or_full() -> None:
    python = shlex.quote(sys.executable)
    for redirection, status, said in (
        (">&-", 0, ""),
        (">/dev/full", 1, "arbitre: [Errno 28] No space left on device\n"),
    ):
        done = subprocess.run(
            ["sh", "-c", f"exec {python} -m bot --help {redirection}"],
            cwd=ROOT,
            text=True,
            capture_output=True,
        )
        assert (done.returncode, done.stderr) == (status, said)


@has_long_version
@pytest.mark.parametrize(
    ("number", "status"),
    one_in(3, [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]),
    ids=lambda value: str(value),
)
def test_interrupted(number: int, status: int, tmp_path: Path) -> None:
    """With guests that ignore signals: no process is left running, and nothing is printed about it."""
    guests = (program("hostile.py", mode, tmp_path / mode).text for mode in ("plays_with_daemon", "ignores_sigterm"))
    command = [sys.executable, "-m", "bot", "arena", "--move-ms", "60000", *(f"--guest={guest}" for guest in guests)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for(tmp_path / "ignores_sigterm", "updateStack")
        for _ in range(3):  # repeated signals change nothing
            process.send_signal(number)
        out, err = process.communicate(timeout=30)
        said = b"" if IS_ISOLATED else f"{NOT_ISOLATED}\n".encode()
        assert (process.returncode, out, err) == (status, b"", said)
    assert not left_running(tmp_path)


def wait_for(log: Path, word: str) -> None:
    for _ in range(3000):
        if log.exists() and word in log.read_text():
            return
        time.sleep(0.01)
    raise AssertionError(f"never heard {word}")
