"""What makes a test of the real bot on simcord quick: fewer polls, quicker copies, nothing prepared twice a process."""

import asyncio
import pickle
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiosqlite
import pytest
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results
from discord import app_commands
from simcord.env import Env

from bot.edge import turns
from bot.store.sqlite.database import Database
from bot.store.sqlite.store import Store

PATIENT = 60.0  # seconds to settle on a busy machine; an idle one needs milliseconds
NAP = 0.003  # seconds between simcord's polls, of which each looks at every task and every timer
CALM_TURNS = 1_000  # of the event loop, at most, before simcord is asked whether the bot has settled


def speed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask simcord whether the bot has settled once it is calm; copy a migrated database instead of migrating a new one;
    disable fsync, since no test here simulates a power cut; translate the commands once a process; copy payloads in C.
    And wait for pictures however slow the machine is: without them a panel says more in words."""
    monkeypatch.setattr(turns, "LATE", PATIENT)
    monkeypatch.setattr(app_commands.Command, "get_translated_payload", _translated_once)
    for module in (simcord.results, simcord.components):
        monkeypatch.setattr(module, "deepcopy", _copied)
    for module in (simcord.gateway, simcord.http.router):
        monkeypatch.setattr(module, "copy", SimpleNamespace(deepcopy=_copied))
    _open_without_fsync(monkeypatch)
    _settle_once_calm(monkeypatch)


def _settle_once_calm(monkeypatch: pytest.MonkeyPatch) -> None:
    settle, execute = Env._settle_internal, aiosqlite.Connection._execute
    statements = 0  # that SQLite is executing
    is_waiting = False  # for calm; one at a time, or each would take the other for business

    async def counted(connection: aiosqlite.Connection, *args: Any, **options: Any) -> Any:
        nonlocal statements
        statements += 1
        try:
            return await execute(connection, *args, **options)  # type: ignore[no-untyped-call]
        finally:
            statements -= 1

    async def settle_once_calm(env: Env, **options: Any) -> None:
        nonlocal is_waiting
        if not is_waiting:
            is_waiting = True
            try:
                await calm(env)
            finally:
                is_waiting = False
        await settle(env, **(options | {"idle": NAP}))

    async def calm(env: Env) -> None:
        loop: Any = asyncio.get_running_loop()
        for _ in range(CALM_TURNS):
            await asyncio.sleep(0)
            if loop._ready:
                continue
            if not statements and not env._work.executors:
                return
            await asyncio.sleep(NAP / 6)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    monkeypatch.setattr(Env, "_settle_internal", settle_once_calm)


def _open_without_fsync(monkeypatch: pytest.MonkeyPatch) -> None:
    open_store = Store.open

    async def open_without_fsync(path: Path | str) -> Store:
        _copy_if_missing(Path(path), await _new_database())
        store = await open_store(path)
        await store.database._writer.execute_fetchall("PRAGMA synchronous = OFF")
        return store

    monkeypatch.setattr(Store, "open", open_without_fsync)


_templates: list[bytes] = []
_payloads: dict[str, bytes] = {}
_translated = app_commands.Command.get_translated_payload


async def _new_database() -> bytes:
    """An empty migrated database; made once a process."""
    if not _templates:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new.sqlite3"
            await (await Database.open(path)).close()
            _templates.append(path.read_bytes())
    return _templates[0]


def _copy_if_missing(path: Path, template: bytes) -> None:
    if not path.exists():
        path.write_bytes(template)


async def _translated_once(command: Any, tree: Any, translator: Any) -> dict[str, Any]:
    if command.qualified_name not in _payloads:
        _payloads[command.qualified_name] = pickle.dumps(await _translated(command, tree, translator))
    payload: dict[str, Any] = pickle.loads(_payloads[command.qualified_name])  # noqa: S301 (ours)
    return payload


def _copied(payload: Any) -> Any:
    """A deep copy, several times as fast as `copy.deepcopy`."""
    return pickle.loads(pickle.dumps(payload))  # noqa: S301 (ours)
