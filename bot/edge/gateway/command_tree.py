"""The command tree, with checks added. discord.py silently drops a command whose options it cannot read: here that
is an error, which gets an answer. And it passes on option values that were never offered."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.edge.gateway.seen_interactions import SeenTree

if TYPE_CHECKING:
    from bot.edge.gateway.client import Client

LARGEST_INTEGER = 2**53  # Discord's limit


class UnreadableCommandError(app_commands.AppCommandError):
    """What was sent does not fit the command; the cause, if there is one, says how."""


class ArbitreTree(SeenTree):
    def add_command(self, command: Any, /, **options: Any) -> None:
        """`guild_only` alone would leave a command in DMs, which the tree as a whole allows."""
        if command.guild_only:
            command.allowed_contexts = app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            )
        super().add_command(command, **options)

    async def _call(self, interaction: "discord.Interaction[Client]") -> None:
        try:
            if interaction.type is discord.InteractionType.application_command:
                _check_values(interaction)
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:
            raise UnreadableCommandError from error


def _check_values(interaction: "discord.Interaction[Client]") -> None:
    """Discord only sends what fits; anything else is forged."""
    data: Any = interaction.data
    given = {option["name"]: option.get("value") for option in data.get("options", ())}
    resolved = data.get("resolved", {})
    command = interaction.command
    for parameter in command.parameters if isinstance(command, app_commands.Command) else ():
        name = str(parameter.display_name)
        if name in given and not _fits(given[name], parameter, resolved):
            raise UnreadableCommandError


def _fits(value: object, parameter: app_commands.Parameter, resolved: Mapping[str, Mapping[str, object]]) -> bool:
    """Of the right type; a user or channel that Discord resolved; one of the choices, if there are any."""
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        return False
    match parameter.type:
        case discord.AppCommandOptionType.string:
            return isinstance(value, str) and _is_text(value)
        case discord.AppCommandOptionType.integer:
            return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST_INTEGER
        case discord.AppCommandOptionType.boolean:
            return isinstance(value, bool)
        case discord.AppCommandOptionType.user:
            return str(value) in resolved.get("users", {})
        case discord.AppCommandOptionType.channel:
            return str(value) in resolved.get("channels", {})
        case _:
            return True


def _is_text(value: str) -> bool:
    """No lone surrogates."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value)
