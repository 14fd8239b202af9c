"""Carries instructions out, one after the other, until something must be asked or nothing is left to do."""

from typing import Any

from bot.games.core import Seat
from bot.games.duel.cards import EQUIPMENT, FAMILIAR, ONE_HAND, TWO_HANDS
from bot.games.duel.language import (
    AT_RANDOM,
    CHOSEN,
    THIS,
    WHO,
    Choose,
    Condition,
    Count,
    If,
    Move,
    Pile,
    Shuffles,
    Times,
)
from bot.games.duel.movement import move
from bot.games.duel.state import Asked, Context, Equip, Equipped, Moving, Question, Step
from bot.games.duel.table import Table
from bot.games.duel.turn import take_step


def run(table: Table) -> None:
    """Until a decision is needed, or the game is over."""
    while table.todo and table.asked is None and table.outcome is None:
        context, task = table.todo.pop()
        if isinstance(task, Step):
            take_step(table, context, task)
        else:
            _DO[type(task)](table, context, task)


# Moves


def _move(table: Table, context: Context, task: Move) -> None:
    """DU28: the player who causes wounds to the owner of a familiar chooses, once, whom they hit."""
    seat = table.named(context, task.subject)
    if seat is None or _has_no_chooser(table, context, task) or not (number := _number(table, context, seat, task)):
        return
    is_hostile = context.player != seat and table.is_in(context.player)
    if task.target is Pile.WOUNDS and is_hostile and table.familiar(seat) is not None:
        table.ask(Asked(context.player, Question.TARGET, 1, seat, Pile.EQUIPMENT), context, task)
    else:
        _moving(table, context, Moving(task, number))


def aimed(table: Table, context: Context, task: Move, *, is_familiar: bool) -> None:
    """The answer to it."""
    seat = table.named(context, task.subject)
    assert seat is not None  # noqa: S101 (it was asked)
    table.push(context, Moving(task, _number(table, context, seat, task), is_familiar))


def _has_no_chooser(table: Table, context: Context, task: Move) -> bool:
    """DU41: who is out chooses nothing."""
    return task.mode in WHO and table.named(context, task.mode) is None


def _number(table: Table, context: Context, seat: Seat, task: Move) -> int:
    if task.number is not None:
        return task.number
    if task.source in CHOSEN:
        return len(candidates(table, context, seat, task))
    return table.sides[seat].size(task.source)


def candidates(table: Table, context: Context, seat: Seat, task: Move) -> list[str]:
    """DU17: the cards that may be thrown, in order of ids, or stripped, in order of equipping."""
    if task.source is Pile.HAND:
        return [card for card in table.sides[seat].hand if task.filter is None or table.cards[card].is_a(task.filter)]
    return [gear.card for gear in _gear(table, context, seat, task)]


def _gear(table: Table, context: Context, seat: Seat, task: Move) -> list[Equipped]:
    """DU28: an opponent's "strips and wounds" takes no familiar."""
    found = table.sides[seat].equipment
    if task.target is Pile.WOUNDS and context.player != seat:
        found = [gear for gear in found if table.cards[gear.card].slot != FAMILIAR]
    if task.filter == THIS:
        return [gear for gear in found if gear.at == context.at]
    return [gear for gear in found if task.filter is None or table.cards[gear.card].is_a(task.filter)]


def _moving(table: Table, context: Context, task: Moving) -> None:
    seat = table.named(context, task.move.subject)
    if seat is None or _has_no_chooser(table, context, task.move):
        return
    cards = task.cards
    if cards is None and task.move.source in CHOSEN:
        cards = _chosen(table, context, seat, task)
        if cards is None:
            return
    _move_cards(table, context, seat, task, cards)


def _chosen(table: Table, context: Context, seat: Seat, task: Moving) -> tuple[str, ...] | None:
    """DU17; None: it is asked."""
    found = candidates(table, context, seat, task.move)
    if len(found) <= task.left:
        return tuple(found)
    if task.move.mode == AT_RANDOM:
        return table.shuffled(found, seat, "pick")[: task.left]
    chooser = seat if task.move.mode is None else table.named(context, task.move.mode)
    assert chooser is not None  # noqa: S101 (checked by the caller)
    asked = Asked(chooser, Question.CARDS, task.left, seat, task.move.source, tuple(sorted(found)))
    table.ask(asked, context, task)
    return None


def _move_cards(table: Table, context: Context, seat: Seat, task: Moving, cards: tuple[str, ...] | None) -> None:
    """One card at a time (F13). At a familiar a card that is not there counts all the same (DU28)."""
    is_aimed, left, chosen = task.is_aimed, task.left, list(cards or ())
    while left and table.is_in(seat) and table.outcome is None:
        left -= 1
        if cards is not None and not chosen:
            has_moved = False
        elif task.move.target is Pile.EQUIPMENT:
            rest = None if cards is None else tuple(chosen[1:])
            _lay_down(table, context, seat, Moving(task.move, left, cards=rest), chosen)
            return
        else:
            has_moved = _move_one(table, context, seat, task.move, chosen, is_aimed=is_aimed)
        if is_aimed:
            is_aimed = _hit(table, context, seat)
        elif not has_moved:
            return


