"""Positions in the second reading of DUEL: who has which cards where, choosing, taking and putting them, triggers that
hear of it, and who is out.

Nothing of `bot` may enter: the two readings must stay independent."""

from collections import Counter, deque
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tests.games.duel.second_reading.cards import (
    Card,
    Cards,
    Effect,
    Move,
    When,
    deck_fault,
)
from tests.games.duel.second_reading.table import (
    SUDDEN_DEATH,
    Dealer,
    Piece,
    Question,
    Side,
    Source,
    fits,
    side_of,
)

T = TypeVar("T")
Script = Generator[Question, str, T]  # yields questions, is sent strict notation, or "" where the question is void
VOID = ""


class GameOver(Exception):  # noqa: N818
    """One seat is left."""


@dataclass(frozen=True)
class Ending:
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    turns: int


@dataclass(frozen=True)
class Played:
    """A play read from notation: the card, the opponent it names, and the cards of each move of its cost."""

    card: Card
    opponent: int | None
    payment: tuple[tuple[str, ...], ...]


class Position:
    """The piles of every seat, and what the rules say of cards that move. No turns and no effects."""

    def __init__(self, decks: Sequence[Mapping[str, int]], cards: Cards, dealer: Dealer, *, deck_format: str) -> None:
        for seat, deck in enumerate(decks):
            fault = deck_fault(deck, cards, deck_format)
            if fault:
                raise ValueError(f"DU2: seat {seat}'s deck: {fault}")
        if len(decks) not in range(2, 7):
            raise ValueError("DU1: two to six seats")
        self.cards, self.dealer = cards, dealer
        self.sides = [side_of(seat, deck, cards) for seat, deck in enumerate(decks)]
        self.starter = self.turn_seat = 0
        self.turns, self.round = 0, 1
        self.plays = self.triggers = self.equipped = 0
        self.queue: deque[tuple[Source, Effect]] = deque()
        self.left: list[tuple[int, str]] = []  # who went out and why, in order
        self.ending: Ending | None = None
        self.question: Question | None = None

    @property
    def living(self) -> list[int]:
        return [side.seat for side in self.sides if not side.is_out]

    def is_out(self, seat: int) -> bool:
        return self.sides[seat].is_out

    def _aimed(self, seat: int, card: Card) -> int:
        """DU40: the nearest living seat to the left (defence) or to the right."""
        is_left = card.aim == "defence" if card.type == "equipment" else card.type == "defence"
        step, at = 1 if is_left else -1, seat
        for _ in self.sides:
            at = (at + step) % len(self.sides)
            if at != seat and not self.is_out(at):
                return at
        raise GameOver

    # Choosing cards

    def _candidates(
        self,
        side: Side,
        pile: str,
        wanted: str = "",
        source: Source | None = None,
        *,
        is_without_familiar: bool = False,
    ) -> list[tuple[str, Piece | None]]:
        """The cards an instruction may take: a hand in order of ids, equipment in order of equipping (DU17)."""
        if pile == "equipment":
            pieces = [piece for piece in side.equipment if self._is_wanted(piece, wanted, source)]
            return [
                (piece.card.id, piece) for piece in pieces if not is_without_familiar or piece.card.slot != "familiar"
            ]
        if wanted == "this card":
            wanted_ids = [card_id for card_id in side.hand if source is not None and card_id == source.card.id][:1]
        elif pile == "hand":
            wanted_ids = sorted(card_id for card_id in side.hand if fits(self.cards[card_id], wanted))
        elif pile == "wounds" and self.round >= SUDDEN_DEATH:
            wanted_ids = []
        else:
            wanted_ids = side.pile(pile)
        return [(card_id, None) for card_id in wanted_ids]

    def _is_wanted(self, piece: Piece, wanted: str, source: Source | None) -> bool:
        if wanted == "this card":
            return source is not None and piece is source.piece
        return fits(piece.card, wanted)

    def _chosen(
        self,
        side: Side,
        chooser: int,
        candidates: list[tuple[str, Piece | None]],
        number: int,
        *,
        is_random: bool = False,
    ) -> Script[list[tuple[str, Piece | None]]]:
        """DU17: which of the candidates, in which order."""
        if len(candidates) <= number:
            return candidates
        if number == 0:
            return []
        ids = [card_id for card_id, _ in candidates]
        if is_random:
            picked = self.dealer.shuffle("pick", side.seat, ids)[:number]
        else:
            text = yield Question(
                "take", chooser, frozenset({chooser, side.seat}), cards=tuple(sorted(ids)), number=number
            )
            picked = text.removeprefix("take=").split("+") if text != VOID else []
        rest = list(candidates)
        return [rest.pop([card_id for card_id, _ in rest].index(wanted)) for wanted in picked]

    # Taking and putting one card

    def _take_top(self, side: Side, pile: str) -> str:
        card_id = side.pile(pile).pop(0 if pile == "draw" else -1)
        side.held.append(card_id)
        return card_id

    def _take(self, side: Side, pile: str, card_id: str, piece: Piece | None) -> None:
        if pile == "equipment" and piece is not None:
            side.equipment.remove(piece)
        else:
            side.hand.remove(card_id)
        side.held.append(card_id)

    def _first_piece(self, side: Side, card_id: str) -> Piece | None:
        return next((piece for piece in side.equipment if piece.card.id == card_id), None)

    def _put(self, source: Source, side: Side, card_id: str, move: Move, *, is_cost: bool = False) -> Script[None]:
        is_hostile = source.player != side.seat and not is_cost
        is_wounded = move.put == "wounds" and not (is_hostile and self._is_saved(side, move.take))
        if is_hostile and move.take == "hand" and not is_wounded:
            self._hear_itself(side, "this_thrown", card_id, source.player)  # [A14]
        if is_wounded:
            self._wound(source, side, card_id, is_hostile=is_hostile)
        elif move.put == "hand":
            self._keep(side, card_id)
        elif move.put == "draw":
            side.held.remove(card_id)
            side.draw.insert(0, card_id)
        elif move.put == "equipment" and self.cards[card_id].type == "equipment":
            yield from self._equip(side, card_id)
        else:  # DU18, DU25
            self._discard(side, card_id)

    def _keep(self, side: Side, card_id: str) -> None:
        """DU4."""
        side.held.remove(card_id)
        (side.hand if len(side.hand) < side.limit else side.discard).append(card_id)

    def _discard(self, side: Side, card_id: str) -> None:
        side.held.remove(card_id)
        side.discard.append(card_id)

    def _is_saved(self, side: Side, pile: str) -> bool:
        """DU25; counts the replacement."""
        for piece in side.equipment:
            for at, one in enumerate(piece.card.instead):
                key = f"instead {at}"
                if one.source in ("", pile) and piece.acted[key] < one.max:
                    piece.acted[key] += 1
                    return True
        return False

    def _wound(self, source: Source, side: Side, card_id: str, *, is_hostile: bool) -> None:
        """DU22, DU24, DU30."""
        side.held.remove(card_id)
        side.wounds.append(card_id)
        if is_hostile:
            self._hear_itself(side, "this_wounded", card_id, source.player)
            self._hear("card_wounded", side.seat, cause=source.player)
        self._look_for_loss(side, "bled_out")

    def _equip(self, side: Side, card_id: str) -> Script[Piece | None]:
        """DU26. The card is held while its owner is asked."""
        for piece in (yield from self._in_the_way(side, self.cards[card_id].slot)):
            side.equipment.remove(piece)
            side.discard.append(piece.card.id)
        if side.is_out:
            return None
        side.held.remove(card_id)
        self.equipped += 1
        new = Piece(self.cards[card_id], self.equipped)
        side.equipment.append(new)
        return new

    def _in_the_way(self, side: Side, slot: str) -> Script[list[Piece]]:
        same = [piece for piece in side.equipment if piece.card.slot == slot]
        if slot == "two_hands":
            return [piece for piece in side.equipment if piece.card.slot in ("one_hand", "two_hands")]
        if slot != "one_hand":
            return same
        if len(same) < 2:
            return [piece for piece in side.equipment if piece.card.slot == "two_hands"]
        chosen = yield from self._chosen(side, side.seat, [(piece.card.id, piece) for piece in same], 1)
        return [piece for _, piece in chosen if piece is not None]

    # Triggers

    def _hear_itself(self, side: Side, event: str, card_id: str, cause: int) -> None:
        """A card's `this_` triggers (DU22): `max` a turn for each copy in the deck, all copies together [A10]."""
        card = self.cards[card_id]
        for at, when in enumerate(card.when):
            if when.event == event and side.acted[card_id, at] < when.max * side.deck[card_id]:
                side.acted[card_id, at] += 1
                self.queue.append((Source(side.seat, cause, card), when.effect))

    def _hear(
        self, event: str, seat: int, *, cause: int | None = None, card: Card | None = None, but: Piece | None = None
    ) -> None:
        """An event of `seat`, which `cause` brought about: equipment in the order of equipping (DU24)."""
        heard = [(piece, side.seat) for side in self.sides for piece in side.equipment if piece is not but]
        for piece, owner in sorted(heard, key=lambda one: one[0].number):
            for at, when in enumerate(piece.card.when):
                key = f"when {at}"
                if not self._is_meant(when, event, owner, seat, card) or piece.acted[key] >= when.max:
                    continue
                piece.acted[key] += 1
                opponent = self._opponent_of_trigger(owner, seat, cause, piece.card)
                self.queue.append((Source(owner, opponent, piece.card, piece), when.effect))

    def _is_meant(self, when: When, event: str, owner: int, seat: int, card: Card | None) -> bool:
        is_own = when.who == "player"
        has_type = not when.type or (card is not None and card.type == when.type)
        return when.event == event and has_type and is_own == (owner == seat)

    def _opponent_of_trigger(self, owner: int, seat: int, cause: int | None, card: Card) -> int:
        """DU40: who caused it; the seat of the event where the owner caused it or it is another's; else as aimed."""
        if cause is not None and cause != owner:
            return cause
        return seat if seat != owner else self._aimed(owner, card)

    # The end

    def _look_for_loss(self, side: Side, reason: str) -> None:
        """DU30."""
        wounded = sum(self.cards[card_id].type == "blood" for card_id in side.wounds)
        if wounded == side.bloods:
            self._put_out(side.seat, reason)

    def _put_out(self, seat: int, reason: str) -> None:
        """DU41."""
        self.sides[seat].is_out = True
        self.sides[seat].clear()
        self.left.append((seat, reason))
        if len(self.living) > 1:
            return
        order = [*self.living, *(gone for gone, _ in reversed(self.left))]
        ranks = tuple(order.index(one) + 1 for one in range(len(self.sides)))
        self.ending = Ending((order[0],), ranks, reason, self.turns)
        raise GameOver

    def fault(self) -> str | None:
        """What is wrong with the position: cards lost, a slot taken twice, a lost seat still in. For tests."""
        for side in self.sides:
            if not side.is_out and side.all_cards() != side.deck:
                return f"seat {side.seat} has not the 25 cards of its deck"
            slots = Counter(piece.card.slot for piece in side.equipment)
            hands = slots.pop("one_hand", 0) + 2 * slots.pop("two_hands", 0)
            if hands > 2 or any(number > 1 for number in slots.values()):
                return f"DU26: seat {side.seat} has too much in a slot"
            bloods = sum(self.cards[card_id].type == "blood" for card_id in side.wounds)
            if not side.is_out and bloods == side.bloods:
                return f"DU30: seat {side.seat} has lost and plays on"
        return None
