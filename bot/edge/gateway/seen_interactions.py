"""Deduplicates interactions: Discord may deliver one twice, for example when a session is resumed. Two handlers would
race to answer it."""

from collections import OrderedDict
from typing import TYPE_CHECKING

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.edge.gateway.client import Client

REMEMBERED = 10_000  # interactions; a duplicate comes within seconds


class SeenInteractions:
    """Ids of interactions handled. In memory only: moves have their interaction's id as unique key in the store."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, None] = OrderedDict()

    def is_first(self, interaction_id: int) -> bool:
        if interaction_id in self._known:
            return False
        self._known[interaction_id] = None
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return True


class SeenTree(app_commands.CommandTree["Client"]):
    """Deduplicates commands and autocomplete."""

    async def interaction_check(self, interaction: "discord.Interaction[Client]", /) -> bool:
        return self.client.seen_interactions.is_first(interaction.id)
