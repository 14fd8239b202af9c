"""Builds, from the messages a guest of Le Duel receives, the observation that our computers take.

The protocol says less than the table does (LD14): of an opponent's turn it shows the four tops alone. So:

- The own side is exact: cards dealt, less cards played.
- `played` of the opponent holds only cards that were certainly theirs: each top that their turn changed.
- Their sizes are upper bounds. Every turn places two cards or more (LD5), and at least as many as tops have changed;
  whether they drew two or back up to six (LD10) is certain, since a top of ours changes exactly when they helped.
  Hand and draw pile are carried on from there with the fewest placements possible; fewer cards placed never means
  fewer cards left, so neither size is ever below the truth.
- The protocol does not name seats: we are always seat 0. The opponent's last turn is unknown.
"""

from bot.games.core import Seat, UnreadableError
from bot.games.le_duel.notation import parse_all
from bot.games.le_duel.position import CARDS, DOWN_BASE, HAND_SIZE, MINIMUM, OWN_DRAW, UP_BASE, Place, Position
from bot.games.le_duel.state import SideView, View

_US, _THEM = Seat(0), Seat(1)
_BASES = (UP_BASE, DOWN_BASE, UP_BASE, DOWN_BASE)
Tops = tuple[int, int, int, int]


class ViewTracker:
    """One game, from its first message to its last."""

    def __init__(self) -> None:
        self._received: set[int] = set()
        self._hand: set[int] = set()
        self._tops: Tops = _BASES
        self._tops_we_left: Tops = _BASES
        self._their_hand = HAND_SIZE
        self._their_draw = len(CARDS) - HAND_SIZE
        self._their_played: set[int] = set()
        self._own_turns = 0
        self._their_turns = 0

    def receive(self, cards: list[int]) -> None:
        self._received.update(cards)
        self._hand.update(cards)

    def see(self, tops: Tops) -> None:
        self._tops = tops

    def asked(self) -> View:
        """Our turn has come, so theirs is over; before our first turn, only changed tops tell whether they had one."""
        if self._own_turns or self._tops != _BASES:
            self._note_their_turn()
        return self._view()

    def play(self, turn: str) -> None:
        """Apply our own turn, which must be legal."""
        position = Position(tuple(sorted(self._hand)), self._tops)
        for place in _places(turn):
            position = position.after(place)
        self._hand = set(position.hand)
        self._tops = self._tops_we_left = position.tops
        self._own_turns += 1

    def _note_their_turn(self) -> None:
        self._their_turns += 1
        changed = [now if now != before else None for now, before in zip(self._tops, self._tops_we_left, strict=True)]
        seen = [card for card in changed if card is not None]
        has_helped = changed[0] is not None or changed[1] is not None
        self._their_played.update(seen)
        self._their_hand = max(0, self._their_hand - max(MINIMUM, len(seen)))
        drawn = min(self._their_draw, max(0, HAND_SIZE - self._their_hand) if has_helped else OWN_DRAW)
        self._their_hand += drawn
        self._their_draw -= drawn

    def _view(self) -> View:
        own_up, own_down, their_up, their_down = self._tops
        ours = SideView(
            up=own_up,
            down=own_down,
            hand_size=len(self._hand),
            draw_size=len(CARDS) - len(self._received),
            played=frozenset(self._received - self._hand),
            hand=tuple(sorted(self._hand)),
        )
        theirs = SideView(
            up=their_up,
            down=their_down,
            hand_size=self._their_hand,
            draw_size=self._their_draw,
            played=frozenset(self._their_played),
        )
        return View(
            viewer=_US,
            sides=(ours, theirs),
            turn=_US,
            staged=(),
            last=None,
            turns=self._own_turns + self._their_turns,
            outcome=None,
            is_over=False,
        )


def _places(turn: str) -> tuple[Place, ...]:
    places = parse_all(turn)
    if not all(isinstance(place, Place) for place in places):
        raise UnreadableError("unreadable")
    return tuple(place for place in places if isinstance(place, Place))
