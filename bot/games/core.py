"""The contract every game implements, and the types all games share.

No game's rules, no users, no clocks, no storage: a seat is a number, a refusal is a code with values, and displayed
text is a `Phrase` that the locale translates.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NewType, Protocol, TypeVar

Seat = NewType("Seat", int)
Viewer = Seat | None  # None is a spectator
Json = Any  # a value json.dumps accepts
Options = Mapping[str, Json]

T = TypeVar("T")
S = TypeVar("S")  # a game's state
A = TypeVar("A")  # its actions
O = TypeVar("O")  # an observation: the state as one viewer may see it  # noqa: E741


class GameError(ValueError):
    """A code and its values. `str()` is the code alone: values may name cards, and errors are logged."""

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
    """How a game ended: the reason, the winning seats (none, one or several), and each seat's score."""

    reason: str
    winners: frozenset[Seat]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Placeholder in a phrase for the player at a seat; the table inserts the name."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence for the locale to translate. Values are numbers, texts, `Player`s, phrases, or tuples of these."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)


def phrase(code: str, **values: object) -> Phrase:
    return Phrase(code, values)


class ChoiceKind(Enum):
    """What a button does; determines its style, so that all games look alike."""

    OPEN = "open"  # opens a submenu
    PLAY = "play"
    BACK = "back"  # undoes an action
    DONE = "done"  # ends the turn
    SAY = "say"  # a remark: changes no position and is in no record of turns


@dataclass(frozen=True, slots=True)
class Choice:
    """One button of a player's panel: an action in strict notation, or the name of a submenu (`then`)."""

    label: Phrase
    kind: ChoiceKind
    action: str
    is_legal: bool = True
    then: tuple["Choice", ...] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """Lines to read and buttons to press. A spectator's screen has no `choices`; `public_choices` are open to every
    player, the same for all, and name no card."""

    lines: tuple[Phrase, ...]
    choices: tuple[Choice, ...] = ()
    public_choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Feats:
    """One player's statistics beyond the result, of a turn or of a whole game."""

    chain: int = 0  # most consecutive jumps in one turn
    opening: str | None = None  # the shape of the first turn, without its cards

    def then(self, later: "Feats") -> "Feats":
        return Feats(max(self.chain, later.chain), self.opening or later.opening)


class Shuffle(Protocol):
    """Returns the cards in random order. `deck` names what is shuffled; `owner` is the seat it belongs to."""

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]: ...


class Game(Protocol[S, A, O]):
    """A game. Every method is a pure function; `apply` returns a new state or raises and changes nothing."""

    @property
    def key(self) -> str: ...

    @property
    def version(self) -> int:
        """Increase when stored games would replay differently."""

    @property
    def seats(self) -> range:
        """Supported numbers of players."""

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats are one team: they share the result, and one player leaving ends the game."""

    @property
    def switches(self) -> tuple[str, ...]:
        """The boolean options a team sets before the start; results are compared by which were on, in this
        order."""

    def start(self, seats: int, options: Options, shuffle: Shuffle) -> S: ...

    def decks(self, seats: int, shuffle: Shuffle) -> tuple[tuple[int, ...], ...]:
        """Every draw pile as `start` shuffles it, first drawn first; in records, and recomputed to verify them."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Seats whose decision the game waits for; empty once it is over."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]: ...

    def actions(self) -> Iterable[A]:
        """Every action the notation can express, legal or not."""

    def apply(self, state: S, seat: Seat, action: A) -> S: ...

    def can_end(self, state: S, seat: Seat) -> bool:
        """Whether this seat's turn is over, or can be ended legally now or after further placements."""

    def is_remark(self, action: A) -> bool:
        """Whether the action is communication only: it invalidates no pending action."""

    def reveals(self, action: A) -> bool:
        """Whether the player's next legal actions can depend on cards hidden from them before this action."""

    def overdue(self, state: S) -> tuple[Seat, A] | None:
        """Default action when the deadline passes and several seats could act; None: the seat on turn times out."""

    def outcome(self, state: S) -> Outcome | None: ...

    def observe(self, state: S, viewer: Viewer, *, is_over: bool = False) -> O:
        """What the viewer may see, built from allowed parts only. `is_over` reveals hands when the referee ended it."""

    def imagine(self, view: O, shuffle: Shuffle) -> S:
        """A determinization: a state consistent with the view, hidden cards dealt at random, for search."""

    def screen(self, view: O) -> Screen: ...

    def ending(self, view: O) -> Phrase | None:
        """Why the rules ended the game, the same for every viewer; None while they have not."""

    def turns(self, state: S) -> int:
        """Turns completed so far."""

    def last_turn(self, state: S) -> str:
        """The last completed turn in record notation; empty before the first."""

    def feats(self, before: S, after: S) -> tuple[Seat, Feats] | None:
        """The seat whose turn lies between these states, and its feats; None: this game has no feats."""

    def opening(self, shape: str) -> tuple[Phrase, ...]:
        """Phrases for an opening shape from `feats`; empty for an unknown shape."""

    def parse(self, text: str) -> A:
        """One action in loose or strict notation; `parse(notate(a)) == a`."""

    def parse_all(self, text: str) -> tuple[A, ...]:
        """A sequence of actions in loose notation."""

    def parse_turn(self, text: str) -> tuple[A, ...]:
        """A whole turn in record notation, plus the end-of-turn action that records leave out."""

    def notate(self, action: A) -> str: ...

    def readable(self, text: str) -> str:
        """Strict notation formatted for display; `parse_all(readable(text)) == parse_all(text)`."""

    def dump(self, state: S) -> Json: ...

    def load(self, raw: Json) -> S: ...


AnyGame = Game[Any, Any, Any]


def check_reveals_nothing(game: Game[S, A, O], planned: Iterable[A]) -> None:
    """Raise if one of these actions reveals hidden cards. Validating or suggesting actions after it would leak those
    cards to the player before anything is committed."""
    for action in planned:
        if game.reveals(action):
            raise RuleError("past_what_is_known", action=game.notate(action))


def apply_all(game: Game[S, A, O], state: S, seat: Seat, actions: Iterable[A]) -> S:
    """Apply actions in order; stop at the end of the game, since a winning card needs no end of turn."""
    for action in actions:
        if game.outcome(state) is not None:
            break
        state = game.apply(state, seat, action)
    return state
