"""Named points at which the bot's process kills itself with SIGKILL, as a power cut would end it. Only these tests'
launcher arms them; the bot does not know of them."""

import os
import signal
from collections.abc import Callable
from typing import Any

import discord

import bot.store.sqlite.group_commit
from bot.edge.delivery.announcer import Announcer
from bot.edge.delivery.delivery_state import DeliveryState
from bot.edge.delivery.tables import Tables
from bot.referee.referee import Referee
from bot.store.sqlite.messages import Messages
from bot.store.sqlite.store import Store

BOOT = ("opening the store", "store is open", "before waking", "after waking", "syncing commands", "first redraw")
WORK = (
    "before a commit",
    "after a commit",
    "after an answer",
    "before sending",
    "after sending",
    "before noting",
    "after noting",
    "before removing",
    "after removing",
    "before noting a table",
)
POINTS = (*BOOT, *WORK)


class KillPoint:
    """Kill the process at the `times`-th call."""

    def __init__(self, times: int) -> None:
        self._left = times

    def __call__(self, *_args: Any) -> None:
        self._left -= 1
        if not self._left:
            os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str, times: int) -> None:
    assert point in POINTS, point
    _ARMING[point](KillPoint(times))


def _around(owner: Any, name: str, before: Callable[[], None] | None, after: Callable[[], None] | None) -> None:
    work = getattr(owner, name)

    async def watched(*args: Any, **options: Any) -> Any:
        if before is not None:
            before()
        result = await work(*args, **options)
        if after is not None:
            after()
        return result

    setattr(owner, name, watched)


def _before(owner: Any, name: str) -> Callable[[KillPoint], None]:
    return lambda kill_point: _around(owner, name, kill_point, None)


def _after(owner: Any, name: str) -> Callable[[KillPoint], None]:
    return lambda kill_point: _around(owner, name, None, kill_point)


def _before_commit(kill_point: KillPoint) -> None:
    """As the last command of its group."""
    commit_together = bot.store.sqlite.group_commit.commit_together
    bot.store.sqlite.group_commit.commit_together = lambda connection, commands: commit_together(
        connection, [*commands, kill_point]
    )[: len(commands)]


def _after_commit(kill_point: KillPoint) -> None:
    commit_together = bot.store.sqlite.group_commit.commit_together

    def deadly(*args: Any) -> Any:
        outcomes = commit_together(*args)
        kill_point()
        return outcomes

    bot.store.sqlite.group_commit.commit_together = deadly  # type: ignore[assignment]


def _after_answer(kill_point: KillPoint) -> None:
    """The announcer is called right after a player was answered."""
    touch = Announcer.touch

    def deadly(announcer: Announcer, *args: Any) -> None:
        kill_point()
        touch(announcer, *args)

    Announcer.touch = deadly  # type: ignore[method-assign, assignment]


_ARMING: dict[str, Callable[[KillPoint], None]] = {
    "opening the store": _before(Store, "open"),
    "store is open": _after(Store, "open"),
    "before waking": _before(Referee, "resume_clocks"),
    "after waking": _after(Referee, "resume_clocks"),
    "syncing commands": _before(discord.app_commands.CommandTree, "sync"),
    "first redraw": _before(Announcer, "_bring_up"),
    "before a commit": _before_commit,
    "after a commit": _after_commit,
    "after an answer": _after_answer,
    "before sending": _before(discord.abc.Messageable, "send"),
    "after sending": _after(discord.abc.Messageable, "send"),
    "before noting": _before(Messages, "put"),
    "after noting": _after(Messages, "put"),
    "before removing": _before(DeliveryState, "remove"),
    "after removing": _after(DeliveryState, "remove"),
    "before noting a table": _before(Tables, "posted"),
}
