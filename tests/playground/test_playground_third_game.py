"""A game that is in no product code, played on the playground's Discord with the real bot: its buttons, menus and
dialogues are those of any game."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components

from bot.edge.app import create_bot
from bot.operations.settings import Settings
from bot.playground.playground import Playground
from bot.playground.saves import Folder
from tests.games.toy import SCRAMBLE
from tests.games.toy_registered import registered

_MENU = 3
_SECONDS = 20


async def seen(playground: Playground, person: int, channel: int, is_it: Callable[[Any], bool]) -> tuple[int, Any]:
    """The newest message there with a control of that kind, and the control, once there is one."""
    async with asyncio.timeout(_SECONDS):
        while True:
            for message in reversed(playground.simulator.messages(person, channel)):
                for control in walk_components(message.components):
                    if not control.get("disabled") and is_it(control):
                        return message.id, control
            await asyncio.sleep(0.02)


def of(verb: str) -> Callable[[Any], bool]:
    return lambda control: str(control.get("custom_id", "")).startswith(f"arb:{verb}:")


async def test_three_play_the_toy_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with registered(monkeypatch), contextlib.closing(Folder(tmp_path / "saves")) as folder:
        playground, dice = Playground(folder), random.Random(4)
        bot = create_bot(Settings(database=tmp_path / "arbitre.sqlite3"), pace=0)
        await playground.start(bot)
        simulator, channel = playground.simulator, playground.simulator.channel_id
        try:
            alice, *others = [*playground.seats.values()][:3]
            values = {"game": SCRAMBLE.key, "players": "3", "deck": "ant bee cat dog"}
            await simulator.command(alice, channel, ["challenge"], values)
            for person in others:
                message, button = await seen(playground, person, channel, of("accept"))
                await simulator.press(person, channel, message, button["custom_id"])
            await seen(playground, alice, channel, of("hand"))
            async with asyncio.timeout(60):
                while not (match := await bot.referee.match(1)).is_over:
                    (seat,) = match.to_act
                    await _act(playground, match.row.seats[seat].user_id or 0, dice)
            assert match.row.reason in ("last_standing", "worn_out")
        finally:
            await playground.stop()
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()


async def _act(playground: Playground, person: int, dice: random.Random) -> None:
    """Press what the panel in the DM offers: a menu, an action, or a card and then its target."""
    simulator = playground.simulator
    panel = simulator.backend.get_dm_channel(person).id
    message, control = await seen(playground, person, panel, lambda it: of("act")(it) or of("pick")(it))
    if of("pick")(control):
        await simulator.press(person, panel, message, control["custom_id"])
        message, control = await seen(playground, person, panel, of("act"))
    picked = None
    if control["type"] == _MENU:
        count = dice.randint(control["min_values"], control["max_values"])
        picked = [option["value"] for option in dice.sample(control["options"], count)]
    await simulator.press(person, panel, message, control["custom_id"], picked)
