"""Mutation tests of the contract suite: games that violate the contract, and the check that must fail for each."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.games.core import AnyGame, Feats, Phrase, RuleError, Screen, Seat, Shuffle, Viewer, phrase
from bot.games.le_duel.game import LeDuel
from bot.games.le_duel.position import Place
from bot.games.le_duel.state import Action, EndTurn, SideView, State, View
from bot.games.the_game.game import TheGame
from tests.games import contract
from tests.games.contract import Table


class ShowsBothHands(LeDuel):
    """Shows hidden hands, and keeps them in `imagine`."""

    def observe(self, state: State, viewer: Viewer, *, is_over: bool = False) -> View:
        seen = super().observe(state, viewer, is_over=is_over)
        first, second = super().observe(state, viewer, is_over=True).sides
        return replace(seen, sides=(first, second))


class ShowsTheNextCard(LeDuel):
    """Leaks a card where a public number is expected."""

    def observe(self, state: State, viewer: Viewer, *, is_over: bool = False) -> View:
        seen = super().observe(state, viewer, is_over=is_over)
        return replace(seen, turns=sum(side.draw[0] for side in state.sides if side.draw))


class ShowsTheHandToSpectators(LeDuel):
    def observe(self, state: State, viewer: Viewer, *, is_over: bool = False) -> View:
        seen = super().observe(state, viewer, is_over=is_over)
        if viewer is not None:
            return seen
        first, second = (_with_hand(seen.sides[seat], state.sides[seat].hand) for seat in (0, 1))
        return replace(seen, sides=(first, second))


def _with_hand(side: SideView, hand: tuple[int, ...]) -> SideView:
    return replace(side, hand=hand)


class SaysInARefusalWhatTheOtherHolds(LeDuel):
    def apply(self, state: State, seat: Seat, action: Action) -> State:
        try:
            return super().apply(state, seat, action)
        except RuleError as error:
            raise RuleError(error.code, card=state.sides[1 - seat].hand[:1]) from None


class RevealsWithoutSayingSo(TheGame):
    """Draws at the end of a turn, but declares that it reveals nothing."""

    def reveals(self, action: object) -> bool:
        return False


class NamesTheCardInTheErrorText(LeDuel):
    def apply(self, state: State, seat: Seat, action: Action) -> State:
        try:
            return super().apply(state, seat, action)
        except RuleError as error:
            error.args = (f"{error.code} {action}",)
            raise


class TakesAnEarlyEnd(LeDuel):
    """A turn of one card."""

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        if action == EndTurn() and len(state.staged) == 1 and seat == state.turn and not state.outcome:
            return replace(state, turn=Seat(1 - state.turn), staged=())
        return super().apply(state, seat, action)


class OffersNoEnd(LeDuel):
    def screen(self, view: View) -> Screen:
        screen = super().screen(view)
        return replace(screen, choices=tuple(choice for choice in screen.choices if choice.action != "end"))


class OffersSpectatorsAButton(LeDuel):
    def screen(self, view: View) -> Screen:
        player = replace(view, viewer=view.turn, sides=(_with_hand(view.sides[0], ()), _with_hand(view.sides[1], ())))
        return Screen((phrase("le-duel.side"),), super().screen(player).choices)


class SaysNotWhyItEnded(LeDuel):
    def ending(self, view: View) -> Phrase | None:
        return None


class SaysWhyItEndedToOne(LeDuel):
    def ending(self, view: View) -> Phrase | None:
        return None if view.outcome is None else phrase("le-duel.stuck", player=view.viewer)


class RemembersTheCards(LeDuel):
    def feats(self, before: State, after: State) -> tuple[Seat, Feats] | None:
        return Seat(1 - after.turn), Feats(0, super().last_turn(after))


class HasNoWordsForWhatItRemembers(LeDuel):
    def opening(self, shape: str) -> tuple[Phrase, ...]:
        return ()


class ForgetsWhatIsStaged(LeDuel):
    def load(self, raw: object) -> State:
        return replace(super().load(raw), staged=())


class WritesTheTurnBackwards(LeDuel):
    def last_turn(self, state: State) -> str:
        return ",".join(reversed(super().last_turn(state).split(",")))


class DealsFromOtherDecks(LeDuel):
    def decks(self, seats: int, shuffle: Shuffle) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(reversed(deck)) for deck in super().decks(seats, shuffle))


class WritesSidesAlike(LeDuel):
    def notate(self, action: Action) -> str:
        text = super().notate(action)
        return text.replace("E", "A") if isinstance(action, Place) else text


class LetsTheLoserGoOn(LeDuel):
    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn})


def check_notation(table: Table) -> None:
    contract.check_notation(table.game)


BREAKS: tuple[tuple[AnyGame, Callable[[Table], None]], ...] = (
    (ShowsBothHands(), contract.check_cannot_be_told),
    (ShowsTheNextCard(), contract.check_hides),
    (ShowsTheHandToSpectators(), contract.check_cannot_be_told),
    (SaysInARefusalWhatTheOtherHolds(), contract.check_refusals_tell_nothing),
    (RevealsWithoutSayingSo(), contract.check_plans_tell_nothing),
    (NamesTheCardInTheErrorText(), contract.check_refusals),
    (TakesAnEarlyEnd(), contract.check_refusals),
    (OffersNoEnd(), contract.check_choices),
    (OffersSpectatorsAButton(), contract.check_choices),
    (SaysNotWhyItEnded(), contract.check_ending),
    (SaysWhyItEndedToOne(), contract.check_ending),
    (RemembersTheCards(), contract.check_feats),
    (HasNoWordsForWhatItRemembers(), contract.check_feats),
    (ForgetsWhatIsStaged(), contract.check_dump),
    (WritesTheTurnBackwards(), contract.check_record),
    (DealsFromOtherDecks(), contract.check_decks),
    (WritesSidesAlike(), check_notation),
    (LetsTheLoserGoOn(), contract.check_ends),
)


def table_for(game: AnyGame) -> Table:
    return Table(game, min(game.seats), {}, seed="a game that leaks")


@pytest.mark.parametrize(("game", "check"), BREAKS, ids=[type(game).__name__ for game, _ in BREAKS])
def test_a_broken_promise_is_caught(game: AnyGame, check: Callable[[Table], None]) -> None:
    sound = TheGame() if isinstance(game, TheGame) else LeDuel()
    check(table_for(sound))
    with pytest.raises((AssertionError, RuleError)):
        check(table_for(game))
