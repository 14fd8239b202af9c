"""The steps of a turn and of a played card between decisions (DU7 to DU12), and the queue of triggers (DU24)."""

from collections.abc import Callable

from bot.games.core import Seat
from bot.games.duel.cards import EQUIPMENT
from bot.games.duel.language import Move, Pile, Who
from bot.games.duel.movement import announce, move
from bot.games.duel.state import Context, Equip, Event, Phase, Step
from bot.games.duel.table import Table

MOST_TRIGGERS = 100  # a turn (DU19)
DRAWN = 5  # DU9
_FATIGUE = (Pile.DRAW, Pile.DISCARD, Pile.HAND, Pile.EQUIPMENT)  # where a fatigue wound comes from (DU35, DU36)


def begin_turn(table: Table, seat: Seat) -> None:
    """DU7."""
    table.turn, table.phase, table.plays, table.acted = seat, Phase.START, 0, 0
    for owner in range(len(table.sides)):
        if table.sides.has_spent(owner):
            table.sides[owner].spent.clear()
        for gear in tuple(table.sides.equipment(owner)):
            if gear.hits or any(gear.used):
                table.change(Seat(owner), gear, hits=0, used=(0,) * len(gear.used))
    table.forget_story()
    table.tell(Event("turn", seat))
    side, context = table.sides[seat], Context(seat)
    if not side.has_begun and seat != table.first:
        _catch_up(table, seat)
    side.has_begun = True
    table.push(context, Step.START, Step.QUEUE, Step.PLAY)
    if table.is_sudden_death:
        fatigue(table, seat)


def _catch_up(table: Table, seat: Seat) -> None:
    """DU7b."""
    source = next((pile for pile in (Pile.WOUNDS, Pile.DISCARD) if table.sides[seat].size(pile)), Pile.DRAW)
    move(table, seat, source, Pile.HAND, Context(seat))


def end_play(table: Table) -> None:
    """DU9."""
    seat = table.turn
    table.phase = Phase.DRAW
    number = max(0, DRAWN + table.modifier(seat, "draw"))
    draw = (Move(Who.PLAYER, Pile.DRAW, Pile.HAND, number),) if number else ()
    table.push(Context(seat), *draw, Step.FATIGUE, Step.REFLEX)


def end_reflex(table: Table) -> None:
    """DU11."""
    table.phase = Phase.END
    table.push(Context(table.turn), Step.END, Step.QUEUE, Step.NEXT)


def fatigue(table: Table, seat: Seat) -> None:
    """DU9, DU35, DU36."""
    source = next((pile for pile in _FATIGUE if table.sides[seat].size(pile)), None)
    if source is not None:
        table.push(Context(seat, is_fatigue=True), Move(Who.PLAYER, source, Pile.WOUNDS))


def take_step(table: Table, context: Context, step: Step) -> None:
    _STEPS[step](table, context)


def _effect(table: Table, context: Context) -> None:
    """DU12 (4)."""
    table.push(context, *table.cards[context.card].effect)


def _turn_starts(table: Table, context: Context) -> None:
    announce(table, "turn_start", context.player, context.player)


def _turn_ends(table: Table, context: Context) -> None:
    announce(table, "turn_end", context.player, context.player)


def _play_phase(table: Table, _context: Context) -> None:
    table.phase = Phase.PLAY


def _reflex_phase(table: Table, _context: Context) -> None:
    table.phase = Phase.REFLEX


def _place(table: Table, context: Context) -> None:
    """DU12 (5)."""
    if table.cards[context.card].type == EQUIPMENT:
        table.push(context, Equip(context.player, context.card))
    else:
        move(table, context.player, Pile.TABLE, Pile.DISCARD, context, card=context.card)


def _played(table: Table, context: Context) -> None:
    """DU12 (6), DU23: equipment that has just been played is the last equipped."""
    card, seat = table.cards[context.card], context.player
    besides = table.equips if card.type == EQUIPMENT else 0
    announce(table, "card_played", seat, seat, kind=card.type, besides=besides)


def _next_trigger(table: Table, context: Context) -> None:
    """DU24, DU19; who is out does nothing more (DU41)."""
    while table.queue:
        trigger = table.queue.pop(0)
        if table.acted < MOST_TRIGGERS and table.is_in(trigger.player):
            table.acted += 1
            table.tell(Event("trigger", trigger.player, trigger.card))
            table.push(context, Step.QUEUE)
            acting = Context(trigger.player, trigger.opponent, trigger.card, trigger.at)
            table.push(acting, *table.cards[trigger.card].when[trigger.number].effect)
            return


def _draw_phase_ends(table: Table, context: Context) -> None:
    """DU9: the discard is shuffled into an empty draw pile, and fatigue wounds."""
    seat = context.player
    side = table.sides[seat]
    if side.draw:
        return
    if side.discard:
        side.draw, side.discard = side.discard, []
        table.shuffle_draw_pile(seat)
    fatigue(table, seat)


def _next_turn(table: Table, _context: Context) -> None:
    """DU36: a round begins as the turn reaches or passes the seat of who started."""
    count, seat = len(table.sides), table.neighbour(table.turn, 1)
    distance = (seat - table.turn) % count or count
    if 0 < ((table.first - table.turn) % count or count) <= distance:
        table.round += 1
    table.turns += 1
    begin_turn(table, seat)


_STEPS: dict[Step, Callable[[Table, Context], None]] = {
    Step.EFFECT: _effect,
    Step.PLACE: _place,
    Step.PLAYED: _played,
    Step.QUEUE: _next_trigger,
    Step.START: _turn_starts,
    Step.PLAY: _play_phase,
    Step.FATIGUE: _draw_phase_ends,
    Step.REFLEX: _reflex_phase,
    Step.END: _turn_ends,
    Step.NEXT: _next_turn,
}
