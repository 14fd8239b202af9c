"""What the others did since a player's last turn, for games of three and more: replayed from the stored actions, as
that player could see it, once a turn."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from itertools import pairwise

from bot.games.core import Phrase, Seat
from bot.referee.match import Match
from bot.referee.replay_check import states
from bot.store.rows import ActionRow
from bot.store.sqlite.games import CACHED_GAMES, Games

_MOST = 8  # lines, the newest


class Recaps:
    def __init__(self, games: Games) -> None:
        self._games = games
        self._known: OrderedDict[tuple[int, Seat], tuple[int, tuple[Phrase, ...]]] = OrderedDict()  # with the turns

    async def since_last_turn(self, match: Match, seat: Seat) -> tuple[Phrase, ...]:
        """Empty unless it is this seat's turn and several others have played since its last."""
        if len(match.row.seats) <= 2 or match.turns <= 1 or seat not in match.to_act:
            return ()
        turns, lines = self._known.pop((match.id, seat), (-1, ()))
        if turns != match.turns:
            actions = [one for one in await self._games.actions(match.id) if one.revision <= match.revision]
            lines = await asyncio.to_thread(_since_last_turn, match, seat, actions)
        self._known[match.id, seat] = (match.turns, lines)
        if len(self._known) > CACHED_GAMES:
            self._known.popitem(last=False)
        return lines


def _since_last_turn(match: Match, seat: Seat, actions: Sequence[ActionRow]) -> tuple[Phrase, ...]:
    """Where the game does not say whose turn it was, it was theirs who had to act as it began, or as it ended if
    several could have begun (TG3)."""
    rules, missed, able = match.game.rules, list[tuple[Phrase, ...]](), frozenset[Seat]()
    for before, after in pairwise(states(match.row, actions)):
        able = able or rules.to_act(before)
        if rules.turns(after) == rules.turns(before):
            continue
        on_turn = match.game.on_turn(before)
        if seat == on_turn or (on_turn is None and seat in (able if len(able) == 1 else rules.to_act(before))):
            missed.clear()
        else:
            missed.append(match.game.screens.screen(rules.observe(after, seat)).last)
        able = frozenset()
    lines = tuple(line for turn in missed for line in turn)
    return lines[-_MOST:] if len(missed) > 1 else ()
