"""DUEL through the real cogs: whole games of two and more by buttons and menus in the players' DMs, restarted in the
middle of a card, left, played against computers; and no hidden card in anything that others can read, logs included."""

import json
import logging
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import simcord.http.router
from simcord.env import Env

from bot.games.core import Seat, Viewer
from bot.games.duel.game import DUEL
from bot.games.duel.sets import current_set
from bot.referee.match import Match, match_of
from bot.store.rows import GameRow
from bot.store.sqlite.games import Games
from tests.support.any_game import act, play_out
from tests.support.team import Club
from tests.support.tiers import has_long_version, sized
from tests.support.world import answers_of, press, said, text_of

WATCHED = sized(1, 12)
KEY = DUEL.key
BLOODS = ("hot-blood", "cold-blood", "blue-blood", "wolfs-blood")


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


def apart(number: int, seed: int = 0) -> list[str]:
    """Decks that share no card, so that a name tells whose it is."""
    cards = [one.id for one in current_set().cards.values() if not one.is_unique and not one.is_blood]
    random.Random(seed).shuffle(cards)
    shares = [cards[at * 8 : at * 8 + 8] for at in range(number)]
    return [", ".join((blood, *(f"3 {card}" for card in share))) for blood, share in zip(BLOODS, shares, strict=False)]


async def sit_down(club: Club, players: int, decks: list[str] | None = None, **options: Any) -> Match:
    decks = decks or [""] * players
    given = {"deck": decks[0]} if decks[0] else {}
    made = await club.alice.slash(club.channel, "challenge", game=KEY, players=players, **given, **options)
    gathering = answers_of(made)[-1]
    for person, deck in zip(club.everyone[1:players], decks[1:], strict=True):
        shown = await press(person, gathering, "cut")
        await person.submit_modal(shown, {"deck": deck} if deck else {})
    return await club.match()


async def test_two_play_a_whole_duel_in_their_dms(club: Club) -> None:
    match = await play_out(club, await sit_down(club, 2, clock="daily"))
    assert match.row.reason in ("bled_out", "exhausted")
    await club.assert_sound()
    assert "✅" in said(await press(club.emma, club.table(), "verify"))
    assert "Alice" in said(await press(club.emma, club.table(), "replay"))
    board = await club.alice.slash(club.channel, "leaderboard", game=KEY)
    assert "Alice" in said(board)
    assert "free-for-all" not in said(board)
    free_for_alls = f"{KEY}|server|all|+"
    assert "Alice" not in said(await press(club.alice, answers_of(board)[-1], "board", free_for_alls))
    assert "Favourite decks: The Blade (1 game" in said(await club.alice.slash(club.channel, "profile", game=KEY))


async def test_of_three_one_resigns_and_the_rest_play_on_to_ranks(club: Club) -> None:
    match = await sit_down(club, 3)
    await club.forge(club.bob, "arb:resign-sure:1:0:", club.table())
    match = await play_out(club, await club.match())
    assert Seat(1) not in match.row.winners
    ranks = await club.bot.store.database.rows("SELECT rank FROM results ORDER BY seat")
    assert sorted(row["rank"] for row in ranks) == [1, 2, 3]
    assert ranks[1]["rank"] == 3, "who went first comes last"
    board = await club.alice.slash(club.channel, "leaderboard", game=KEY)
    assert "Alice" not in said(board), "games of two are rated apart"
    many = said(await press(club.alice, answers_of(board)[-1], "board", f"{KEY}|server|all|+"))
    assert "DUEL (free-for-all)" in many
    assert all(name in many for name in ("Alice", "Bob"))
    profile = await club.alice.slash(club.channel, "profile", game=KEY)
    own = said(await press(club.alice, answers_of(profile)[-1], "profile", f"{KEY}|server|{club.alice.id}|+"))
    assert "Favourite decks: The Blade (1 game" in own
    await club.assert_sound()


async def test_a_restart_in_the_middle_of_a_card_asks_the_same_again(club: Club) -> None:
    asking = "16 quick-blood, 3 low-blow, 3 pommel-strike, 3 laceration"  # cards that ask the other player
    match, dice, asked = await sit_down(club, 2, [asking, asking]), random.Random(11), 0
    while not match.is_over and asked < 2:
        if match.state.asked is not None:
            asked += 1
            person = club.person(match, match.state.asked.seat)
            before = text_of(club.panel(person))
            await club.restart()
            assert (await club.match()).state == match.state
            assert text_of(club.panel(person)) == before
        await act(club, match, dice)
        match = await club.match()
    assert asked
    await club.assert_sound()


