"""A state being changed: `Table(state, shuffle)` copies it into lists as they are asked for, the rules change those,
and `frozen` makes a new state. It never leaves `rules.apply`, so states stay immutable, and moving a card costs no copy
of the whole.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.core import Outcome, Seat, Shuffle
from bot.games.duel.cards import FAMILIAR, Card
from bot.games.duel.language import Pile, Who
from bot.games.duel.sets import set_of
from bot.games.duel.state import Asked, Context, Deed, Equipped, Event, Lying, Side, State, Step, Task, Trigger

SUDDEN_DEATH = 21  # the first round of it (DU36)
HAND_LIMIT = 10  # DU3
_LONGEST_STORY = 32  # events; older ones are forgotten


class Piles:
    """One player's piles, in lists."""

    __slots__ = ("deck", "discard", "draw", "equipment", "hand", "has_begun", "out_at", "spent", "table", "wounds")

    def __init__(self, side: Side) -> None:
        self.deck = side.deck
        self.draw: list[Lying] = list(side.draw)
        self.hand = list(side.hand)
        self.discard: list[Lying] = list(side.discard)
        self.equipment: list[Equipped] = list(side.equipment)
        self.wounds = list(side.wounds)
        self.table = list(side.table)
        self.spent = {(card, number): times for card, number, times in side.spent} if side.spent else {}
        self.has_begun = side.has_begun
        self.out_at = side.out_at

    def frozen(self) -> Side:
        return Side(
            self.deck,
            tuple(self.draw),
            tuple(self.hand),
            tuple(self.discard),
            tuple(self.equipment),
            tuple(self.wounds),
            tuple(self.table),
            tuple(sorted((card, number, times) for (card, number), times in self.spent.items())) if self.spent else (),
            self.has_begun,
            self.out_at,
        )

    def size(self, pile: Pile) -> int:
        return len(getattr(self, pile))

    def clear(self) -> None:
        """DU41: the cards of who is out leave the game."""
        for pile in (self.draw, self.hand, self.discard, self.equipment, self.wounds, self.table, self.spent):
            pile.clear()


class Sides:
    """The players' piles by seat. A side is copied when it is first asked for: most actions touch one or two."""

    def __init__(self, sides: tuple[Side, ...]) -> None:
        self._before = sides
        self._copies: list[Piles | None] = [None] * len(sides)

    def __len__(self) -> int:
        return len(self._before)

    def __getitem__(self, seat: int) -> Piles:
        copy = self._copies[seat]
        if copy is None:
            copy = self._copies[seat] = Piles(self._before[seat])
        return copy

    def equipment(self, seat: int) -> Sequence[Equipped]:
        """To be read only."""
        copy = self._copies[seat]
        return self._before[seat].equipment if copy is None else copy.equipment

    def has_spent(self, seat: int) -> bool:
        copy = self._copies[seat]
        return bool(self._before[seat].spent if copy is None else copy.spent)

    def frozen(self) -> tuple[Side, ...]:
        return tuple(
            [side if copy is None else copy.frozen() for side, copy in zip(self._before, self._copies, strict=True)]
        )


