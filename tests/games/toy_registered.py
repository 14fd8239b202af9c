"""The toy as a game of the bot for one test: in the registry, with a computer and with sentences."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from babel.messages.catalog import Catalog

from bot.games.registry import GAMES
from bot.players.core import Level
from bot.players.registry import LEVELS
from bot.table import locale
from tests.games.toy import SCRAMBLE, choose
from tests.support import quick_simcord

LEVEL = "scrambler"
_SENTENCES = {
    "game.scramble": "Scramble",
    "rules.scramble.1.title": "Scramble",
    "rules.scramble.1.body": "Attack, guard, stay.",
    "rules.scramble.credit": "Made for tests.",
    "playground.about.scramble": "Scramble: attack and guard.",
    "playground.by.scramble": "Made for tests.",
    "players.scrambler.name": "scrambler",
    "players.scrambler.offer": "Scrambler: plays anything",
    "players.scrambler.character": "plays anything",
    "scramble.side": "{player}: {lives} lives, {hand} in hand, {draw} to draw",
    "scramble.seen": "Seen: {cards}",
    "scramble.hand": "Your hand: {cards}",
    "scramble.card": "{card}",
    "scramble.attack": "at {player}",
    "scramble.guard": "Guard with one or two",
    "scramble.take": "Take the hit",
    "scramble.last_standing": "One is left.",
    "scramble.worn_out": "Nobody can go on.",
    "rule.bad_option": "This deck is refused.",
    "rule.not_allowed": "That is not allowed.",
}


@contextmanager
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    read = locale.read_catalogue

    def read_more(language: str) -> Catalog:
        whole = read(language)
        for code, sentence in _SENTENCES.items():
            if code not in whole:
                whole.add(code, sentence)
        return whole

    with monkeypatch.context() as patch:
        patch.setitem(GAMES, SCRAMBLE.key, SCRAMBLE)
        patch.setitem(LEVELS, LEVEL, Level(LEVEL, SCRAMBLE.key, choose))
        patch.setattr(locale, "read_catalogue", read_more)
        for name in _modules_of_commands():
            patch.delitem(sys.modules, name)  # commands offer the games there were when they were imported
        _forget_cached()
        yield
        for name in _modules_of_commands():
            del sys.modules[name]  # also those that were not imported before
    _forget_cached()


def _modules_of_commands() -> list[str]:
    return [name for name in sys.modules if name.startswith(("cogs.", "bot.edge.interactions.choices"))]


def _forget_cached() -> None:
    """Sentences, and commands with their choices."""
    locale.locale_for.cache_clear()
    quick_simcord._payloads.clear()
