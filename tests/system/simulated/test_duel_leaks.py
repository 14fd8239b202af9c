"""No card of DUEL is told to whom it is hidden from: whole games of two to six (two hundred in `make soak`), with
everything that is sent and logged checked. Payments and thrown cards are hidden too."""

import json
import logging
import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import simcord.http.router
from simcord.env import Env

from bot.games.core import Deck, Seat, Viewer
from bot.games.duel import collection, views
from bot.games.duel.game import DUEL
from bot.games.duel.sets import current_set
from bot.games.duel.state import State
from bot.referee.match import Match, match_of
from bot.store.rows import GameRow
from bot.store.sqlite.games import Games
from bot.table.decks.lists_page import lists_text
from bot.table.locale import LANGUAGES, locale_for
from bot.table.pictures.core import PictureText
from tests.support.any_game import act
from tests.support.team import Club
from tests.support.tiers import has_long_version, sized
from tests.support.world import answers_of, press

GAMES = sized(1, 10, soak=200)
BLOODS = ("hot-blood", "cold-blood", "blue-blood", "wolfs-blood", "clotted-blood", "quick-blood")
LOOKS = ("aside", "story", "details", "hand")  # buttons of the table
_OFTEN = 0.1
_SINCE = tuple(locale_for(language).text("panel.since") for language in LANGUAGES)
_CARDS = {name: card.id for card in current_set().cards.values() for name in (card.id, *card.names.values())}
_NAME = re.compile(  # the longest first: one name may be part of another
    rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(_CARDS, key=len, reverse=True)))})(?![\w-])"
)


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
        self.lists: list[str] = []  # the decks, which all are shown at the deal (DU2)
        self.shown: dict[Viewer, set[str]] = {}  # cards that each viewer has seen at some time
        self.is_story = False  # which may name all of them again
        self.found: list[str] = []
        self.texts = 0
        self.commits = 0

    def committed(self, match: Match) -> None:
        self.match = match
        self.commits += 1
        self.lists = self.lists or _lists(match.decks)
        for viewer in (None, *match.seats):
            self.shown.setdefault(viewer, set()).update(_shown(match.state, viewer))

    def check(self, path: str, text: str) -> None:
        self.texts += 1
        if self.match is None or self.match.is_over:
            return
        for public in self.lists:
            text = text.replace(public, "")
        hidden = self._hidden(self._reader(path), is_past=self._tells_of_the_past(text))
        self.found.extend(f"{path}: {card}: {text[:3000]}" for card in hidden.intersection(_named(text)))

    def _tells_of_the_past(self, text: str) -> bool:
        """Whether this text tells of earlier turns."""
        return self.is_story or any(since in text for since in _SINCE)

    def _hidden(self, reader: int | None, *, is_past: bool) -> set[str]:
        """Cards of others' decks that this reader is not shown, or was never shown."""
        assert self.match is not None
        viewer: Viewer = None if reader is None else self.match.seat_of(reader)
        shown = self.shown[viewer] if is_past else _shown(self.match.state, viewer)
        return {card for seat, deck in enumerate(self.match.decks) if seat != viewer for card in deck} - shown

    def _reader(self, path: str) -> int | None:
        backend, parts = self.company.env.backend, path.strip("/").split("/")
        if parts[0] == "interactions":
            return int(backend.interactions[int(parts[1])].user_id)
        if parts[0] == "webhooks":
            return int(backend.interaction_by_token(parts[2]).user_id)
        if parts[0] == "channels":
            return next((one.id for one in self.company.everyone if one.user.dm_channel.id == int(parts[1])), None)
        return None


def _shown(state: State, viewer: Viewer) -> set[str]:
    """The cards that this viewer is shown (DU3), read from the state and not through `observe`, which is on trial."""
    bit = 1 << (len(state.sides) if viewer is None else viewer)
    shown = {context.card for context, _ in state.todo}
    shown.update(trigger.card for trigger in state.queue if trigger.seen & bit)
    for event in state.story:
        shown.update((event.card, *(card for card, seen in event.cards if card and seen & bit)))
    for seat, side in enumerate(state.sides):
        shown.update((*side.wounds, *side.table, *(gear.card for gear in side.equipment)))
        shown.update(card for card, seen in (*side.draw, *side.discard) if seen & bit)
        if seat == viewer:
            shown.update(side.hand)
    if state.asked is not None and state.asked.seat == viewer:
        shown.update(state.asked.cards)  # DU17: those of another's hand too
    return shown


def _named(text: str) -> set[str]:
    """The cards named in this text, by their ids and in any language."""
    return {_CARDS[name] for name in _NAME.findall(text)}


def _lists(decks: tuple[Deck, ...]) -> list[str]:
    """The texts of the decks, as they are sent."""
    seats = tuple(zip(_NAMES, decks, strict=False))
    texts = (lists_text(seats, collection, locale_for(language), room=2000) for language in LANGUAGES)
    return [json.dumps(part, ensure_ascii=False)[1:-1] for text in texts for part in text.split("\n")]


