"""Le Duel as an implementation of `Game`: each method delegates to a function of this folder."""

from collections.abc import Iterable, Sequence

from bot.games.core import Feats, Json, Options, Outcome, Phrase, Screen, Seat, Shuffle, Viewer
from bot.games.le_duel import codec, feats, notation, rules, screen
from bot.games.le_duel.state import Action, EndTurn, State, View


class LeDuel:
    key = "le-duel"
    version = 1
    seats = range(2, 3)
    is_cooperative = False
    switches: tuple[str, ...] = ()

    def start(self, seats: int, options: Options, shuffle: Shuffle) -> State:
        if seats not in self.seats:
            raise ValueError("Le Duel is for two")
        return rules.start(options, shuffle)

    def decks(self, seats: int, shuffle: Shuffle) -> tuple[tuple[int, ...], ...]:
        return rules.decks(shuffle)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.outcome else frozenset({state.turn})

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return rules.legal(state, seat)

    def actions(self) -> Iterable[Action]:
        return notation.every_action()

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        return rules.apply(state, seat, action)

    def can_end(self, state: State, seat: Seat) -> bool:
        return seat not in self.to_act(state) or rules.can_end_turn(state)

    def is_remark(self, action: Action) -> bool:
        return False

    def reveals(self, action: Action) -> bool:
        """Cards are drawn when a turn ends (LD10)."""
        return isinstance(action, EndTurn)

    def overdue(self, state: State) -> tuple[Seat, Action] | None:
        return None

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def observe(self, state: State, viewer: Viewer, *, is_over: bool = False) -> View:
        return rules.observe(state, viewer, is_over=is_over)

    def imagine(self, view: View, shuffle: Shuffle) -> State:
        return rules.imagine(view, shuffle)

    def screen(self, view: View) -> Screen:
        return screen.screen(view)

    def ending(self, view: View) -> Phrase | None:
        return screen.ending(view)

    def turns(self, state: State) -> int:
        return state.turns

    def last_turn(self, state: State) -> str:
        return notation.notate_turn(state.last.places) if state.last else ""

    def feats(self, before: State, after: State) -> tuple[Seat, Feats] | None:
        return feats.feats(before, after)

    def opening(self, shape: str) -> tuple[Phrase, ...]:
        return feats.opening(shape)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    def parse_all(self, text: str) -> tuple[Action, ...]:
        return notation.parse_all(text)

    def parse_turn(self, text: str) -> tuple[Action, ...]:
        return notation.parse_turn(text)

    def notate(self, action: Action) -> str:
        return notation.notate(action)

    def readable(self, text: str) -> str:
        return text

    def dump(self, state: State) -> Json:
        return codec.dump(state)

    def load(self, raw: Json) -> State:
        return codec.load(raw)
