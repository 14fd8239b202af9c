"""The Game for hints: the turn the team-mate would play, and the one thing that says most for it. It sees what the
player sees, and heeds what the others ask (TG9)."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.games.core import Phrase, Player, phrase
from bot.games.the_game.notation import notate_turn
from bot.games.the_game.position import CARDS, Place, Tops, covered, is_jump_back
from bot.games.the_game.state import Plea, Sent, View
from bot.players.the_game.score import mask_of, passed_over
from bot.players.the_game.search import best_turn, start_of_turn
from bot.players.the_game.weights import WEIGHTS

_FEW = 2  # cards passed over for each card placed that are still cheap


class Advice(NamedTuple):
    """A turn in notation, and what speaks for it. Nobody can tell how likely a team is to win with it."""

    turn: str
    reason: Phrase
    chance: None = None


def ranked_turns(view: View, _count: int) -> list[Advice]:
    """The best turn it can find from the turn's start; it does not look for others."""
    places = _best(view)
    return [Advice(notate_turn(places, is_claimed=view.turn is None), _reason(view, places))]


def _best(view: View) -> tuple[Place, ...]:
    return best_turn(view, WEIGHTS[len(view.hand_sizes)], random.Random(view.turns))


def _reason(view: View, places: Sequence[Place]) -> Phrase:
    """What must be done before what is asked, what is asked before what is good."""
    reasons = (*_musts(view, places), *_asked(view, places), *_merits(view, places))
    return reasons[0]


def _musts(view: View, places: Sequence[Place]) -> Iterator[Phrase]:
    start = start_of_turn(view)
    if view.is_last_hand and len(places) == len(start.hand):
        yield phrase("players.reason.team_wins")
    if start.due:
        yield phrase("players.reason.covers_fire", pile=min(start.due).letter)


def _asked(view: View, places: Sequence[Place]) -> Iterator[Phrase]:
    """TG9: what it does although somebody asks otherwise, and what it does because they ask."""
    others = [sent for sent in view.signals if sent.seat != view.viewer]
    for sent in others:
        if sent.signal.plea is Plea.KEEP_OFF and _covers(sent, places):
            yield _says("players.reason.despite", sent)
    if not others:
        return
    deaf = _best(replace(view, signals=()))
    for sent in others:
        if sent.signal.plea is Plea.KEEP_OFF and _covers(sent, deaf):
            yield _says("players.reason.heeds", sent)
        elif sent.signal.plea is Plea.NO_BIG_JUMP and _passed(view, deaf, sent) > _passed(view, places, sent):
            is_off = not _covers(sent, places)
            yield _says("players.reason.heeds_from_afar" if is_off else "players.reason.heeds_gently", sent)


def _says(code: str, sent: Sent) -> Phrase:
    return phrase(code, player=Player(sent.seat), pile=sent.signal.pile.letter)


def _covers(sent: Sent, places: Sequence[Place]) -> bool:
    return any(place.pile is sent.signal.pile for place in places)


def _merits(view: View, places: Sequence[Place]) -> Iterator[Phrase]:
    tops = view.tops
    for place in places:
        if is_jump_back(place, tops):
            yield phrase("players.reason.team_jump", pile=place.pile.letter, card=place.card)
        tops = covered(tops, place)
    passed = sum(_steps(view, places))
    if passed == 0:
        yield phrase("players.reason.passes_none")
    if passed <= _FEW * len(places):
        yield phrase("players.reason.passes_few", count=passed)
    yield phrase("players.reason.team_least_loss")


def _passed(view: View, places: Sequence[Place], sent: Sent) -> int:
    """How many cards a turn passes over on the pile that somebody is concerned about."""
    steps = zip(places, _steps(view, places), strict=True)
    return sum(passed for place, passed in steps if place.pile is sent.signal.pile)


def _steps(view: View, places: Sequence[Place]) -> Iterator[int]:
    """How many cards that are still to come can no longer follow, placement by placement."""
    left = mask_of(CARDS) & ~mask_of(view.played)
    tops: Tops = view.tops
    for place in places:
        yield passed_over(left, tops[place.pile.top_index], place.card, is_up=place.pile.is_up)
        left &= ~(1 << place.card)
        tops = covered(tops, place)
