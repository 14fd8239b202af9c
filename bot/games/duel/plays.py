"""Which cards may be played, and how they are paid for (DU12, DU13)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from bot.games.core import RuleError, Seat
from bot.games.duel.cards import STRATEGY, Card
from bot.games.duel.effects import candidates
from bot.games.duel.language import CHOSEN, Move, Pile, Who
from bot.games.duel.movement import move
from bot.games.duel.state import Context, Event, Moving, Phase, Play, Step
from bot.games.duel.table import Table

MOST_PLAYS = 25  # a turn (DU19)

Paid = tuple[Pile, str]  # a card, and the pile that pays it


def play(table: Table, action: Play) -> None:
    """DU12."""
    seat = table.turn
    card = table.cards.get(action.card)
    if card is None or action.card not in table.sides[seat].hand:
        raise RuleError("card_not_in_hand")
    if (error := _refusal(table, card)) is not None:
        raise error
    context = Context(seat, _opponent(table, card, action.opponent), card.id)
    move(table, seat, Pile.HAND, Pile.TABLE, context, card=card.id)
    cost = _cost(table, seat, card)
    _check_sizes(table, seat, cost)
    payments = _split(table, context, cost, action.payment)
    table.plays += 1
    table.tell(Event("play", seat, card.id, action.opponent))
    paying = (Moving(one, one.number or 0, cards=cards) for one, cards in zip(cost, payments, strict=True))
    table.push(context, *paying, Step.EFFECT, Step.PLACE, Step.PLAYED, Step.QUEUE)


def legal_plays(table: Table) -> Iterator[Play]:
    """Each card once, with each opponent and each set of cards that pays for it, in order of ids."""
    seat, hand = table.turn, table.sides[table.turn].hand
    for name in dict.fromkeys(tuple(hand)):
        card = table.cards[name]
        if _refusal(table, card) is not None:
            continue
        cost = _cost(table, seat, card)
        hand.remove(name)  # a card cannot pay for itself
        payments = tuple(_payments(table, seat, cost)) if _can_be_paid(table, seat, cost) else ()
        hand.append(name)
        hand.sort()
        for opponent in _opponents(table, card):
            yield from (Play(name, opponent, payment) for payment in payments)


def reason_against(table: Table, card: Card) -> RuleError | None:
    """Why this card of the hand cannot be played now; None if it can."""
    seat = table.turn
    if (error := _refusal(table, card)) is not None:
        return error
    cost, hand = _cost(table, seat, card), table.sides[seat].hand
    hand.remove(card.id)
    is_paid = _can_be_paid(table, seat, cost) and any(True for _ in _payments(table, seat, cost))
    hand.append(card.id)
    hand.sort()
    return None if is_paid else RuleError("cannot_be_paid")


def _refusal(table: Table, card: Card) -> RuleError | None:
    """DU12 (1). Whether its effect would do anything is not asked (DU14)."""
    if card.is_blood:
        return RuleError("blood_is_not_played")
    if table.phase is Phase.REFLEX and not card.is_reflex:
        return RuleError("only_reflex_cards")
    if table.plays >= MOST_PLAYS:
        return RuleError("too_many_plays", most=MOST_PLAYS)
    return None


# Opponents


def _opponents(table: Table, card: Card) -> list[Seat | None]:
    """DU12 (2): the opponents that a strategy may name; other cards name none."""
    if card.type != STRATEGY or len(table.living()) < 3 or not card.names_opponent:
        return [None]
    return [seat for seat in table.living() if seat != table.turn]


def _opponent(table: Table, card: Card, named: Seat | None) -> Seat | None:
    """DU40: fixed as the card is laid."""
    able = _opponents(table, card)
    if named not in able:
        raise RuleError("no_opponent_to_name" if able == [None] else "name_an_opponent")
    if named is not None:
        return named
    return None if card.type == STRATEGY and len(table.living()) > 2 else table.aimed_at(table.turn, card.aims_like)


# Payment


def _cost(table: Table, seat: Seat, card: Card) -> tuple[Move, ...]:
    """DU13: a bare number is so many cards thrown and discarded, changed by equipment (DU15), never below 0."""
    if not isinstance(card.cost, int):
        return card.cost
    found = (table.card_of(gear).modify for gear in table.sides[seat].equipment)
    number = card.cost + sum(modify.cost.get(card.type, 0) for modify in found if modify is not None)
    return (Move(Who.PLAYER, Pile.HAND, Pile.DISCARD, number),) if number > 0 else ()


def _can_be_paid(table: Table, seat: Seat, cost: tuple[Move, ...]) -> bool:
    """DU13: each pile holds what all the moves take from it. In sudden death nothing is healed (DU36)."""
    needed: dict[Pile, int] = {}
    for one in cost:
        needed[one.source] = needed.get(one.source, 0) + (one.number or 0)
    if Pile.WOUNDS in needed and table.is_sudden_death:
        return False
    return all(table.sides[seat].size(pile) >= number for pile, number in needed.items())


def _check_sizes(table: Table, seat: Seat, cost: tuple[Move, ...]) -> None:
    if not _can_be_paid(table, seat, cost):
        raise RuleError("cannot_be_paid")


def _payments(
    table: Table, seat: Seat, cost: tuple[Move, ...], taken: tuple[Paid, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Every payment, each move's cards in order of ids; `taken` are those of the moves before."""
    if not cost:
        yield tuple(card for _, card in taken)
        return
    first, *rest = cost
    if first.source not in CHOSEN:
        yield from _payments(table, seat, tuple(rest), taken)
        return
    gone = Counter(card for pile, card in taken if pile is first.source)
    able = sorted((Counter(candidates(table, Context(seat), seat, first)) - gone).elements())
    for cards in dict.fromkeys(combinations(able, first.number or 0)):
        yield from _payments(table, seat, tuple(rest), (*taken, *((first.source, card) for card in cards)))


def _split(
    table: Table, context: Context, cost: tuple[Move, ...], payment: tuple[str, ...]
) -> list[tuple[str, ...] | None]:
    """Each move's cards of the payment; None where the top ones are taken. Raises if it is not what the cost says."""
    split: list[tuple[str, ...] | None] = []
    left, taken, due = payment, list[Paid](), sum(one.number or 0 for one in cost if one.source in CHOSEN)
    if len(payment) != due:
        raise RuleError("wrong_payment", count=due)
    for one in cost:
        if one.source not in CHOSEN:
            split.append(None)
            continue
        able = candidates(table, context, context.player, one)
        cards, left = left[: one.number], left[one.number :]
        taken += [(one.source, card) for card in cards]
        if any(taken.count((one.source, card)) > able.count(card) for card in cards):
            raise RuleError("wrong_payment", count=due)
        split.append(cards)
    return split
