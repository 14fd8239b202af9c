"""Lines and buttons of The Game."""

import re

from bot.games.core import Choice, ChoiceKind, Phrase, Player, Seat, Viewer, phrase
from bot.games.the_game.state import Mode, State
from bot.table.locale import locale_for
from tests.games.contract import SeededShuffle
from tests.games.the_game.builders import EASY, FIRE, GAME, does, game, play, stage

FIRST = Seat(0)


def lines(state: State, viewer: Viewer = FIRST) -> list[Phrase]:
    return list(GAME.screens.screen(GAME.rules.observe(state, viewer)).lines)


def codes(state: State, viewer: Viewer = FIRST) -> list[str]:
    return [line.code for line in lines(state, viewer)]


def line(state: State, code: str, viewer: Viewer = FIRST) -> dict[str, object]:
    (found,) = (line for line in lines(state, viewer) if line.code == code)
    return dict(found.values)


def choices(state: State, viewer: Viewer = FIRST) -> dict[str, Choice]:
    return {choice.action: choice for choice in GAME.screens.screen(GAME.rules.observe(state, viewer)).choices}


def test_everyone_reads_piles_what_is_left_and_hand_sizes() -> None:
    state = game((10, 11), EASY, draw=(60, 61), tops=(5, 1, 90, 100))
    assert codes(state, None)[:5] == ["the-game.up"] * 2 + ["the-game.down"] * 2 + ["the-game.left"]
    assert line(state, "the-game.left", None) == {"draw": 2, "count": 10}
    sizes = [line.values for line in lines(state, None) if line.code == "the-game.hand_size"]
    assert sizes == [{"player": Player(Seat(0)), "count": 2}, {"player": Player(Seat(1)), "count": 6}]


def test_the_modes_are_named() -> None:
    everything = Mode(is_expert=True, has_fewer=True, is_on_fire=True)
    modes = {"the-game.expert", "the-game.fewer", "the-game.on_fire"}
    assert modes <= set(codes(game((10, 11, 12), mode=everything), None))
    assert not modes & set(codes(game((10, 11, 12)), None))


def test_the_hand_is_one_s_own() -> None:
    state = game((10, 11), EASY)
    assert line(state, "the-game.your_hand") == {"cards": "10 · 11"}
    assert line(state, "the-game.your_hand", Seat(1)) == {"cards": "45 · 46 · 47 · 48 · 49 · 50"}
    assert "the-game.your_hand" not in codes(state, None)


def test_staged_cards_and_the_piles_as_they_would_be() -> None:
    state = stage(game((10, 11, 12), EASY), "10a 11b")
    staged = locale_for("en").write(phrase("the-game.staged", **line(state, "the-game.staged")), str)
    assert re.findall(r"(\d+)\s▲ (\w)", staged) == [("10", "A"), ("11", "B")]
    assert line(state, "the-game.staged_tops") == {"a": 10, "b": 11, "c": 100, "d": 100}
    assert "the-game.staged" not in codes(state, Seat(1))


def test_advice_on_the_way() -> None:
    state = game((10, 11, 12), EASY)
    assert line(state, "the-game.place_least") == {"count": 2}
    assert line(stage(state, "10a"), "the-game.place_more") == {"count": 1}
    assert line(stage(state, "10a 11a"), "the-game.may_end") == {"count": 2}
    assert {"the-game.place_least", "the-game.place_more"}.isdisjoint(codes(state, Seat(1)))


def test_advice_to_take_back() -> None:
    """The 97 and then the 98 would do, not the other way round."""
    state = game((50, 97, 98), EASY, tops=(90, 99, 10, 11))
    assert "the-game.dead_end" not in codes(state)
    assert "the-game.dead_end" not in codes(stage(state, "97a"))
    assert "the-game.dead_end" in codes(stage(state, "98a"))


def test_advice_on_fire() -> None:
    state = play(game((55, 20, 21), (25, 26, 56), mode=FIRE), "20b,55a")
    assert line(state, "the-game.fire", None) == {"pile": "A", "card": 55}
    assert line(state, "the-game.cover", Seat(1)) == {"piles": "A"}
    assert "the-game.dead_end" in codes(stage(state, "25b 56b"), Seat(1))
    assert line(stage(state, "25b 56a"), "the-game.may_end", Seat(1)) == {"count": 2}


