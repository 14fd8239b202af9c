"""The contract every game implements, and the types all games share.

No game's rules, no users, no clocks, no storage: a seat is a number, a refusal is a code with values, and displayed
text is a `Phrase` that the locale translates.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, NewType, Protocol, TypeVar

Seat = NewType("Seat", int)
Viewer = Seat | None  # None is a spectator
Json = Any  # a value json.dumps accepts
Options = Mapping[str, Json]
Deck = Mapping[str, int]  # how many of each card, by id
SWITCH = (False, True)  # the values of an option that is on or off

T = TypeVar("T")
S = TypeVar("S")  # a game's state
A = TypeVar("A")  # its actions
O = TypeVar("O")  # an observation: the state as one viewer may see it  # noqa: E741
S_in = TypeVar("S_in", contravariant=True)
A_out = TypeVar("A_out", covariant=True)
O_in = TypeVar("O_in", contravariant=True)


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
    """How a game ended: the reason, the winning seats (none, one or several), each seat's score, and each seat's rank
    from 1; without ranks the winners share the first and the others the next."""

    reason: str
    winners: frozenset[Seat]
    scores: tuple[int, ...]
    ranks: tuple[int, ...] = ()


def ranks_of(outcome: Outcome, seats: int) -> tuple[int, ...]:
    """Each seat's rank from 1. Without winners all share the first."""
    if outcome.ranks or not outcome.winners:
        return outcome.ranks or (1,) * seats
    return tuple(1 if seat in outcome.winners else 2 for seat in range(seats))


def dump_outcome(outcome: Outcome | None) -> Json:
    """For codecs. Ranks are left out: only a game without eliminations may use it."""
    return outcome and {
        "reason": outcome.reason,
        "winners": sorted(outcome.winners),
        "scores": list(outcome.scores),
    }


def load_outcome(raw: Json) -> Outcome | None:
    return raw and Outcome(raw["reason"], frozenset(map(Seat, raw["winners"])), tuple(raw["scores"]))


@dataclass(frozen=True, slots=True)
class Player:
    """Placeholder in a phrase for the player at a seat; the table inserts the name."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence for the locale to translate. Values are numbers, texts, `Localized` ones, `Player`s, phrases, or
    tuples of these."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Localized:
    """A text in every language, by the language's code: for content of data files, such as the name of a card."""

    texts: Mapping[str, str]


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
    """One button of a player's panel: an action in strict notation, or the name of a submenu (`then`).

    With `pick`, so many of `then` are picked at once, in the player's order: the action is `action` followed by theirs,
    joined by `+` (`guard=` and `bee`, `cat` make `guard=bee+cat`). With `is_direct` the only entry of `then` is played
    by this choice's own button: for what can be taken back."""

    label: Phrase
    kind: ChoiceKind
    action: str
    is_legal: bool = True
    then: tuple["Choice", ...] = ()
    pick: range | None = None
    is_direct: bool = False
    about: Phrase | None = None  # what it is and does, read once it is opened


@dataclass(frozen=True, slots=True)
class Aside:
    """Something open to all that the table has no room for, behind a button of its own."""

    name: str
    label: Phrase
    lines: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """Lines to read and buttons to press. A spectator's screen has no `choices`; `public_choices` are open to every
    player, the same for all, and name no card. `last` (the last turn) and `brief` (what the picture cannot ask) are the
    lines that are read beside a picture, which says all others. `quick` are actions deeper in `choices` that get
    buttons of their own, the most likely first. `asides` are the same for every viewer."""

    lines: tuple[Phrase, ...]
    choices: tuple[Choice, ...] = ()
    public_choices: tuple[Choice, ...] = ()
    last: tuple[Phrase, ...] = ()
    brief: tuple[Phrase, ...] = ()
    quick: tuple[str, ...] = ()
    asides: tuple[Aside, ...] = ()


