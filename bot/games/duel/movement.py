"""`move`, through which every card of the game moves, and the triggers that a movement sets off (DU22 to DU25).

What the rules say of a single card's movement is here: who learns which card it was (DU3), the hand limit (DU4), what
cannot be equipped (DU18), replacements (DU25), and the loss (DU30).
"""

from bisect import insort

from bot.games.core import Seat
from bot.games.duel.cards import EQUIPMENT, FAMILIAR
from bot.games.duel.language import Pile, Who
from bot.games.duel.state import Context, Equipped, Trigger
from bot.games.duel.table import HAND_LIMIT, Table


def move(
    table: Table,
    seat: Seat,
    source: Pile,
    target: Pile,
    by: Context,
    *,
    card: str = "",
    gear: Equipped | None = None,
    is_aimed: bool = False,
    seen: int = 0,
) -> bool:
    """Move one card of a player: `card` of the hand or the table, `gear` of the equipment, else the top one. False if
    there is none (DU16). `is_aimed`: it is discarded for a familiar (DU28). `seen`: viewers who know the card
    besides."""
    if source is Pile.WOUNDS and table.is_sudden_death:
        return False  # DU36
    taken = _take(table, seat, source, card, gear)
    if taken is None:
        return False
    name, known = taken
    is_hostile = by.player != seat
    goal = _goal(table, seat, source, target, name, is_hostile=is_hostile, is_aimed=is_aimed)
    if goal is Pile.WOUNDS or goal is Pile.TABLE or target is Pile.EQUIPMENT:
        known = table.everybody
    else:
        known |= seen | (1 << seat if goal is Pile.HAND else 0)
    _put(table, seat, goal, name, known)
    if goal is not Pile.TABLE and not (source is Pile.TABLE and target is Pile.DISCARD):  # a played card has been told
        table.tell_move((seat, source, goal), name, known)
    if goal is Pile.WOUNDS:
        _wounded(table, seat, source, name, by, is_hostile=is_hostile)
    elif source is Pile.HAND and is_hostile:
        _hear_itself(table, seat, name, "this_thrown", by, known)
    return True


def _take(table: Table, seat: Seat, source: Pile, card: str, gear: Equipped | None) -> tuple[str, int] | None:
    """The card, and who knows it."""
    side = table.sides[seat]
    if source is Pile.DRAW or source is Pile.DISCARD:
        pile = side.draw if source is Pile.DRAW else side.discard
        return pile.pop() if pile else None
    if source is Pile.HAND:
        side.hand.remove(card)
        return card, 1 << seat
    if source is Pile.EQUIPMENT:
        assert gear is not None  # noqa: S101 (equipment is always named)
        side.equipment.remove(gear)
        return gear.card, table.everybody
    if source is Pile.TABLE:
        side.table.remove(card)
        return card, table.everybody
    return (side.wounds.pop(), table.everybody) if side.wounds else None


def _goal(table: Table, seat: Seat, source: Pile, target: Pile, name: str, *, is_hostile: bool, is_aimed: bool) -> Pile:
    """Where the card really goes."""
    if target is Pile.HAND and len(table.sides[seat].hand) >= HAND_LIMIT + table.modifier(seat, "limit"):
        return Pile.DISCARD  # DU4
    if target is Pile.EQUIPMENT and table.cards[name].type != EQUIPMENT:
        return Pile.DISCARD  # DU18
    if target is Pile.WOUNDS and is_hostile:
        is_familiar = source is Pile.EQUIPMENT and table.cards[name].slot == FAMILIAR
        if is_aimed or (not is_familiar and _is_replaced(table, seat, source)):
            return Pile.DISCARD  # DU28, DU25
    return target


def _is_replaced(table: Table, seat: Seat, source: Pile) -> bool:
    """DU25: the first replacement that applies, in order of equipping, is used up by one."""
    for gear in table.sides[seat].equipment:
        card = table.cards[gear.card]
        for number, instead in enumerate(card.instead, start=len(card.when)):
            if instead.source in (None, source) and gear.used[number] < instead.most:
                _use(table, seat, gear, number)
                return True
    return False


def _use(table: Table, seat: Seat, gear: Equipped, number: int) -> None:
    table.change(seat, gear, used=tuple(times + (at == number) for at, times in enumerate(gear.used)))


def _put(table: Table, seat: Seat, goal: Pile, name: str, known: int) -> None:
    side = table.sides[seat]
    if goal is Pile.DRAW:
        side.draw.append((name, known))
    elif goal is Pile.DISCARD:
        side.discard.append((name, known))
    elif goal is Pile.HAND:
        insort(side.hand, name)
    elif goal is Pile.WOUNDS:
        side.wounds.append(name)
    elif goal is Pile.TABLE:
        side.table.append(name)
    else:
        card = table.cards[name]
        table.equips += 1
        side.equipment.append(Equipped(name, table.equips, (0,) * (len(card.when) + len(card.instead))))


def _wounded(table: Table, seat: Seat, source: Pile, name: str, by: Context, *, is_hostile: bool) -> None:
    """DU22: own triggers before equipment's (DU24); then DU30."""
    if is_hostile:
        _hear_itself(table, seat, name, "this_wounded", by, table.everybody)
        if source is not Pile.EQUIPMENT or table.cards[name].slot != FAMILIAR:
            announce(table, "card_wounded", seat, by.player)
    side = table.sides[seat]
    if table.cards[name].is_blood:
        has_bled_out = not any(
            table.cards[card].is_blood and side.wounds.count(card) < number for card, number in side.deck
        )
        if has_bled_out:
            table.put_out(seat, "exhausted" if by.is_fatigue else "bled_out")


def _hear_itself(table: Table, seat: Seat, name: str, event: str, by: Context, seen: int) -> None:
    """DU22, DU24: `max` times a turn for each copy in the deck."""
    spent = table.sides[seat].spent
    for number, when in enumerate(table.cards[name].when):
        if when.event == event:
            times = spent.get((name, number), 0)
            if times < when.most * dict(table.sides[seat].deck)[name]:
                spent[name, number] = times + 1
                table.queue.append(Trigger(seat, by.player, name, number, 0, seen))


def announce(table: Table, event: str, whose: Seat, cause: Seat, *, kind: str = "", besides: int = 0) -> None:
    """DU22, DU24: equipment hears an event of `whose`, which `cause` brought about, in order of equipping; not the
    card `besides`, whose own playing it is (DU23)."""
    heard = [
        (gear.at, Seat(seat))
        for seat in range(len(table.sides))
        for gear in table.sides.equipment(seat)
        if gear.at != besides and any(when.event == event for when in table.cards[gear.card].when)
    ]
    for at, seat in sorted(heard):
        gear = next(one for one in table.sides[seat].equipment if one.at == at)
        for number, when in enumerate(table.cards[gear.card].when):
            is_heard = when.event == event and (seat == whose) == (when.who is Who.PLAYER)
            if is_heard and when.type in (None, kind) and gear.used[number] < when.most:
                _use(table, seat, gear, number)
                gear = next(one for one in table.sides[seat].equipment if one.at == at)
                opponent = _opponent(table, seat, gear, event, whose, cause)
                table.queue.append(Trigger(seat, opponent, gear.card, number, at, table.everybody))


def _opponent(table: Table, seat: Seat, gear: Equipped, event: str, whose: Seat, cause: Seat) -> Seat:
    """DU40: who caused it; where the owner did, whose card it was; on another's turn, whose turn it is."""
    if event == "card_wounded" or whose != seat:
        return cause if cause != seat else whose
    return table.aimed_at(seat, table.cards[gear.card].aims_like)
