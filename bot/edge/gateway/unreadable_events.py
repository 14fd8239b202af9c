"""Gateway events that discord.py cannot parse. Its parsers are called by the loop that reads the gateway, and what they
raise ends the process; here such an event is logged, dispatched as `unreadable_event`, and dropped."""

import logging
from collections.abc import Callable
from typing import Any

import discord

log = logging.getLogger(__name__)

BEGINNING = "READY"  # without it there is no session: that one may end the process

Parser = Callable[[Any], None]


def drop_unreadable_events(client: discord.Client) -> None:
    parsers = client._connection.parsers
    for event, parse in parsers.items():
        if event != BEGINNING:
            parsers[event] = _guarded(client, event, parse)


def _guarded(client: discord.Client, event: str, parse: Parser) -> Parser:
    def parse_or_drop(data: Any) -> None:
        try:
            parse(data)
        except Exception:  # whatever it is, the next event may be sound
            log.exception("an event could not be read: %s", event)
            client.dispatch("unreadable_event", event)

    return parse_or_drop
