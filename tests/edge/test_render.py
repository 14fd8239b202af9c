"""Whatever a page holds, what is sent of it is within Discord's limits."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from discord.http import handle_message_parameters

from bot.edge.render import as_json, edited_message, new_message, new_text
from bot.games.core import Viewer
from bot.games.registry import GAMES
from bot.referee.errors import Refusal
from bot.store.rows import Notices, PersonRow, ServerRow
from bot.table.controls import Control, Verb
from bot.table.game.list_page import Listed, games_page
from bot.table.game.pages import panel_page, table_page
from bot.table.game.questions import draw_declined_page, resign_page
from bot.table.limits import BODY, cut, length, listed
from bot.table.locale import LANGUAGES, Locale, locale_for
from bot.table.match_view import MatchView
from bot.table.notices import error_text
from bot.table.page import Button, Document, Page, Picture, Style
from bot.table.settings_page import settings_page
from tests.games.contract import Table, random_play
from tests.support.discord_limits import violations
from tests.support.tiers import has_long_version, sized
from tests.support.world import World, answers_of, buttons, press, said, text_of

LONGEST_NAME = 32
ALPHABETS = ("*", "\\", "_~`|>#[]()<:@-", "ab *", "🂡👩", "\u202e\u2066é\n", "W\u200b", "ş￼﷽")
PAGES = sized(150, 10_000)


@cache
def states(key: str, seats: int) -> list[Any]:
    *_, last = played = list(random_play(Table(GAMES[key], seats, {}, seed=f"{seats}")))
    return [last.state, *(step.state for step in random.Random(seats).sample(played, min(12, len(played))))]


class Extremes:
    """Random pages at and beyond every limit, reproducible by seed."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.locale = locale_for(self.chance.choice(LANGUAGES))

    def page(self) -> Page:
        makers: Sequence[Callable[[], Page]] = (self.table, self.games, self.settings, self.question, self.forged)
        return self.chance.choice(makers)()

    def text(self, most: int) -> str:
        letters = self.chance.choice(ALPHABETS)
        return "".join(self.chance.choices(letters, k=self.chance.choice((1, most // 2, most))))

    def match_view(self) -> MatchView:
        key = self.chance.choice(list(GAMES))
        seats = self.chance.choice(GAMES[key].seats)
        state = self.chance.choice(states(key, seats))
        game, outcome = GAMES[key], GAMES[key].rules.outcome(state)
        viewer: Viewer = self.chance.choice((None, *game.rules.to_act(state)))
        return MatchView(
            game_id=10**15 - 1,
            revision=10**9 - 1,
            game=game,
            view=game.rules.observe(state, viewer, is_over=outcome is not None),
            viewer=viewer,
            names=tuple(self.text(LONGEST_NAME) for _ in range(seats)),
            levels=(None,) * seats,
            to_act=frozenset() if outcome is not None else game.rules.to_act(state),
            deadline=10**10,
            is_rated=True,
            clock="daily",
            cuts=tuple(self.text(100) for _ in range(seats)),
            commitment="c" * 64,
            reason=None if outcome is None else outcome.reason,
            winners=() if outcome is None else tuple(sorted(outcome.winners)),
        )

    def table(self) -> Page:
        view = self.match_view()
        return table_page(view, self.locale) if view.viewer is None else panel_page(view, self.locale)

    def question(self) -> Page:
        return self.chance.choice((resign_page, draw_declined_page))(self.match_view(), self.locale)

    def games(self) -> Page:
        link = f"https://discord.com/channels/{'9' * 20}/{'9' * 20}/{'9' * 20}"
        games = [Listed(replace(self.match_view(), game_id=10**14 + number), link) for number in range(25)]
        return games_page(games, self.chance.choice((25, 26, 1000)), self.locale)

    def settings(self) -> Page:
        channels = tuple(10**19 + number for number in range(100))
        settings = ServerRow(
            10**19,
            channels=channels,
            has_threads=True,
            clock="live",
            language="fr",
            has_reminders=True,
            has_ratings=True,
            results_channel=10**19,
            season_start=3,
            most_games=100,
            most_invitations=100,
            most_challenges=100,
        )
        person = PersonRow(1, self.text(100), "fr", notices=Notices.CHANNEL, has_early_notices=True)
        return settings_page(person, settings, self.locale)

    def forged(self) -> Page:
        rows = tuple(tuple(self.button(5 * y + x) for x in range(5)) for y in range(self.chance.randrange(7)))
        return Page(
            title=self.text(600),
            body=self.text(9000),
            rows=rows,
            footer=self.text(3000),
            picture=Picture("table.png", b"", self.text(2000)) if self.chance.random() < 0.5 else None,
            document=Document("record.txt", b"") if self.chance.random() < 0.5 else None,
        )

    def button(self, number: int) -> Button:
        control = Control(Verb.DRAW_DECLINE, 10**15 - 1, number, "a" * 40)
        return Button(self.text(200), control, self.chance.choice(list(Style)))


def payloads(page: Page) -> list[dict[str, Any]]:
    """As discord.py would send it: new, edited, and edited by the quick way."""
    made = [dict(handle_message_parameters(**make(page)).payload or {}) for make in (new_message, edited_message)]
    return [*made, as_json(page)]


def sent(page: Page) -> list[dict[str, Any]]:
    """The same without files, whose payload is a part of a form; their descriptions are read from the files."""
    alt = [{"description": file.description} for file in new_message(page).get("files", ())]
    bare = Page(page.title, page.body, page.rows, page.footer)
    return [{**payload, "attachments": alt} for payload in payloads(bare)]


@has_long_version
def test_whatever_is_shown_is_within_the_limits() -> None:
    for number in range(PAGES):
        page = Extremes(f"page {number}").page()
        for payload in sent(page):
            assert violations(payload) == [], (number, page.title)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_names_as_many_channels_as_fit(language: str) -> None:
    refusal = Refusal("not_in_this_channel", channels=tuple(f"<#{10**19 + number}>" for number in range(100)))
    message = new_text(error_text(refusal, locale_for(language)))
    assert violations(message) == []
    assert locale_for(language).text("list.more", count=100 - message["content"].count("<#")) in message["content"]


def test_a_list_says_how_many_are_left_out(locale: Locale) -> None:
    assert listed(["aa", "bb", "cc"], locale, room=8) == "aa\nbb\ncc"
    assert listed(["a" * 20, "b" * 20, "c" * 20], locale, room=45) == f"{'a' * 20}\n… and 2 more"
    assert listed(["a"], locale, room=45, total=5) == "a\n… and 4 more"


@pytest.fixture
def locale() -> Locale:
    return locale_for("en")


def test_a_cut_leaves_no_half_of_a_character() -> None:
    assert cut("ab", 2) == "ab"
    assert cut("abc", 2) == "a…"
    assert cut("a\\*\\*", 3) == "a…"
    assert cut("🂡🂡🂡", 4) == "🂡…"
    assert length(cut("🂡" * 5000, BODY)) <= BODY


async def test_25_games_of_the_longest_names_are_listed(world: World) -> None:
    person = world.guild.add_member(world.env.create_user("signs", global_name="*" * LONGEST_NAME))
    await world.bot.store.servers.put(ServerRow(world.guild.id, most_games=50))
    for _ in range(26):
        await person.slash(world.channel, "challenge", level="easy")
    listed = await person.slash(world.channel, "games")
    assert "#1]" in said(listed)
    assert "… and " in said(listed).strip().splitlines()[-1]
    assert len(buttons(listed.response)) == 25


async def test_a_team_of_markdown_signs_sees_its_game(world: World) -> None:
    """Five names of 32 signs, two characters each once escaped, are longer than a title."""
    people = [
        world.guild.add_member(world.env.create_user(f"signs{number}", global_name="*_~`|>#-"[number] * LONGEST_NAME))
        for number in range(5)
    ]
    lobby = answers_of(await people[0].slash(world.channel, "team"))[-1]
    for person in people[1:]:
        await press(person, lobby, "accept")
    await press(people[0], lobby, "begin")
    assert len(world.tables()) == 1
    assert all("your hand" in text_of(world.panel(person)).lower() for person in people)
    assert not any(seat.is_dm_closed for seat in (await world.match(1)).row.seats)


async def test_a_refusal_with_a_hundred_channels_is_said(world: World) -> None:
    channels = tuple(world.guild.create_text_channel(f"games-{number}").id for number in range(100))
    await world.env.settle()
    await world.bot.store.servers.put(ServerRow(world.guild.id, channels=channels))
    assert "… and " in said(await world.challenge())
