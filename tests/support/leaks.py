"""Detects cards in the bot's output that their reader must not know, while games run.

Method. Every request to Discord and every log record of every logger is intercepted when it is made. The request's path
and body tell who can read it: a DM its owner, an ephemeral answer or an autocomplete the person who asked, an edit of a
private message its reader, anything else everyone; a log record no player. What was committed by then is known from the
store's own commits, so that output before its commit counts as too early.

From each text is removed what cannot be a card: timestamps, mentions, digests, numbers of more than two digits, the
fixed head of a custom id, the number that tells computers of one level apart, the catalogues' own texts, and correct
counts where a sentence counts. Each remaining number from 2 to the game's highest card must be a card its reader knows,
in this state of the game or in those just before (a message may be overtaken while it is sent): the four tops, the last
turn, the reader's own hand, staged cards and typed text. Team-mates are readers like any other (TG2): a signal names a
pile, and no card. In logs no such number may remain at all. The known cards are computed here from the state itself,
not by the observation under test. Once a game is over its secret is published, and nothing of it is hidden.

Limitation: a hidden card whose number its reader happens to know from elsewhere is not detected. That is why many games
are played.
"""

import logging
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
import simcord.http.router
from simcord.env import Env

from bot.games.core import Seat
from bot.operations.logs import formatter
from bot.operations.settings import LOG_FORMATS
from bot.players.registry import LEVELS
from bot.referee.match import Match, match_of
from bot.store.sqlite.games import Games
from bot.table.locale import LANGUAGES, locale_for, plain, read_catalogue

EPHEMERAL = 64
AUTOCOMPLETE, UPDATE, DEFERRED_UPDATE, MODAL = 8, 7, 6, 9
_COUNTS = (
    "hand",
    "draw",
    "placed",
    "count",
    "minimum",
    "number",
    "page",
    "pages",
    "limit",
    "seats",
    "agreed",
    "others",
)
_FIELD = re.compile(r"\{([a-z_]+)\}")
_RATINGS = (
    r"\*\*\d+\*\*(?= · \d+ ±)|(±|plus or minus)\s\d+|à \d+ près|(\*\*)?\d+(\*\*)? points"
    r"|`\d+\.`|\d+\.(?= \w+\s?:)|\d+–\d+|(rank|rang) \*\*\d+\*\* (of|sur) \d+|\d+ (players|joueurs)"
)
_STANDINGS = ("arb:board:", "arb:profile:", "arb:share-board:", "arb:share-profile:")
_NOISE = re.compile(
    rf"<t:\d+:\w>|<[@#][&!]?\d+>|[0-9a-f]{{16,}}…?|arb:[a-z-]+:\d+:\d+:|https://\S+|{_RATINGS}|\d{{3,}}"
)
_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_STEP = re.compile(r"[+−](\d{1,2})(?!\d)")
_GAME = re.compile(r"#(\d{1,2})(?!\d)")
_HIGHEST = {"le-duel": 59, "the-game": 99}
_OVERTAKEN = {
    "le-duel": 2,
    "the-game": 10,
}  # newest states that a message being sent may show: The Game has many signals
_NOT_SPOKEN = frozenset({"type", "style", "flags", "color", "id", "nonce", "parse", "users", "url", "allowed_mentions"})
_IN_LOGS = re.compile(
    r"(game|gathering|schema|shard id) \d+|failure \w+|\d+\.\d+|0x[0-9a-f]+|:\d+"
    r"|at\W{1,4}\d{4}-\d\d-\d\dT[\d:.]+Z|\b(game|revision|seat|ms)(=|\": )\d+(\.\d+)?",
    re.IGNORECASE,
)
_WRITTEN = [formatter(name) for name in LOG_FORMATS]  # as the operator reads it

Audience = int | None  # a user's id; None is everyone


@dataclass
class Known:
    """Numbers that may stand in a text: cards anywhere, counts where something is counted, steps after a sign."""

    cards: set[int] = field(default_factory=set)
    counts: set[int] = field(default_factory=set)
    steps: set[int] = field(default_factory=set)  # distances by which an own card would move a pile


