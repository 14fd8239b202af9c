"""Edits the pressed message without asking Discord to send the message back. discord.py's `edit_message` does, and
builds an object of it that is never used."""

import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.edge.render import as_json, edited_message, has_files
from bot.edge.transport.retries import CALLBACK
from bot.table.page import Page

_UPDATE = discord.InteractionResponseType.message_update


async def edit_pressed(interaction: discord.Interaction, page: Page) -> None:
    """As the first response to a press. Files are uploaded by discord.py's own method."""
    if has_files(page):
        await interaction.response.edit_message(**edited_message(page))
        return
    if interaction.response.is_done():
        raise discord.InteractionResponded(interaction)
    http = interaction._state.http
    await async_context.get().request(
        Route("POST", CALLBACK, webhook_id=interaction.id, webhook_token=interaction.token),
        interaction._session,
        payload={"type": _UPDATE.value, "data": as_json(page)},
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
    )
    interaction.response._response_type = _UPDATE
