"""Strips the message from button presses before discord.py parses them: only its id is used, and building objects for
all its text and buttons costs more than the rest of receiving the press."""

from collections.abc import Callable, Mapping
from typing import Any

import discord

PRESS = "INTERACTION_CREATE"
_UNREAD: dict[str, Any] = {"content": "", "embeds": [], "components": [], "attachments": []}

Event = Mapping[str, Any]


def hear_less(client: discord.Client) -> None:
    parsers = client._connection.parsers
    parsers[PRESS] = _leaner(parsers[PRESS])


def _leaner(parse: Callable[[Any], None]) -> Callable[[Event], None]:
    def parse_lean(event: Event) -> None:
        message = event.get("message")
        parse(event if message is None else {**event, "message": {**message, **_UNREAD}})

    return parse_lean
