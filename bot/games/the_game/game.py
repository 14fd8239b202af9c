"""The Game as an implementation of `Game`: each method delegates to a function of this folder."""

from collections.abc import Iterable, Sequence

from bot.games.core import Feats, Json, Options, Outcome, Phrase, Screen, Seat, Shuffle, Viewer
from bot.games.the_game import codec, notation, rules, screen
from bot.games.the_game.state import Action, Claim, EndTurn, Signal, State, View, Withdraw


class TheGame:
    key = "the-game"
    version = 1
    seats = range(1, 6)
    is_cooperative = True
    switches: tuple[str, ...] = ("expert", "fewer", "fire")  # TG10, TG11

    def start(self, seats: int, options: Options, shuffle: Shuffle) -> State:
        if seats not in self.seats:
            raise ValueError("The Game is for one to five")
        return rules.start(seats, options, shuffle)

    def decks(self, seats: int, shuffle: Shuffle) -> tuple[tuple[int, ...], ...]:
        return rules.decks(shuffle)

    def to_act(self, state: State) -> frozenset[Seat]:
        return rules.to_act(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return rules.legal(state, seat)

    def actions(self) -> Iterable[Action]:
        return notation.every_action()

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        return rules.apply(state, seat, action)

    def can_end(self, state: State, seat: Seat) -> bool:
        return seat not in self.to_act(state) or rules.can_end_turn(state)

    def is_remark(self, action: Action) -> bool:
        """TG9."""
        return isinstance(action, Signal | Withdraw)

    def reveals(self, action: Action) -> bool:
        """Cards are drawn when a turn ends (TG6)."""
        return isinstance(action, EndTurn)

    def overdue(self, state: State) -> tuple[Seat, Action] | None:
        """An unclaimed first turn goes to the seat drawn by lot (TG3)."""
        return (state.lot, Claim()) if state.turn is None and state.lot is not None else None

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
        return notation.notate_turn(state.last.places, is_claimed=state.last.is_claimed) if state.last else ""

    def feats(self, before: State, after: State) -> tuple[Seat, Feats] | None:
        """A team has its score only (TG8)."""
        return None

    def opening(self, shape: str) -> tuple[Phrase, ...]:
        return ()

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    def parse_all(self, text: str) -> tuple[Action, ...]:
        return notation.parse_all(text)

    def parse_turn(self, text: str) -> tuple[Action, ...]:
        return notation.parse_turn(text)

    def notate(self, action: Action) -> str:
        return notation.notate(action)

    def readable(self, text: str) -> str:
        return notation.readable(text)

    def dump(self, state: State) -> Json:
        return codec.dump(state)

    def load(self, raw: Json) -> State:
        return codec.load(raw)
