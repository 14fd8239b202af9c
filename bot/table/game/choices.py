"""A choice by its path in a player's screen. A button carries the path and a checksum instead of the action, which
could name a card and be longer than a custom id may be.

The path is that of the screen the button was on; the checksum tells whether the screen of now offers the same. Both are
written in letters: a digit in a custom id could be taken for a card.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.games.core import Choice, ChoiceKind, GameError, Phrase

MARK = "."  # begins a path. Without it a button carries an action: that of a public choice, or of an older message
FROM = "+"  # in the control of a menu that shows a part of a long list: the place of its first entry
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_CHECKSUM = 4  # letters

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """An action in notation, or the path of a choice to open."""

    text: str
    is_action: bool = True


def path_text(choices: Sequence[Choice], path: Path) -> str:
    """`.c.a.kwfz`: the first choice of the submenu of the third."""
    return "".join(f"{MARK}{letters(step)}" for step in path) + f"{MARK}{_checksum(choices)}"


def read_path(choices: Sequence[Choice], text: str) -> Path:
    """Raises `GameError` (stale) if these choices are not those the path was made for."""
    *steps, checksum = text.removeprefix(MARK).split(MARK)
    if checksum != _checksum(choices):
        raise GameError("stale")
    path = tuple(map(read_letters, steps))
    choice_at(choices, path)
    return path


def choice_at(choices: Sequence[Choice], path: Path) -> Choice | None:
    """None for the empty path."""
    found = None
    for step in path:
        if step >= len(choices):
            raise GameError("stale")
        found = choices[step]
        choices = found.then
    return found


def path_of(choices: Sequence[Choice], action: str) -> Path:
    """The path of the choice that plays this action; empty if there is none."""
    for place, choice in enumerate(choices):
        if not choice.then and choice.action == action:
            return (place,)
        if choice.pick is None and (deeper := path_of(choice.then, action)):
            return (place, *deeper)
    return ()


def direct_path(choices: Sequence[Choice], path: Path) -> Path:
    """The path of what the button of this choice plays or opens."""
    choice = choice_at(choices, path)
    return (*path, 0) if choice is not None and choice.is_direct else path


def opened_path(choices: Sequence[Choice], text: str) -> Path:
    """The path of the choice that a button opens; empty if it is not there or leads nowhere."""
    try:
        if text.startswith(MARK):
            path = read_path(choices, text)
        else:
            path = next(((place,) for place, choice in enumerate(choices) if text and choice.action == text), ())
    except GameError:
        return ()
    found = choice_at(choices, path)
    return path if found is not None and found.then else ()


def read_chosen(choices: Sequence[Choice], text: str, places: Sequence[int]) -> Chosen:
    """What a button with this argument stands for; `places` are what was chosen in a menu."""
    if not text.startswith(MARK):
        return Chosen(text)
    text, _, first = text.partition(FROM)
    path = read_path(choices, text)
    choice = choice_at(choices, path)
    if choice is not None and choice.pick is not None:
        return Chosen(_picked(choice, places))
    if places:
        path = (*path, places[0] + read_letters(first or letters(0)))
        choice = choice_at(choices, path)
    if choice is None or choice.then:
        return Chosen(path_text(choices, path), is_action=False)
    return Chosen(choice.action)


def _picked(choice: Choice, places: Sequence[int]) -> str:
    """The action of a choice of several."""
    is_sound = len(set(places)) == len(places) and all(place < len(choice.then) for place in places)
    if not is_sound or len(places) not in (choice.pick or ()):
        raise GameError("stale")
    return choice.action + "+".join(choice.then[place].action for place in places)


def action_labels(choices: Sequence[Choice], written: Callable[[Phrase], str]) -> dict[str, str]:
    """What the buttons call each action. Inside an opened choice the label alone may not say what is played."""
    labels: dict[str, str] = {}
    for choice in choices:
        label = written(choice.label)
        if not choice.then and choice.kind is not ChoiceKind.OPEN:  # a card that fits nowhere opens nothing
            labels.setdefault(choice.action, label)
        elif choice.pick is None:
            for action, inner in action_labels(choice.then, written).items():
                is_whole = label in inner or choice.then[0].kind is ChoiceKind.SAY
                labels.setdefault(action, inner if is_whole else f"{label}: {inner}")
    return labels


def letters(number: int) -> str:
    """A number in base 26: a is 0, z is 25, ba is 26."""
    more, last = divmod(number, len(_LETTERS))
    return (letters(more) if more else "") + _LETTERS[last]


def read_letters(text: str) -> int:
    """Raises `GameError` (stale) for what `letters` does not write."""
    if not 0 < len(text) < _CHECKSUM or not set(text) <= set(_LETTERS):
        raise GameError("stale")
    number = 0
    for letter in text:
        number = number * len(_LETTERS) + _LETTERS.index(letter)
    return number


def _checksum(choices: Sequence[Choice]) -> str:
    number = zlib.crc32(" ".join(_actions(choices)).encode()) % len(_LETTERS) ** _CHECKSUM
    return letters(number).rjust(_CHECKSUM, _LETTERS[0])


def _actions(choices: Sequence[Choice]) -> Iterator[str]:
    for choice in choices:
        yield choice.action
        yield from _actions(choice.then)