_NAMES = ("Alice", "Bob", "Chloé", "Dan", "Emma", "Fay")


class Log(logging.Handler):
    """Everything that is logged, by whatever library."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.name}: {record.getMessage()}")


class Hunt:
    """A whole game, with everything that is sent and logged checked."""

    def __init__(self, company: Company, patched: pytest.MonkeyPatch, number: int) -> None:
        self.company, self.number = company, number
        self.sight, self.log, self.dice = Sight(company), Log(), random.Random(number)
        self._listen(patched)

    def _listen(self, patched: pytest.MonkeyPatch) -> None:
        dispatch, start, commit, sight = simcord.http.router.dispatch, Games.start, Games.commit, self.sight

        def checked(backend: Any, method: str, path: str, **options: Any) -> Any:
            if method not in ("GET", "DELETE"):
                sent = json.dumps(options.get("json"), ensure_ascii=False).replace(r"\n", "\n")  # which begins a word
                sight.check(path, sent + repr(options.get("files") or ""))
            return dispatch(backend, method, path, **options)

        async def started(games: Games, row: GameRow, *values: Any) -> int:
            game_id = await start(games, row, *values)
            sight.committed(match_of(replace(row, id=game_id)))
            return game_id

        async def committed(games: Games, before: GameRow, after: GameRow, *values: Any) -> None:
            await commit(games, before, after, *values)
            sight.committed(match_of(after))

        patched.setattr(Games, "start", started)
        patched.setattr(Games, "commit", committed)
        patched.setattr(simcord.http.router, "dispatch", checked)
        patched.setattr(logging.getLogger(), "level", logging.DEBUG)
        patched.setattr(logging.getLogger(), "handlers", [*logging.getLogger().handlers, self.log])

    async def play(self, is_enough: Callable[[], bool] = lambda: False) -> None:
        match = await self.company.sit_down(apart(2 + self.number % 5, self.dice))
        while not match.is_over and not is_enough():
            await act(self.company, match, self.dice)
            match = await self.company.match()
            if not match.is_over and self.dice.random() < _OFTEN:
                await self._look()

    async def _look(self) -> None:
        company, look = self.company, self.dice.choice(LOOKS)
        self.sight.is_story = look == "story"
        await press(self.dice.choice((*company.everyone, company.gus)), company.table(), look)
        self.sight.is_story = False

    def logged(self) -> list[str]:
        """Lines of the log that name a card of some deck."""
        assert self.sight.match is not None
        brought = {card for deck in self.sight.match.decks for card in deck}
        return [line for line in self.log.lines if brought & _named(line)]


@has_long_version
@pytest.mark.parametrize("number", range(GAMES))
async def test_no_hidden_card_is_told_to_others(company: Company, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    hunt = Hunt(company, monkeypatch, number)
    await hunt.play()
    assert hunt.sight.texts > hunt.sight.commits  # every ruling is answered, and its panels follow
    assert not hunt.sight.found, "\n".join(hunt.sight.found)
    assert hunt.logged() == []


def in_the_story(planted: pytest.MonkeyPatch) -> None:
    """Payments, thrown and drawn cards, told to all."""
    planted.setattr(views, "_observe_event", lambda event, _bit: event)


def in_a_players_panel(planted: pytest.MonkeyPatch) -> None:
    """Panels with shifted seats."""
    view = Match.view
    planted.setattr(
        Match, "view", lambda self, seat: view(self, None if seat is None else Seat((seat + 1) % len(self.seats)))
    )


def in_an_alt_text(planted: pytest.MonkeyPatch) -> None:
    """The names of a hand in the text of a picture that all can see."""
    alt_text, view = PictureText.alt_text, Match.view
    hands: list[str] = []

    def noted(self: Match, seat: Viewer) -> Any:
        hands[:] = self.state.sides[0].hand
        return view(self, seat)

    planted.setattr(Match, "view", noted)
    planted.setattr(PictureText, "alt_text", lambda one, it: f"{alt_text(one, it)} {hands}")


def in_the_log(planted: pytest.MonkeyPatch) -> None:
    view = Match.view

    def telling(self: Match, seat: Viewer) -> Any:
        logging.getLogger("bot.referee").debug("seen: %s", self.state.sides[0].hand)
        return view(self, seat)

    planted.setattr(Match, "view", telling)


@pytest.mark.parametrize("plant", [in_the_story, in_a_players_panel, in_an_alt_text, in_the_log])
async def test_a_planted_leak_is_found(
    company: Company, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    hunt = Hunt(company, monkeypatch, 3)
    await hunt.play(is_enough=lambda: bool(hunt.sight.found or hunt.logged()))
    assert hunt.sight.found or hunt.logged()