@dataclass(frozen=True, slots=True)
class Feats:
    """One player's statistics beyond the result, of a turn or of a whole game."""

    chain: int = 0  # most consecutive jumps in one turn
    opening: str | None = None  # the shape of the first turn, without its cards; or the deck that was brought

    def then(self, later: "Feats") -> "Feats":
        return Feats(max(self.chain, later.chain), self.opening or later.opening)


class Shuffle(Protocol):
    """Returns the cards in random order. `deck` names what is shuffled and `owner` the seat it belongs to; a game uses
    each pair once, so it numbers what is shuffled again (`draw 2`). A random pick is the first of a shuffle."""

    def __call__(self, deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]: ...


def no_shuffle(deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
    """For actions that reveal nothing: they shuffle nothing."""
    raise RuntimeError("this action shuffles, so it reveals cards, and the game does not say so")


def unshuffled(deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
    """For states in which the order of hidden cards does not matter."""
    return tuple(cards)


class Kind(Enum):
    """Who shares a result."""

    VERSUS = "versus"  # every seat for itself: a duel of two, a free-for-all of more
    TEAM = "team"  # all seats together; one player leaving ends the game


class Rules(Protocol[S, A, O]):
    """Every function is pure; `apply` returns a new state or raises `RuleError` and changes nothing."""

    def start(self, seats: int, options: Options, shuffle: Shuffle, /) -> S: ...

    def to_act(self, state: S, /) -> frozenset[Seat]:
        """Seats whose decision the game waits for, on turn or not; empty once it is over."""

    def legal(self, state: S, seat: Seat, /) -> Sequence[A]: ...

    def apply(self, state: S, seat: Seat, action: A, shuffle: Shuffle = no_shuffle, /) -> S: ...

    def reveals(self, action: A, /) -> bool:
        """Whether the player's next legal actions can depend on cards hidden from them before this action."""

    def default(self, state: S, seat: Seat, /) -> A | None:
        """What is played for a seat that has not decided in time; None: the seat is warned, then loses."""

    def outcome(self, state: S, /) -> Outcome | None: ...

    def turns(self, state: S, /) -> int:
        """Turns completed so far."""

    def observe(self, state: S, viewer: Viewer, /, *, is_over: bool = False) -> O:
        """What the viewer may see, built from allowed parts only. `is_over` reveals hands when the referee ended it."""

    def imagine(self, view: O, shuffle: Shuffle, /) -> S:
        """A determinization: a state consistent with the view, hidden cards dealt at random. For search, and to prove
        that nothing shown depends on hidden cards."""


class Notation(Protocol[A]):
    def parse_all(self, text: str, /) -> tuple[A, ...]:
        """A sequence of actions in loose or strict notation; `parse_all(notate(a)) == (a,)`."""

    def notate(self, action: A, /) -> str: ...


def tokens(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches of a notation's pattern, one after the other up to the end of the text, which has nothing else."""
    position = 0
    while position < len(text):
        token = pattern.match(text, position)
        if token is None:
            raise UnreadableError("unreadable", text=text[position : position + 20].strip())
        yield token
        position = token.end()


class Codec(Protocol[S]):
    def dump(self, state: S, /) -> Json: ...

    def load(self, raw: Json, /) -> S: ...


class Screens(Protocol[O_in]):
    def screen(self, view: O_in, /) -> Screen: ...

    def ending(self, view: O_in, /) -> Phrase | None:
        """Why the rules ended the game, the same for every viewer; None while they have not."""


class Elimination(Protocol[S]):
    """Of a game that goes on when one of its players leaves."""

    def is_out(self, state: S, seat: Seat, /) -> bool:
        """Whether this seat has been eliminated or has left."""

    def leave(self, state: S, seat: Seat, shuffle: Shuffle = no_shuffle, /) -> S:
        """The state after this seat, which was not out, resigned, left or ran out of time."""


class Memories(Protocol[S_in]):
    """Statistics beyond the result."""

    def feats(self, before: S_in, after: S_in, /) -> tuple[Seat, Feats]:
        """The seat whose turn lies between these states, and its feats."""

    def opening(self, shape: str, /) -> tuple[Phrase, ...]:
        """Phrases for an opening shape from `feats`; empty for an unknown shape."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card as people read it, outside any game."""

    id: str
    name: Localized
    kind: str
    slot: str | None
    cost: int | None  # None: none, or none that is a bare number
    line: Localized  # kind, cost and the rest in short
    text: Localized  # what it does
    most: int  # how many of it a deck may hold under the default options


@dataclass(frozen=True, slots=True)
class StarterDeck:
    name: Localized
    deck: Deck


class Collection(Protocol):
    """Of a game whose players bring decks: the cards they are built from, in the set that new games use."""

    def version(self) -> int:
        """Of the set of cards."""

    def cards(self) -> Mapping[str, CardFace]:
        """Every card by id, ordered by kind."""

    def kinds(self) -> Mapping[str, Localized]:
        """Every kind of card, in the order of `cards`."""

    def slots(self) -> Mapping[str, Localized]:
        """Every slot that a card of the set has."""

    def starters(self) -> Mapping[str, StarterDeck]:
        """Decks that everybody has, by id."""

    def faults(self, deck: Deck, options: Options, /) -> Sequence[GameError]:
        """Everything that keeps this deck from being played under these options."""

    def export(self, deck: Deck, /) -> str:
        """One line that `read` and `Game.brought` understand; the same deck of the same set always has the same. Raises
        `GameError` for cards that are not in the set."""

    def read(self, text: str, /) -> Deck:
        """A deck, legal or not, from an exported line, a starter's name or a list of cards. Raises `GameError`."""


class WholeTurns(Protocol[S_in, A_out]):
    """Of a game whose turns are one player's list of placements and an end: how records of the first edition and
    computers write such a turn."""

    def parse_turn(self, text: str, /) -> tuple[A_out, ...]:
        """A whole turn, plus the end-of-turn action that the text leaves out."""

    def last_turn(self, state: S_in, /) -> str:
        """The last completed turn; empty before the first."""

    def decks(self, shuffle: Shuffle, /) -> tuple[tuple[int, ...], ...]:
        """Every draw pile as `start` shuffles it, first drawn first; in records of the first edition."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A part of a tutorial: the learner's actions in strict notation, in one legal order, then what others answer."""

    actions: tuple[str, ...]
    answers: tuple[tuple[Seat, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Tutorial(Generic[O]):
    """A guided first game from fixed decks, which the learner plays at seat 0 under the real rules. Its sentences are
    `tutorial.<game>.<lesson>.body`, `.task` and `.refusal` (for legal actions the lesson does not want), lessons
    counted from 1, and `tutorial.<game>.done`."""

    seats: int
    options: Options
    shuffle: Shuffle
    lessons: tuple[Lesson, ...]
    # What the learner can tap; None: the choices of the game's screen. More than these lets illegal actions be tried.
    choices: Callable[[O], tuple[Choice, ...]] | None = None


def fixed_shuffle(tops: Mapping[Seat | None, tuple[object, ...]]) -> Shuffle:
    """For tutorials: each owner's first cards as given, the others below in their order."""

    def shuffle(deck: str, cards: Sequence[T], *, owner: Seat | None) -> tuple[T, ...]:
        top = [card for known in tops.get(owner, ()) for card in cards if card == known]
        return (*top, *(card for card in cards if card not in top))

    return shuffle


def _is_never_a_remark(_action: object) -> bool:
    return False


def _always(_state: object, _seat: Seat) -> bool:
    return True


def _unknown(_state: object) -> Seat | None:
    return None


def _unchanged(text: str) -> str:
    return text


@dataclass(frozen=True, eq=False)
class Game(Generic[S, A, O]):
    """A game: what it is called, who can play it, and its parts by subject. A module can be a part."""

    key: str
    version: int  # increased when stored games would replay differently
    seats: range  # supported numbers of players
    kind: Kind
    rules: Rules[S, A, O]
    notation: Notation[A]
    codec: Codec[S]
    screens: Screens[O]
    # Agreed before the deal: the values each option may have, the default first. `first` is the seat that starts.
    options: Mapping[str, tuple[Json, ...]] = field(default_factory=dict)
    # What each seat brings (a deck), a list by seat among the options: reads what a player typed, given what is agreed;
    # nothing typed means the usual one.
    brought: Mapping[str, Callable[[str, Options], Json]] = field(default_factory=dict)
    collection: Collection | None = None  # what the decks that are brought are built from
    is_remark: Callable[[A], bool] = _is_never_a_remark  # only communication: it invalidates no pending action
    can_end: Callable[[S, Seat], bool] = _always  # this seat's turn is over, or can still be ended by legal actions
    on_turn: Callable[[S], Seat | None] = _unknown  # whose turn is under way, where others may be asked in it
    next_seat: Callable[[S], Seat | None] = _unknown  # who comes after the turn under way, as everybody can tell
    readable: Callable[[str], str] = _unchanged  # strict notation formatted for display, and still readable
    elimination: Elimination[S] | None = None
    memories: Memories[S] | None = None
    tutorial: Tutorial[O] | None = None
    whole_turns: WholeTurns[S, A] | None = None

    @property
    def switches(self) -> tuple[str, ...]:
        """The options that are on or off. A team's results are compared by which were on."""
        return tuple(name for name, values in self.options.items() if values == SWITCH)

    def agreed(self, options: Options) -> Options:
        """The options that are fixed before the first player sits down, without what each seat brings."""
        return {name: value for name, value in options.items() if name not in self.brought}

    @property
    def is_cooperative(self) -> bool:
        return self.kind is Kind.TEAM

    def parse_turn(self, text: str) -> tuple[A, ...]:
        """What a computer plays: a whole turn where the game has such, or any of its actions."""
        return self.notation.parse_all(text) if self.whole_turns is None else self.whole_turns.parse_turn(text)

    def parse(self, text: str) -> A:
        """One action."""
        actions = self.notation.parse_all(text)
        if len(actions) != 1:
            raise UnreadableError("unreadable", text=text[:20].strip())
        return actions[0]


AnyGame = Game[Any, Any, Any]


def whole_turns_of(game: Game[S, A, O]) -> WholeTurns[S, A]:
    """For what only such games have: records of the first edition, reviews."""
    if game.whole_turns is None:
        raise ValueError(f"{game.key} has no whole turns")
    return game.whole_turns


def drawn_ranks(game: Game[S, A, O], state: S, seats: int) -> tuple[int, ...]:
    """Each seat's rank in a game without a winner: those who were still in share the first."""
    left = game.elimination
    outs = [left is not None and left.is_out(state, Seat(seat)) for seat in range(seats)]
    return tuple(1 + outs.count(False) if is_out else 1 for is_out in outs)


def check_reveals_nothing(game: Game[S, A, O], planned: Iterable[A]) -> None:
    """Raise if one of these actions reveals hidden cards. Validating or suggesting actions after it would leak those
    cards to the player before anything is committed."""
    for action in planned:
        if game.rules.reveals(action):
            raise RuleError("past_what_is_known", action=game.notation.notate(action))


def apply_all(game: Game[S, A, O], state: S, seat: Seat, actions: Iterable[A], shuffle: Shuffle = no_shuffle) -> S:
    """Apply actions in order; stop at the end of the game, since a winning card needs no end of turn."""
    for action in actions:
        if game.rules.outcome(state) is not None:
            break
        state = game.rules.apply(state, seat, action, shuffle)
    return state
