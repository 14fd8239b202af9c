"""Mutation tests of the contract suite: games that violate the contract, and the check that must fail for each."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.games.core import AnyGame, Feats, Phrase, RuleError, Screen, Seat, Shuffle, Viewer, phrase
from bot.games.le_duel import codec, notation, rules, screen, whole_turns
from bot.games.le_duel.game import LE_DUEL
from bot.games.le_duel.position import Place
from bot.games.le_duel.state import Action, EndTurn, SideView, State, View
from bot.games.the_game.game import THE_GAME
from tests.games import contract
from tests.games.contract import Table
from tests.support.altered_games import altered


def shows_both_hands(state: State, viewer: Viewer, *, is_over: bool = False) -> View:
    """Shows hidden hands, and keeps them in `imagine`."""
    return replace(
        rules.observe(state, viewer, is_over=is_over), sides=rules.observe(state, viewer, is_over=True).sides
    )


def shows_the_next_card(state: State, viewer: Viewer, *, is_over: bool = False) -> View:
    """Leaks a card where a public number is expected."""
    seen = rules.observe(state, viewer, is_over=is_over)
    return replace(seen, turns=sum(side.draw[0] for side in state.sides if side.draw))


def shows_the_hand_to_spectators(state: State, viewer: Viewer, *, is_over: bool = False) -> View:
    seen = rules.observe(state, viewer, is_over=is_over)
    if viewer is not None:
        return seen
    first, second = (_with_hand(seen.sides[seat], state.sides[seat].hand) for seat in (0, 1))
    return replace(seen, sides=(first, second))


def _with_hand(side: SideView, hand: tuple[int, ...]) -> SideView:
    return replace(side, hand=hand)


def says_in_a_refusal_what_the_other_holds(state: State, seat: Seat, action: Action, *_shuffle: Shuffle) -> State:
    try:
        return rules.apply(state, seat, action)
    except RuleError as error:
        raise RuleError(error.code, card=state.sides[1 - seat].hand[:1]) from None


def reveals_without_saying_so(_action: object) -> bool:
    """Draws at the end of a turn, but declares that it reveals nothing."""
    return False


def names_the_card_in_the_error_text(state: State, seat: Seat, action: Action, *_shuffle: Shuffle) -> State:
    try:
        return rules.apply(state, seat, action)
    except RuleError as error:
        error.args = (f"{error.code} {action}",)
        raise


def takes_an_early_end(state: State, seat: Seat, action: Action, *_shuffle: Shuffle) -> State:
    """A turn of one card."""
    if action == EndTurn() and len(state.staged) == 1 and seat == state.turn and not state.outcome:
        return replace(state, turn=Seat(1 - state.turn), staged=())
    return rules.apply(state, seat, action)


def offers_no_end(view: View) -> Screen:
    shown = screen.screen(view)
    return replace(shown, choices=tuple(choice for choice in shown.choices if choice.action != "end"))


def offers_spectators_a_button(view: View) -> Screen:
    player = replace(view, viewer=view.turn, sides=(_with_hand(view.sides[0], ()), _with_hand(view.sides[1], ())))
    return Screen((phrase("le-duel.side"),), screen.screen(player).choices)


def says_not_why_it_ended(_view: View) -> Phrase | None:
    return None


def says_why_it_ended_to_one(view: View) -> Phrase | None:
    return None if view.outcome is None else phrase("le-duel.stuck", player=view.viewer)


def remembers_the_cards(_before: State, after: State) -> tuple[Seat, Feats]:
    return Seat(1 - after.turn), Feats(0, whole_turns.last_turn(after))


def has_no_words_for_what_it_remembers(_shape: str) -> tuple[Phrase, ...]:
    return ()


def forgets_what_is_staged(raw: object) -> State:
    return replace(codec.load(raw), staged=())


def writes_the_turn_backwards(state: State) -> str:
    return ",".join(reversed(whole_turns.last_turn(state).split(",")))


def deals_from_other_decks(shuffle: Shuffle) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(reversed(deck)) for deck in rules.decks(shuffle))


def writes_sides_alike(action: Action) -> str:
    text = notation.notate(action)
    return text.replace("E", "A") if isinstance(action, Place) else text


def lets_the_loser_go_on(state: State) -> frozenset[Seat]:
    return frozenset({state.turn})


def check_notation(table: Table) -> None:
    contract.check_notation(table.game)


Check = Callable[[Table], None]
BREAKS: tuple[tuple[AnyGame, str, Callable[..., Any], Check], ...] = (
    (LE_DUEL, "observe", shows_both_hands, contract.check_cannot_be_told),
    (LE_DUEL, "observe", shows_the_next_card, contract.check_hides),
    (LE_DUEL, "observe", shows_the_hand_to_spectators, contract.check_cannot_be_told),
    (LE_DUEL, "apply", says_in_a_refusal_what_the_other_holds, contract.check_refusals_tell_nothing),
    (THE_GAME, "reveals", reveals_without_saying_so, contract.check_plans_tell_nothing),
    (LE_DUEL, "apply", names_the_card_in_the_error_text, contract.check_refusals),
    (LE_DUEL, "apply", takes_an_early_end, contract.check_refusals),
    (LE_DUEL, "screen", offers_no_end, contract.check_choices),
    (LE_DUEL, "screen", offers_spectators_a_button, contract.check_choices),
    (LE_DUEL, "ending", says_not_why_it_ended, contract.check_ending),
    (LE_DUEL, "ending", says_why_it_ended_to_one, contract.check_ending),
    (LE_DUEL, "feats", remembers_the_cards, contract.check_feats),
    (LE_DUEL, "opening", has_no_words_for_what_it_remembers, contract.check_feats),
    (LE_DUEL, "load", forgets_what_is_staged, contract.check_dump),
    (LE_DUEL, "last_turn", writes_the_turn_backwards, contract.check_record),
    (LE_DUEL, "decks", deals_from_other_decks, contract.check_decks),
    (LE_DUEL, "notate", writes_sides_alike, check_notation),
    (LE_DUEL, "to_act", lets_the_loser_go_on, contract.check_ends),
)


def table_for(game: AnyGame) -> Table:
    return Table(game, min(game.seats), {}, seed="a game that leaks")


@pytest.mark.parametrize(
    ("sound", "name", "function", "check"), BREAKS, ids=[function.__name__ for _, _, function, _ in BREAKS]
)
def test_a_broken_promise_is_caught(sound: AnyGame, name: str, function: Callable[..., Any], check: Check) -> None:
    check(table_for(sound))
    with pytest.raises((AssertionError, RuleError)):
        check(table_for(altered(sound, **{name: function})))
