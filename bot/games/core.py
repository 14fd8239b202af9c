"""The contract every game fulfils, and the few words all games share.

No game's rules, no people, no clocks, no storage: a seat is a number, a refusal is a code with values, and whatever a
person reads is a `Phrase` for the locale to write.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NewType, Protocol, TypeVar

Seat = NewType("Seat", int)
Viewer = Seat | None  # None is a spectator
Json = Any  # what json.dumps takes
Options = Mapping[str, Json]

T = TypeVar("T")
S = TypeVar("S")  # a game's state
A = TypeVar("A")  # its actions
O = TypeVar("O")  # what a viewer may see of it  # noqa: E741


class GameError(ValueError):
    """A code and its values. `str()` gives the code alone: values may name cards, and errors end up in logs."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values: Mapping[str, object] = values


class UnreadableError(GameError):
    """Text that is not in the game's notation."""


class RuleError(GameError):
    """A readable action that the rules refuse."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: why, who won (nobody, one or several), and each seat's score."""

    reason: str
    winners: frozenset[Seat]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Stands in a phrase for whoever sits there; the table puts the name."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence for the locale to write. Values are numbers, texts, `Player`s, phrases, or tuples of these."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)


def phrase(code: str, **values: object) -> Phrase:
    return Phrase(code, values)


class ChoiceKind(Enum):
    """What a button does, so that all games look alike."""

    OPEN = "open"  # shows further choices
    PLAY = "play"
    BACK = "back"  # takes something back
    DONE = "done"  # ends the turn
    SAY = "say"  # tells the others something and moves nothing, so that no record of turns holds it


@dataclass(frozen=True, slots=True)
class Choice:
    """One button of a player's panel: an action in strict notation, or a name under which further choices open."""

    label: Phrase
    kind: ChoiceKind
    action: str
    is_legal: bool = True
    then: tuple["Choice", ...] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """What a viewer reads, and what they may press. A spectator's screen has no choices; what it offers is for any
    player who looks at it, the same for all of them and without a card."""

    lines: tuple[Phrase, ...]
    choices: tuple[Choice, ...] = ()
    offers: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Feats:
    """What one player is remembered for beyond the result, of a turn or of a whole game."""

    chain: int = 0  # the most jumps one after the other in a turn
    opening: str | None = None  # the shape of the first turn, without its cards

    def then(self, later: "Feats") -> "Feats":
        return Feats(max(self.chain, later.chain), self.opening or later.opening)


class Shuffle(Protocol):
    """Puts cards in an order nobody could choose. `deck` names what is shuffled; `owner` is the seat it belongs to."""

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]: ...


class Game(Protocol[S, A, O]):
    """A game. Every method is a pure function; `apply` returns a new state or raises and changes nothing."""

    @property
    def key(self) -> str: ...

    @property
    def version(self) -> int:
        """Bumped when stored games would replay differently."""

    @property
    def seats(self) -> range:
        """How many may sit down."""

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats play together against the game: they win or lose as one, and one who leaves ends it."""

    @property
    def switches(self) -> tuple[str, ...]:
        """The options a team turns on or off before it starts; results are compared by which were on, in
        this order."""

    def start(self, seats: int, options: Options, shuffle: Shuffle) -> S: ...

    def decks(self, seats: int, shuffle: Shuffle) -> tuple[tuple[int, ...], ...]:
        """Every draw pile as `start` shuffles it, first drawn first: what a record shows and anyone may recompute."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Whose decision the game waits for; empty once it is over."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]: ...

    def actions(self) -> Iterable[A]:
        """Every action the notation can write, legal or not."""

    def apply(self, state: S, seat: Seat, action: A) -> S: ...

    def can_end(self, state: S, seat: Seat) -> bool:
        """Whether this player's turn is over, or may be ended as it stands or after some further cards."""

    def is_remark(self, action: A) -> bool:
        """Whether it only tells the others something, so that what anybody was about to do is still right."""

    def reveals(self, action: A) -> bool:
        """Whether what its player may do next can depend on cards that were hidden from them before it."""

    def overdue(self, state: S) -> tuple[Seat, A] | None:
        """What happens when none of those who could decides in time; None: whoever is on turn has lost their time."""

    def outcome(self, state: S) -> Outcome | None: ...

    def observe(self, state: S, viewer: Viewer, *, is_over: bool = False) -> O:
        """What the viewer may see, built up from nothing. `is_over` reveals hands when the referee ended the game."""

    def imagine(self, view: O, shuffle: Shuffle) -> S:
        """A state that looks like this to the viewer, hidden cards dealt at random: what a computer may think with."""

    def screen(self, view: O) -> Screen: ...

    def ending(self, view: O) -> Phrase | None:
        """Why the rules ended the game, in words that are the same for everyone; None while they have not."""

    def turns(self, state: S) -> int:
        """Turns completed so far."""

    def last_turn(self, state: S) -> str:
        """The last completed turn as records write it; empty before the first."""

    def feats(self, before: S, after: S) -> tuple[Seat, Feats] | None:
        """Whose turn lies between these two states and what it is remembered for; None: this game keeps no feats."""

    def opening(self, shape: str) -> tuple[Phrase, ...]:
        """The opening that `feats` wrote so, part by part in words; nothing for a shape it has no words for."""

    def parse(self, text: str) -> A:
        """One action, loosely typed or strict; `parse(notate(a)) == a`."""

    def parse_all(self, text: str) -> tuple[A, ...]:
        """Several actions in a row, as a person types them."""

    def parse_turn(self, text: str) -> tuple[A, ...]:
        """A whole turn as records and programs write it, with the closing action that they leave out."""

    def notate(self, action: A) -> str: ...

    def readable(self, text: str) -> str:
        """Strict notation as people read it, and may type it: `parse_all(readable(text)) == parse_all(text)`."""

    def dump(self, state: S) -> Json: ...

    def load(self, raw: Json) -> S: ...


AnyGame = Game[Any, Any, Any]


def check_plan_goes_on(game: Game[S, A, O], planned: Iterable[A]) -> None:
    """Refuse to plan anything after these actions if one of them reveals something: how a further one is ruled on, and
    which ones could follow, would tell its player hidden cards before anything is committed."""
    for action in planned:
        if game.reveals(action):
            raise RuleError("past_what_is_known", action=game.notate(action))


def apply_all(game: Game[S, A, O], state: S, seat: Seat, actions: Iterable[A]) -> S:
    """Actions one after the other, as far as the game goes on: a card that wins leaves nothing to close."""
    for action in actions:
        if game.outcome(state) is not None:
            break
        state = game.apply(state, seat, action)
    return state
