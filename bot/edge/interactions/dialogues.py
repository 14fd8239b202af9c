"""Dialogues with fields to type into, and what an interaction says was typed or chosen. A dialogue's custom id routes
it like a button's."""

from dataclasses import dataclass

import discord

from bot.edge.interactions.router import interaction_data
from bot.table.controls import Control
from bot.table.game.choices import read_letters
from bot.table.limits import cut

TITLE, LABEL = 45, 45  # Discord's limits


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    label: str
    longest: int
    is_needed: bool = True
    value: str = ""


class Dialogue(discord.ui.Modal):
    """Stopped at once: discord.py would keep every dialogue that was opened and dismissed."""

    def __init__(self, control: Control, title: str, *fields: Field) -> None:
        super().__init__(title=cut(title, TITLE), custom_id=control.custom_id())
        for field in fields:
            self._ask(field)
        self.stop()

    def _ask(self, field: Field) -> None:
        typed: discord.ui.TextInput[Dialogue] = discord.ui.TextInput(
            custom_id=field.name,
            max_length=field.longest,
            required=field.is_needed,
            default=cut(field.value, field.longest) or None,
        )
        self.add_item(discord.ui.Label(text=cut(field.label, LABEL), component=typed))


def is_submitted(interaction: discord.Interaction) -> bool:
    """Whether a dialogue was sent, rather than the button pressed that opens it."""
    return interaction.type is discord.InteractionType.modal_submit


def typed_in(interaction: discord.Interaction, name: str) -> str:
    """The text of a dialogue's field; empty if it has none of that name."""
    for row in interaction_data(interaction).get("components", []):
        inner = row.get("components") or [row.get("component") or {}]
        for field in inner:
            if field.get("custom_id") == name:
                return str(field.get("value", ""))
    return ""


def chosen_places(interaction: discord.Interaction) -> tuple[int, ...]:
    """What was chosen in a menu, by place; empty for a button. Raises `GameError` (stale) for what no menu sends."""
    return tuple(read_letters(str(value)) for value in interaction_data(interaction).get("values") or ())