@dataclass
class LeakDetector:
    """The committed states of each game, the text typed in each interaction, and the leaks found."""

    env: Env
    games: dict[int, list[Match]] = field(default_factory=lambda: defaultdict(list))
    typed: dict[int, str] = field(default_factory=dict)  # by interaction
    found: list[str] = field(default_factory=list)
    texts: int = 0
    highest: int = _HIGHEST["le-duel"]  # card of the games that are watched

    def newest(self, game_id: int) -> Match:
        return self.games[game_id][-1]

    # Known numbers

    def known(self, audience: Audience, channel_id: int | None) -> Known:
        """The numbers that this reader may find in a message there."""
        known = Known(counts={*range(10), *self.games})  # pages, minimums and the like, and games' numbers
        for states in self.games.values():
            if states and _concerns(states[-1], audience, channel_id):
                for match in states[-_OVERTAKEN[states[-1].game.key] :]:
                    _add_known(match, audience, known)
                _add_last_turns(states, known)
        return known

    def is_revealed(self, audience: Audience, channel_id: int | None) -> bool:
        """Whether every game that this can be about is over."""
        about = [states[-1] for states in self.games.values() if states and _concerns(states[-1], audience, channel_id)]
        return bool(about) and all(match.is_over for match in about)

    # Output

    def check_request(self, method: str, path: str, body: Any, files: Sequence[Any] = ()) -> None:
        if path.startswith(("/applications", "/oauth2", "/gateway")) or method in ("GET", "DELETE"):
            return
        if any(one in str(body) for one in _STANDINGS):
            return  # their numbers are ratings and counts of finished games
        audience, channel_id, interaction_id = self._audience(path, body)
        if self.is_revealed(audience, channel_id):
            return
        known = self.known(audience, channel_id)
        known.cards |= {int(number) for number in _NUMBER.findall(self.typed.get(interaction_id, ""))}
        for text in _texts([body, *([file.filename, file.description or ""] for file in files)]):
            self.texts += 1
            for number in leftover(text, known.counts, known.steps, self.highest) - known.cards:
                reader = "everybody" if audience is None else f"user {audience}"
                self.found.append(f"{method} {path} tells {reader} of {number}: {text}")

    def check_log(self, record: logging.LogRecord) -> None:
        text = " ".join((record.getMessage(), *(write.format(record) for write in _WRITTEN)))
        if record.exc_info and record.exc_info[1] is not None:
            text += repr(record.exc_info[1])
        self.texts += 1
        for number in leftover(_IN_LOGS.sub("", text), set(), set(), self.highest):
            self.found.append(f"{record.name} logs {number}: {text}")

    def _audience(self, path: str, body: Any) -> tuple[Audience, int | None, int]:
        """Who can read a request's content, in which channel, and the interaction it answers."""
        parts = path.strip("/").split("/")
        backend = self.env.backend
        if parts[0] == "interactions":
            interaction = backend.interactions[int(parts[1])]
            return self._of_callback(interaction, body), interaction.channel_id, interaction.id
        if parts[0] == "webhooks":
            interaction = backend.interaction_by_token(parts[2])
            return self._of_followup(interaction, parts, body), interaction.channel_id, interaction.id
        channel_id = int(parts[1]) if parts[0] == "channels" else None
        return self._owner(channel_id), channel_id, 0

    def _of_callback(self, interaction: Any, body: Any) -> Audience:
        if body["type"] in (AUTOCOMPLETE, MODAL, DEFERRED_UPDATE):
            return int(interaction.user_id)
        if body["type"] == UPDATE:
            return self._reader(interaction.channel_id, interaction.source_message_id)
        return self._to_asker(interaction, body.get("data") or {})

    def _of_followup(self, interaction: Any, parts: list[str], body: Any) -> Audience:
        if len(parts) == 3:
            return self._to_asker(interaction, body or {})
        return self._reader(
            interaction.channel_id, interaction.message_id if parts[4] == "@original" else int(parts[4])
        )

    def _to_asker(self, interaction: Any, body: dict[str, Any]) -> Audience:
        is_private = int(body.get("flags") or 0) & EPHEMERAL
        return int(interaction.user_id) if is_private else self._owner(interaction.channel_id)

    def _reader(self, channel_id: int, message_id: int | None) -> Audience:
        """The user who can see that message."""
        message = self.env.backend.get_message(channel_id, message_id or 0)
        if message.is_ephemeral:
            return next(p.id for p in self.env.backend.users.values() if message.visible_to(p.id) and not p.bot)
        return self._owner(channel_id)

    def _owner(self, channel_id: int | None) -> Audience:
        """The user whose DM this is."""
        channels = self.env.backend.dm_channels
        return next((user_id for user_id, dm in channels.items() if dm == channel_id), None)


