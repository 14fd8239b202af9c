"""A bot with one of each feature that the simulator and the page must support; it knows no game."""

import asyncio
import io
import re
from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image

Itself = discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]]


def picture(colour: str) -> discord.File:
    data = io.BytesIO()
    Image.new("RGB", (64, 32), colour).save(data, "PNG")
    data.seek(0)
    return discord.File(data, "picture.png", description=colour)


class Count(Itself, template=r"count:(?P<number>\d+)"):
    """A button that survives restarts and counts its presses in its custom id."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> "Count":
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=controls(self.number + 1))


class Tally(Itself, template="tally"):
    """A button with a fixed custom id; the message counts presses since the start."""

    presses = 0

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="Tally", custom_id="tally"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], _match: re.Match[str]
    ) -> "Tally":
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        Tally.presses += 1
        await interaction.response.edit_message(content=f"Pressed {Tally.presses} times")


class Question(discord.ui.Modal, title="A question"):
    word: discord.ui.TextInput["Question"] = discord.ui.TextInput(label="Word", max_length=10)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"You said {self.word.value}", ephemeral=True)


def controls(number: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(Count(number))
    view.add_item(Tally())
    view.add_item(discord.ui.Button(label="Never", custom_id="never", disabled=True))
    return view


class FrenchNames(app_commands.Translator):
    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _context: app_commands.TranslationContextTypes
    ) -> str | None:
        return {"greet": "saluer"}.get(string.message) if locale is discord.Locale.french else None


def add_later(tree: app_commands.CommandTree[Any]) -> Callable[[], Coroutine[Any, Any, None]]:
    """Add a command that is answered again by a task started before the interaction; return the task's coroutine
    function."""
    answered = asyncio.Queue[discord.Interaction[Any]]()

    @tree.command(name="later", description="Answers again from a task that was there before")
    async def later(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("soon")
        answered.put_nowait(interaction)

    async def answer_again() -> None:
        while True:
            await (await answered.get()).edit_original_response(content="now")

    return answer_again


def create() -> commands.Bot:
    bot = commands.Bot("!", intents=discord.Intents(guilds=True), help_command=None)
    tree = bot.tree

    @tree.command(name="greet", description="Greet somebody in public")
    async def greet(interaction: discord.Interaction[Any], who: discord.User, times: int = 1) -> None:
        text = f"{interaction.user.mention} greets {who.mention} {times} times ({interaction.locale.value})"
        await interaction.response.send_message(text, file=picture("navy"), view=controls(0))

    @tree.command(name="whisper", description="A private answer")
    async def whisper(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("between us", ephemeral=True)

    @tree.command(name="write", description="A private message")
    async def write(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.user.send("in your box", file=picture("red"), view=controls(0))
        await interaction.followup.send("sent")

    @tree.command(name="ask", description="Opens a form")
    async def ask(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Question())

    @tree.command(name="colour", description="Completes as you type")
    async def colour(interaction: discord.Interaction[Any], name: str) -> None:
        await interaction.response.send_message(f"painted {name}", ephemeral=True)

    @colour.autocomplete("name")
    async def complete(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        known = (
            ["red", "rose", "blue"] if interaction.locale is not discord.Locale.french else ["rouge", "rose", "bleu"]
        )
        return [app_commands.Choice(name=it, value=it) for it in known if it.startswith(typed)]

    @tree.context_menu(name="Poke")
    async def poke(interaction: discord.Interaction[Any], who: discord.User) -> None:
        await interaction.response.send_message(f"{interaction.user.mention} pokes {who.mention}")

    @tree.command(name="sleep", description="Answers too late")
    async def sleep(_interaction: discord.Interaction[Any]) -> None:
        await asyncio.sleep(3600)

    answer_again = add_later(tree)

    async def setup_hook() -> None:
        _end_with(bot, asyncio.create_task(answer_again()))
        Tally.presses = 0
        bot.add_dynamic_items(Count, Tally)
        await tree.set_translator(FrenchNames())
        await tree.sync()

    bot.setup_hook = setup_hook  # type: ignore[method-assign]
    return bot


def _end_with(bot: commands.Bot, task: asyncio.Task[None]) -> None:
    close = bot.close

    async def end_and_close() -> None:
        task.cancel()
        await close()

    bot.close = end_and_close  # type: ignore[method-assign]
