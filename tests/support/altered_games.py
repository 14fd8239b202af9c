"""A game with some of its functions replaced."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from bot.games.core import AnyGame, Codec, Memories, Notation, Rules, Screens, WholeTurns

_PARTS = {
    "rules": Rules,
    "notation": Notation,
    "codec": Codec,
    "screens": Screens,
    "memories": Memories,
    "whole_turns": WholeTurns,
}


def altered(game: AnyGame, **functions: Callable[..., Any]) -> AnyGame:
    """The game with these functions instead of its own, wherever in its parts they are."""
    parts: dict[str, Any] = {}
    for name, function in functions.items():
        (part,) = (part for part, protocol in _PARTS.items() if name in vars(protocol))
        if part not in parts:
            parts[part] = SimpleNamespace(**vars(getattr(game, part)))
        setattr(parts[part], name, function)
    return replace(game, **parts)
