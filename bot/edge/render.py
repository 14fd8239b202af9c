"""Pages and texts as discord.py sends them, cut to Discord's limits. The one module that turns buttons and pictures
into Discord's."""

import io
from collections.abc import Sequence
from typing import Any

import discord

from bot.table.game.choices import letters
from bot.table.limits import CONTENT, cut, fitted
from bot.table.page import Button, Menu, Page, Row, Style

_ROW, _BUTTON, _MENU = (
    kind.value
    for kind in (discord.ComponentType.action_row, discord.ComponentType.button, discord.ComponentType.string_select)
)
_STYLES = {
    Style.SECONDARY: discord.ButtonStyle.secondary,
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.SUCCESS: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}


def new_text(text: str, *buttons: Button) -> dict[str, Any]:
    """Arguments for `send` of a text without a page."""
    return {"content": cut(text, CONTENT), **({"view": _view((buttons,))} if buttons else {})}


def new_message(page: Page) -> dict[str, Any]:
    """Arguments for `send`."""
    page = fitted(page)
    sent: dict[str, Any] = {"embed": _embed(page), "view": _view(page.rows)}
    if files := _files(page):
        sent["files"] = files
    return sent


def edited_message(page: Page) -> dict[str, Any]:
    """Arguments for `edit`; everything of the old message is replaced."""
    page = fitted(page)
    return {
        "content": None,
        "embed": _embed(page),
        "view": _view(page.rows),
        "attachments": _files(page),
    }


def as_json(page: Page) -> dict[str, Any]:
    """The payload of the same edit for a page without files; mentions do not notify."""
    page = fitted(page)
    embed: dict[str, Any] = {"type": "rich", "title": page.title, "description": page.body, "color": page.accent}
    if page.footer:
        embed["footer"] = {"text": page.footer}
    return {
        "content": None,
        "embeds": [embed],
        "components": [_row(row) for row in page.rows],
        "attachments": [],
        "allowed_mentions": {"parse": []},
    }


def _row(row: Row) -> dict[str, Any]:
    return {"type": _ROW, "components": [_component(one) for one in row]}


def _component(one: Button | Menu) -> dict[str, Any]:
    shared = {"custom_id": one.control.custom_id(), "disabled": not one.is_enabled}
    if isinstance(one, Button):
        return {"type": _BUTTON, "style": _STYLES[one.style].value, "label": one.label, **shared}
    options = [{"label": label, "value": letters(place), "default": False} for place, label in enumerate(one.options)]
    limits = {"min_values": one.how_many[0], "max_values": one.how_many[-1]}
    return {"type": _MENU, "placeholder": one.placeholder, "options": options, **limits, **shared}


def has_files(page: Page) -> bool:
    return page.picture is not None or page.document is not None


def _embed(page: Page) -> discord.Embed:
    embed = discord.Embed(title=page.title, description=page.body, colour=page.accent)
    if page.footer:
        embed.set_footer(text=page.footer)
    if page.picture is not None and not page.picture.is_bare:
        embed.set_image(url=f"attachment://{page.picture.name}")
    return embed


def _files(page: Page) -> list[discord.File]:
    files = []
    if page.picture is not None:
        files.append(discord.File(io.BytesIO(page.picture.data), page.picture.name, description=page.picture.alt))
    if page.document is not None:
        files.append(discord.File(io.BytesIO(page.document.data), page.document.name))
    return files


def _view(rows: Sequence[Row]) -> discord.ui.View:
    """Stopped at once: presses are routed by custom id (`bot.edge.interactions.router`), so that discord.py keeps
    nothing per message and every button survives a restart."""
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for one in row:
            view.add_item(_button(one, number) if isinstance(one, Button) else _menu(one, number))
    view.stop()
    return view


def _button(button: Button, row: int) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(
        label=button.label,
        custom_id=button.control.custom_id(),
        style=_STYLES[button.style],
        disabled=not button.is_enabled,
        row=row,
    )


def _menu(menu: Menu, row: int) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=menu.control.custom_id(),
        placeholder=menu.placeholder,
        min_values=menu.how_many[0],
        max_values=menu.how_many[-1],
        options=[discord.SelectOption(label=label, value=letters(place)) for place, label in enumerate(menu.options)],
        disabled=not menu.is_enabled,
        row=row,
    )
