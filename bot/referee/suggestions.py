"""Autocompletion of `/play`: a player's legal continuations of the typed text."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.games.core import AnyGame, GameError, Seat, check_reveals_nothing

END, UNDO = "end", "undo"  # in every game's notation
_LAST_WORD = re.compile(r"[^\s,;]*$")


def continuations(
    game: AnyGame, state: Any, seat: Seat, typed: str, *, spoken: Mapping[str, str] | None = None
) -> list[str]:
    """Each is the whole text in strict notation plus one action. `spoken` maps an action's notation to a translated
    word that may be typed instead."""
    for kept, rest in ((typed, ""), _without_last_word(typed)):
        try:
            actions = game.notation.parse_all(kept)
            check_reveals_nothing(game, actions)
            after = _played(game, state, seat, actions)
        except GameError:
            continue
        written = [game.notation.notate(action) for action in actions]
        further = _next(game, after, seat, has_begun=bool(written))
        also = spoken or {}
        return [",".join((*written, it)) for it in further if _fits(it, rest) or _fits(also.get(it, it), rest)]
    return []


def _without_last_word(typed: str) -> tuple[str, str]:
    word = _LAST_WORD.search(typed)
    cut = word.start() if word else len(typed)
    return typed[:cut], typed[cut:]


def _played(game: AnyGame, state: Any, seat: Seat, actions: tuple[Any, ...]) -> Any:
    for action in actions:
        state = game.rules.apply(state, seat, action)
    return state


def _next(game: AnyGame, state: Any, seat: Seat, *, has_begun: bool) -> list[str]:
    """End of turn first, then cards; undo last, and only if no typed action would be undone."""
    if seat not in game.rules.to_act(state):
        return []
    texts = [game.notation.notate(action) for action in _that_can_end(game, state, seat)]
    return sorted(
        (text for text in texts if text != UNDO or not has_begun), key=lambda text: (text != END, text == UNDO)
    )


def _that_can_end(game: AnyGame, state: Any, seat: Seat) -> Iterator[Any]:
    """Omit actions after which the turn could not be ended: a typed turn is sent whole. Do not look past an action that
    reveals hidden cards."""
    for action in game.rules.legal(state, seat):
        is_final = game.rules.reveals(action) or game.is_remark(action) or game.notation.notate(action) == UNDO
        if is_final or game.can_end(game.rules.apply(state, seat, action), seat):
            yield action


def _fits(text: str, rest: str) -> bool:
    return text.lower().lstrip("0").startswith(rest.lower().lstrip("0"))
