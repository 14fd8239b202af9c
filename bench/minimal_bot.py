"""`python -m bench.minimal_bot`: the smallest bot on discord.py, which answers every press with one word. The baseline
of `bench.load`."""

import asyncio
import os

import discord

from tests.system.network.launch import API, GATEWAY, point_at


class MinimalBot(discord.Client):
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="played")


if __name__ == "__main__":
    point_at(os.environ[API], os.environ[GATEWAY])
    asyncio.run(MinimalBot(intents=discord.Intents(guilds=True)).start(os.environ["DISCORD_TOKEN"]))
