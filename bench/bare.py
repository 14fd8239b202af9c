"""`python -m bench.bare`: the least a bot on discord.py can be. It answers every press with one word, and is what the
bot is compared with: nobody who uses that library can answer for less."""

import asyncio
import os

import discord

from tests.system.network.launch import API, GATEWAY, point_at


class Bare(discord.Client):
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="played")


if __name__ == "__main__":
    point_at(os.environ[API], os.environ[GATEWAY])
    asyncio.run(Bare(intents=discord.Intents(guilds=True)).start(os.environ["DISCORD_TOKEN"]))
