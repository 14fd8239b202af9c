"""Hints for The Game: a legal turn, a true reason, dependent on the player's view only."""

from collections.abc import Iterator

import pytest

from bot.games.core import Player, Seat, apply_all
from bot.games.the_game.position import FIRE_CARDS, Place
from bot.games.the_game.state import Plea, State, View
from bot.players.advisers import ADVISERS, evaluator_of
from bot.players.core import Suggestion
from bot.players.the_game.mates import signals
from tests.games.contract import SeededShuffle
from tests.games.the_game.builders import EASY, FIRE, GAME, does, game, reason, stage


def hint(view: View) -> Suggestion:
    (best,) = ADVISERS[GAME.key].ranked_turns(view, 1)
    return best


def hint_for(state: State, seat: int = 0) -> Suggestion:
    return hint(GAME.rules.observe(state, Seat(seat)))


def talked(state: State) -> State:
    """Every seat has sent the team-mate's signals."""
    for seat in map(Seat, range(len(state.hands))):
        for remark in signals(GAME.rules.observe(state, seat)):
            state = GAME.rules.apply(state, seat, GAME.parse(remark))
    return state


def is_true(view: View, best: Suggestion, after: State) -> bool:
    """Whether the reason is true, computed independently from the view."""
    places = [action for action in GAME.parse_turn(best.turn) if isinstance(action, Place)]
    piles, values = {place.pile.letter for place in places}, best.reason.values
    said = {(sent.seat, sent.signal.pile.letter): sent.signal.plea for sent in view.signals}
    asker = values.get("player")
    plea = said.get((asker.seat, str(values["pile"]))) if isinstance(asker, Player) else None
    match best.reason.code.removeprefix("players.reason."):
        case "team_wins":
            return reason(after) == "beaten"
        case "covers_fire":
            return values["pile"] in piles and view.tops["ABCD".index(str(values["pile"]))] in FIRE_CARDS
        case "despite":
            return plea is Plea.KEEP_OFF and values["pile"] in piles
        case "heeds":
            return plea is Plea.KEEP_OFF and values["pile"] not in piles
        case "heeds_gently":
            return plea is Plea.NO_BIG_JUMP and values["pile"] in piles
        case "heeds_from_afar":
            return plea is Plea.NO_BIG_JUMP and values["pile"] not in piles
        case "team_jump":
            return (values["card"], values["pile"]) in jumps(view, places)
        case code:
            passed = passed_over(view, places)
            return {"passes_none": passed == 0, "passes_few": passed == values.get("count")}.get(code, passed > 0)


def laid(view: View, places: list[Place]) -> Iterator[tuple[Place, int]]:
    """Each placement with the top it covers."""
    tops = dict(zip("abcd", view.tops, strict=True))
    for place in places:
        yield place, tops[place.pile]
        tops[place.pile] = place.card


def jumps(view: View, places: list[Place]) -> list[tuple[int, str]]:
    return [(p.card, p.pile.letter) for p, top in laid(view, places) if p.card == top + (-10 if p.pile.is_up else 10)]


def passed_over(view: View, places: list[Place]) -> int:
    """Unplaced cards between the old top and the new one."""
    gone, count = set(view.played), 0
    for place, top in laid(view, places):
        low, high = (top, place.card) if place.pile.is_up else (place.card, top)
        count += len(set(range(low + 1, high)) - gone)
        gone.add(place.card)
    return count


def test_hints_lead_through_whole_games_and_every_reason_is_true() -> None:
    codes = set[str]()
    for number in range(5):
        seats = 5 - number
        options = {"fire": number % 3 == 0, "expert": number % 4 == 0}
        state = GAME.rules.start(seats, options, SeededShuffle(f"hints {number}"))
        while GAME.rules.outcome(state) is None:
            state = talked(state)
            seat = min(GAME.rules.to_act(state))
            view, best = GAME.rules.observe(state, seat), hint_for(state, seat)
            assert best.chance is None
            state = apply_all(GAME, state, seat, GAME.parse_turn(best.turn))
            assert is_true(view, best, state), (view, best)
            codes.add(best.reason.code)
    assert {f"players.reason.{code}" for code in ("team_jump", "heeds", "heeds_from_afar", "passes_few")} < codes


def test_what_is_hidden_does_not_change_a_hint() -> None:
    for seed in range(6):
        state = talked(GAME.rules.start(2 + seed % 4, {"first": 0}, SeededShuffle(f"hidden {seed}")))
        view = GAME.rules.observe(state, Seat(0))
        imagined = GAME.rules.imagine(view, SeededShuffle(f"other {seed}"))
        assert imagined.hands != state.hands
        assert hint_for(imagined) == hint(view)


def test_staged_cards_do_not_change_a_hint() -> None:
    state = game((2, 3, 50, 51), EASY)
    assert hint_for(stage(state, "50a")) == hint_for(state)


def test_before_anybody_has_started_the_turn_claims_it() -> None:
    state = GAME.rules.start(3, {}, SeededShuffle("claim"))
    assert hint_for(state, 1).turn.startswith("claim,")
    assert "claim" not in hint_for(GAME.rules.apply(state, Seat(1), GAME.parse("claim")), 1).turn


@pytest.mark.parametrize(
    ("state", "turn", "code", "values"),
    [
        (game((97, 98), (), draw=(), tops=(96, 60, 50, 40)), "97a,98a", "team_wins", {}),
        (game((34, 35), EASY, tops=(33, 99, 2, 2), mode=FIRE), "34a,35a", "covers_fire", {"pile": "A"}),
        (game((10, 11), EASY, tops=(20, 99, 2, 2)), "10a,11a", "team_jump", {"pile": "A", "card": 10}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_says_most_is_said(state: State, turn: str, code: str, values: dict[str, object]) -> None:
    best = hint_for(state)
    assert (best.turn, best.reason.code, dict(best.reason.values)) == (turn, f"players.reason.{code}", values)


def test_who_has_no_choice_is_told_what_it_goes_against() -> None:
    state = does(game((21, 22), EASY, tops=(20, 99, 2, 2)), 1, "!a")
    best = hint_for(state)
    assert best.turn == "21a,22a"
    assert best.reason.code == "players.reason.despite"


def test_ones_own_signals_are_for_others() -> None:
    state = game((21, 22), EASY, tops=(20, 99, 2, 2))
    assert hint_for(does(state, 0, "!a")) == hint_for(state)


def test_a_team_has_hints_and_no_judge() -> None:
    assert evaluator_of("the-game") is None
    assert evaluator_of("le-duel") is not None
    assert evaluator_of("no-game") is None
