"""A message as a person sees it: its text and its buttons. Nothing of Discord's wire format enters here but one message
payload."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.table.controls import Control, Verb, read_control
from bot.table.game.choices import MARK

REFUSED = "⚠️"


@lru_cache(maxsize=8192)
def control_of(custom_id: str) -> Control | None:
    return read_control(custom_id)


_MEANINGS: dict[str, str] = {}  # what buttons that were seen stand for, by custom id
_SAID = {
    "Undo": "undo",
    "Annuler la carte": "undo",
    "I’ll start": "claim",
    "Je commence": "claim",
    "Signal…": "signal",
}
_IN_A_DUEL = re.compile(r"(?P<card>\d+) (?P<way>[▲▼])(?P<whose> theirs| adverse|) \(")
_IN_A_TEAM = re.compile(r"(?P<card>\d+) [▲▼] (?P<pile>[A-D]) \(")


def argument_of(custom_id: str) -> str:
    """What a button stands for, in notation. A choice carries only its path, so a person knows it from its label."""
    if custom_id in _MEANINGS:
        return _MEANINGS[custom_id]
    control = control_of(custom_id)
    return "" if control is None else control.argument


def _meaning(label: str) -> str:
    if placed := _IN_A_DUEL.match(label):
        way, whose = "^v"[placed["way"] == "▼"], "AE"[bool(placed["whose"])]
        return f"{int(placed['card']):02d}{way}{whose}"
    if placed := _IN_A_TEAM.match(label):
        return f"{int(placed['card']):02d}{placed['pile'].lower()}"
    if label.removeprefix("🔥 ").isdecimal():
        return label.removeprefix("🔥 ")
    if label.startswith(("End turn", "Finir le tour")):
        return "end"
    return _SAID.get(label, f"!{label}")  # the rest are signals


def is_talk(action: str) -> bool:
    """TG9: signals, which may be sent at any time and move nothing."""
    return action.startswith(("!", "~", "-"))


@dataclass(frozen=True, slots=True)
class Button:
    custom_id: str
    label: str
    is_enabled: bool

    @property
    def control(self) -> Control | None:
        return control_of(self.custom_id)


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A person's view of a message at one instant; the message itself may change or be deleted."""

    channel_id: int
    message_id: int
    changed_at: str
    is_ephemeral: bool
    text: str
    notice: str  # the last line before picture and buttons, where a refusal stands
    buttons: tuple[Button, ...]

    def find(self, verb: Verb | str, argument: str | None = None) -> str | None:
        """The custom id of the enabled button with this verb (and argument), or None."""
        return next(iter(self.all(verb, argument)), None)

    def all(self, verb: Verb | str, argument: str | None = None) -> list[str]:
        return [
            button.custom_id
            for button in self.buttons
            if button.is_enabled
            and (control := button.control) is not None
            and control.verb == verb
            and argument in (None, argument_of(button.custom_id))
        ]

    @property
    def game_id(self) -> int | None:
        """The game this message is about, by its buttons."""
        games = (it.control for it in self.buttons)
        return next((it.number for it in games if it is not None and it.verb in _OF_A_GAME), None)

    @property
    def is_over(self) -> bool:
        return self.find(Verb.REMATCH) is not None

    @property
    def is_refusal(self) -> bool:
        """Whether it says that the action was refused."""
        return self.notice.startswith(REFUSED) or self.game_id is None


_OF_A_GAME = (Verb.HAND, Verb.PICK, Verb.ACT, Verb.REMATCH, Verb.RESIGN)


def read(message: Any) -> SeenMessage:
    """From simcord's message object."""
    return SeenMessage(
        channel_id=message.channel_id,
        message_id=message.id,
        changed_at=message.edited_timestamp or message.timestamp,
        is_ephemeral=message.is_ephemeral,
        text=_text(message),
        notice=_notice(message),
        buttons=tuple(_buttons(message.components)),
    )


def _notice(message: Any) -> str:
    bodies = [embed.get("description") or "" for embed in message.embeds] or [message.content or ""]
    return next(iter(reversed(bodies[0].splitlines())), "")


def _text(message: Any) -> str:
    parts = [message.content or ""]
    for embed in message.embeds:
        parts += [embed.get("description") or "", embed.get("title") or "", (embed.get("footer") or {}).get("text", "")]
    return "\n".join(part for part in parts if part)


def _buttons(components: Any) -> Iterator[Button]:
    for row in components:
        for it in row.get("components", ()):
            if it.get("custom_id"):
                control = control_of(it["custom_id"])
                if control is not None and control.argument.startswith(MARK):
                    _MEANINGS[it["custom_id"]] = _meaning(it["label"])
                yield Button(it["custom_id"], it.get("label") or "", not it.get("disabled"))
