"""What `/play` may go on with: a player's own legal continuations of what they have typed so far."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.games.core import AnyGame, GameError, Seat, check_plan_goes_on

END, UNDO = "end", "undo"  # in every game's notation
_LAST_WORD = re.compile(r"[^\s,;]*$")


def continuations(
    game: AnyGame, state: Any, seat: Seat, typed: str, *, spoken: Mapping[str, str] | None = None
) -> list[str]:
    """Each is the strict notation of the whole text: what stands already, and one action more. `spoken` are words that
    somebody may have begun to type instead."""
    for kept, rest in ((typed, ""), _without_last_word(typed)):
        try:
            actions = game.parse_all(kept)
            check_plan_goes_on(game, actions)
            after = _played(game, state, seat, actions)
        except GameError:
            continue
        written = [game.notate(action) for action in actions]
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
        state = game.apply(state, seat, action)
    return state


def _next(game: AnyGame, state: Any, seat: Seat, *, has_begun: bool) -> list[str]:
    """What ends the turn first, cards next; taking back only where nothing typed would be taken back."""
    if seat not in game.to_act(state):
        return []
    texts = [game.notate(action) for action in _leading_on(game, state, seat)]
    return sorted(
        (text for text in texts if text != UNDO or not has_begun), key=lambda text: (text != END, text == UNDO)
    )


def _leading_on(game: AnyGame, state: Any, seat: Seat) -> Iterator[Any]:
    """Leave out actions after which the turn could only be taken back: a typed turn is sent whole. What follows an
    action that reveals something is not looked at."""
    for action in game.legal(state, seat):
        is_final = game.reveals(action) or game.is_remark(action) or game.notate(action) == UNDO
        if is_final or game.can_end(game.apply(state, seat, action), seat):
            yield action


def _fits(text: str, rest: str) -> bool:
    return text.lower().lstrip("0").startswith(rest.lower().lstrip("0"))
