"""Le Duel's hints and reviews: a player's chance to win, and the best turns with a reason for each."""

from functools import reduce

from bot.games.core import Phrase, phrase
from bot.games.le_duel.notation import notate_turn
from bot.games.le_duel.position import OWN_DRAW, Pile, Place, Position, Whose, is_jump
from bot.games.le_duel.state import View
from bot.games.le_duel.whole_turns import parse_turn
from bot.games.piles import JUMP
from bot.players.core import Suggestion
from bot.players.le_duel.bitboard import Bitboard, bitboard_of, mask_of
from bot.players.le_duel.board_evaluation import BoardEvaluation
from bot.players.le_duel.network import load, probability
from bot.players.le_duel.outcomes import TurnOutcome, Turns
from bot.players.le_duel.ranking import certain_win, rank

_NODES = 30
_SMALL = 4  # steps per own card that count as a small move


def win_probability(view: View) -> float:
    """The viewer's chance, on turn or just after it; cards they cannot see are unknown."""
    if view.outcome is not None:
        return float(view.viewer in view.outcome.winners)
    board = bitboard_of(view)
    if view.is_on_turn:
        turns = Turns.of(board)
        if certain_win(turns, _NODES) is not None:
            return 1.0
        return _chance(rank(turns, load()["main"])[0].logit)
    theirs = (board.their_up, board.their_down)
    return _chance(BoardEvaluation(load()["main"], board).value(board.up, board.down, mask_of(board.hand), theirs, 0))


def ranked_turns(view: View, count: int) -> list[Suggestion]:
    """The best turns for the player on turn, best first; one per outcome."""
    turns = Turns.of(bitboard_of(view))
    sure = certain_win(turns, _NODES)
    ranked = [(_chance(ranked.logit), ranked.outcome) for ranked in rank(turns, load()["main"])]
    if sure is not None:
        ranked = [(1.0, sure), *(entry for entry in ranked if entry[1] != sure)]
    return [_advice(turns, outcome, chance) for chance, outcome in ranked[:count]]


def rated_turn(view: View, turn: str) -> float:
    """The chance to win with this turn, evaluated before the draw."""
    board = bitboard_of(view)
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
    return _chance(BoardEvaluation(load()["main"], board).logit(outcome))


def _chance(logit: float) -> float:
    """Apply the calibration fitted on held-out games."""
    slope, offset = load()["main"].calibration
    return probability(slope * logit + offset)


def _advice(turns: Turns, outcome: TurnOutcome, chance: float) -> Suggestion:
    places = turns.places(outcome)
    return Suggestion(notate_turn(places), _reason(turns.board, outcome, places), chance)


def _reason(board: Bitboard, outcome: TurnOutcome, places: list[Place]) -> Phrase:
    """The first reason that applies, strongest first."""
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


def _kept_jump(outcome: TurnOutcome) -> int | None:
    """A card left in hand that can jump on a pile's new top."""
    return next(
        (card for card in (outcome.up - JUMP, outcome.down + JUMP) if card > 0 and outcome.left >> card & 1), None
    )
