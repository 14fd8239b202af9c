"""Which answers are legal in the second reading of DUEL, in strict notation.

Nothing of `bot` may enter: the two readings must stay independent.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from tests.games.duel.second_reading.cards import Card, Move, names_opponent
from tests.games.duel.second_reading.game import Game
from tests.games.duel.second_reading.table import MOST_PLAYS, SUDDEN_DEATH, Question, Side, contains, fits

LEAVING = {"resign": "resigned", "timeout": "timeout", "leave": "left"}  # DU41: the actions and their reasons
_PLAY = re.compile(r"(?P<card>[a-z0-9-]+)(?:@(?P<seat>\d+))?(?:/(?P<paid>[a-z0-9+-]+))?")


def legal(game: Game, seat: int) -> list[str]:
    """Every legal action of a seat as a list writes them: each set of cards once, in order of ids, throws at will of
    one card. Without resigning, timing out and leaving, which any living seat may do at any moment."""
    question = game.question
    if question is None or question.seat != seat:
        return []
    if question.kind == "target":
        return ["target=player", "target=familiar"]
    if question.kind == "option":
        return [f"option={number}" for number in range(1, question.number + 1)]
    if question.kind == "take":
        return [f"take={'+'.join(some)}" for some in _sets(question.cards, question.number)]
    side = game.sides[seat]
    throws = [f"throw={card_id}" for card_id in sorted(set(side.hand))]
    return [*_plays(game, side, question), *throws, "end"]


def refusal(game: Game, seat: int, text: str) -> str | None:
    """The rule an action breaks and how, or None if it is legal."""
    question = game.question
    if question is None:
        return "DU30: the game is over"
    if text in LEAVING:
        return "DU41: the seat is out" if game.is_out(seat) else None
    if question.seat != seat:
        return f"DU8: seat {question.seat} is to act, not seat {seat}"
    if question.kind == "take" and text.startswith("take="):
        return _cards_fault(text.removeprefix("take="), question.cards, question.number)
    if question.kind == "act" and text.startswith("throw="):
        return _cards_fault(text.removeprefix("throw="), game.sides[seat].hand, None)
    if question.kind == "act" and text != "end":
        return _play_fault(game, game.sides[seat], question, text)
    return None if text in legal(game, seat) else f"DU17: not an answer to the question {question.kind}"


def can_play(game: Game, side: Side, card: Card, *, is_reflex: bool) -> bool:
    """DU10, DU12 and DU19, without the cost."""
    return card.type != "blood" and (card.is_reflex or not is_reflex) and game.plays < MOST_PLAYS


def opponents(game: Game, side: Side, card: Card) -> list[int | None]:
    """DU12: whom a play may name; None where it names nobody."""
    living = game.living
    if card.type == "strategy" and len(living) >= 3 and names_opponent(card.effect):
        return [seat for seat in living if seat != side.seat]
    return [None]


def payments(game: Game, side: Side, card: Card) -> list[tuple[str, ...]]:
    """DU13: each set of cards that pays in full, once; none if the cost cannot be paid."""
    moves = game.cost_of(side, card)
    if not _piles_suffice(game, side, moves):
        return []
    hand = sorted(side.hand)
    hand.remove(card.id)
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for paid in _ways(game, moves, hand, sorted(side.pile("equipment"))):
        found.setdefault(tuple(sorted(paid)), paid)
    return [found[key] for key in sorted(found)]


def _plays(game: Game, side: Side, question: Question) -> Iterator[str]:
    for card_id in sorted(set(side.hand)):
        card = game.cards[card_id]
        if not can_play(game, side, card, is_reflex=question.is_reflex):
            continue
        paid = payments(game, side, card)
        for seat in opponents(game, side, card):
            against = "" if seat is None else f"@{seat}"
            for some in paid:
                yield f"{card_id}{against}" + (f"/{'+'.join(some)}" if some else "")


def _piles_suffice(game: Game, side: Side, moves: Sequence[Move]) -> bool:
    """Of the piles whose top is taken. Heal takes nothing in sudden death [A8]."""
    for pile in ("draw", "discard", "wounds"):
        held = 0 if pile == "wounds" and game.round >= SUDDEN_DEATH else len(side.pile(pile))
        if sum(move.number or 0 for move in moves if move.take == pile) > held:
            return False
    return True


def _ways(game: Game, moves: Sequence[Move], hand: list[str], equipment: list[str]) -> Iterator[tuple[str, ...]]:
    """The cards of each move in turn, of a hand and an equipment in order of ids."""
    if not moves:
        yield ()
        return
    move, later = moves[0], moves[1:]
    if move.take not in ("hand", "equipment"):
        yield from _ways(game, later, hand, equipment)
        return
    pile = hand if move.take == "hand" else equipment
    fitting = [card_id for card_id in pile if _pays(game, card_id, move)]
    for some in _sets(fitting, move.number or 0):
        rest = _without(pile, some)
        left = (rest, equipment) if move.take == "hand" else (hand, rest)
        for tail in _ways(game, later, *left):
            yield (*some, *tail)


def _pays(game: Game, card_id: str, move: Move) -> bool:
    return move.filter != "this card" and fits(game.cards[card_id], move.filter)


def _play_fault(game: Game, side: Side, question: Question, text: str) -> str | None:
    match = _PLAY.fullmatch(text)
    if match is None or match["card"] not in game.cards:
        return f"Notation: unreadable {text}"
    card = game.cards[match["card"]]
    if card.id not in side.hand:
        return f"DU12: {card.id} is not in hand"
    if not can_play(game, side, card, is_reflex=question.is_reflex):
        return f"DU12: {card.id} cannot be played in this phase, or no more this turn (DU19)"
    if (int(match["seat"]) if match["seat"] else None) not in opponents(game, side, card):
        return f"DU12: {card.id} cannot name this opponent, or must name one"
    return _payment_fault(game, side, card, text)


def _payment_fault(game: Game, side: Side, card: Card, text: str) -> str | None:
    moves = game.cost_of(side, card)
    if not _piles_suffice(game, side, moves):
        return f"DU13: a pile does not hold the cost of {card.id}"
    try:
        played = game.read_play(side, text)
    except ValueError as error:
        return str(error)
    hand, equipment = _without(side.hand, (card.id,)), side.pile("equipment")
    for move, part in zip(moves, played.payment, strict=True):
        pile = hand if move.take == "hand" else equipment
        if move.take in ("hand", "equipment") and len(part) != move.number:
            return f"DU13: {text} does not pay in full"
        if not contains(pile, part) or not all(_pays(game, card_id, move) for card_id in part):
            return f"DU13: {text} pays with cards that are not there or do not fit"
        for card_id in part:
            pile.remove(card_id)
    return None


def _cards_fault(text: str, candidates: Sequence[str], number: int | None) -> str | None:
    cards = text.split("+")
    if number is not None and len(cards) != number:
        return f"DU17: {len(cards)} cards instead of {number}"
    return None if contains(candidates, cards) else f"DU17: not all of {text} are among {sorted(candidates)}"


def _sets(cards: Sequence[str], number: int) -> list[tuple[str, ...]]:
    return sorted(set(combinations(sorted(cards), number)))


def _without(cards: Sequence[str], some: Sequence[str]) -> list[str]:
    rest = list(cards)
    for card_id in some:
        rest.remove(card_id)
    return rest
