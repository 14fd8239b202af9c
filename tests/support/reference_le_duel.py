"""A second implementation of Le Duel, written from the rule sheet alone, as a test oracle.

Nothing of `bot` may enter: the two implementations must stay independent. Plain and slow on purpose: every question is
answered by exhaustive search.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_STRICT = re.compile(r"[0-9]{2}[\^v][AE](,[0-9]{2}[\^v][AE])*")
_FORFEITS = ("illegal", "timeout", "crash", "protocol")
_WAYS = ("^A", "vA", "^E", "vE")

Tops = dict[str, int]  # "^A", "vA", "^E", "vE" as the player on turn sees them


def first_fault(record: Mapping[str, Any]) -> str | None:
    """The first thing in an arena record that contradicts the rules, or None.

    A record whose reason is `illegal` ends with the refused turn.
    """
    return _record_fault(record) or _course_fault(record)


def tops_of(own_up: int, own_down: int, their_up: int, their_down: int) -> Tops:
    return dict(zip(_WAYS, (own_up, own_down, their_up, their_down), strict=True))


def lies_well(card: int, way: str, top: int) -> bool:
    """LD6 and LD8 for one card on one pile."""
    if way == "^A":
        return card > top or top - card == 10
    if way == "vA":
        return card < top or card - top == 10
    if way == "^E":
        return top != 1 and card < top
    return top != 60 and card > top


def placements(hand: Sequence[int], tops: Tops, *, has_helped: bool = False) -> Iterator[tuple[int, str]]:
    for card in hand:
        for way in _WAYS:
            if way.endswith("E") and has_helped:
                continue
            if lies_well(card, way, tops[way]):
                yield card, way


def sequences(
    hand: Sequence[int], tops: Tops, *, longest: int = 6, has_helped: bool = False
) -> Iterator[tuple[str, ...]]:
    """Every ordered legal sequence of one to `longest` placements, shortest prefixes first."""
    if longest == 0:
        return
    for card, way in placements(hand, tops, has_helped=has_helped):
        yield (f"{card:02d}{way}",)
        rest = [other for other in hand if other != card]
        later = sequences(rest, tops | {way: card}, longest=longest - 1, has_helped=has_helped or way.endswith("E"))
        for tail in later:
            yield (f"{card:02d}{way}", *tail)


def is_stuck(hand: Sequence[int], tops: Tops) -> bool:
    """LD13."""
    return not any(len(sequence) == 2 for sequence in sequences(hand, tops, longest=2))


class _Table:
    """Two players' cards, updated card by card."""

    def __init__(self, decks: Sequence[Sequence[int]], first: int) -> None:
        self.hands = [list(deck[:6]) for deck in decks]  # LD3
        self.draws = [list(deck[6:]) for deck in decks]
        self.up = [1, 1]
        self.down = [60, 60]
        self.turn = first
        self.result: tuple[int, str] | None = None
        self._look_for_a_loser()

    def tops(self) -> Tops:
        own, other = self.turn, 1 - self.turn
        return tops_of(self.up[own], self.down[own], self.up[other], self.down[other])

    def fault(self, text: str) -> str | None:
        """Why this turn is illegal, or None. Changes nothing."""
        if not _STRICT.fullmatch(text):
            return "not in strict notation"
        hand, tops, has_helped = list(self.hands[self.turn]), self.tops(), False
        for item in text.split(","):
            card, way = int(item[:2]), item[2:]
            if card not in hand:
                return f"{item}: not in hand"
            if way.endswith("E") and has_helped:
                return f"{item}: a second card on the other side"
            if not lies_well(card, way, tops[way]):
                return f"{item}: does not go on {tops[way]}"
            hand.remove(card)
            tops[way] = card
            has_helped = has_helped or way.endswith("E")
        return "fewer than two cards" if text.count(",") == 0 else None

    def play(self, text: str) -> None:
        """Play a legal turn: place its cards, check for the win, draw, pass the turn."""
        hand, draw = self.hands[self.turn], self.draws[self.turn]
        for item in text.split(","):
            self._lay(int(item[:2]), item[2], self.turn if item[3] == "A" else 1 - self.turn)
            if not hand and not draw:
                self.result = (self.turn, "placed_all")  # LD12
                return
        wanted = 6 - len(hand) if "E" in text else 2  # LD10
        for _ in range(wanted):
            if draw:
                hand.append(draw.pop(0))
        self.turn = 1 - self.turn
        self._look_for_a_loser()

    def _lay(self, card: int, direction: str, side: int) -> None:
        self.hands[self.turn].remove(card)
        pile = self.up if direction == "^" else self.down
        pile[side] = card

    def _look_for_a_loser(self) -> None:
        if is_stuck(self.hands[self.turn], self.tops()):
            self.result = (1 - self.turn, "stuck")


def _record_fault(record: Mapping[str, Any]) -> str | None:
    if record["game"] != "le-duel":
        return f"game: {record['game']!r}"
    if [sorted(deck) for deck in record["decks"]] != [list(range(2, 60))] * 2:
        return "decks: not 2 to 59 once each, twice"
    if record["first"] not in (0, 1):
        return f"first: {record['first']!r}"
    return None


def _course_fault(record: Mapping[str, Any]) -> str | None:
    table = _Table(record["decks"], record["first"])
    turns, is_refused = list(record["turns"]), record["reason"] == "illegal"
    refused = turns.pop() if is_refused and turns else None
    for number, text in enumerate(turns, start=1):
        if table.result is not None:
            return f"turn {number}: the game was over"
        if fault := table.fault(text):
            return f"turn {number}: {fault}"
        table.play(text)
    if is_refused and refused is None:
        return "reason: illegal without a turn"
    return _end_fault(table, record["winner"], record["reason"], refused)


def _end_fault(table: _Table, winner: object, reason: str, refused: str | None) -> str | None:
    if reason not in _FORFEITS:
        if table.result is None:
            return "the game was not over"
        return None if (winner, reason) == table.result else f"result: {table.result[1]}, won by {table.result[0]}"
    if table.result is not None:
        return f"reason: {reason}, but {table.result[0]} had won: {table.result[1]}"
    if refused is not None and table.fault(refused) is None:
        return "last turn: called illegal, but it is legal"
    return _forfeit_fault(table.turn, winner, reason)


def _forfeit_fault(on_turn: int, winner: object, reason: str) -> str | None:
    """Only the player on turn can play an illegal turn or time out; a program can crash at any time."""
    allowed = (1 - on_turn,) if reason in ("illegal", "timeout") else (0, 1)
    return None if winner in allowed else f"winner: {winner!r}"
