"""A seat's view of the simulated Discord, as plain JSON for the page.

Built for one person at a time from what that person may see. Nothing here acts, and nothing here imports simcord.
"""

import contextlib
import functools
import io
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from PIL import Image

from bot.playground.closed_dms import has_closed_dms
from bot.playground.simulator import Json, Simulator

_DM, _THREADS = 1, (11, 12)
_SLASH = 1


def server(simulator: Simulator, seats: Mapping[str, int]) -> Json:
    """The server and its members; the same for every seat."""
    guild = simulator.server()
    people = {str(member): _person(simulator, member) for member in guild.members}
    roles = [{"id": str(it.id), "name": it.name} for it in guild.roles.values() if it.id != guild.id and not it.managed]
    return {
        "name": guild.name,
        "locale": guild.preferred_locale,
        "bot": str(simulator.bot_id),
        "skipped": round(simulator.skipped * 1000),
        "people": people,
        "roles": roles,
        "seats": [
            {
                "key": key,
                "id": str(person),
                "name": people[str(person)]["name"],
                "locale": simulator.locales.get(person, "en-US"),
                "channels": [_channel(it) for it in simulator.channels(person)],
                "closed": has_closed_dms(simulator, person),
            }
            for key, person in seats.items()
        ],
    }


def messages(simulator: Simulator, person: int) -> dict[tuple[str, str], Json]:
    """Every message a person may see, by channel and id."""
    return {
        (str(channel.id), str(message.id)): _message(simulator, person, message)
        for channel in simulator.channels(person)
        for message in simulator.messages(person, channel.id)
    }


def commands(simulator: Simulator, person: int, channel_id: int) -> list[Json]:
    """The slash picker's list: every runnable command with its options."""
    return [leaf for root in simulator.commands(person, channel_id) for leaf in _leaves(root, ())]


def person_commands(simulator: Simulator, person: int, channel_id: int) -> list[Json]:
    """The commands of a person's context menu in this channel."""
    found = simulator.person_commands(person, channel_id)
    return [{"name": it["name"], "names": it.get("name_localizations") or {}} for it in found]


def _leaves(node: Mapping[str, Any], above: Sequence[Mapping[str, Any]]) -> list[Json]:
    path = (*above, node)
    below = [option for option in node.get("options") or [] if option["type"] in (1, 2)] if "options" in node else []
    if below:
        return [leaf for option in below for leaf in _leaves(option, path)]
    return [
        {
            "id": path[0]["id"],
            "path": [it["name"] for it in path],
            "names": [it.get("name_localizations") or {} for it in path],
            "description": node.get("description") or "",
            "descriptions": node.get("description_localizations") or {},
            "options": [dict(option) for option in node.get("options") or []],
        }
    ]


def _person(simulator: Simulator, person: int) -> Json:
    user = simulator.user(person)
    return {"name": user.global_name or user.name, "bot": user.bot}


def _channel(channel: Any) -> Json:
    kind = "dm" if channel.type == _DM else "thread" if channel.type in _THREADS else "text"
    return {"id": str(channel.id), "name": channel.name, "kind": kind}


def _message(simulator: Simulator, person: int, message: Any) -> Json:
    raw = simulator.payload(message)
    files = {it["filename"]: it["url"] for it in raw["attachments"]}
    origin = raw.get("interaction_metadata") or {}
    replied = raw.get("referenced_message")
    return {
        "id": raw["id"],
        "author": raw["author"]["id"],
        "content": raw["content"],
        "at": _milliseconds(raw["timestamp"]),
        "edited": raw["edited_timestamp"] is not None,
        "private": message.is_ephemeral,
        "thinking": simulator.is_thinking(message),
        "pinged": person in message.ping_user_ids,
        "command": _command(origin) if "name" in origin else None,
        "reply": {"author": replied["author"]["id"], "content": replied["content"]} if replied else None,
        "attachments": [_file(simulator, it) for it in raw["attachments"]],
        "embeds": _reachable(raw["embeds"], files, simulator),
        "components": _reachable(raw["components"], files, simulator),
    }


def _command(origin: Mapping[str, Any]) -> Json:
    sign = "/" if origin.get("command_type") == _SLASH else ""
    return {"user": origin["user"]["id"], "name": origin["name"], "sign": sign}


def _file(simulator: Simulator, attachment: Mapping[str, Any]) -> Json:
    path = simulator.picture_path(attachment["url"])
    found = {key: attachment[key] for key in ("filename", "description", "size", "content_type")}
    found["url"] = path
    if attachment["content_type"].startswith("image/"):
        found["width"], found["height"] = _size(path, simulator.picture)
    return found


@functools.lru_cache(maxsize=1024)
def _size(path: str, read: Any) -> tuple[int, int]:
    """A picture's size, so that the page can reserve room before it has loaded; (0, 0) if it is not a picture."""
    with contextlib.suppress(OSError), Image.open(io.BytesIO(read(path) or b"")) as picture:
        return picture.size
    return 0, 0


def _reachable(value: Json, files: Mapping[str, str], simulator: Simulator) -> Json:
    """The same tree with every stored file's URL replaced by its path on the page's server."""
    if isinstance(value, dict):
        return {key: _reachable(item, files, simulator) for key, item in value.items()}
    if isinstance(value, list):
        return [_reachable(item, files, simulator) for item in value]
    if isinstance(value, str):
        return simulator.picture_path(files.get(value.removeprefix("attachment://"), value))
    return value


def _milliseconds(stamp: str) -> int:
    return int(datetime.fromisoformat(stamp).timestamp() * 1000)
