"""TG11: fires lit, covered, due, and the games they end."""

import pytest

from bot.games.the_game.position import FIRE_CARDS
from bot.games.the_game.state import Mode, State
from tests.games.the_game.builders import EASY, FIRE, GAME, PLAIN, game, is_legal, play, reason, refused, stage

HIGH = (95, 96, 97, 98)


def lit(*hands: tuple[int, ...], draw: tuple[int, ...] = (60, 61, 62, 63), mode: Mode = FIRE) -> State:
    """The first seat lights pile a with the 55 and leaves it."""
    return play(game((55, 20, 21, 24), *hands, draw=draw, mode=mode), "20b,55a")


def test_tg11_the_fire_cards() -> None:
    assert {22, 33, 44, 55, 66, 77} == FIRE_CARDS


@pytest.mark.parametrize("card", sorted(FIRE_CARDS))
def test_tg11_each_of_them_burns(card: int) -> None:
    state = play(game((card, 2, 3), (card - 1, 98, 99, card + 1), mode=FIRE), f"02b,{card}a")
    assert state.position.due == {"a"}
    assert refused(stage(state, "98b 99b"), "end").code == "fire_not_covered"


@pytest.mark.parametrize("card", [21, 23, 54, 56, 88, 11, 99])
def test_tg11_others_do_not(card: int) -> None:
    assert play(game((card, 2, 3), (97, 98, 95), mode=FIRE), f"02b,{card}a").position.due == frozenset()


def test_tg11_a_base_does_not() -> None:
    assert game((2, 3), EASY, mode=FIRE).position.due == frozenset()


def test_tg11_only_in_that_mode() -> None:
    state = lit((45, 46, 56), mode=PLAIN)
    assert state.position.due == frozenset()
    assert reason(play(state, "45b,46b")) is None


def test_tg11_covered_in_the_turn_that_lit_it() -> None:
    state = play(game((55, 57, 20), EASY, mode=FIRE), "55a,57a")
    assert state.position.due == frozenset()
    assert is_legal(stage(state, "45b 46b"), "end")


def test_tg11_lit_is_not_due_before_the_next_turn() -> None:
    assert is_legal(stage(game((55, 20, 21), EASY, mode=FIRE), "20b 55a"), "end")


def test_tg11_covered_by_the_next_player() -> None:
    state = play(lit((45, 46, 56)), "56a,45b")
    assert reason(state) is None
    assert state.position.due == frozenset()


def test_tg11_the_order_within_the_turn_does_not_matter() -> None:
    assert reason(play(lit((45, 46, 56)), "45b,46b,56a")) is None


def test_tg11_covered_by_a_jump_back() -> None:
    assert reason(play(lit((45, 46, 47)), "45a,46a")) is None


def test_tg11_an_end_that_leaves_a_due_fire_is_refused() -> None:
    state = stage(lit((25, 26, 56)), "25b 26b")
    error = refused(state, "end")
    assert (error.code, error.values) == ("fire_not_covered", {"pile": "A", "card": 55})
    assert is_legal(stage(state, "56a"), "end")


def test_tg11_refused_also_when_the_covering_card_has_been_spent_elsewhere() -> None:
    """The turn had a legal end at its start, so cards have to be taken back."""
    state = stage(lit((25, 26, 56)), "25b 56b")
    assert refused(state, "end").code == "fire_not_covered"
    assert is_legal(stage(state, "undo 56a"), "end")


def test_tg11_lost_as_the_turn_starts_when_nothing_covers_it() -> None:
    """The 45 would be ten back, everything else is too small."""
    state = lit((25, 26, 27, 28))
    assert reason(state) == "burnt"
    assert state.outcome is not None
    assert state.outcome.winners == frozenset()
    assert state.outcome.scores == (4 + 4 + 2,) * 2
    assert reason(lit((25, 26, 27, 45))) is None


def test_tg11_the_covering_card_counts_towards_the_minimum() -> None:
    """The 56 covers, but no second card can be placed."""
    state = game((55, 54, 60), (20, 44, 56), tops=(45, 99, 2, 2), mode=FIRE)
    assert reason(play(state, "54a,55a")) == "blocked"
    helped = game((55, 54, 60), (12, 44, 56), tops=(45, 99, 2, 2), mode=FIRE)
    assert is_legal(stage(play(helped, "54a,55a"), "56a 12c"), "end")


def test_tg11_covered_within_the_three_cards_of_expert_mode() -> None:
    expert = Mode(is_expert=True, is_on_fire=True)
    saved = game((55, 54, 53, 60), (3, 4, 5, 56), tops=(45, 99, 6, 2), mode=expert)
    assert reason(play(saved, "53a,54a,55a")) is None
    burnt = game((55, 54, 53, 60), (3, 4, 5, 52), tops=(45, 99, 6, 2), mode=expert)
    assert reason(play(burnt, "53a,54a,55a")) == "burnt"


