"""The course of a game in the second reading of DUEL, as one generator: it yields each question and is sent the answer.

Nothing of `bot` may enter: the two readings must stay independent. What the rules leave open is listed in the package's
docstring; comments name the entry, such as `[A3]`.
"""

from collections import Counter, deque
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tests.games.duel.second_reading.cards import (
    Card,
    Cards,
    Choose,
    Count,
    Effect,
    If,
    Instruction,
    Move,
    ShuffleDraw,
    Times,
    When,
    deck_fault,
)
from tests.games.duel.second_reading.table import (
    DEALT,
    DRAWN,
    MOST_TRIGGERS,
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


class Game:
    """One game. `question` is what it waits for, None once it is over. Legality is checked by `legal`, not here."""

    def __init__(
        self, decks: Sequence[Mapping[str, int]], cards: Cards, dealer: Dealer, *, deck_format: str, first: int | None
    ) -> None:
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
        self._deal(first)
        self._script = self._course()
        self._resume(None)

    # The driver

    def _resume(self, answer: str | None) -> None:
        try:
            self.question = next(self._script) if answer is None else self._script.send(answer)
        except GameOver:
            self.question = None

    def answer(self, text: str) -> None:
        """Go on with a legal answer to the question."""
        self._resume(text)

    def leave(self, seat: int, reason: str) -> None:
        """DU41: a living seat resigns, runs out of time or leaves, at any moment."""
        try:
            self._put_out(seat, reason)
        except GameOver:
            self._script.close()
            self.question = None
        if self.question is not None and seat in self.question.about:
            self._resume(VOID)

    @property
    def living(self) -> list[int]:
        return [side.seat for side in self.sides if not side.is_out]

    def is_out(self, seat: int) -> bool:
        return self.sides[seat].is_out

    # Before the game

    def _deal(self, first: int | None) -> None:
        for side in self.sides:  # DU5
            side.draw = self.dealer.shuffle("draw", side.seat, sorted(side.deck.elements()))
        if first is None:  # DU6
            first = int(self.dealer.shuffle("seats", None, [str(side.seat) for side in self.sides])[0])
        self.starter = self.turn_seat = first
        for side in self.sides:
            side.hand, side.draw = side.draw[:DEALT], side.draw[DEALT:]

    # The turn

    def _course(self) -> Script[None]:
        while True:
            yield from self._turn(self.sides[self.turn_seat])
            self._pass_on()

    def _pass_on(self) -> None:
        """DU11; DU36 for the round."""
        seat = self.turn_seat
        while True:
            seat = (seat + 1) % len(self.sides)
            self.round += seat == self.starter
            if not self.is_out(seat):
                break
        self.turn_seat = seat

    def _turn(self, side: Side) -> Script[None]:
        self.turns += 1
        yield from self._start_turn(side)
        if not side.is_out:
            yield from self._phase(side, is_reflex=False)
        if not side.is_out:
            yield from self._draw_phase(side)
        if not side.is_out:
            yield from self._phase(side, is_reflex=True)
        if not side.is_out:
            self._hear("turn_end", side.seat)
        yield from self._empty_queue()  # DU41: also where the player went out

    def _start_turn(self, side: Side) -> Script[None]:
        """DU7."""
        self.plays = self.triggers = 0
        for one in self.sides:
            one.acted.clear()
            for piece in one.equipment:
                piece.start_turn()
        if self.round == 1 and side.seat != self.starter:
            self._catch_up(side)
        if self.round >= SUDDEN_DEATH:
            yield from self._fatigue_wound(side)
        if not side.is_out:  # [A25]
            self._hear("turn_start", side.seat)
            yield from self._empty_queue()

    def _catch_up(self, side: Side) -> None:
        """DU7b; DU41: every seat but the starter."""
        for pile in ("wounds", "discard", "draw"):
            if side.pile(pile):
                self._keep(side, self._take_top(side, pile))
                return

    def _phase(self, side: Side, *, is_reflex: bool) -> Script[None]:
        """DU8 and DU10."""
        while not side.is_out:
            text = yield Question("act", side.seat, frozenset({side.seat}), is_reflex=is_reflex)
            if text in (VOID, "end"):
                return
            if text.startswith("throw="):
                for card_id in text.removeprefix("throw=").split("+"):
                    side.hand.remove(card_id)
                    side.discard.append(card_id)
            else:
                yield from self._play(side, self.read_play(side, text))

    def _draw_phase(self, side: Side) -> Script[None]:
        """DU9."""
        for _ in range(DRAWN + sum(piece.card.more_draw for piece in side.equipment)):
            if side.draw:
                self._keep(side, self._take_top(side, "draw"))
        if not side.draw:
            side.draw = self.dealer.shuffle("again", side.seat, side.discard)
            side.discard.clear()
            yield from self._fatigue_wound(side)

    def _fatigue_wound(self, side: Side) -> Script[None]:
        """DU9, DU35 and DU36: from the draw pile, else the discard, else thrown, else stripped."""
        for pile in ("draw", "discard"):
            if side.pile(pile):
                self._fatigued(side, self._take_top(side, pile))
                return
        for pile in ("hand", "equipment"):
            chosen = yield from self._chosen(side, side.seat, self._candidates(side, pile), 1)
            if side.is_out:
                return
            for card_id, piece in chosen:
                self._take(side, pile, card_id, piece)
                self._fatigued(side, card_id)
                return

    def _fatigued(self, side: Side, card_id: str) -> None:
        side.held.remove(card_id)
        side.wounds.append(card_id)
        self._look_for_loss(side, "exhausted")

    # Playing a card

    def cost_of(self, side: Side, card: Card) -> tuple[Move, ...]:
        """DU13."""
        if not isinstance(card.cost, int):
            return card.cost
        number = card.cost + sum(piece.card.more_cost.get(card.type, 0) for piece in side.equipment)
        return (Move("player", "hand", "discard", number),) if number > 0 else ()

    def read_play(self, side: Side, text: str) -> Played:
        """A play in strict notation: `card@seat/payment`. The payment lists the moves of the cost in order [A7]."""
        named, _, paid = text.partition("/")
        card_id, _, seat = named.partition("@")
        card = self.cards[card_id]
        rest, parts = paid.split("+") if paid else [], []
        for move in self.cost_of(side, card):
            number = (move.number or 0) if move.take in ("hand", "equipment") else 0
            parts.append(tuple(rest[:number]))
            rest = rest[number:]
        if rest:
            raise ValueError(f"DU13: too many cards in {text}")
        return Played(card, int(seat) if seat else None, tuple(parts))

    def _play(self, side: Side, played: Played) -> Script[None]:
        """DU12."""
        card, moves = played.card, self.cost_of(side, played.card)
        side.hand.remove(card.id)
        side.held.append(card.id)
        self.plays += 1
        source = Source(side.seat, self._aimed(side.seat, card) if played.opponent is None else played.opponent, card)
        for move, part in zip(moves, played.payment, strict=True):
            yield from self._pay(source, side, move, part)
        if side.is_out:  # [A20]
            return
        yield from self._perform(source, card.effect)
        if side.is_out:  # [A21]
            return
        piece = yield from self._finish(side, card)
        if side.is_out:
            return
        self._hear("card_played", side.seat, card=card, but=piece)
        yield from self._empty_queue()

    def _pay(self, source: Source, side: Side, move: Move, part: Sequence[str]) -> Script[None]:
        for at in range(move.number or 0):
            if side.is_out:
                return
            if move.take in ("hand", "equipment"):
                card_id = part[at]
                self._take(side, move.take, card_id, self._first_piece(side, card_id))
            else:
                card_id = self._take_top(side, move.take)
            yield from self._put(source, side, card_id, move, is_cost=True)

    def _finish(self, side: Side, card: Card) -> Script[Piece | None]:
        if card.type == "equipment":
            return (yield from self._equip(side, card.id))
        self._discard(side, card.id)
        return None

    def _aimed(self, seat: int, card: Card) -> int:
        """DU40: the nearest living seat to the left (defence) or to the right."""
        is_left = card.aim == "defence" if card.type == "equipment" else card.type == "defence"
        step, at = 1 if is_left else -1, seat
        for _ in self.sides:
            at = (at + step) % len(self.sides)
            if at != seat and not self.is_out(at):
                return at
        raise GameOver

    # Effects

    def _perform(self, source: Source, effect: Effect) -> Script[None]:
        for one in effect:
            yield from self._do(source, one)

    def _do(self, source: Source, one: Instruction) -> Script[None]:
        """DU41: what names a seat that is out is left out, and the rest is done."""
        match one:
            case Move():
                yield from self._move(source, one)
            case ShuffleDraw():
                self._shuffle_draw(self.sides[source.player])
            case If():
                yield from self._if(source, one)
            case Choose():
                yield from self._choose(source, one)
            case Times():
                for _ in range(self._count(source, one.count) or 0):
                    yield from self._perform(source, one.body)

    def _shuffle_draw(self, side: Side) -> None:
        if not side.is_out:
            side.draw = self.dealer.shuffle("again", side.seat, side.draw)

    def _if(self, source: Source, one: If) -> Script[None]:
        left = self._count(source, one.left)
        right = one.right if isinstance(one.right, int) else self._count(source, one.right)
        if left is None or right is None:
            return
        holds = {">=": left >= right, ">": left > right, "<=": left <= right}[one.sign]
        yield from self._perform(source, one.then if holds else one.otherwise)

    def _count(self, source: Source, count: Count) -> int | None:
        """None where it counts the cards of a seat that is out (DU41)."""
        side = self.sides[source.seat(count.subject)]
        if side.is_out:
            return None
        return sum(fits(self.cards[card_id], count.filter) for card_id in side.pile(count.pile))

    def _choose(self, source: Source, one: Choose) -> Script[None]:
        seat = source.seat(one.who)
        if self.is_out(seat):
            return
        text = yield Question("option", seat, frozenset({seat}), number=len(one.branches))
        if text != VOID:
            yield from self._perform(source, one.branches[int(text.removeprefix("option=")) - 1])

    def _move(self, source: Source, move: Move) -> Script[None]:
        side = self.sides[source.seat(move.subject)]
        chooser = source.seat(move.mode.removeprefix("chosen by ")) if "chosen" in move.mode else side.seat
        if self._is_any_out(side.seat, chooser):
            return
        is_attack = move.put == "wounds" and source.player != side.seat
        candidates = self._candidates(side, move.take, move.filter, source, is_without_familiar=is_attack)
        number = len(candidates) if move.number is None else move.number
        target = (yield from self._target(source, side)) if is_attack and number else None
        if self._is_any_out(side.seat, chooser):
            return
        chosen: list[tuple[str, Piece | None]] | None = None
        if move.take in ("hand", "equipment"):
            chosen = yield from self._chosen(side, chooser, candidates, number, is_random=move.mode == "at random")
        if not self._is_any_out(side.seat, chooser):
            yield from self._move_each(source, side, move, number, chosen, target)

    def _is_any_out(self, *seats: int) -> bool:
        return any(map(self.is_out, seats))

    def _move_each(
        self,
        source: Source,
        side: Side,
        move: Move,
        number: int,
        chosen: list[tuple[str, Piece | None]] | None,
        target: Piece | None,
    ) -> Script[None]:
        """One card at a time (F13), until the pile is empty (DU16); DU28 counts on where it is aimed at a familiar."""
        for at in range(number):
            card_id = self._next_card(side, move, at, chosen)
            if side.is_out or (card_id is None and target is None):
                return
            if target is None:
                if card_id is not None:
                    yield from self._put(source, side, card_id, move)
            elif self._hit(source, side, target, card_id, move):
                target = None

    def _next_card(self, side: Side, move: Move, at: int, chosen: list[tuple[str, Piece | None]] | None) -> str | None:
        if chosen is not None:
            if at >= len(chosen) or side.is_out:
                return None
            card_id, piece = chosen[at]
            self._take(side, move.take, card_id, piece)
            return card_id
        is_healing_over = move.take == "wounds" and self.round >= SUDDEN_DEATH  # DU36
        return self._take_top(side, move.take) if side.pile(move.take) and not is_healing_over else None

    def _target(self, source: Source, side: Side) -> Script[Piece | None]:
        """DU28: the familiar if it is aimed at."""
        if side.familiar is None or self.is_out(source.player):  # [A22]
            return None
        text = yield Question("target", source.player, frozenset({source.player, side.seat}))
        return side.familiar if text == "target=familiar" else None

    def _hit(self, source: Source, side: Side, familiar: Piece, card_id: str | None, move: Move) -> bool:
        """DU28: one card of an instruction aimed at the familiar; whether that was its last hit point."""
        if card_id is not None:
            self._discard(side, card_id)
            if move.take == "hand":
                self._hear_itself(side, "this_thrown", card_id, source.player)  # [A14]
        familiar.hits += 1
        if familiar.hits < familiar.card.hp:
            return False
        side.equipment.remove(familiar)
        side.wounds.append(familiar.card.id)
        self._hear_itself(side, "this_wounded", familiar.card.id, source.player)
        self._look_for_loss(side, "bled_out")
        return True

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

    def _empty_queue(self) -> Script[None]:
        """DU24: oldest first; what acts may queue more."""
        while self.queue:
            source, effect = self.queue.popleft()
            if self.triggers < MOST_TRIGGERS and not self.is_out(source.player):  # [A23]
                self.triggers += 1
                yield from self._perform(source, effect)

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