def test_no_advice_against_a_win() -> None:
    """Nothing covers the fire, but these are the last two cards of all."""
    state = play(game((55,), (20, 21), draw=(), tops=(1, 1, 2, 3), mode=FIRE), "55a")
    assert "the-game.dead_end" not in codes(stage(state, "20b"), Seat(1))
    assert "the-game.dead_end" in codes(stage(state, "21b"), Seat(1))


def test_cards_open_their_piles_and_jumps_are_named() -> None:
    state = game((37, 50), EASY, tops=(47, 60, 40, 30))
    card = choices(state)["37"]
    assert (card.kind, card.is_legal) == (ChoiceKind.OPEN, True)
    assert [(place.action, place.label.code) for place in card.then] == [
        ("37a", "the-game.jump"),
        ("37c", "the-game.place"),
    ]
    assert not choices(game((50, 51, 70), EASY, tops=(60, 65, 40, 30)))["51"].is_legal


def test_fire_cards_are_marked() -> None:
    assert choices(game((55, 56), EASY, mode=FIRE))["55"].label.code == "the-game.fire_card"
    assert choices(game((55, 56), EASY, mode=FIRE))["56"].label.code == "the-game.card"
    assert choices(game((55, 56), EASY))["55"].label.code == "the-game.card"


def test_ending_and_taking_back() -> None:
    state = game((10, 11, 12), EASY)
    assert not choices(state)["end"].is_legal
    assert "undo" not in choices(state)
    assert choices(stage(state, "10a 11a"))["end"].is_legal
    assert choices(stage(state, "10a"))["undo"].kind is ChoiceKind.BACK


def test_ending_a_turn_that_draws_nothing() -> None:
    dry = stage(game((10, 11, 12), EASY, draw=()), "10a")
    assert "the-game.may_end_dry" in codes(dry)
    assert choices(dry)["end"].label.code == "the-game.end_dry"
    assert choices(stage(game((10, 11, 12), EASY), "10a 11a"))["end"].label.values == {"count": 2}


def test_claiming() -> None:
    state = GAME.rules.start(3, {}, SeededShuffle("screen"))
    assert state.lot is not None
    assert line(state, "the-game.who_starts", None) == {"player": Player(state.lot)}
    for seat in range(3):
        assert set(choices(state, Seat(seat))) == {"claim", "signal"}
    assert choices(state, None) == {}
    assert "the-game.who_starts" not in codes(does(state, 1, "claim"), None)


def test_signals_are_for_everybody_at_the_table_at_any_time() -> None:
    state = does(game((10, 11), EASY), 1, "!a")
    opened = choices(state, Seat(1))["signal"]
    assert [choice.action for choice in opened.then] == ["~a", "-a", "!b", "~b", "!c", "~c", "!d", "~d"]
    assert {choice.kind for choice in opened.then} == {ChoiceKind.SAY}
    assert "signal" in choices(state, Seat(0))
    assert choices(state, None) == {}
    assert line(state, "the-game.asks_keep_off", None) == {"player": Player(Seat(1)), "pile": "A"}


def test_alone_there_is_nobody_to_signal() -> None:
    assert "signal" not in choices(game((10, 11)))


def test_at_the_end_hands_are_read_and_nothing_may_be_pressed() -> None:
    state = play(game((92, 93, 94), (50, 51, 52), tops=(90, 91, 10, 11)), "92a,93b")
    assert line(state, "the-game.their_hand", Seat(0)) == {"player": Player(Seat(1)), "cards": "50 · 51 · 52"}
    assert choices(state) == choices(state, Seat(1)) == {}


def test_who_holds_nothing_is_told_so() -> None:
    assert "the-game.empty_hand" in codes(game((), (30, 31), draw=(), turn=1), Seat(0))


def test_the_cheapest_placements_take_one_tap() -> None:
    """Each card once; not one after which the turn could not be ended (98 on 97); a jump is the cheapest of all."""
    state = game((37, 50, 97, 98), EASY, tops=(47, 90, 10, 11))
    quick = GAME.screens.screen(GAME.rules.observe(state, FIRST)).quick
    assert quick == ("37a", "50a", "97b", "98b")
    dead = game((50, 97, 98), EASY, tops=(90, 99, 10, 11))
    assert GAME.screens.screen(GAME.rules.observe(dead, FIRST)).quick == ("97a",)
    assert not choices(state)["97"].is_direct, "it fits on two piles"
    assert choices(dead)["97"].is_direct
    assert GAME.screens.screen(GAME.rules.observe(state, Seat(1))).quick == ()