def _concerns(match: Match, audience: Audience, channel_id: int | None) -> bool:
    return match.row.channel_id == channel_id or (audience is not None and match.seat_of(audience) is not None)


def _add_known(match: Match, audience: Audience, known: Known) -> None:
    seat = None if audience is None else match.seat_of(audience)
    _ADD_KNOWN[match.game.key](match, seat, known)
    _add_last_turn(match, known)


def _add_last_turn(match: Match, known: Known) -> None:
    if (last := match.state.last) is not None:
        placed = {place.card for place in last.places}
        known.cards |= placed
        known.steps |= {abs(card - other) for card in placed for other in placed | {*(last.before or ())}}
        known.counts.add(last.drawn)


def _add_last_turns(states: Sequence[Match], known: Known) -> None:
    """What everybody did since anybody's last turn, remarks made since or not: a panel tells it."""
    newest = states[-1]
    for match in reversed(states):
        if match.turns < newest.turns - len(newest.seats):
            return
        _add_last_turn(match, known)


def _add_known_duel(match: Match, seat: Seat | None, known: Known) -> None:
    """LD14, LD15: tops, sizes and the last turn for all; hand and staged cards for their player."""
    for owner, side in enumerate(match.state.sides):
        known.cards |= {side.up, side.down}
        known.counts |= {len(side.hand), len(side.draw), 58 - len(side.hand) - len(side.draw)}
        if owner == seat or match.is_over:
            known.cards |= set(side.hand)
    if seat is not None:
        known.steps |= {abs(one - other) for one in known.cards for other in known.cards}


def _add_known_team(match: Match, seat: Seat | None, known: Known) -> None:
    """TG2, TG12: sizes and all placed cards for everyone, since each card exists once; hand and staged cards for their
    player."""
    state = match.state
    held = {card for hand in state.hands for card in hand}
    left = len(state.draw) + len(held)
    known.cards |= {*state.tops, *range(2, 100)} - held - {*state.draw}
    known.counts |= {len(state.draw), left, 98 - left, *map(len, state.hands)}
    if match.is_over:
        known.cards |= held
    elif seat is not None:
        own = {*state.hands[seat]}
        known.cards |= own
        known.steps |= {abs(one - other) for one in own for other in {*own, *state.tops}}


_ADD_KNOWN = {"le-duel": _add_known_duel, "the-game": _add_known_team}


def leftover(text: str, counts: set[int], steps: set[int], highest: int = _HIGHEST["le-duel"]) -> set[int]:
    """The numbers of a text that could be cards."""
    text = _computers().sub(" ", _NOISE.sub(" ", text))
    if not _NUMBER.search(text):
        return set()
    for before, pattern in _counting():
        if before in text:
            text = pattern.sub(lambda found: f"{found[1]}#" if int(found[2]) in counts else found[0], text)
    text = _STEP.sub(lambda found: "#" if int(found[1]) in steps else found[0], text)
    text = _GAME.sub(lambda found: "#" if int(found[1]) in counts else found[0], text)
    for said in _said_by_catalogues():
        if said in text:
            text = text.replace(said, " ")
    return {int(number) for number in _NUMBER.findall(text)} & {*range(2, highest + 1)}


@cache
def _computers() -> re.Pattern[str]:
    """Names of computers of one level at one table, which end with a number."""
    names = {
        locale_for(language).text(f"players.{level}.name").capitalize() for language in LANGUAGES for level in LEVELS
    }
    return re.compile(rf"({'|'.join(re.escape(each(name)) for name in names for each in (str, plain))}) [1-5](?!\d)")


