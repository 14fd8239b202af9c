"""The course of a game in the second reading of DUEL, as one generator: it yields each question and is sent the answer.

Nothing of `bot` may enter: the two readings must stay independent. What the rules leave open is listed in the package's
docstring; comments name the entry, such as `[A3]`.
"""

from collections.abc import Mapping, Sequence

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
)
from tests.games.duel.second_reading.position import VOID, GameOver, Played, Position, Script
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
)


class Game(Position):
    """One game. `question` is what it waits for, None once it is over. Legality is checked by `legal`, not here."""

    def __init__(
        self, decks: Sequence[Mapping[str, int]], cards: Cards, dealer: Dealer, *, deck_format: str, first: int | None
    ) -> None:
        super().__init__(decks, cards, dealer, deck_format=deck_format)
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

    # The queue

    def _empty_queue(self) -> Script[None]:
        """DU24: oldest first; what acts may queue more."""
        while self.queue:
            source, effect = self.queue.popleft()
            if self.triggers < MOST_TRIGGERS and not self.is_out(source.player):  # [A23]
                self.triggers += 1
                yield from self._perform(source, effect)
