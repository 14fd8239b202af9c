"""What Discord's documentation says a message may be, checked on the JSON that would be sent. Written from the
documentation, not from the bot's own constants. Text is counted in UTF-16 units, the longer of two ways to count."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

TEXTS = {"title": 256, "description": 4096}
FIELD = {"name": 256, "value": 1024}
ROW = 1  # component type
MENU = 3
CHOICES, DIALOGUE = 8, 9  # interaction response types


def violations(message: Mapping[str, Any]) -> list[str]:
    """Of a message's payload; empty if Discord takes it."""
    return [*_content(message), *_embeds(message.get("embeds") or []), *_components(message.get("components") or [])]


def request_violations(body: object) -> list[str]:
    """Of the body of any request."""
    if not isinstance(body, dict):
        return []
    data = body.get("data")
    if not isinstance(data, dict):
        return violations(body) if "embeds" in body or "content" in body else []
    if body["type"] == CHOICES:
        return _choices(data["choices"])
    return _dialogue(data) if body["type"] == DIALOGUE else violations(data)


def _dialogue(modal: Mapping[str, Any]) -> list[str]:
    found = [*_text("title", modal["title"], 45, least=1), *_text("custom id", modal["custom_id"], 100, least=1)]
    if not 1 <= len(modal["components"]) <= 5:
        found.append("number of components")
    for component in modal["components"]:
        inner = component.get("component") or component["components"][0]
        found += _text("label", component.get("label") or inner.get("label") or "", 45, least=1)
        found += _text("placeholder", inner.get("placeholder") or "", 100)
        found += _text("custom id", inner["custom_id"], 100, least=1)
    return found


def _choices(choices: list[dict[str, Any]]) -> list[str]:
    found = [] if len(choices) <= 25 else ["number of choices"]
    for choice in choices:
        found += _text("choice", choice["name"], 100, least=1)
        found += _text("value", str(choice["value"]), 100)
    return found


def _text(what: str, text: str, most: int, *, least: int = 0) -> Iterator[str]:
    """Spaces around a text do not count towards the least: Discord takes them away."""
    count = len(text.encode("utf-16-le", "surrogatepass")) // 2
    if count > most or len(text.strip()) < least:
        yield f"{what}: {count} of {most}"


def _content(message: Mapping[str, Any]) -> Iterator[str]:
    yield from _text("content", message.get("content") or "", 2000)
    files = message.get("attachments") or []
    if len(files) > 10:
        yield "number of files"
    for file in files:
        yield from _text("description of a file", file.get("description") or "", 1024)


def _embeds(embeds: list[dict[str, Any]]) -> Iterator[str]:
    if len(embeds) > 10:
        yield "number of embeds"
    total = ""
    for embed in embeds:
        fields, footer = embed.get("fields") or [], (embed.get("footer") or {}).get("text") or ""
        if len(fields) > 25:
            yield "number of fields"
        parts = [(what, embed.get(what) or "", most) for what, most in TEXTS.items()]
        parts += [(what, field[what], most) for field in fields for what, most in FIELD.items()]
        for what, text, most in (*parts, ("footer", footer, 2048)):
            yield from _text(what, text, most, least=int(what in FIELD))
            total += text
        if not (embed.get("title") or embed.get("description") or fields or embed.get("image")):
            yield "an empty embed"
    yield from _text("embeds", total, 6000)


def _components(rows: list[dict[str, Any]]) -> Iterator[str]:
    if len(rows) > 5:
        yield "number of rows"
    ids = Counter(part["custom_id"] for row in rows for part in row["components"])
    if ids and max(ids.values()) > 1:
        yield "a custom id twice"
    for row in rows:
        if row["type"] != ROW or not 1 <= len(row["components"]) <= 5:
            yield "number of components in a row"
        for part in row["components"]:
            yield from _text("custom id", part["custom_id"], 100, least=1)
            if part["type"] != MENU:
                yield from _text("label", part.get("label") or "", 80, least=1)
                continue
            yield from _text("placeholder", part.get("placeholder") or "", 150)
            if not 0 < part["min_values"] <= part["max_values"] <= len(part["options"]) <= 25:
                yield "number of options"
            for option in part["options"]:
                yield from _text("option", option["label"], 100, least=1)
                yield from _text("value", option["value"], 100, least=1)
            if len({option["value"] for option in part["options"]}) < len(part["options"]):
                yield "a value twice"
