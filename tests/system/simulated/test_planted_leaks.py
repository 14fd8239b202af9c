"""The leak detector works: each of these leaks, planted on purpose, is found within a few games."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from simcord.env import Env

import bot.edge.app
import bot.edge.interactions.answers
from bot.games.core import Seat
from bot.games.le_duel import rules
from bot.referee.match import Match
from bot.referee.referee import Referee
from bot.store.sqlite.games import Games
from bot.table import illustrations
from bot.table.game import pages
from bot.table.notices import error_text
from bot.table.page import Picture
from bot.table.pictures.core import PictureText
from tests.support.leaks import LeakDetector, leftover
from tests.support.random_duels import RandomDuels
from tests.support.tiers import has_long_version, one_in

Plant = Callable[[pytest.MonkeyPatch, LeakDetector], None]


def _hidden(detector: LeakDetector, game_id: int) -> str:
    """A hand that only its player may know."""
    state = detector.newest(game_id).state
    return " ".join(map(str, state.hands[-1] if hasattr(state, "hands") else state.sides[0].hand))


def in_the_public_table(planted: pytest.MonkeyPatch, _detector: LeakDetector) -> None:
    """An observation that ignores its viewer."""
    observe_side = rules._observe_side
    planted.setattr(rules, "_observe_side", lambda side, **_is_shown: observe_side(side, is_shown=True, is_own=True))


def in_a_public_custom_id(planted: pytest.MonkeyPatch, detector: LeakDetector) -> None:
    rows = pages._table_rows

    def marked(match_view: Any, locale: Any) -> Any:
        (hand, *others), *more = rows(match_view, locale)
        card = _hidden(detector, match_view.game_id).split()[-1]
        return (replace(hand, control=replace(hand.control, argument=card)), *others), *more

    planted.setattr(pages, "_table_rows", marked)


def in_a_file_name(planted: pytest.MonkeyPatch, detector: LeakDetector) -> None:
    def named(name: str, data: bytes, alt: str) -> Picture:
        cards = _hidden(detector, min(detector.games)).replace(" ", "-")
        return Picture(f"{cards}-{name}", data, alt)

    planted.setattr(illustrations, "Picture", named)


def in_an_alt_text(planted: pytest.MonkeyPatch, detector: LeakDetector) -> None:
    alt_text = PictureText.alt_text
    planted.setattr(
        PictureText, "alt_text", lambda one, it: f"{alt_text(one, it)} {_hidden(detector, min(detector.games))}"
    )


def in_the_opponents_dm(planted: pytest.MonkeyPatch, _detector: LeakDetector) -> None:
    """Panels with swapped seats."""
    view = Match.view
    planted.setattr(Match, "view", lambda self, seat: view(self, None if seat is None else Seat(1 - seat)))


def in_an_error_for_a_spectator(planted: pytest.MonkeyPatch, detector: LeakDetector) -> None:
    planted.setattr(
        bot.edge.interactions.answers,
        "error_text",
        lambda *values: f"{error_text(*values)} ({_hidden(detector, min(detector.games))})",
    )


def in_our_own_log(planted: pytest.MonkeyPatch, _detector: LeakDetector) -> None:
    save = Referee._save

    async def talkative(self: Referee, match: Match, *values: Any) -> Match:
        logging.getLogger("bot.referee").debug("saving %s", match.row.snapshot)
        return await save(self, match, *values)

    planted.setattr(Referee, "_save", talkative)


def in_a_librarys_log(planted: pytest.MonkeyPatch, _detector: LeakDetector) -> None:
    """A library that logs every value at DEBUG, as aiosqlite does, without the filter."""
    commit = Games.commit

    async def talkative(self: Games, before: Any, after: Any, *values: Any) -> None:
        logging.getLogger("aiosqlite").debug("executing UPDATE games SET snapshot = %s", after.snapshot)
        await commit(self, before, after, *values)

    planted.setattr(Games, "commit", talkative)
    planted.setattr(bot.edge.app._Discreet, "filter", lambda _self, record: "UPDATE games" in record.getMessage())


def in_an_exception(planted: pytest.MonkeyPatch, _detector: LeakDetector) -> None:
    """An exception with a state in its message, logged with traceback."""
    commit = Games.commit

    async def failing(self: Games, before: Any, after: Any, *values: Any) -> None:
        await commit(self, before, after, *values)
        try:
            raise ValueError(str(after.snapshot))
        except ValueError:
            logging.getLogger("bot.store").debug("odd", exc_info=True)

    planted.setattr(Games, "commit", failing)


def too_early(planted: pytest.MonkeyPatch, detector: LeakDetector) -> None:
    """Staged cards on the public table before the turn has ended (LD15, TG12)."""
    lines = pages.status_lines

    def hasty(match_view: Any, locale: Any) -> Any:
        yield from lines(match_view, locale)
        yield " ".join(str(place.card) for place in detector.newest(match_view.game_id).state.staged)

    planted.setattr(pages, "status_lines", hasty)


@has_long_version
@pytest.mark.parametrize(
    "plant",
    one_in(
        3,
        [
            in_the_public_table,
            in_a_public_custom_id,
            in_a_file_name,
            in_an_alt_text,
            in_the_opponents_dm,
            in_an_error_for_a_spectator,
            in_our_own_log,
            in_a_librarys_log,
            in_an_exception,
            too_early,
        ],
    ),
)
async def test_a_planted_leak_is_heard(
    simcord_env: Env, languages: dict[int, str], detector: LeakDetector, monkeypatch: pytest.MonkeyPatch, plant: Plant
) -> None:
    plant(monkeypatch, detector)
    duels = RandomDuels(simcord_env, languages, detector, games=8, seed=5)
    await duels.open()
    await duels.play(is_enough=lambda: bool(detector.found))
    assert detector.found


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("**Alice** (gold ◆) ▲ **17** ▼ **45** · hand 6 · draw pile 52 · 0 of 58 placed", {17, 45}),
        ("**Alice** (gold ◆) ▲ **17** ▼ **45** · hand 37 · draw pile 52 · 0 of 58 placed", {17, 37, 45}),
        ("arb:pick:12:34:27", {27}),
        ("`08^E,57vA` <t:1767225780:R> 1456074443980800025 26edab7b7a5e4ed5", {8, 57}),
        ("Write cards like `12^ 57v 8^E end`", {12, 57, 8}),
        ("(your ascending +12, their descending +13)", {13}),
        ("60 1 0 61 99 100", set()),
    ],
)
def test_what_could_be_a_card(text: str, cards: set[int]) -> None:
    assert leftover(text, {6, 52, 0}, {12}) == cards
