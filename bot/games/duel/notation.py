"""Notation of DUEL: `slash/thrust`, `feint@2`, `throw=thrust`, `end`, `take=thrust+slash`, `option=1`, `target=player`.

Parsing is lenient: cards by id or by name in either language, words in French too, any spacing. Output is strict."""

import re
from collections.abc import Callable
from functools import cache

from bot.games.core import Seat, UnreadableError
from bot.games.duel.decks import names_of, plain
from bot.games.duel.sets import every_set
from bot.games.duel.state import Action, End, Option, Play, Take, Target, Throw

_LONGEST = 1000  # characters of a text
_CARD = r"[^\W\d_][^,;=+@/#\n]*?"  # as names go: letters, spaces, hyphens, apostrophes
_CARDS = rf"{_CARD}(?:#\d)?(?: ?\+ ?{_CARD}(?:#\d)?)*"  # thrust#2 is the second of two equal buttons
_PLAY = re.compile(rf"(?P<card>{_CARD})(?: ?@ ?(?P<opponent>[0-9]))?(?: ?/ ?(?P<payment>{_CARDS}))?")
_ANSWER = re.compile(rf"(?P<word>[a-zé]+) ?= ?(?P<what>[0-9]{{1,2}}|{_CARDS})")
_WORDS = {
    "throw": "throw", "jeter": "throw", "take": "take", "prendre": "take", "option": "option", "choix": "option",
    "target": "target", "cible": "target",
}  # fmt: skip
_ENDS = frozenset({"end", "fin", "finir"})
_TARGETS = {"player": False, "joueur": False, "familiar": True, "familier": True}


def parse_all(text: str) -> tuple[Action, ...]:
    """Every action in the text, in order."""
    if len(text) > _LONGEST:
        raise UnreadableError("unreadable", text=text[:20].strip())
    parts = [part for part in re.split(r"[,;\n]", text) if part.strip()]
    return tuple(_parse(" ".join(part.split())) for part in parts)


def _parse(text: str) -> Action:
    if text.isascii() and text.lower() in _ENDS:
        return End()
    if (found := _ANSWER.fullmatch(text.lower())) is not None and found["word"] in _WORDS:
        return _READ[_WORDS[found["word"]]](found["what"], text)
    if (found := _PLAY.fullmatch(text)) is None:
        raise _unreadable(text)
    opponent = None if found["opponent"] is None else Seat(int(found["opponent"]))
    payment = () if found["payment"] is None else _cards(found["payment"], text)
    return Play(_card(found["card"], text), opponent, payment)


def _unreadable(text: str) -> UnreadableError:
    return UnreadableError("unreadable", text=text[:20].strip())


@cache
def _ids() -> dict[str, str]:
    return {name: card for card_set in every_set() for name, card in names_of(card_set.cards).items()}


def _card(name: str, text: str) -> str:
    """By id or name, of every set that games are played with."""
    name = plain(name)
    if name in _ids():
        return _ids()[name]
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name, re.ASCII):
        raise _unreadable(text)
    raise UnreadableError("no_such_card_name", name=name[:20])


def _cards(raw: str, text: str) -> tuple[str, ...]:
    return tuple(_card(re.sub(r"#\d$", "", name.strip()), text) for name in raw.split("+"))


def _option(raw: str, text: str) -> Action:
    if not re.fullmatch("[1-9][0-9]?", raw, re.ASCII):
        raise _unreadable(text)
    return Option(int(raw))


def _target(raw: str, text: str) -> Action:
    if raw not in _TARGETS:
        raise _unreadable(text)
    return Target(_TARGETS[raw])


_READ: dict[str, Callable[[str, str], Action]] = {
    "throw": lambda raw, text: Throw(_cards(raw, text)),
    "take": lambda raw, text: Take(_cards(raw, text)),
    "option": _option,
    "target": _target,
}


def notate(action: Action) -> str:
    match action:
        case Play(card, opponent, payment):
            return card + ("" if opponent is None else f"@{opponent}") + ("/" + "+".join(payment) if payment else "")
        case Throw(cards):
            return f"throw={'+'.join(cards)}"
        case End():
            return "end"
        case Take(cards):
            return f"take={'+'.join(cards)}"
        case Option(number):
            return f"option={number}"
        case Target(is_familiar):
            return "target=familiar" if is_familiar else "target=player"
