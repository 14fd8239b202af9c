"""TG9: sending, replacing and removing signals."""

from bot.games.core import Seat
from bot.games.the_game.position import Pile
from bot.games.the_game.state import Plea, Sent, Signal, State
from tests.games.contract import SeededShuffle
from tests.games.the_game.builders import EASY, GAME, does, game, play, refused, stage


def signals(state: State) -> list[tuple[int, str]]:
    return [(sent.seat, GAME.notation.notate(sent.signal)) for sent in state.signals]


def three() -> State:
    return game((10, 11, 12), EASY, (70, 71, 72))


def test_tg9_anybody_may_signal_at_any_time_on_turn_or_not() -> None:
    state = does(does(does(three(), 2, "!a"), 0, "~d"), 1, "!a")
    assert signals(state) == [(0, "~d"), (1, "!a"), (2, "!a")]
    assert GAME.rules.to_act(state) == {0}


def test_tg9_also_before_somebody_has_started() -> None:
    state = does(GAME.rules.start(3, {}, SeededShuffle("signals")), 2, "!c")
    assert signals(state) == [(2, "!c")]
    assert state.turn is None


def test_tg9_signals_are_for_everyone_to_see() -> None:
    state = does(three(), 2, "!a")
    for viewer in (None, Seat(0), Seat(1), Seat(2)):
        view = GAME.rules.observe(state, viewer)
        assert view.signals == (Sent(Seat(2), Signal(Plea.KEEP_OFF, Pile.A)),)
        assert "the-game.asks_keep_off" in [line.code for line in GAME.screens.screen(view).lines]


def test_tg9_about_each_pile_one_signal_a_seat() -> None:
    state = does(does(does(three(), 1, "!a"), 1, "~b"), 1, "~a")
    assert signals(state) == [(1, "~a"), (1, "~b")]


def test_tg9_the_same_again_is_refused() -> None:
    error = refused(does(three(), 1, "!a"), "!a", seat=1)
    assert (error.code, error.values) == ("already_signalled", {"pile": "A"})


def test_tg9_withdrawn_by_its_sender_alone() -> None:
    state = does(does(three(), 1, "!a"), 2, "!a")
    assert signals(does(state, 1, "-a")) == [(2, "!a")]
    error = refused(state, "-a", seat=0)
    assert (error.code, error.values) == ("nothing_to_withdraw", {"pile": "A"})
    assert refused(state, "-b", seat=1).code == "nothing_to_withdraw"


def test_tg9_gone_when_that_pile_is_next_covered() -> None:
    state = does(does(does(does(three(), 1, "!a"), 2, "~a"), 0, "!a"), 2, "!b")
    assert signals(play(state, "10a,11a")) == [(2, "!b")]
    assert signals(play(state, "10c,11d")) == [(0, "!a"), (1, "!a"), (2, "~a"), (2, "!b")]


def test_tg9_a_staged_card_covers_nothing_yet() -> None:
    """A removed signal would reveal where a staged card lies."""
    state = does(three(), 1, "!a")
    assert signals(stage(state, "10a 11a")) == [(1, "!a")]


def test_tg9_signals_stand_until_then_however_many_turns_pass() -> None:
    assert signals(play(does(three(), 2, "!a"), "10b,11b", "50c,49c", "70d,71b")) == [(2, "!a")]


def test_tg9_alone_there_is_nobody_to_signal() -> None:
    state = game((10, 11, 12))
    assert refused(state, "!a").code == "nobody_to_signal"
    assert refused(state, "-a").code == "nothing_to_withdraw"


def test_tg9_a_signal_moves_nothing() -> None:
    before = stage(three(), "10a")
    after = does(before, 1, "!b")
    assert (after.position, after.turn, after.turns, after.hands) == (
        before.position,
        before.turn,
        before.turns,
        before.hands,
    )
