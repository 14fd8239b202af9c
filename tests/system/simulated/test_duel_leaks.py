"""No card of DUEL is told to whom it is hidden from: whole games of two to six (two hundred in `make test-long`), with
everything that is sent and logged checked. Payments and thrown cards are hidden too."""

import json
import logging
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import simcord.http.router
from simcord.env import Env

from bot.games.core import Viewer
from bot.games.duel import collection
from bot.games.duel.game import DUEL
from bot.games.duel.sets import current_set
from bot.games.duel.state import View
from bot.referee.match import Match, match_of
from bot.store.rows import GameRow
from bot.store.sqlite.games import Games
from bot.table.decks.lists_page import lists_text
from bot.table.locale import LANGUAGES, locale_for
from tests.support.any_game import act
from tests.support.team import Club
from tests.support.tiers import has_long_version, sized
from tests.support.world import answers_of, press

GAMES = sized(1, 200)
BLOODS = ("hot-blood", "cold-blood", "blue-blood", "wolfs-blood", "clotted-blood", "quick-blood")
LOOKS = ("aside", "story", "details", "hand")  # buttons of the table
_OFTEN = 0.1
_SINCE = tuple(locale_for(language).text("panel.since") for language in LANGUAGES)
_WORDS = {card.id: [card.id, *card.names.values()] for card in current_set().cards.values()}


class Company(Club):
    """Six who play, and one who watches."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fay, self.gus = (
            self.guild.add_member(self.env.create_user(name.lower(), global_name=name)) for name in ("Fay", "Gus")
        )
        self.languages.update({one.id: language for one, language in zip(self.everyone, cycle(("fr", "en-GB")))})

    @property
    def everyone(self) -> tuple[Any, ...]:
        return *super().everyone, self.fay

    async def sit_down(self, decks: list[str]) -> Match:
        made = await self.alice.slash(self.channel, "challenge", game=DUEL.key, players=len(decks), deck=decks[0])
        for person, deck in zip(self.everyone[1:], decks[1:], strict=False):
            shown = await press(person, answers_of(made)[-1], "cut")
            await person.submit_modal(shown, {"deck": deck})
        return await self.match()


@pytest.fixture
def company(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Company:
    return Company(simcord_env, tmp_path, languages)


def apart(number: int, dice: random.Random) -> list[str]:
    """Decks that share no card, so that a name tells whose it is."""
    cards = [one.id for one in current_set().cards.values() if not one.is_unique and not one.is_blood]
    dice.shuffle(cards)
    shares = [cards[at * 8 : at * 8 + 8] for at in range(number)]
    return [", ".join((blood, *(f"3 {card}" for card in share))) for blood, share in zip(BLOODS, shares, strict=False)]


class Sight:
    """What each reader may know by now, and what they are sent."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.match: Match | None = None
        self.shown: dict[Viewer, set[str]] = {}  # cards that each viewer has seen at some time
        self.is_story = False  # which may name all of them again
        self.found: list[str] = []
        self.texts = 0
        self.commits = 0

    def committed(self, match: Match) -> None:
        self.match = match
        self.commits += 1
        for viewer in (None, *match.seats):
            self.shown.setdefault(viewer, set()).update(_shown(match.view(viewer)))

    def check(self, path: str, text: str) -> None:
        self.texts += 1
        if self.match is None or self.match.is_over:
            return
        for public in _lists(self.match):
            text = text.replace(public, "")
        hidden = self._hidden(self._reader(path), is_past=self._tells_of_the_past(text))
        for found in _names(frozenset(hidden)).findall(_names(frozenset(_WORDS) - set(hidden)).sub("", text)):
            self.found.append(f"{path}: {found}: {text[:3000]}")

    def _tells_of_the_past(self, text: str) -> bool:
        """Whether this text tells of earlier turns."""
        return self.is_story or any(since in text for since in _SINCE)

    def _hidden(self, reader: int | None, *, is_past: bool) -> set[str]:
        """Cards of others' decks that this reader is not shown, or was never shown."""
        assert self.match is not None
        viewer: Viewer = None if reader is None else self.match.seat_of(reader)
        view = self.match.view(viewer)
        shown = self.shown[viewer] if is_past else _shown(view)
        decks = (side.deck for seat, side in enumerate(view.sides) if seat != viewer)
        return {card for deck in decks for card in deck} - shown

    def _reader(self, path: str) -> int | None:
        backend, parts = self.company.env.backend, path.strip("/").split("/")
        if parts[0] == "interactions":
            return int(backend.interactions[int(parts[1])].user_id)
        if parts[0] == "webhooks":
            return int(backend.interaction_by_token(parts[2]).user_id)
        if parts[0] == "channels":
            return next((one.id for one in self.company.everyone if one.user.dm_channel.id == int(parts[1])), None)
        return None


def _shown(view: View) -> set[str]:
    """The cards that this view names, other than in the lists of decks."""
    text = repr(replace(view, sides=tuple(replace(side, deck={}) for side in view.sides)))
    return set(re.findall(r"'([a-z][a-z-]*)'", text))


@cache
def _names(cards: frozenset[str]) -> re.Pattern[str]:
    """Every name of these cards, the longest first: one may be part of another."""
    words = sorted((word for card in cards for word in _WORDS[card]), key=len, reverse=True)
    return re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in words) or "(?!)")


def _lists(match: Match) -> Iterator[str]:
    """What is shown to all at the deal (DU2), as it is sent."""
    for language in LANGUAGES:
        text = lists_text(tuple(zip(_NAMES, match.decks, strict=False)), collection, locale_for(language), room=2000)
        yield from (json.dumps(part, ensure_ascii=False)[1:-1] for part in text.split("\n"))


_NAMES = ("Alice", "Bob", "Chloé", "Dan", "Emma", "Fay")


class Log(logging.Handler):
    """Everything that is logged, by whatever library."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.name}: {record.getMessage()}")


@has_long_version
@pytest.mark.parametrize("number", range(GAMES))
async def test_no_hidden_card_is_told_to_others(company: Company, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    sight, log, dispatch = Sight(company), Log(), simcord.http.router.dispatch

    def checked(backend: Any, method: str, path: str, **options: Any) -> Any:
        if method not in ("GET", "DELETE"):
            sight.check(path, json.dumps(options.get("json"), ensure_ascii=False) + repr(options.get("files") or ""))
        return dispatch(backend, method, path, **options)

    async def noted(self: Games, before: GameRow, after: GameRow, *values: Any) -> None:
        await commit(self, before, after, *values)
        sight.committed(match_of(after))

    commit = Games.commit
    monkeypatch.setattr(Games, "commit", noted)
    monkeypatch.setattr(simcord.http.router, "dispatch", checked)
    root, dice = logging.getLogger(), random.Random(number)
    monkeypatch.setattr(root, "level", logging.DEBUG)
    root.addHandler(log)
    try:
        match = await company.sit_down(apart(2 + number % 5, dice))
        sight.committed(match)
        while not match.is_over:
            await act(company, match, dice)
            match = await company.match()
            if not match.is_over and dice.random() < _OFTEN:
                look = dice.choice(LOOKS)
                sight.is_story = look == "story"
                await press(dice.choice((*company.everyone, company.gus)), company.table(), look)
                sight.is_story = False
    finally:
        root.removeHandler(log)
    assert sight.texts > sight.commits > 2  # every ruling is answered, and its panels follow
    assert sight.found == []
    brought = frozenset(card for deck in match.decks for card in deck)
    assert [line for line in log.lines if _names(brought).search(line)] == []
