"""`python -m tests.system.faults.launch run`: the bot's own command line on the network Discord, with a kill point if
the environment names one. `python -m tests.system.faults.launch`: a fork server that has imported everything; for each
line of JSON it forks a bot (environment, folder, log) or sends a signal, and it reports exits. It ends, and kills its
bots, at the end of its input."""

import contextlib
import gc
import json
import os
import select
import signal
import sys
import traceback
from importlib import import_module
from typing import Any

import bot.edge.run  # noqa: F401 (each bot would import it by itself)
from bot.__main__ import main
from bot.edge.app import COGS
from bot.players import registry as computers
from bot.table.locale import LANGUAGES, locale_for
from tests.system.faults.kill_points import arm
from tests.system.network.launch import API, GATEWAY, draw_nothing, point_at, wait_for_no_more_servers

KILL_POINT = "FAULTS_KILL_POINT"  # "point:times": kill at the times-th pass
LOOK = 0.02  # seconds between polls for exited children


def prepare() -> None:
    point_at(os.environ[API], os.environ[GATEWAY])
    draw_nothing()
    wait_for_no_more_servers()
    if kill_point := os.environ.get(KILL_POINT):
        point, _, times = kill_point.partition(":")
        arm(point, int(times))


def _run_once(order: dict[str, Any]) -> int:
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number in (1, 2):
        os.dup2(log, number)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    try:
        prepare()
        return main(["run"])
    except BaseException:
        traceback.print_exc()
        return 99
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _handle(order: dict[str, Any], running: set[int]) -> None:
    """Fork a bot, or send a signal to one that may have exited already."""
    if "sign" in order:
        if order["pid"] in running:
            os.kill(order["pid"], order["sign"])
        return
    pid = os.fork()
    if not pid:
        os._exit(_run_once(order))
    running.add(pid)
    print(json.dumps({"forked": pid}), flush=True)


def _reap(running: set[int]) -> None:
    for pid in list(running):
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            running.discard(pid)
            print(json.dumps({"pid": pid, "status": os.waitstatus_to_exitcode(status)}), flush=True)


def _import_everything() -> None:
    """Preload what every bot would read and import."""
    for cog in COGS:
        import_module(cog)
    for language in LANGUAGES:
        locale_for(language)
    computers.prepare()


def serve() -> None:
    _import_everything()
    gc.collect()
    gc.freeze()
    running: set[int] = set()
    pending = b""
    while True:
        readable, _, _ = select.select([0], [], [], LOOK)
        if readable:
            if not (read := os.read(0, 65536)):
                break
            *lines, pending = (pending + read).split(b"\n")
            for order in map(json.loads, lines):
                _handle(order, running)
        _reap(running)
    for pid in running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    for pid in running:
        os.waitpid(pid, 0)


if __name__ == "__main__":
    if sys.argv[1:]:
        prepare()
        sys.exit(main(sys.argv[1:]))
    serve()
