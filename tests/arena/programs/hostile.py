"""Guests that misbehave: `hostile.py MODE LOG`. Each mode is one kind of misbehaviour; where it plays at all, it plays
as the honest guest does. A forked child keeps LOG on its command line, by which tests find processes left running."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from honest import Honest, say, serve  # type: ignore[import-not-found]  # a script: its folder is on its path

LONG = 600.0


def until(name: str, log: Path) -> None:
    """Read messages up to and including the one of this name; answer the greeting."""
    guest = Honest(log)
    for line in sys.stdin:
        answer = guest.handle(line.rstrip("\n"))
        if line.startswith("hello"):
            say(answer)
        if line.split()[0] == name:
            return


def listen_on(log: Path) -> None:
    """Read what a guest that has lost is sent."""
    until("gameOver", log)


def on_ask(log: Path, raw: bytes) -> None:
    until("playACard", log)
    os.write(1, raw)
    listen_on(log)


def crash(log: Path) -> None:
    """Exit at once."""


def crash_when_asked(log: Path) -> None:
    until("playACard", log)


def answer_and_exit(log: Path) -> None:
    guest = Honest(log)
    for line in sys.stdin:
        answer = guest.handle(line.rstrip("\n"))
        if answer is not None:
            say(answer)
        if line.startswith("playACard"):
            return


def silent(log: Path) -> None:
    listen_on(log)


def garbage(log: Path) -> None:
    on_ask(log, b"card \xff\xfe\x80\n")


def flood_without_newline(log: Path) -> None:
    while True:
        os.write(1, b"x" * 4096)


def flood_of_lines(log: Path) -> None:
    while True:
        os.write(1, b"noise\n" * 1000)


def flood_of_newlines(log: Path) -> None:
    while True:
        os.write(1, b"\n" * 4096)


def line_too_long(log: Path) -> None:
    on_ask(log, b"n" * 4097 + b"\n")


def illegal(log: Path) -> None:
    on_ask(log, b"card 59^A,58^A\n")


def unreadable(log: Path) -> None:
    on_ask(log, b"card anything goes\n")


def no_such_card(log: Path) -> None:
    on_ask(log, b"card 60^A,61^A\n")


def one_card(log: Path) -> None:
    guest = Honest(log)
    for line in sys.stdin:
        answer = guest.handle(line.rstrip("\n"))
        if answer is not None:
            say(answer.partition(",")[0])


def nothing_at_all(log: Path) -> None:
    on_ask(log, b"card\n")


def closes_input(log: Path) -> None:
    until("cardsForYou", log)
    os.close(0)
    time.sleep(LONG)


def closes_output(log: Path) -> None:
    until("playACard", log)
    os.close(1)
    listen_on(log)


def leaves_children(log: Path) -> None:
    """The children hold its output open."""
    for _ in range(3):
        if os.fork() == 0:
            time.sleep(LONG)
    until("playACard", log)


def leaves_daemon(log: Path) -> None:
    daemonise()
    until("playACard", log)


def daemonise() -> None:
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(LONG)
        os._exit(0)
    os.waitpid(child, 0)


def plays_with_daemon(log: Path) -> None:
    daemonise()
    serve(Honest(log))


def nested(log: Path) -> None:
    """A child in a session of its own, whose children are left running."""
    subprocess.Popen([sys.executable, "-S", "-E", __file__, "leaves_children", str(log)], start_new_session=True)
    until("playACard", log)


def ignores_sigterm(log: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    until("gameOver", log)
    time.sleep(LONG)


def half_a_line(log: Path) -> None:
    until("playACard", log)
    os.write(1, b"card 12^A,13")
    listen_on(log)


def answers_the_deal(log: Path) -> None:
    guest = Honest(log)
    for line in sys.stdin:
        guest.handle(line.rstrip("\n"))
        if line.startswith("cardsForYou"):
            say(guest.answer())


def answers_in_their_turn(log: Path) -> None:
    """The other guest waits for the file, so that this is sent during its turn."""
    guest = Honest(log)
    for line in sys.stdin:
        answer = guest.handle(line.rstrip("\n"))
        if answer is not None:
            say(answer)
        if line.startswith("updateStack"):
            say(guest.answer())
            log.with_name("interrupted").touch()


def deaf(log: Path) -> None:
    """Never read, with a pipe of minimal size."""
    import fcntl

    fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 4096)
    say("hello deaf")
    time.sleep(LONG)


def chatty(log: Path) -> None:
    """Send unknown messages up to the longest line, with CRLF line ends, and play legally."""
    guest = Honest(log)
    for line in sys.stdin:
        answer = guest.handle(line.rstrip("\n"))
        if answer is not None:
            os.write(1, b"info " + b"x" * 4090 + b"\r\n\r\n  card\r\nCARD 12^A\r\n" + answer.encode() + b"\r\n")


if __name__ == "__main__":
    globals()[sys.argv[1]](Path(sys.argv[2]))