def _move_one(
    table: Table, context: Context, seat: Seat, task: Move, chosen: list[str], *, is_aimed: bool = False
) -> bool:
    target, card, gear = task.target, "", None
    if task.source is Pile.HAND:
        card = chosen.pop(0)
    elif task.source is Pile.EQUIPMENT:
        name = chosen.pop(0)
        gear = next(one for one in _gear(table, context, seat, task) if one.card == name)
    seen = _seen_by_chooser(table, context, task)
    return move(table, seat, task.source, target, context, card=card, gear=gear, is_aimed=is_aimed, seen=seen)


def _seen_by_chooser(table: Table, context: Context, task: Move) -> int:
    if task.mode is None or task.mode == AT_RANDOM:
        return 0
    chooser = table.named(context, task.mode)
    return 0 if chooser is None else 1 << chooser


def _hit(table: Table, context: Context, seat: Seat) -> bool:
    """DU28: one card counted; whether the familiar still stands."""
    gear = table.familiar(seat)
    assert gear is not None  # noqa: S101 (it is aimed at)
    if gear.hits + 1 < table.cards[gear.card].hp:
        table.change(seat, gear, hits=gear.hits + 1)
        return True
    move(table, seat, Pile.EQUIPMENT, Pile.WOUNDS, context, gear=gear)
    return False


# Equipping


def _lay_down(table: Table, context: Context, seat: Seat, rest: Moving, chosen: list[str]) -> None:
    """A card that is to be equipped lies on the table while its owner is asked what it replaces."""
    to_table = Move(rest.move.subject, rest.move.source, Pile.TABLE)
    if _move_one(table, context, seat, to_table, chosen):
        table.push(context, Equip(seat, table.sides[seat].table[-1]), rest)


def _equip(table: Table, context: Context, task: Equip) -> None:
    """DU26: what is in the way is discarded first."""
    if task.card not in table.sides[task.seat].table:
        return None
    if table.cards[task.card].type == EQUIPMENT:
        found = _in_the_way(table, task)
        if found is None:
            return table.ask(_which_hand(table, task.seat), context, task)
        for gear in found:
            move(table, task.seat, Pile.EQUIPMENT, Pile.DISCARD, context, gear=gear)
    move(table, task.seat, Pile.TABLE, Pile.EQUIPMENT, context, card=task.card)
    return None


def _in_the_way(table: Table, task: Equip) -> list[Equipped] | None:
    """None: its owner chooses one of two one-hand cards."""
    slot = table.cards[task.card].slot
    if slot == ONE_HAND:
        hands = _lying(table, task.seat, ONE_HAND)
        if len(hands) < 2:
            return _lying(table, task.seat, TWO_HANDS)
        return None if task.replaced is None else [next(gear for gear in hands if gear.card == task.replaced)]
    return _lying(table, task.seat, *((ONE_HAND, TWO_HANDS) if slot == TWO_HANDS else (slot,)))


def _lying(table: Table, seat: Seat, *slots: str | None) -> list[Equipped]:
    return [gear for gear in table.sides[seat].equipment if table.cards[gear.card].slot in slots]


def _which_hand(table: Table, seat: Seat) -> Asked:
    cards = tuple(sorted(gear.card for gear in _lying(table, seat, ONE_HAND)))
    return Asked(seat, Question.CARDS, 1, seat, Pile.EQUIPMENT, cards)


# Other instructions


def _shuffles(table: Table, context: Context, _task: Shuffles) -> None:
    if table.is_in(context.player):
        table.shuffle_draw_pile(context.player)


def _if(table: Table, context: Context, task: If) -> None:
    is_met = _is_met(table, context, task.condition)
    if is_met is not None:
        table.push(context, *(task.then if is_met else task.otherwise))


def _is_met(table: Table, context: Context, condition: Condition) -> bool | None:
    """DU41: None if it names a player who is out."""
    left = _counted(table, context, condition.left)
    right = condition.right if isinstance(condition.right, int) else _counted(table, context, condition.right)
    if left is None or right is None:
        return None
    return {">=": left >= right, ">": left > right, "<=": left <= right}[condition.sign]


def _counted(table: Table, context: Context, count: Count) -> int | None:
    seat = table.named(context, count.subject)
    if seat is None:
        return None
    side = table.sides[seat]
    if count.filter is None:
        return side.size(count.pile)
    cards = side.wounds if count.pile is Pile.WOUNDS else [gear.card for gear in side.equipment]
    return sum(table.cards[card].is_a(count.filter) for card in cards)


def _choose(table: Table, context: Context, task: Choose) -> None:
    seat = table.named(context, task.who)
    if seat is not None:
        table.ask(Asked(seat, Question.OPTION, len(task.branches), seat, Pile.TABLE), context, task)


def _times(table: Table, context: Context, task: Times) -> None:
    number = task.count if isinstance(task.count, int) else _counted(table, context, task.count)
    if number:
        table.push(context, *task.do, Times(number - 1, task.do))


_DO: dict[type, Any] = {
    Move: _move,
    Moving: _moving,
    Equip: _equip,
    Shuffles: _shuffles,
    If: _if,
    Choose: _choose,
    Times: _times,
}
