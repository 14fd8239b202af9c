"""Le Duel for hints and reviews: how likely a player is to win, and which turns are good, with a reason for each."""

from functools import reduce
from typing import NamedTuple

from bot.games.core import Phrase, phrase
from bot.games.le_duel.notation import notate_turn, parse_turn
from bot.games.le_duel.position import OWN_DRAW, Pile, Place, Position, Whose, is_jump
from bot.games.le_duel.state import View
from bot.games.piles import JUMP
from bot.players.le_duel.bitboard import Bitboard, mask_of, see
from bot.players.le_duel.judge import Judge
from bot.players.le_duel.network import load, probability
from bot.players.le_duel.outcomes import Outcome, Turns
from bot.players.le_duel.thought import certain, rank

_NODES = 30
_SMALL = 4  # steps a card that are worth a mention


class Advice(NamedTuple):
    """A turn in notation, the chance to win with it, and what speaks for it."""

    turn: str
    chance: float
    reason: Phrase


def win_probability(view: View) -> float:
    """The viewer's chance, whether they are on turn or have just moved; the cards they cannot see count as unknown."""
    if view.outcome is not None:
        return float(view.viewer in view.outcome.winners)
    board = see(view)
    if view.is_on_turn:
        turns = Turns.of(board)
        if certain(turns, _NODES) is not None:
            return 1.0
        return _chance(rank(turns, load()["main"])[0].logit)
    theirs = (board.their_up, board.their_down)
    return _chance(Judge(load()["main"], board).value(board.up, board.down, mask_of(board.hand), theirs, 0))


def ranked_turns(view: View, count: int) -> list[Advice]:
    """The best turns for the player on turn, best first. Turns that come to the same are named once."""
    turns = Turns.of(see(view))
    sure = certain(turns, _NODES)
    ranked = [(_chance(ranked.logit), ranked.outcome) for ranked in rank(turns, load()["main"])]
    if sure is not None:
        ranked = [(1.0, sure), *(entry for entry in ranked if entry[1] != sure)]
    return [_advice(turns, outcome, chance) for chance, outcome in ranked[:count]]


def rated_turn(view: View, turn: str) -> float:
    """The chance to win with this turn, as it looked before the draw."""
    board = see(view)
    places = [action for action in parse_turn(turn) if isinstance(action, Place)]
    position = reduce(
        Position.after, places, Position(board.hand, (board.up, board.down, board.their_up, board.their_down))
    )
    turns, left = Turns.of(board), mask_of(position.hand)
    outcome = next(
        o for o in turns.every() if (o.up, o.down, o.their_up, o.their_down) == position.tops and o.left == left
    )
    if outcome.wins(board):
        return 1.0
    return _chance(Judge(load()["main"], board).logit(outcome))


def _chance(logit: float) -> float:
    """Set right by held-out games."""
    slope, offset = load()["main"].calibration
    return probability(slope * logit + offset)


def _advice(turns: Turns, outcome: Outcome, chance: float) -> Advice:
    places = turns.places(outcome)
    return Advice(notate_turn(places), chance, _reason(turns.board, outcome, places))


def _reason(board: Bitboard, outcome: Outcome, places: list[Place]) -> Phrase:
    """The one thing that says most."""
    if outcome.wins(board):
        return phrase("players.reason.wins")
    if jumps := _jumps(board, places):
        return phrase("players.reason.jump", card=jumps[0])
    if outcome.helper is not None and (drawn := outcome.draws(board)) > OWN_DRAW:
        return phrase("players.reason.refill", count=drawn)
    if (kept := _kept_jump(outcome)) is not None:
        return phrase("players.reason.keeps_jump", card=kept)
    own = outcome.placed - (outcome.helper is not None)
    steps = outcome.up - board.up + board.down - outcome.down
    if steps <= _SMALL * own:
        return phrase("players.reason.small_step", count=steps)
    if outcome.helper is None:
        return phrase("players.reason.starve")
    return phrase("players.reason.least_loss", count=steps)


def _jumps(board: Bitboard, places: list[Place]) -> list[int]:
    tops = {Pile.UP: board.up, Pile.DOWN: board.down}
    found = []
    for place in places:
        if place.whose is Whose.OWN:
            if is_jump(place, tops[place.pile]):
                found.append(place.card)
            tops[place.pile] = place.card
    return found


def _kept_jump(outcome: Outcome) -> int | None:
    """A card left in hand that will jump from where a pile now stands."""
    return next(
        (card for card in (outcome.up - JUMP, outcome.down + JUMP) if card > 0 and outcome.left >> card & 1), None
    )
