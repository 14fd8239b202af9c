"""DUEL's story: pictures of its rules, turns in words, a game's animation and plot. Views alone may enter."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from bot.drawing.animation import animated
from bot.drawing.sketch import Sketch
from bot.drawing.text import initial
from bot.games.core import Localized, Phrase, Player, Seat, phrase
from bot.games.duel.notation import parse_all
from bot.games.duel.screen import name_of
from bot.games.duel.state import Action, End, Event, Option, Play, Take, Target, Throw, View
from bot.games.duel.story import story_lines
from bot.table.pictures.core import PictureText
from bot.table.pictures.duel import plot, scenes
from bot.table.pictures.duel.drawer import DuelDrawer
from bot.table.pictures.duel.lessons import lesson_sketch

_DRAWER = DuelDrawer()
MOST_FRAMES: Final = 60  # of an animation: six players may take hundreds of turns


class DuelStory:
    def lesson(self, number: int, words: PictureText) -> Sketch | None:
        return lesson_sketch(number, words)

    def turn(self, before: View, after: View) -> Phrase:
        """What happened in the turn, as a spectator was told."""
        told = replace(after, story=_events(before, after))
        lines = list(story_lines(told))
        if not lines:
            return phrase("story.duel.nothing", player=Player(before.turn))
        return reduce(lambda first, rest: phrase("story.duel.two", first=first, rest=rest), lines)

    def places(self, before: View, _seat: Seat, turn: str) -> tuple[Phrase, ...]:
        return tuple(_deed(before, action) for action in parse_all(turn))

    def animation(self, views: Sequence[View], words: PictureText) -> Sketch:
        """The table after every turn, of long games after every few, then the result."""
        frames = [_DRAWER.table(view, words) for view in _some(views)]
        return animated([*frames, _DRAWER.result(views[-1], words)], (phrase("story.film", count=len(views) - 1),))

    def plot(self, views: Sequence[View], words: PictureText) -> Sketch:
        """Blood cards that are not wounded, by turn."""
        rows = tuple(_row(views, words, Seat(seat)) for seat in range(len(views[0].sides)))
        scene = plot.BloodScene(rows, words.label("story.duel.blood_left"), words.label("story.duel.axis"))
        return Sketch(plot.paint, scene, _progress(rows, words))


def _some(views: Sequence[View]) -> list[View]:
    """Evenly spaced ones, the first and the last among them."""
    if len(views) <= MOST_FRAMES:
        return list(views)
    return [views[round(at * (len(views) - 1) / (MOST_FRAMES - 1))] for at in range(MOST_FRAMES)]


def _events(before: View, after: View) -> tuple[Event, ...]:
    """From the start of the turn that `before` shows to the start of the next one, or to the end of the game."""
    starts = [at for at, event in enumerate(after.story) if event.kind == "turn"]
    begun = after.turns - before.turns
    first = starts[-begun - 1] if len(starts) > begun else 0
    last = len(after.story) if after.outcome is not None or not begun else starts[-1]
    return tuple(event for event in after.story[first:last] if event.kind != "turn")


def _row(views: Sequence[View], words: PictureText, seat: Seat) -> plot.BloodRow:
    sides = [scenes.side_scene(view, words, seat) for view in views]
    left = tuple(0 if view.sides[seat].out_at else side.bloods - side.blood
                 for view, side in zip(views, sides, strict=True))  # fmt: skip
    return plot.BloodRow(seat, sides[0].name, initial(words.names[seat]), sides[0].bloods, left)


_LIMIT: Final = 1024  # characters of an alt text


def _progress(rows: Sequence[plot.BloodRow], words: PictureText) -> tuple[Phrase, ...]:
    """Every value; of games too long for that only when it changed."""
    whole = tuple(_told(row, list(enumerate(row.left))) for row in rows)
    if len(words.alt_text(Sketch(bytes, None, whole))) <= _LIMIT:
        return whole
    return tuple(_told(row, _changes(row.left)) for row in rows)


def _changes(left: Sequence[int]) -> list[tuple[int, int]]:
    return [(turn, count) for turn, count in enumerate(left) if turn == 0 or count != left[turn - 1]]


def _told(row: plot.BloodRow, values: Sequence[tuple[int, int]]) -> Phrase:
    if len(values) == len(row.left):
        counts = ", ".join(str(count) for _, count in values)
        return phrase("story.duel.progress", player=Player(Seat(row.seat)), counts=counts)
    counts = ", ".join(f"{turn}: {count}" for turn, count in values)
    return phrase("story.duel.changes", player=Player(Seat(row.seat)), counts=counts)


def _deed(view: View, action: Action) -> Phrase:
    """An action in words, whether or not it was done."""
    match action:
        case Play(card, opponent, payment):
            return _play(view, card, opponent, payment)
        case Throw(cards) | Take(cards):
            code = "story.duel.throw" if isinstance(action, Throw) else "story.duel.take"
            return Phrase(code, {"cards": _names(view, cards)})
        case Target(is_familiar):
            return phrase("duel.target_familiar") if is_familiar else phrase("duel.target_player")
        case Option(number):
            return phrase("story.duel.option", number=number)
        case End():
            return phrase("story.duel.end")


def _play(view: View, card: str, opponent: Seat | None, payment: tuple[str, ...]) -> Phrase:
    told = phrase("duel.card", card=name_of(view, card))
    if opponent is not None:
        told = phrase("story.duel.against", card=told, player=Player(opponent))
    return phrase("story.duel.paying", card=told, cards=_names(view, payment)) if payment else told


def _names(view: View, cards: tuple[str, ...]) -> tuple[Localized, ...]:
    return tuple(name_of(view, card) for card in cards)
