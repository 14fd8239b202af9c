"""Data types of DUEL: the full `State`, actions, and the `View` one viewer gets. No rules.

A state is data at every moment: a half-done card is the list `todo` of what is still to do, the last first, and a
question that waits for an answer is the field `asked`. Cards are ids, equal copies are equal: there is no number that
could betray a card of a hidden pile.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.games.core import Outcome, Seat, Viewer
from bot.games.duel.language import Instruction, Move, Pile

# Actions


@dataclass(frozen=True, slots=True)
class Play:
    """DU12: lay down a card; `payment` is every card its cost takes by choice, in order."""

    card: str
    opponent: Seat | None = None
    payment: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Throw:
    """DU8: discard cards at will."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class End:
    """End the phase (DU8, DU10)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Answer: these cards, in this order (DU17, DU26)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """Answer: this branch, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Target:
    """Answer: the familiar or the player is wounded (DU28)."""

    is_familiar: bool


Action = Play | Throw | End | Take | Option | Target


# What is still to do


@dataclass(frozen=True, slots=True)
class Context:
    """Whose effect it is, against which opponent (None: none), of which card. `at` is the equipment it comes from."""

    player: Seat
    opponent: Seat | None = None
    card: str = ""
    at: int = 0
    is_fatigue: bool = False


@dataclass(frozen=True, slots=True)
class Moving:
    """A move under way: `left` cards, at a familiar or not (DU28). `cards` are those chosen; None: not yet, or the top
    ones."""

    move: Move
    left: int
    is_aimed: bool = False
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Equip:
    """DU26: a card on the table goes into the equipment, in place of another where one must be chosen."""

    seat: Seat
    card: str
    replaced: str | None = None


class Step(StrEnum):
    """What the rules do between decisions."""

    EFFECT = "effect"  # DU12 (4)
    PLACE = "place"  # DU12 (5)
    PLAYED = "played"  # DU12 (6)
    QUEUE = "queue"  # DU24
    START = "start"  # DU7d
    PLAY = "play"
    FATIGUE = "fatigue"  # DU9
    REFLEX = "reflex"
    END = "end"  # DU11
    NEXT = "next"


Deed = Instruction | Moving | Equip | Step
Task = tuple[Context, Deed]


@dataclass(frozen=True, slots=True)
class Trigger:
    """DU24: an effect that waits. `seen` are the viewers who know it does: a thrown card's own may be hidden."""

    player: Seat
    opponent: Seat | None
    card: str
    number: int  # which of the card's triggers
    at: int
    seen: int


class Question(StrEnum):
    CARDS = "cards"
    OPTION = "option"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: `number` cards of `cards`, which are `owner`'s, or one of `number` branches, or a target."""

    seat: Seat
    question: Question
    number: int
    owner: Seat
    pile: Pile
    cards: tuple[str, ...] = ()


# The state

Lying = tuple[str, int]  # a card of a hidden pile, and the viewers who know that it lies there, as bits


@dataclass(frozen=True, slots=True)
class Equipped:
    """A card in the equipment; `at` counts cards as they are equipped, all players together."""

    card: str
    at: int
    used: tuple[int, ...]  # this turn: by trigger, then by replacement (DU24, DU25)
    hits: int = 0  # this turn, of a familiar (DU28)


class Side(NamedTuple):
    """One player's piles (DU3), top last; the hand in order of ids."""

    deck: tuple[tuple[str, int], ...]
    draw: tuple[Lying, ...]
    hand: tuple[str, ...]
    discard: tuple[Lying, ...] = ()
    equipment: tuple[Equipped, ...] = ()
    wounds: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    spent: tuple[tuple[str, int, int], ...] = ()  # card, number of its `this_` trigger, how often this turn (DU24)
    has_begun: bool = False  # had a turn (DU7b)
    out_at: int = 0  # the how-manieth to go; 0: still in


class Phase(StrEnum):
    START = "start"
    PLAY = "play"
    DRAW = "draw"
    REFLEX = "reflex"
    END = "end"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, for the story. `cards` moved, with the viewers who know which; a view has None for the others."""

    kind: str  # turn, play, move, trigger, shuffle, out
    seat: Seat
    card: str = ""
    other: Seat | None = None
    source: str = ""
    target: str = ""
    cards: tuple[tuple[str | None, int], ...] = ()


class State(NamedTuple):
    """A named tuple, as `Side`: both are made anew with every action, and a frozen dataclass takes much longer."""

    version: int  # of the card set
    form: str  # the format (DU2)
    sides: tuple[Side, ...]
    first: Seat
    turn: Seat
    phase: Phase = Phase.START
    round: int = 1
    turns: int = 0
    plays: int = 0  # this turn (DU19)
    acted: int = 0  # triggers this turn (DU19)
    equips: int = 0
    shuffles: int = 1
    todo: tuple[Task, ...] = ()
    queue: tuple[Trigger, ...] = ()
    asked: Asked | None = None
    story: tuple[Event, ...] = ()  # of the turn before and of this one
    outcome: Outcome | None = None


# Views


@dataclass(frozen=True, slots=True)
class SideView:
    """What a viewer may see of a side. In draw and discard, top last, None is a card the viewer has not seen go there
    (DU3)."""

    deck: dict[str, int]
    hand_size: int
    hand: tuple[str, ...] | None  # its owner only; everyone once the game is over
    draw: tuple[str | None, ...]
    discard: tuple[str | None, ...]
    equipment: tuple[Equipped, ...]
    wounds: tuple[str, ...]
    table: tuple[str, ...]
    has_begun: bool
    out_at: int


@dataclass(frozen=True, slots=True)
class AskedView:
    """`cards` to choose from are for who is asked, and for all if they lie open."""

    seat: Seat
    question: Question
    number: int
    owner: Seat
    pile: Pile
    cards: tuple[str, ...] | None
    card: str  # whose effect asks


@dataclass(frozen=True, slots=True)
class View:
    viewer: Viewer
    version: int
    form: str
    sides: tuple[SideView, ...]
    first: Seat
    turn: Seat
    phase: Phase
    round: int
    turns: int
    plays: int
    acted: int
    equips: int
    shuffles: int
    todo: tuple[Task, ...]  # chosen cards of another's hand are empty texts
    queue: tuple[Trigger, ...]
    asked: AskedView | None
    story: tuple[Event, ...]
    outcome: Outcome | None
    is_over: bool  # by the rules or by the referee