def test_tg11_stuck_comes_before_burnt() -> None:
    state = game((55, 54, 60), (12, 13, 14), tops=(45, 99, 2, 2), mode=FIRE)
    assert reason(play(state, "54a,55a")) == "blocked"


def test_tg11_a_fire_covered_by_a_fire_burns_on_for_the_next() -> None:
    state = play(lit((66, 40, 41), HIGH), "66a,40b")
    assert state.turn == 2
    assert state.position.due == {"a"}
    assert refused(stage(state, "95b 96b"), "end").code == "fire_not_covered"


def test_tg11_several_fires_at_once() -> None:
    state = play(game((22, 33, 20), (34, 21, 90, 91), mode=FIRE), "33a,22c")
    assert state.position.due == {"a", "c"}
    assert refused(stage(state, "34a 90a"), "end").values == {"pile": "C", "card": 22}
    assert is_legal(stage(state, "34a 21c"), "end")


def test_tg11_each_fire_needs_a_card_of_its_own() -> None:
    """The 34 covers either pile, nothing covers the other."""
    state = play(game((22, 33, 20), (34, 2, 3, 4), mode=FIRE), "22a,33b")
    assert reason(state) == "burnt"
    assert reason(play(game((22, 33, 20), (34, 23, 3, 4), mode=FIRE), "22a,33b")) is None


def test_tg11_more_fires_than_the_minimum() -> None:
    """With an empty draw pile one card is a turn, and three fires still need three."""
    state = play(game((22, 33, 44), (23, 34, 43, 2), draw=(), mode=FIRE), "22a,33b,44c")
    assert reason(state) is None
    assert refused(stage(state, "23a 34b"), "end").values == {"pile": "C", "card": 44}
    assert is_legal(stage(state, "23a 34b 43c"), "end")


def test_tg11_alone_the_next_player_is_oneself() -> None:
    state = play(game((55, 20, 21, 56), draw=(30, 31, 32), mode=FIRE), "20b,55a")
    assert state.turn == 0
    assert refused(stage(state, "21b 30b"), "end").code == "fire_not_covered"
    assert is_legal(stage(state, "21b 56a"), "end")


def test_tg11_alone_and_lost() -> None:
    assert reason(play(game((55, 20, 21, 24), draw=(30, 31, 32), mode=FIRE), "20b,55a")) == "burnt"


def test_tg11_skipped_players_do_not_count_as_next() -> None:
    """The next two hold nothing: the fourth seat has to cover it."""
    state = lit((), (), (25, 26, 56), draw=())
    assert state.turn == 3
    assert state.position.due == {"a"}
    assert refused(stage(state, "25b"), "end").code == "fire_not_covered"
    assert reason(play(state, "56a")) is None


def test_tg11_skipped_all_round_it_comes_back_to_who_lit_it() -> None:
    state = play(game((55, 20, 56), (), (), draw=(), mode=FIRE), "55a")
    assert state.turn == 0
    assert refused(stage(state, "20b"), "end").code == "fire_not_covered"


def test_tg11_the_last_of_all_cards_wins_though_it_burns() -> None:
    assert reason(stage(game((55,), (), draw=(), mode=FIRE), "55a")) == "beaten"


def test_tg11_the_last_of_all_cards_wins_though_another_pile_burns() -> None:
    """The 20 cannot cover the 55, but it is the last."""
    state = play(game((55, 21), (20,), draw=(), mode=FIRE), "21b,55a")
    assert reason(state) is None
    assert reason(stage(state, "20c")) == "beaten"


def test_tg11_all_cards_placed_is_a_legal_way_where_no_covering_is() -> None:
    state = play(game((55,), (20, 21), draw=(), mode=FIRE), "55a")
    assert reason(state) is None
    assert not is_legal(state, "20a")
    assert refused(stage(state, "20b"), "end").code == "fire_not_covered"
    assert reason(stage(state, "20b 21b")) == "beaten"


def test_tg11_that_way_is_none_while_anybody_else_holds_a_card() -> None:
    assert reason(play(game((55, 2), (20, 21), draw=(), mode=FIRE), "55a")) == "burnt"


def test_tg11_nothing_is_due_once_the_game_is_over() -> None:
    state = lit((25, 26, 27, 28))
    codes = [line.code for line in GAME.screens.screen(GAME.rules.observe(state, None)).lines]
    assert "the-game.fire" not in codes


@pytest.mark.parametrize("is_expert", [False, True])
@pytest.mark.parametrize("has_fewer", [False, True])
def test_tg10_tg11_modes_combine(*, is_expert: bool, has_fewer: bool) -> None:
    mode = Mode(is_expert=is_expert, has_fewer=has_fewer, is_on_fire=True)
    state = lit_in(mode)
    assert state.position.due == {"a"}
    assert state.minimum == (3 if is_expert else 2)


def lit_in(mode: Mode) -> State:
    return play(game((55, 20, 21, 24), (56, 57, 58), draw=(60, 61, 62, 63), mode=mode), "20b,21b,55a")
