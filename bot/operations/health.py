"""Whether the bot does its work: it hears Discord, can write down what it rules, and looks at the clock. What is wrong
is said in a few words for whoever runs it; nothing about a game or a person enters here."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

HOST = "127.0.0.1"  # where it is told: to this machine alone
SWEEP_LATE = 60.0  # seconds; time is looked at every ten
PATIENCE = 5.0  # seconds a write may take before it counts as stuck

Complaint = str | None  # what is wrong, if anything


@dataclass(frozen=True, slots=True)
class Examination:
    """What is wrong by what it is wrong with; and what somebody should look at though the bot does its work."""

    complaints: dict[str, str] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)

    @property
    def is_well(self) -> bool:
        return not self.complaints


@dataclass(slots=True)
class Health:
    gateway: Callable[[], Complaint]
    write: Callable[[], Awaitable[None]]  # something that only a store that can be written to survives
    sweep_age: Callable[[], float]  # seconds; NaN before the first
    remarks: dict[str, str] = field(default_factory=dict)  # others write here
    _trial: asyncio.Task[Complaint] | None = field(default=None, init=False)

    async def examine(self) -> Examination:
        found = {"gateway": self.gateway(), "store": await self._store(), "sweep": self._sweep()}
        return Examination({name: said for name, said in found.items() if said is not None}, dict(self.remarks))

    async def _store(self) -> Complaint:
        """A write that the disk has begun cannot be called off: it goes on when nobody waits for it any more, and
        whoever asks meanwhile waits for the same one."""
        if self._trial is None or self._trial.done():
            self._trial = asyncio.create_task(self._try_to_write(), name="health")
        ended, _ = await asyncio.wait([self._trial], timeout=PATIENCE)
        return next(iter(ended)).result() if ended else f"nothing could be written for {PATIENCE:g} seconds"

    async def _try_to_write(self) -> Complaint:
        try:
            await self.write()
        except Exception as error:  # whatever it is, it cannot be written to
            return f"it cannot be written to ({type(error).__name__})"
        return None

    def _sweep(self) -> Complaint:
        age = self.sweep_age()
        if math.isnan(age):
            return "nobody has looked at the clock yet"
        return f"nobody has looked at the clock for {age:.0f} seconds" if age > SWEEP_LATE else None
