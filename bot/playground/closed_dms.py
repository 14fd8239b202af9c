"""People who take no private messages: the simulated Discord refuses what the bot writes to them."""

from typing import Final

from bot.playground.simulator import Simulator

_REFUSED: Final = {"status": 403, "code": 50007, "message": "Cannot send messages to this user"}


def set_dms(simulator: Simulator, person: int, *, are_closed: bool) -> None:
    faults, path = simulator.backend.faults, _path(simulator, person)
    faults[:] = [fault for fault in faults if fault["path"] != path]
    if are_closed:
        faults.append({"method": "POST", "path": path, "times": None, **_REFUSED})
    simulator.notify()


def has_closed_dms(simulator: Simulator, person: int) -> bool:
    return any(fault["path"] == _path(simulator, person) for fault in simulator.backend.faults)


def _path(simulator: Simulator, person: int) -> str:
    return f"/channels/{simulator.backend.get_dm_channel(person).id}/messages"
