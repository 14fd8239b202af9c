"""Pages use a game's contract alone: a game with opaque views is shown like any other."""

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from bot.games.core import AnyGame, Phrase, Screen, Viewer
from bot.games.registry import GAMES
from bot.table.game.pages import panel_page, table_page
from bot.table.locale import LANGUAGES, Locale, locale_for
from bot.table.match_view import MatchView
from bot.table.page import Page
from bot.table.review.replay_pages import record_text, replay_page
from tests.games.contract import Table, random_play
from tests.support.altered_games import altered
from tests.support.tiers import sized

NAMES = ("Alice", "Bob")


@dataclass(frozen=True, slots=True)
class Sealed:
    """An opaque view: reading any attribute fails the test."""

    _inside: Any

    def __getattr__(self, name: str) -> Any:
        pytest.fail(f"shared code asks a view for {name}")


def sealed(game: AnyGame) -> AnyGame:
    """The game with opaque views."""

    def observe(state: Any, viewer: Viewer, *, is_over: bool = False) -> Sealed:
        return Sealed(game.rules.observe(state, viewer, is_over=is_over))

    def screen(view: Sealed) -> Screen:
        return game.screens.screen(view._inside)

    def ending(view: Sealed) -> Phrase | None:
        return game.screens.ending(view._inside)

    return altered(game, observe=observe, screen=screen, ending=ending)


@cache
def endings(key: str) -> dict[str, Any]:
    """A final state for each reason the rules can end a game."""
    found: dict[str, Any] = {}
    for seed in range(sized(6, 40)):
        table = Table(GAMES[key], 2, {"fire": True} if seed % 2 else {}, seed=f"ending {seed}")
        *_, last = random_play(table, is_quiet=True)
        outcome = GAMES[key].rules.outcome(last.state)
        assert outcome is not None
        found.setdefault(outcome.reason, last.state)
    return found


def match_view(key: str, state: Any, viewer: Viewer, *, reason: str | None = None) -> MatchView:
    game = sealed(GAMES[key])
    outcome = GAMES[key].rules.outcome(state)
    if outcome is not None:
        reason = outcome.reason
    return MatchView(
        game_id=7,
        revision=3,
        game=game,
        view=game.rules.observe(state, viewer, is_over=reason is not None),
        viewer=viewer,
        names=NAMES,
        levels=(None, None),
        to_act=frozenset() if reason is not None else GAMES[key].rules.to_act(state),
        deadline=None,
        is_rated=False,
        clock="none",
        cuts=(),
        commitment="c" * 64,
        reason=reason,
        winners=() if outcome is None else tuple(sorted(outcome.winners)),
    )


def pages(seen: MatchView, words: Locale) -> list[Page]:
    return [table_page(seen, words), *([] if seen.viewer is None else [panel_page(seen, words)])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_a_running_game_is_shown_by_its_screen(key: str, language: str) -> None:
    table = Table(GAMES[key], 2, {}, seed="running")
    steps = list(random_play(table))[:-1]
    for step in random.Random(1).sample(steps, min(10, len(steps))):
        for viewer in table.viewers:
            assert all(page.body for page in pages(match_view(key, step.state, viewer), locale_for(language)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_an_ending_has_the_games_own_words(key: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For every viewer, in the replay and in the record."""
    monkeypatch.setattr("bot.table.review.replay_pages.story_for", lambda _key: None)
    game, words = GAMES[key], locale_for(language)
    for state in endings(key).values():
        said = game.screens.ending(game.rules.observe(state, None))
        assert said is not None
        why = words.write(said, NAMES.__getitem__)
        for viewer in Table(game, 2, {}, seed="").viewers:
            seen = match_view(key, state, viewer)
            shown = [page.body for page in pages(seen, words)]
            shown.append(replay_page(seen, [seen.view], 0, words, has_turning_point=False, is_turning_point=False).body)
            shown.append(record_text(seen, [seen.view], [], {}, (0, 0), words))
            assert all(why in text for text in shown)


def test_the_stuck_player_is_named() -> None:
    """LD13, TG8: the player on turn at the end."""
    words = locale_for("en")
    for key, reason, sentence in (
        ("le-duel", "stuck", "{} cannot place two cards."),
        ("the-game", "blocked", "{} cannot place enough cards: The Game wins."),
    ):
        state = endings(key)[reason]
        assert sentence.format(NAMES[state.turn]) in table_page(match_view(key, state, None), words).body
