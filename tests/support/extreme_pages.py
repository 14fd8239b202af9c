"""Random pages of every kind at and beyond every limit, reproducible by seed: the longest names of the worst signs,
full lists, whole decks, every language."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

from bot.games.core import AnyGame, Collection, Phrase, Seat, Viewer, phrase
from bot.games.registry import GAMES
from bot.players.core import Mistake, Suggestion, Waste
from bot.store.ratings_rows import BoardPage, Career, HistoryRow, Opening, Score, Tally
from bot.store.rows import DeckRow, Notices, PersonRow, ServerRow
from bot.store.sqlite.standings import Profile
from bot.store.sqlite.teams import Category, CategoryBest, PersonalScores, TeamGame
from bot.table.controls import Control, Verb
from bot.table.decks import deck_pages
from bot.table.decks.addresses import COPIES, Editing
from bot.table.decks.deck_pages import Shelf
from bot.table.decks.gallery_pages import LONGEST_WORD, Filter, Gallery, card_page, gallery_page
from bot.table.decks.lists_page import lists_page
from bot.table.game.list_page import Listed, games_page, which_game_page
from bot.table.game.pages import aside_page, details_page, panel_page, table_page
from bot.table.game.questions import draw_declined_page, draw_offer_page, draw_page, resign_page
from bot.table.game.stand_in_page import stand_in_page
from bot.table.game.story_page import story_page
from bot.table.gathering.gathering_page import GatheringView, Role, SeatView, gathering_page
from bot.table.gathering.list_page import open_gatherings_page
from bot.table.learning.rules_pages import rules_page, rules_pages
from bot.table.learning.tutorial_pages import TutorialView, left_page, tutorial_page, with_tutorial_button
from bot.table.locale import LANGUAGES, locale_for
from bot.table.match_view import MatchView
from bot.table.notices import notice_page
from bot.table.page import Button, Document, Page, Picture, Style
from bot.table.privacy_pages import MOST_BLOCKED, declined_page, deletion_page, privacy_page
from bot.table.review.advice_pages import hint_page, review_page, room_review_page
from bot.table.review.replay_pages import animation_page, chances_page, plot_page, record_page, replay_page
from bot.table.review.verification_page import verification_page
from bot.table.settings_page import settings_page
from bot.table.standings.addresses import GLOBAL, KINDS, SERVER, BoardAddress, ProfileAddress
from bot.table.standings.boards import BoardFrame, board_page
from bot.table.standings.history_pages import HistoryView, PastGame, history_page
from bot.table.standings.profile_pages import ProfileView, profile_page
from bot.table.standings.rated_boards import Rated, rated_board
from bot.table.standings.team_boards import (
    Member,
    TeamProfileView,
    category_board,
    modes_of,
    overview_board,
    team_profile_page,
)
from tests.games.contract import Table, random_play
from tests.store.support import game_row

LONGEST_NAME = 32
LARGEST_ID = 2**63 - 1
ALPHABETS = ("*", "\\", "_~`|>#[]()<:@-", "ab *", "🂡👩", "\u202e\u2066é\n", "W\u200b", "ş￼﷽")
COMMITMENT = "c" * 64


@cache
def states(key: str, seats: int) -> list[Any]:
    *_, last = played = list(random_play(Table(GAMES[key], seats, {}, seed=f"{seats}")))
    return [last.state, *(step.state for step in random.Random(seats).sample(played, min(12, len(played))))]


@cache
def turns(key: str, seats: int) -> list[Any]:
    """The start of each turn of a whole game, and its end."""
    rules, played = GAMES[key].rules, [one.state for one in random_play(Table(GAMES[key], seats, {}, seed=f"{seats}"))]
    return [
        after for before, after in pairwise([None, *played]) if not before or rules.turns(before) < rules.turns(after)
    ]


class Extremes:
    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.locale = locale_for(self.chance.choice(LANGUAGES))

    def page(self) -> Page:
        makers: Sequence[Callable[[], Page]] = (
            *(self.table, self.question, self.games, self.which_game, self.gathering, self.settings, self.forged),
            *(self.aside, self.story, self.open_gatherings),
            *(self.decks, self.deck, self.gallery, self.lists, self.privacy, self.learning, self.tutorial),
            *(self.board, self.team_board, self.history, self.profile, self.replay, self.advice, self.notice),
        )
        return self.chance.choice(makers)()

    def text(self, most: int) -> str:
        letters = self.chance.choice(ALPHABETS)
        return "".join(self.chance.choices(letters, k=self.chance.choice((1, most // 2, most))))

    def name(self) -> str:
        return self.text(LONGEST_NAME)

    def flip(self) -> bool:
        return self.chance.random() < 0.5

    # Games

    def match_view(self, *keys: str, viewer: bool | None = None) -> MatchView:
        key = self.chance.choice(keys or list(GAMES))
        seats = self.chance.choice(GAMES[key].seats)
        running = [one for one in states(key, seats) if viewer is None or GAMES[key].rules.outcome(one) is None]
        state = self.chance.choice(running)
        game, outcome = GAMES[key], GAMES[key].rules.outcome(state)
        seers: Sequence[Viewer] = tuple(game.rules.to_act(state))
        seen_by = self.chance.choice((None, *seers) if viewer is None else seers)
        return MatchView(
            game_id=10**15 - 1,
            revision=10**9 - 1,
            game=game,
            view=game.rules.observe(state, seen_by, is_over=outcome is not None),
            viewer=seen_by,
            names=tuple(self.name() for _ in range(seats)),
            levels=(None,) * seats,
            to_act=frozenset() if outcome is not None else game.rules.to_act(state),
            deadline=10**10,
            is_rated=True,
            clock="daily",
            cuts=tuple(self.text(100) for _ in range(seats)),
            commitment=COMMITMENT,
            reason=None if outcome is None else outcome.reason,
            winners=() if outcome is None else tuple(sorted(outcome.winners)),
        )

    def table(self) -> Page:
        view = self.match_view()
        if view.viewer is None:
            return table_page(view, self.locale)
        if self.flip():
            return details_page(view, self.locale)
        return panel_page(view, self.locale, notice=self.text(3000) if self.flip() else "")

    def question(self) -> Page:
        asked = self.chance.choice((resign_page, draw_page, draw_offer_page, draw_declined_page, stand_in_page))
        return asked(self.match_view(viewer=True), self.locale)

    def games(self) -> Page:
        link = f"https://discord.com/channels/{'9' * 20}/{'9' * 20}/{'9' * 20}"
        games = [Listed(replace(self.match_view(), game_id=10**14 + number), link) for number in range(25)]
        return games_page(games, self.chance.choice((25, 26, 1000)), self.locale)

    def which_game(self) -> Page:
        games = [replace(self.match_view(viewer=True), game_id=10**14 + number) for number in range(25)]
        moves = "12^A " * self.chance.choice((0, 6))
        return which_game_page(games, self.chance.choice((25, 1000)), Verb.RESIGN, self.locale, moves=moves)

    def aside(self) -> Page:
        view = self.match_view("duel")
        aside = self.chance.choice(view.game.screens.screen(view.view).asides)
        return aside_page(view, aside, self.locale)

    def story(self) -> Page:
        view = self.match_view()
        seen = [view.game.rules.observe(state, view.viewer) for state in turns(view.game.key, len(view.names))]
        return story_page(view, seen, self.chance.randrange(1, 4), self.locale)

    def open_gatherings(self) -> Page:
        link = f"https://discord.com/channels/{LARGEST_ID}/{LARGEST_ID}/{LARGEST_ID}"
        found = [(self.gathering_view(), link) for _ in range(self.chance.choice((0, 1, 50)))]
        return open_gatherings_page(found, self.locale)

    def gathering(self) -> Page:
        return gathering_page(self.gathering_view(), self.locale)

    def gathering_view(self) -> GatheringView:
        key = self.chance.choice(list(GAMES))
        game = GAMES[key]
        most = self.chance.choice(game.seats)
        roles = (Role.HOST, *self.chance.choices(list(Role)[1:], k=self.chance.randrange(most)))
        return GatheringView(
            gathering_id=self.chance.choice((1, 10**15, -(10**15))),
            revision=10**9,
            game=key,
            is_team=game.is_cooperative,
            takes_deck=bool(game.brought),
            has_computers=True,
            size=None if game.is_cooperative else most,
            most=most,
            clock=self.chance.choice(("live", "daily", "none")),
            is_rated=self.flip(),
            first=self.chance.choice((None, 0, 1)),
            form=self.chance.choice((None, *map(str, game.options.get("format", ())[1:]))),
            switches=dict.fromkeys(game.switches, self.flip()),
            seats=tuple(SeatView(self.name(), role, LARGEST_ID - at, self.text(50)) for at, role in enumerate(roles)),
            commitment=COMMITMENT,
            expires_at=10**10,
            status=self.chance.choice(("open", "open", "started", "declined", "cancelled", "expired")),
            game_id=10**15,
        )

    def forged(self) -> Page:
        rows = tuple(tuple(self.button(5 * y + x) for x in range(5)) for y in range(self.chance.randrange(7)))
        return Page(
            title=self.text(600),
            body=self.text(9000),
            rows=rows,
            footer=self.text(3000),
            picture=Picture("table.png", b"", self.text(2000)) if self.flip() else None,
            document=Document("record.txt", b"") if self.flip() else None,
        )

    def button(self, number: int) -> Button:
        control = Control(Verb.DRAW_DECLINE, 10**15 - 1, number, "a" * 40)
        return Button(self.text(200), control, self.chance.choice(list(Style)))

    # Decks and cards

    def collected(self) -> tuple[AnyGame, Collection]:
        return self.chance.choice([(game, game.collection) for game in GAMES.values() if game.collection is not None])

    def deck_row(self, collection: Collection) -> DeckRow:
        faces = collection.cards().values()
        cards = {face.id: face.most for face in faces if self.flip()}
        name = self.text(LONGEST_NAME)
        return DeckRow(10**15, 1, "duel", name, name, cards, 1, is_usual=self.flip(), revision=10**9, changed_at=1)

    def shelf(self, game: AnyGame, collection: Collection) -> Shelf:
        return Shelf(game, collection, 10**15, self.text(1000) if self.flip() else "")

    def decks(self) -> Page:
        game, collection = self.collected()
        rows = [self.deck_row(collection) for _ in range(self.chance.choice((0, 1, 25, 30)))]
        return deck_pages.decks_page(self.shelf(game, collection), rows, 30, self.locale)

    def deck(self) -> Page:
        game, collection = self.collected()
        shelf, row = self.shelf(game, collection), self.deck_row(collection)
        editing = Editing(self.chance.randrange(9), self.chance.choice(COPIES), 10**6)
        starter = self.chance.choice(list(collection.starters()))
        return self.chance.choice(
            (
                lambda: deck_pages.deck_page(shelf, row, self.locale),
                lambda: deck_pages.editor_page(shelf, row, editing, self.locale),
                lambda: deck_pages.starter_page(shelf, starter, self.locale),
                lambda: deck_pages.deletion_page(shelf, row, self.locale),
            )
        )()

    def gallery(self) -> Page:
        game, collection = self.collected()
        kind, slot, cost = (self.chance.randrange(6) for _ in range(3))
        wanted = Filter(kind, slot, cost, self.text(LONGEST_WORD) if self.flip() else "")
        gallery = Gallery(game.key, collection, wanted)
        number = self.chance.randrange(10)
        if self.flip():
            return gallery_page(gallery, number, self.locale)
        return card_page(gallery, self.chance.choice(list(collection.cards().values())), number, self.locale)

    def lists(self) -> Page:
        _, collection = self.collected()
        decks = [(self.name(), self.deck_row(collection).cards) for _ in range(6)]
        return lists_page(decks, collection, self.locale)

    # People and servers

    def settings(self) -> Page:
        settings = ServerRow(
            10**19,
            channels=tuple(10**19 + number for number in range(100)),
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
        person = PersonRow(1, self.name(), "fr", notices=Notices.CHANNEL, has_early_notices=True)
        return settings_page(person, self.chance.choice((None, settings)), self.locale)

    def privacy(self) -> Page:
        blocked = [(LARGEST_ID - number, self.name()) for number in range(self.chance.choice((0, 1, MOST_BLOCKED)))]
        pages = (
            privacy_page(self.locale, blocked),
            declined_page(self.name(), LARGEST_ID, self.locale),
            deletion_page(self.chance.choice((0, 1, 1000)), self.locale),
        )
        return self.chance.choice(pages)

    def notice(self) -> Page:
        return notice_page(self.locale, "gathering.open", host=self.text(5000))

    def learning(self) -> Page:
        key = self.chance.choice(list(GAMES))
        page = rules_page(key, self.chance.randrange(rules_pages(key, self.locale)), self.locale)
        return with_tutorial_button(page, GAMES[key], self.locale)

    def tutorial(self) -> Page:
        view = self.match_view("le-duel", viewer=True)
        choices = view.game.screens.screen(view.view).choices
        tutorial = TutorialView(self.chance.randrange(5), 5, (0, 1, 2), view, choices)
        picked = self.chance.choice(("", "17"))
        notice = self.text(1000)
        pages = (tutorial_page(tutorial, self.locale, picked=picked, notice=notice), left_page(tutorial, self.locale))
        return self.chance.choice(pages)

    # Standings

    def frame(self, game: str, category: str = "") -> BoardFrame:
        kind = self.chance.choice(KINDS)
        period = kind if kind == "all" else f"{kind} 2026-12"
        address = BoardAddress(game, self.chance.choice((SERVER, GLOBAL)), period, category)
        earlier, later = (None, None) if kind == "all" else (f"{kind} 2026-11", f"{kind} 2027-01")
        return BoardFrame(address, 10**6, 10**7, earlier, later, is_in_server=self.flip())

    def rated(self, rank: int) -> Rated:
        return Rated(rank, self.name(), -9999, 9999, 999, self.flip(), Tally(10**6, 10**6, 10**6), has_left=self.flip())

    def board(self) -> Page:
        lines = [self.rated(10**7 + number) for number in range(self.chance.choice((0, 10)))]
        own = self.rated(10**9) if self.flip() else None
        return board_page(rated_board(self.frame("le-duel"), 10**9, lines, own, self.locale), self.locale)

    def team_board(self) -> Page:
        categories = [Category(size, mode) for size in range(1, 6) for mode in modes_of("the-game")]
        people = {number: Member(self.name(), has_left=self.flip()) for number in range(5)}
        found = tuple(self.team_game(rank) for rank in range(10))
        if self.flip():
            category = self.chance.choice(categories)
            games = BoardPage(10**9, found, self.team_game(10**9))
            view = category_board(self.frame("the-game"), category, games, 0, people, self.locale)
        else:
            own = PersonalScores(categories[0], 10**6, 10**6, 10**7, 98, 10**15)
            lines = [CategoryBest(one, found[0], 10**6, own) for one in self.chance.sample(categories, 10)]
            view = overview_board(self.frame("the-game"), lines, people, self.locale)
        return board_page(view, self.locale)

    def team_game(self, rank: int) -> TeamGame:
        team = tuple((number, None) for number in range(5))
        return TeamGame(10**7 + rank, 10**15 + rank, 98, 10**12, team)

    def past(self, number: int = 0) -> PastGame:
        key = self.chance.choice(("le-duel", "the-game", "duel"))
        row = HistoryRow(
            nth=10**6,
            game_id=10**15 - 1 - number,
            game=key,
            guild_id=LARGEST_ID,
            ended_at=10**12,
            turns=999,
            score=self.chance.choice(list(Score)),
            reason="resigned",
            is_counted=True,
            gain=-999,
            seat=0,
            others=tuple((number, None) for number in range(5)),
            table=(LARGEST_ID, LARGEST_ID),
        )
        return PastGame(row, tuple(self.name() for _ in range(5)), left=98 if key == "the-game" else None)

    def address(self) -> ProfileAddress:
        return ProfileAddress("le-duel", self.chance.choice((SERVER, GLOBAL)), LARGEST_ID)

    def history(self) -> Page:
        games = tuple(self.past(number) for number in range(10))
        view = HistoryView(self.address(), self.name(), self.flip(), 10**6, 10**7, 10**8, games)
        return history_page(view, self.locale)

    def profile(self) -> Page:
        many = Tally(10**6, 10**6, 10**6)
        stats = Profile(
            own=None,
            total=10**9,
            career=Career(-999, 999, 99, 10**15, 99, 10**15),
            by_seat=((0, many), (1, many)),
            by_turn=((True, many), (False, many)),
            openings=(Opening("^ ^ v v ^E vE", 10**6, 10**6), Opening(self.text(40), 1, 1)),
            versus=many,
            plot=(),
        )
        last = tuple(self.past() for _ in range(5))
        if self.flip():
            categories = [Category(size, mode) for size in range(1, 6) for mode in modes_of("the-game")]
            bests = tuple(PersonalScores(one, 10**6, 10**6, 10**7, 98, 10**15) for one in categories)
            team = TeamProfileView(self.address(), self.name(), self.flip(), bests, last, is_in_server=self.flip())
            return team_profile_page(team, self.locale)
        own = self.rated(10**9) if self.flip() else None
        view = ProfileView(self.address(), self.name(), self.flip(), own, stats, last, is_in_server=self.flip())
        return profile_page(view, self.locale)

    # Reviews

    def replay(self) -> Page:
        view = replace(self.match_view("le-duel", "the-game"), viewer=None)
        seen = [view.game.rules.observe(one, None, is_over=True) for one in states(view.game.key, len(view.names))]
        ended = replace(view, view=seen[0], to_act=frozenset(), reason="resigned", winners=(0,))
        turn, seats = self.chance.randrange(len(seen)), game_row().seats
        row = game_row(seats=tuple(replace(seat, cut=self.text(50)) for seat in seats), binding=self.text(200))
        pages: Sequence[Callable[[], Page]] = (
            lambda: replay_page(ended, seen[:1], 0, self.locale, has_turning_point=True, is_turning_point=True),
            lambda: animation_page(ended, self.locale),
            lambda: plot_page(ended, self.locale),
            lambda: chances_page(ended, self.locale),
            lambda: record_page(ended, self.text(9000), self.locale),
            lambda: verification_page(row, [self.name() for _ in seats], self.text(90) if turn else None, self.locale),
        )
        return self.chance.choice(pages)()

    def room_review(self, reason: Phrase) -> Page:
        view, turn = self.match_view("the-game", viewer=True), ",".join(("12a",) * 6)
        worst = [Waste(number, Seat(0), view.view, turn, turn, reason, 98, 0) for number in range(3)]
        return room_review_page(replace(view, reason="blocked"), 10**6, 10**6, worst, self.locale)

    def advice(self) -> Page:
        view = self.match_view("le-duel", viewer=True)
        turn = ",".join(("12^A",) * self.chance.choice((2, 6)))
        reason = phrase("hint.start", turn=self.text(500), reason=self.text(500))
        if self.flip():
            return hint_page(view, Suggestion(turn, reason, 0.5), self.locale, has_staged=self.flip())
        if self.flip():
            return self.room_review(reason)
        over = replace(view, reason="resigned", winners=(1,))
        costly = [Mistake(number, Seat(number % 2), view.view, turn, turn, reason, 0.5) for number in range(6)]
        return review_page(over, [0.7, 0.4, 0.6], costly, self.locale, accuracies=(100, None), turning=1)
