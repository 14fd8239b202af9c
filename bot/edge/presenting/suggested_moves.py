"""What `/play` suggests: a player's legal continuations in the words of their buttons. Notation is what is sent."""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.edge.gateway.client import Client
from bot.edge.presenting.match_views import match_view_of
from bot.games.core import AnyGame, GameError, Seat
from bot.referee.match import Match
from bot.referee.suggestions import END, UNDO, continuations
from bot.table.decks.card_words import searchable
from bot.table.game.choices import action_labels
from bot.table.limits import CHOICE, length
from bot.table.locale import Locale, Names
from bot.table.pictures.registry import story_for


async def suggested_moves(bot: Client, match: Match, user_id: int, typed: str, locale: Locale) -> dict[str, str]:
    """Each continuation in strict notation, with its label; none unless this user is to act."""
    seat = match.seat_of(user_id)
    if seat is None or seat not in match.to_act:
        return {}
    spoken, told = _spoken(locale), _Labels(match.game, match.state, seat, locale)
    names = (await match_view_of(bot, match, seat, locale)).name
    typed = told.read(typed, names)

    def labelled(texts: Iterable[str]) -> dict[str, str]:
        return {
            text: told.label(text, names)
            or _in_words(match, seat, text, names, locale)
            or _said(match.game.readable(text), spoken)
            for text in texts
        }

    found = continuations(match.game, match.state, seat, typed, spoken=spoken)
    if found:
        return labelled(found)
    wanted = searchable(typed)  # a card by its name, where the notation has another word for it
    every = labelled(continuations(match.game, match.state, seat, "", spoken=spoken))
    return {text: label for text, label in every.items() if searchable(label).startswith(wanted)}


def _in_words(match: Match, seat: Seat, text: str, names: Names, locale: Locale) -> str:
    """An action that has no button of its own, such as a card with all that pays for it; empty if the game does not
    tell its actions, or if it would be longer than Discord takes."""
    story = story_for(match.game.key)
    if story is None or match.game.whole_turns is not None:
        return ""
    told = ", ".join(locale.write(part, names) for part in story.places(match.view(seat), seat, text))
    return told if length(told) <= CHOICE else ""


async def read_moves(bot: Client, match: Match, user_id: int, typed: str, locale: Locale) -> str:
    """What was typed, in notation where it begins with labels that were suggested: Discord leaves the label of a
    suggestion in the field, and people go on typing there."""
    seat = match.seat_of(user_id)
    if seat is None or seat not in match.to_act:
        return typed
    names = (await match_view_of(bot, match, seat, locale)).name
    return _Labels(match.game, match.state, seat, locale).read(typed, names)


class _Labels:
    """Labels of the actions after each beginning of a turn, looked up once."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat, locale: Locale) -> None:
        self._game, self._state, self._seat, self._locale = game, state, seat, locale
        self._known: dict[str, tuple[Any, str, dict[str, str]]] = {}

    def label(self, text: str, names: Names) -> str:
        """Empty if an action has no button, or if the label would be longer than Discord takes."""
        *before, last = [self._game.notation.notate(action) for action in self._game.notation.parse_all(text)]
        try:
            _, begun, labels = self._after(tuple(before), names)
        except (GameError, KeyError):
            return ""
        told = begun + labels.get(last, "")
        return told if last in labels and length(told) <= CHOICE else ""

    def read(self, typed: str, names: Names) -> str:
        """The labels at the beginning of the text as notation. Nothing is read past an action that reveals cards."""
        actions: tuple[str, ...] = ()
        rest = typed.lstrip()
        while rest and not (actions and self._game.rules.reveals(self._game.parse(actions[-1]))):
            labels = self._after(actions, names)[2]
            begun = [(len(label), action) for action, label in labels.items() if rest.startswith(label)]
            if not begun:
                break
            size, action = max(begun)
            actions, rest = (*actions, action), rest[size:].lstrip(" ,")
        return ",".join((*actions, rest)) if actions else typed

    def _after(self, actions: tuple[str, ...], names: Names) -> tuple[Any, str, dict[str, str]]:
        """The state after these actions, their labels, and the labels of what can follow."""
        key = ",".join(actions)
        if key not in self._known:
            state, begun = self._state, ""
            if actions:
                earlier, told, labels = self._after(actions[:-1], names)
                state = self._game.rules.apply(earlier, self._seat, self._game.parse(actions[-1]))
                begun = f"{told}{labels[actions[-1]]}, "
            choices = self._game.screens.screen(self._game.rules.observe(state, self._seat)).choices
            labels = action_labels(choices, lambda phrase: self._locale.write(phrase, names))
            self._known[key] = (state, begun, labels)
        return self._known[key]


def _spoken(locale: Locale) -> dict[str, str]:
    """The notation's words in this language; the games read them too."""
    return {END: locale.text("typed.end"), UNDO: locale.text("typed.undo"), "claim": locale.text("typed.claim")}


def _said(text: str, spoken: Mapping[str, str]) -> str:
    return ",".join(spoken.get(part, part) for part in text.split(","))
