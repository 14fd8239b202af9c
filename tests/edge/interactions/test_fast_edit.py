"""The answer to a press is written by us, not by discord.py: it has to say the same."""

from typing import Any

import discord
import pytest
from discord.webhook.async_ import interaction_message_response_params

from bot.edge.interactions.fast_edit import edit_pressed
from bot.edge.render import as_json, edited_message, has_files
from bot.table.controls import Control, Verb
from bot.table.page import Button, Document, Page, Picture, Style
from tests.support.play import taps
from tests.support.world import World, press

BARE = Page("A title", "Some **words**")
FULL = Page(
    "A title",
    "Words\nand more",
    rows=(
        tuple(Button(style.value, Control(Verb.ACT, 7, 3, style.value), style) for style in Style),
        (Button("off", Control(Verb.PICK, 7, 3, "12"), is_enabled=False),),
    ),
    footer="Small print",
    accent=0x123456,
)


def _as_discord_py(page: Page) -> dict[str, Any]:
    """Without what is left at its default."""
    nobody = discord.AllowedMentions.none()
    sent = interaction_message_response_params(type=7, previous_allowed_mentions=nobody, **edited_message(page))
    assert sent.payload is not None
    data: dict[str, Any] = sent.payload["data"]
    assert data.pop("tts") is False
    for embed in data["embeds"]:
        assert embed.pop("flags", 0) == 0
    return data


@pytest.mark.parametrize("page", [BARE, FULL])
async def test_it_says_what_discord_py_would(page: Page) -> None:
    assert as_json(page) == _as_discord_py(page)


async def test_so_does_every_panel_of_a_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[Page] = []

    async def noted(interaction: discord.Interaction, page: Page) -> None:
        pages.append(page)
        await edit_pressed(interaction, page)

    match = await world.duel()
    monkeypatch.setattr("bot.edge.interactions.answers.edit_pressed", noted)
    person = world.mover(match)
    for verb, argument in taps(match):
        await press(person, world.panel(person), verb, argument)
    assert len(pages) == len(taps(match))
    for page in pages:
        words = Page(page.title, page.body, page.rows, page.footer, page.accent)
        assert as_json(words) == _as_discord_py(words)


def test_pictures_and_documents_have_to_be_uploaded() -> None:
    assert not has_files(FULL)
    assert has_files(Page("A title", "", picture=Picture("hand.png", b"", "A hand")))
    assert has_files(Page("A title", "", document=Document("game.txt", b"")))


async def test_an_answer_is_given_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by discord.py's own way: the second is refused before Discord is asked."""
    refused: list[bool] = []

    async def twice(interaction: discord.Interaction, page: Page) -> None:
        words = Page(page.title, page.body, page.rows)
        await edit_pressed(interaction, words)
        try:
            await edit_pressed(interaction, words)
        except discord.InteractionResponded:
            refused.append(True)

    match = await world.duel()
    monkeypatch.setattr("bot.edge.interactions.answers.edit_pressed", twice)
    person = world.mover(match)
    await press(person, world.panel(person), *taps(match)[0])
    callbacks = [entry.path for entry in world.env.http_requests if entry.path.startswith("/interactions/")]
    assert refused == [True]
    assert len(callbacks) == len(set(callbacks))
