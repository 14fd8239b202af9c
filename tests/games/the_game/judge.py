"""Reference implementation of The Game, written from the rule sheet alone, as a test oracle for `bot.games.the_game`.

Imports nothing of `bot`: the comparison is worth something only while the two are independent. Simple and slow on
purpose: exhaustive search throughout.
"""

from collections.abc import Mapping, Sequence

BURNING = (22, 33, 44, 55, 66, 77)
Hand = frozenset[int]
Tops = dict[str, int]


def judge(deck: Sequence[int], seats: int, options: Mapping[str, bool], log: Sequence[tuple[int, str]]) -> list[str]:
    """Replay these turns (seat, text): `["going on"]`, or how the game ended and the score. A turn that breaks a rule
    raises `AssertionError`."""
    table = Table(deck, seats, options, starts=log[0][0] if log else 0)
    for seat, turn in log:
        assert table.verdict() == ["going on"], "a turn after the end"
        assert seat == table.on_turn, "not their turn"
        table.play(turn)
    return table.verdict()


class Table:
    def __init__(self, deck: Sequence[int], seats: int, options: Mapping[str, bool], starts: int) -> None:
        size = 8 if seats == 1 else 7 if seats == 2 else 6
        if options.get("fewer"):
            size -= 1
        self.expert = bool(options.get("expert"))
        self.fire = bool(options.get("fire"))
        self.deck = list(deck)
        self.hands: list[set[int]] = []
        for _ in range(seats):
            self.hands.append({self.deck.pop(0) for _ in range(size)})
        self.tops: Tops = {"a": 1, "b": 1, "c": 100, "d": 100}
        self.on_turn = starts
        self.lit: set[str] = set()  # piles set on fire in the turn before

    def least(self) -> int:
        if not self.deck:
            return 1
        return 3 if self.expert else 2

    def play(self, turn: str) -> None:
        placed, covered = 0, set()
        for text in turn.split(","):
            card, pile = int(text[:2]), text[2:]
            assert card in self.hands[self.on_turn], "not in hand"
            assert lies_well(card, pile, self.tops[pile]), "does not lie well"
            self.hands[self.on_turn].remove(card)
            self.tops[pile] = card
            covered.add(pile)
            placed += 1
        if self.left() == 0:
            return
        assert placed >= self.least(), "too few"
        assert self.lit <= covered, "left a fire"
        for _ in range(placed):
            if self.deck:
                self.hands[self.on_turn].add(self.deck.pop(0))
        self.lit = {pile for pile in covered if self.fire and self.tops[pile] in BURNING}
        self.on_turn = (self.on_turn + 1) % len(self.hands)
        while not self.hands[self.on_turn]:
            self.on_turn = (self.on_turn + 1) % len(self.hands)

    def left(self) -> int:
        return len(self.deck) + sum(len(hand) for hand in self.hands)

    def verdict(self) -> list[str]:
        if self.left() == 0:
            return ["beaten", "0"]
        if self.has_a_way(self.lit):
            return ["going on"]
        return ["burnt" if self.has_a_way(set()) else "blocked", str(self.left())]

    def has_a_way(self, fires: set[str]) -> bool:
        """Whether any sequence of any length ends the turn, or the game by placing everything."""
        hand = frozenset(self.hands[self.on_turn])
        can_win = self.left() == len(hand)
        least, seen = self.least(), set()
        paths = [(hand, tuple(self.tops.items()), frozenset(fires))]
        while paths:
            path = paths.pop()
            if path in seen:
                continue
            seen.add(path)
            rest, tops, burning = path
            if (len(hand) - len(rest) >= least and not burning) or (can_win and not rest):
                return True
            for card in rest:
                for pile, top in tops:
                    if lies_well(card, pile, top):
                        new = tuple((name, card if name == pile else old) for name, old in tops)
                        paths.append((rest - {card}, new, burning - {pile}))
        return False


def lies_well(card: int, pile: str, top: int) -> bool:
    if pile in "ab":
        return card > top or top - card == 10
    return card < top or card - top == 10
