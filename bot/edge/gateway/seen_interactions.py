"""Discord may tell us of the same interaction twice, for example when a session is resumed. It is dealt with once: two
answers would get in each other's way, and the second could only say that what was asked has been done already."""

from collections import OrderedDict
from typing import TYPE_CHECKING

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.edge.gateway.client import Client

REMEMBERED = 10_000  # interactions; a second telling comes within seconds


class SeenInteractions:
    """Which interactions have come already. In memory only: what was played is kept under its interaction's id."""

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
    """Commands and what is suggested for them."""

    async def interaction_check(self, interaction: "discord.Interaction[Client]", /) -> bool:
        return self.client.seen_interactions.is_first(interaction.id)
