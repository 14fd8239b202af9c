"""Pages of a replay: hostile names in the record file, and every page within Discord's limit."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from bot.games.core import Seat, whole_turns_of
from bot.games.registry import GAMES
from bot.table.game.pages import view_lines
from bot.table.locale import LANGUAGES, locale_for
from bot.table.match_view import MatchView
from bot.table.pictures import registry
from bot.table.review.replay_pages import record_text, replay_page
from tests.table.pictures.le_duel.test_drawer import Dealer
from tests.table.pictures.le_duel.test_story import course
from tools.pictures import le_duel_samples as samples

VIEWS = course(5)
MOST_TEXT = 4096  # Discord's limit of an embed's description
HOSTILE = ('Eve\n{"game": 1}', "\u202eBob\r\u2028# \x00\x1b[31m")
RECORD = {"game": "le-duel", "turns": [whole_turns_of(GAMES["le-duel"]).last_turn(view) for view in VIEWS[1:]]}


def match_view(names: tuple[str, str] = ("Alice", "Bob")) -> MatchView:
    return MatchView(
        game_id=7,
        revision=0,
        game=GAMES["le-duel"],
        view=VIEWS[-1],
        viewer=None,
        names=names,
        levels=(None, None),
        to_act=frozenset[Seat](),
        deadline=None,
        is_rated=False,
        clock="none",
        cuts=(),
        commitment="c" * 64,
        reason="stuck",
        winners=(0,),
    )


@pytest.mark.parametrize("names", [("Alice", "Bob"), HOSTILE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_cannot_leave_the_comment_lines(names: tuple[str, str], language: str) -> None:
    text = record_text(match_view(names), VIEWS, RECORD["turns"], RECORD, (0, 60_000), locale_for(language))
    remarks, _, record = text.partition("{\n")
    assert all(line.startswith("#") for line in remarks.splitlines())
    assert remarks.count("\n") == 6 + 1 + len(VIEWS) - 1 + 1
    assert not {"\x1b", "\u202e", "\x00", "\r"} & set(remarks)
    assert json.loads("{\n" + record) == RECORD
    assert "1970-01-01 00:00" in remarks
    assert "1970-01-01 00:01" in remarks


def test_a_turn_without_a_draw_does_not_mention_it() -> None:
    dry = [replace(view, last=view.last and replace(view.last, drawn=0)) for view in VIEWS]
    for views, is_told in ((VIEWS, True), (dry, False)):
        assert (
            "draws" in record_text(match_view(), views, RECORD["turns"], RECORD, (0, 0), locale_for("en"))
        ) is is_told
        lines = "\n".join(view_lines(replace(match_view(), view=views[1]), locale_for("en")))
        assert ("drew" in lines) is is_told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_turn_fits_a_message_whatever_the_names(language: str) -> None:
    for turn in range(len(VIEWS)):
        page = replay_page(
            match_view((samples.WIDE_NAME, "*" * 32)),
            VIEWS,
            turn,
            locale_for(language),
            has_turning_point=True,
            is_turning_point=True,
        )
        ids = [button.control.custom_id() for row in page.rows for button in row]
        assert len(page.title) <= 256
        assert len(page.body) <= MOST_TEXT
        assert len(set(ids)) == len(ids)
        assert all(len(row) <= 5 for row in page.rows)


def test_without_an_evaluation_there_is_no_turning_point() -> None:
    page = replay_page(match_view(), VIEWS, 1, locale_for("en"), has_turning_point=False, is_turning_point=False)
    assert "turning" not in [button.control.argument for row in page.rows for button in row]


def test_a_game_without_drawer_and_story_is_replayed_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_STORIES", {})
    game, dice = GAMES["the-game"], random.Random(3)
    state: Any = game.rules.start(2, {}, Dealer(3))
    start = state
    while game.rules.turns(state) == 0:
        seat = min(game.rules.to_act(state))
        state = game.rules.apply(state, seat, dice.choice(list(game.rules.legal(state, seat))))
    views = [game.rules.observe(one, None, is_over=True) for one in (start, state)]
    theirs = replace(match_view(), game=game, view=views[-1], reason="resigned", winners=())
    page = replay_page(theirs, views, 1, locale_for("en"), has_turning_point=False, is_turning_point=False)
    assert "**Turn 1 of 1.**" in page.body
    assert page.body.count("\n") > 2
    arguments = [button.control.argument for row in page.rows for button in row]
    assert arguments == ["first", "back", "on", "last", "record"]
    turn = whole_turns_of(game).last_turn(state)
    text = record_text(theirs, views, [turn], {"game": game.key}, (0, 0), locale_for("en"))
    assert f"1. {game.readable(turn)}" in text
