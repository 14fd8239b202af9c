"""One run of the playground, from taking the folder's lock to Ctrl-C."""

import asyncio
import contextlib
import signal
import sys
import time
import webbrowser
from datetime import UTC, datetime
from pathlib import Path

from bot.edge.app import create_bot
from bot.operations.settings import Settings
from bot.playground.demo import fill, has_past
from bot.playground.playground import SEATS, Playground
from bot.playground.saves import Folder, FolderInUseError
from bot.playground.server import Server, listen
from bot.store.sqlite.store import Store
from bot.table.locale import ENGLISH, locale_for

_IN_USE = 1
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def run(path: Path, port: int, begun: float, *, is_fresh: bool, is_demo: bool, opens_browser: bool) -> int:
    try:
        folder = Folder(path)
    except FolderInUseError as error:
        print(locale_for(ENGLISH).text("playground.in-use", address=error.address), file=sys.stderr)
        return _IN_USE
    with contextlib.closing(folder):
        if is_fresh:
            folder.clear()
        asyncio.run(_play(folder, port, begun, is_demo=is_demo, opens_browser=opens_browser))
    return 0


async def _play(folder: Folder, port: int, begun: float, *, is_demo: bool, opens_browser: bool) -> None:
    stopped = asyncio.Event()
    _stop_on_signals(stopped)
    playground = Playground(folder)
    async with contextlib.AsyncExitStack() as stack:
        server = Server(playground, stack.enter_context(listen(port)))
        stack.push_async_callback(playground.stop)
        if is_demo:
            await _fill_demo(folder, playground)
        await playground.start(create_bot(Settings(database=folder.database), clock=playground.simulator.now))
        stack.push_async_callback(server.close)
        await server.open()
        folder.announce(server.address)
        seconds = f"{time.perf_counter() - begun:.1f}"
        print(locale_for(ENGLISH).text("playground.ready", seconds=seconds, address=server.address), flush=True)
        if opens_browser:
            await asyncio.to_thread(_open_browser, server.address)
        await stopped.wait()


async def _fill_demo(folder: Folder, playground: Playground) -> None:
    """Runs before the bot starts: its scheduler must not see games that are being played at past times."""
    people, guild_id = {playground.seats[key]: name for key, name in SEATS.items()}, playground.simulator.server().id
    store = await Store.open(folder.database)
    try:
        is_kept = await has_past(store, people, guild_id)
        print(locale_for(ENGLISH).text("playground.past_kept" if is_kept else "playground.past"), flush=True)
        channel_id = playground.simulator.channel_id
        await fill(store, people, guild_id=guild_id, channel_id=channel_id, now=datetime.now(UTC))
    finally:
        await store.close()


def _stop_on_signals(stopped: asyncio.Event) -> None:
    """The first Ctrl-C stops in order; a second one interrupts the stopping."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        stopped.set()
        for name in _SIGNALS:
            loop.remove_signal_handler(name)

    for name in _SIGNALS:
        loop.add_signal_handler(name, stop)


def _open_browser(address: str) -> None:
    """Open a window. A browser that would take over this terminal is not started; the address is printed anyway."""
    with contextlib.suppress(webbrowser.Error):
        browser = webbrowser.get()
        is_in_terminal = isinstance(browser, webbrowser.GenericBrowser)
        if not is_in_terminal or isinstance(browser, webbrowser.BackgroundBrowser):
            browser.open(address)
