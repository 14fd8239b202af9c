"""A guest of protocol 2 for any game: plays a random choice. `chooser.py LOG [mode]`; a mode makes it misbehave.
Standard library only: it is started without site packages."""

import json
import os
import random
import signal
import sys
from collections.abc import Callable
from typing import Any

log = open(sys.argv[1], "a", encoding="utf-8", buffering=1)  # noqa: SIM115
mode = sys.argv[2] if len(sys.argv) > 2 else ""
dice = random.Random(mode)


def say(name: str, body: Any) -> None:
    sys.stdout.write(f"{name} {json.dumps(body)}\n")
    sys.stdout.flush()


def others() -> list[int]:
    """Every other process that can be seen."""
    return [int(name) for name in os.listdir("/proc") if name.isdecimal() and int(name) != os.getpid()]


def spy() -> None:
    """Write down what other processes' command lines say."""
    for pid in others():
        try:
            with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
                log.write(f"saw {file.read()!r}\n")
        except OSError:
            pass


def stop_siblings() -> None:
    for pid in others():
        try:
            with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
                if "chooser.py" in file.read():
                    os.kill(pid, signal.SIGSTOP)
                    log.write("stopped somebody\n")
        except OSError:
            pass


ANSWERS: dict[str, Callable[[list[str]], Any]] = {
    "illegal": lambda choices: "59^A" if "59^A" not in choices else "58^A",
    "unreadable": lambda choices: "banana",
    "not_a_text": lambda choices: 12,
    "passes": lambda choices: "pass",
    "several": lambda choices: ",".join(choices[:2]),
}

for line in sys.stdin:
    name, _, body = line.rstrip("\n").partition(" ")
    log.write(f"{name} {body}\n")
    if name == "hello":
        log.write(f"process {os.getpid()}\n")
        say("hello", {"name": "chooser"})
        if mode == "spies":
            spy()
    elif name == "choose":
        if mode == "crashes":
            sys.exit(3)
        if mode == "silent":
            continue
        if mode == "stops_siblings":
            stop_siblings()
        choices = json.loads(body)
        plain = [choice for choice in choices if choice not in ("undo", "pass")] or choices
        if mode == "nonsense":
            sys.stdout.write("act {\n")
            sys.stdout.flush()
        else:
            say("act", ANSWERS[mode](choices) if mode in ANSWERS else dice.choice(plain))