async def test_a_deck_that_is_refused_says_why(club: Club) -> None:
    refused = await club.alice.slash(club.channel, "challenge", game=KEY, deck="25 thrust")
    assert "blood" in said(refused).lower()
    many = "24 thrust, hot-blood"  # too many of one for the usual format
    assert "Thrust" in said(await club.alice.slash(club.channel, "challenge", game=KEY, deck=many))
    free = await club.alice.slash(club.channel, "challenge", game=KEY, deck=many, format="free")
    assert "Format *free*" in said(free)
    assert "unrated" in said(free)
    assert "deck" in said(await club.alice.slash(club.channel, "challenge", deck="blade")), (
        "nobody brings one to others"
    )


async def test_against_computers(club: Club) -> None:
    await club.alice.slash(club.channel, "challenge", game=KEY, level="duel-greedy")
    match, dice = await club.match(), random.Random(2)
    for _ in range(400):
        if match.is_over:
            break
        if Seat(0) in match.to_act:
            await act(club, match, dice)
        else:
            await club.env.advance_time(5)
        match = await club.match()
    assert match.is_over
    await club.assert_sound()


# No card in sight of others


class Sight:
    """What each reader may know by now, and what they are sent."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.match: Match | None = None
        self.found: list[str] = []
        self.texts = 0
        self.words = {card.id: [card.id, *card.names.values()] for card in current_set().cards.values()}

    def check(self, path: str, text: str) -> None:
        self.texts += 1
        if self.match is None or self.match.is_over:
            return
        hidden = dict(self.hidden(self._reader(path)))
        for word in sorted(
            chain(*(self.words[card] for card in self.words if card not in hidden)), key=len, reverse=True
        ):
            text = text.replace(word, "")  # names of cards that are seen: one may be part of another
        for card, seat in hidden.items():
            for word in self.words[card]:
                if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text):
                    self.found.append(f"{path}: {word} of seat {seat}: {text[:300]}")

    def hidden(self, reader: int | None) -> Iterator[tuple[str, int]]:
        assert self.match is not None
        viewer: Viewer = None if reader is None else self.match.seat_of(reader)
        view = self.match.view(viewer)
        bare = replace(view, sides=tuple(replace(side, deck={}) for side in view.sides))
        shown = repr(bare)
        for seat, side in enumerate(view.sides):
            if seat != viewer:
                yield from ((card, seat) for card in side.deck if f"'{card}'" not in shown)

    def _reader(self, path: str) -> int | None:
        backend, parts = self.club.env.backend, path.strip("/").split("/")
        if parts[0] == "interactions":
            return int(backend.interactions[int(parts[1])].user_id)
        if parts[0] == "webhooks":
            return int(backend.interaction_by_token(parts[2]).user_id)
        if parts[0] == "channels":
            return next((one.id for one in self.club.everyone if one.user.dm_channel.id == int(parts[1])), None)
        return None


class Log(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("bot"):
            self.lines.append(record.getMessage())


@has_long_version
@pytest.mark.parametrize("number", range(WATCHED))
async def test_no_hidden_card_is_told_to_others(club: Club, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Payments and thrown cards are hidden too: what pays is chosen in a menu of one's own."""
    sight, log, dispatch = Sight(club), Log(), simcord.http.router.dispatch

    def checked(backend: Any, method: str, path: str, **options: Any) -> Any:
        if method not in ("GET", "DELETE"):
            sight.check(path, json.dumps(options.get("json"), ensure_ascii=False) + repr(options.get("files") or ""))
        return dispatch(backend, method, path, **options)

    async def noted(self: Games, before: GameRow, after: GameRow, *values: Any) -> None:
        await commit(self, before, after, *values)
        sight.match = match_of(after)

    commit = Games.commit
    monkeypatch.setattr(Games, "commit", noted)
    monkeypatch.setattr(simcord.http.router, "dispatch", checked)
    root = logging.getLogger()
    monkeypatch.setattr(root, "level", logging.DEBUG)
    root.addHandler(log)
    try:
        players = 2 + number % 3
        match, dice = await sit_down(club, players, apart(players, number)), random.Random(number)
        sight.match = match
        while not match.is_over:
            await act(club, match, dice)
            if dice.random() < 0.2:
                await club.emma.slash(club.channel, "table")
            match = await club.match()
    finally:
        root.removeHandler(log)
    assert sight.texts > 50
    assert sight.found == []
    names = re.compile(
        "|".join(re.escape(word) for card in match.row.options["decks"][0] for word in sight.words[card])
    )
    assert [line for line in log.lines if names.search(line)] == []
