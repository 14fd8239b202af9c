"""The Game's hints: the turn the computer team-mate would play, and the strongest reason for it. Uses the player's view
only, and respects the others' signals (TG9)."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.games.core import Phrase, Player, phrase
from bot.games.the_game.notation import notate_turn
from bot.games.the_game.position import CARDS, Place, Tops, covered, is_jump_back
from bot.games.the_game.state import Plea, Sent, View
from bot.games.the_game.whole_turns import parse_turn
from bot.players.core import Suggestion
from bot.players.the_game.score import mask_of, passed_over
from bot.players.the_game.search import best_turn, start_of_turn
from bot.players.the_game.weights import WEIGHTS

_FEW = 2  # cards passed over per card placed that count as few


def ranked_turns(view: View, _count: int) -> list[Suggestion]:
    """The best turn from the start of the turn; always exactly one. No chance: the game has no evaluator."""
    places = _best(view)
    return [Suggestion(notate_turn(places, is_claimed=view.turn is None), _reason(view, places))]


def passed_in_turn(view: View, turn: str) -> int:
    """How many cards that are still to be placed a whole turn passes over: the room that it uses up."""
    return sum(_steps(view, [action for action in parse_turn(turn) if isinstance(action, Place)]))


def _best(view: View) -> tuple[Place, ...]:
    return best_turn(view, WEIGHTS[len(view.hand_sizes)], random.Random(view.turns))


def _reason(view: View, places: Sequence[Place]) -> Phrase:
    """The first reason: obligations before signals, signals before merits."""
    reasons = (*_musts(view, places), *_asked(view, places), *_merits(view, places))
    return reasons[0]


def _musts(view: View, places: Sequence[Place]) -> Iterator[Phrase]:
    start = start_of_turn(view)
    if view.is_last_hand and len(places) == len(start.hand):
        yield phrase("players.reason.team_wins")
    if start.due:
        yield phrase("players.reason.covers_fire", pile=min(start.due).letter)


def _asked(view: View, places: Sequence[Place]) -> Iterator[Phrase]:
    """TG9: signals the turn ignores, then signals that changed it."""
    others = [sent for sent in view.signals if sent.seat != view.viewer]
    for sent in others:
        if sent.signal.plea is Plea.KEEP_OFF and _covers(sent, places):
            yield _says("players.reason.despite", sent)
    if not others:
        return
    unasked = _best(replace(view, signals=()))
    for sent in others:
        if sent.signal.plea is Plea.KEEP_OFF and _covers(sent, unasked):
            yield _says("players.reason.heeds", sent)
        elif sent.signal.plea is Plea.NO_BIG_JUMP and _passed(view, unasked, sent) > _passed(view, places, sent):
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
    """Cards a turn passes over on the signal's pile."""
    steps = zip(places, _steps(view, places), strict=True)
    return sum(passed for place, passed in steps if place.pile is sent.signal.pile)


def _steps(view: View, places: Sequence[Place]) -> Iterator[int]:
    """Per placement, the number of unplaced cards it passes over."""
    left = mask_of(CARDS) & ~mask_of(view.played)
    tops: Tops = view.tops
    for place in places:
        yield passed_over(left, tops[place.pile.top_index], place.card, is_up=place.pile.is_up)
        left &= ~(1 << place.card)
        tops = covered(tops, place)