def _sentences() -> Iterator[str]:
    for language in LANGUAGES:
        for message in read_catalogue(language):
            if message.id:
                yield from [message.string] if isinstance(message.string, str) else message.string or []


@cache
def _said_by_catalogues() -> tuple[str, ...]:
    """The catalogues' texts between fields that hold a number; the longest first."""
    chunks = {chunk for sentence in _sentences() for chunk in _FIELD.split(sentence)[::2] if re.search(r"\d", chunk)}
    assert all(re.search(r"[^\W\d]", chunk) for chunk in chunks), "a bare number could be anything"
    return tuple(sorted(chunks, key=len, reverse=True))


@cache
def _counting() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Contexts in which a sentence counts: the words before, and a pattern with the number and the words after. Alt
    texts have no backticks."""
    places: set[tuple[str, str]] = set()
    for sentence in {said for written in _sentences() for said in (written, written.replace("`", ""))}:
        parts = _FIELD.split(sentence)
        for at in range(1, len(parts), 2):
            before, name, after = parts[at - 1], parts[at], parts[at + 1]
            if name in _COUNTS and re.search(r"[^\W\d_]", before[-12:] + after[:12]):
                places.add((before[-12:], after[:12]))
    return tuple(
        (before, re.compile(f"({re.escape(before)})(\\d{{1,2}})(?={re.escape(after)})"))
        for before, after in sorted(places)
    )


def _texts(body: Any, name: str = "") -> Iterator[str]:
    """Every text and number of a request, at any depth."""
    if isinstance(body, dict):
        for key, value in body.items():
            if key not in _NOT_SPOKEN or isinstance(value, str):
                yield from _texts(value, key)
    elif isinstance(body, list):
        for value in body:
            yield from _texts(value, name)
    elif isinstance(body, str) or (isinstance(body, int) and not isinstance(body, bool)):
        yield str(body)


def detect_leaks(env: Env, monkeypatch: pytest.MonkeyPatch, game: str = "le-duel") -> LeakDetector:
    """Intercept requests, commits and logs from now on; `found` lists the leaks."""
    detector = LeakDetector(env, highest=_HIGHEST[game])
    dispatch, start, commit = simcord.http.router.dispatch, Games.start, Games.commit

    def dispatch_checked(backend: Any, method: str, path: str, **options: Any) -> Any:
        detector.check_request(method, path, options.get("json"), options.get("files") or ())
        return dispatch(backend, method, path, **options)

    def started(begin: Callable[..., Awaitable[int]]) -> Callable[..., Awaitable[int]]:
        async def noted(self: Games, *values: Any) -> int:
            game_id = await begin(self, *values)
            stored = await self.get(game_id)
            assert stored is not None
            detector.games[game_id].append(match_of(stored))
            return game_id

        return noted

    async def committed(self: Games, before: Any, after: Any, *values: Any) -> None:
        await commit(self, before, after, *values)
        detector.games[after.id].append(match_of(after))

    monkeypatch.setattr(simcord.http.router, "dispatch", dispatch_checked)
    monkeypatch.setattr(Games, "start", started(start))
    monkeypatch.setattr(Games, "commit", committed)
    _attach_to_logs(detector, monkeypatch)
    return detector


class _LogHandler(logging.Handler):
    def __init__(self, detector: LeakDetector) -> None:
        super().__init__(logging.DEBUG)
        self.detector = detector

    def emit(self, record: logging.LogRecord) -> None:
        self.detector.check_log(record)


def _attach_to_logs(detector: LeakDetector, monkeypatch: pytest.MonkeyPatch) -> None:
    """Log everything at DEBUG, whatever level a logger has set."""
    monkeypatch.setattr(logging.root, "level", logging.DEBUG)
    monkeypatch.setattr(logging.root, "handlers", [*logging.root.handlers, _LogHandler(detector)])
    for name in list(logging.root.manager.loggerDict):
        logger = logging.getLogger(name)
        monkeypatch.setattr(logger, "level", logging.DEBUG)
        logger.manager._clear_cache()  # type: ignore[attr-defined]