class Table:
    def __init__(self, state: State, shuffle: Shuffle) -> None:
        self._state = state
        self._shuffle = shuffle
        self.cards = set_of(state.version).cards
        self.sides = Sides(state.sides)
        self._out_at = [side.out_at for side in state.sides]
        self.turn = state.turn
        self.phase = state.phase
        self.round = state.round
        self.turns = state.turns
        self.plays = state.plays
        self.acted = state.acted
        self.equips = state.equips
        self.shuffles = state.shuffles
        self.todo: list[Task] = list(state.todo)
        self.queue: list[Trigger] = list(state.queue)
        self.asked = state.asked
        self._story: list[Event] = list(state.story)
        self._moved: list[tuple[str, int]] = []  # cards that moved alike, until something else happens
        self._way: tuple[Seat, Pile, Pile] | None = None
        self.everybody = (2 << len(self.sides)) - 1  # every viewer, spectators too, as bits
        self.outcome = state.outcome

    def frozen(self) -> State:
        state = self._state
        return State(
            state.version,
            state.form,
            self.sides.frozen(),
            state.first,
            self.turn,
            self.phase,
            self.round,
            self.turns,
            self.plays,
            self.acted,
            self.equips,
            self.shuffles,
            tuple(self.todo),
            tuple(self.queue),
            self.asked,
            tuple(self.story()[-_LONGEST_STORY:]),
            self.outcome,
        )

    # Who is there

    @property
    def first(self) -> Seat:
        return self._state.first

    @property
    def is_sudden_death(self) -> bool:
        return self.round >= SUDDEN_DEATH

    def is_in(self, seat: Seat) -> bool:
        return not self._out_at[seat]

    def living(self) -> list[Seat]:
        return [Seat(seat) for seat, out_at in enumerate(self._out_at) if not out_at]

    def named(self, context: Context, who: str) -> Seat | None:
        """The seat that an instruction names; None: it is out, or none is named (DU41)."""
        seat = context.player if who == Who.PLAYER else context.opponent
        return seat if seat is not None and self.is_in(seat) else None

    def neighbour(self, seat: Seat, step: int) -> Seat:
        """The nearest living seat: to the left with step 1, to the right with -1 (DU40)."""
        count = len(self.sides)
        around = (Seat((seat + step * distance) % count) for distance in range(1, count + 1))
        return next(one for one in around if self.is_in(one))

    def aimed_at(self, seat: Seat, kind: str) -> Seat:
        """DU40: the opponent of an attack or a defence, and of equipment that aims like one."""
        return self.neighbour(seat, 1 if kind == "defence" else -1)

    def familiar(self, seat: Seat) -> Equipped | None:
        return next((one for one in self.sides.equipment(seat) if self.cards[one.card].slot == FAMILIAR), None)

    def card_of(self, gear: Equipped) -> Card:
        return self.cards[gear.card]

    def modifier(self, seat: Seat, name: str) -> int:
        """The sum of `draw` or `limit` over this seat's equipment."""
        equipment = self.sides.equipment(seat)
        if not equipment:
            return 0
        found = (self.cards[gear.card].modify for gear in equipment)
        return sum(getattr(modify, name) for modify in found if modify is not None)

    def change(self, seat: Seat, gear: Equipped, **values: object) -> None:
        equipment = self.sides[seat].equipment
        equipment[equipment.index(gear)] = replace(gear, **values)  # type: ignore[arg-type]

    # What is to be done

    def push(self, context: Context, *tasks: Deed) -> None:
        """Do these next, in this order."""
        self.todo.extend((context, task) for task in reversed(tasks))

    def ask(self, asked: Asked, context: Context, task: Deed) -> None:
        """Wait for an answer; the task is what asks, and is done again with the answer in it."""
        self.push(context, task)
        self.asked = asked

    # Chance

    def shuffled(self, cards: Sequence[str], seat: Seat, name: str) -> tuple[str, ...]:
        """DU5: a name is used once; fewer than two cards are not shuffled."""
        if len(cards) < 2:
            return tuple(cards)
        self.shuffles += 1
        return self._shuffle(f"{name} {self.shuffles}", tuple(cards), owner=seat)

    def shuffle_draw_pile(self, seat: Seat) -> None:
        """Where a card lay is forgotten; a single card stays where it was."""
        side = self.sides[seat]
        if len(side.draw) > 1:
            cards = self.shuffled(sorted(card for card, _ in side.draw), seat, "draw")
            side.draw = [(card, 0) for card in reversed(cards)]
        self.tell(Event("shuffle", seat))

    # The story

    def tell(self, event: Event) -> None:
        self._close_move()
        self._story.append(event)

    def tell_move(self, way: tuple[Seat, Pile, Pile], card: str, seen: int) -> None:
        """One more card of a move; cards that move alike are told together."""
        if self._way != way:
            self._close_move()
            self._way = way
        self._moved.append((card, seen))

    def _close_move(self) -> None:
        if self._way is not None:
            seat, source, target = self._way
            self._story.append(Event("move", seat, "", None, source, target, tuple(self._moved)))
            self._way, self._moved = None, []

    def story(self) -> list[Event]:
        self._close_move()
        return self._story

    def forget_story(self) -> None:
        """Keep the turn that has just ended."""
        story = self.story()
        starts = [number for number, event in enumerate(story) if event.kind == "turn"]
        self._story = story[starts[-1] :] if starts else []

    # Leaving

    def put_out(self, seat: Seat, reason: str) -> None:
        """DU30, DU41."""
        side = self.sides[seat]
        side.out_at = self._out_at[seat] = len(self.sides) - len(self.living()) + 1
        self.tell(Event("out", seat, source=reason))
        if len(self.living()) == 1:
            self._end(reason)
            return
        side.clear()
        if seat == self.turn:
            going_on = [(context, task) for context, task in self.todo if not isinstance(task, Step)]
            self.todo = [(Context(seat), Step.NEXT), (Context(seat), Step.QUEUE), *going_on]

    def _end(self, reason: str) -> None:
        """The order of leaving is the ranking (DU41)."""
        count = len(self.sides)
        ranks = tuple(count + 1 - out_at if out_at else 1 for out_at in self._out_at)
        self.outcome = Outcome(reason, frozenset(self.living()), (), ranks)
        self.todo, self.queue, self.asked = [], [], None
