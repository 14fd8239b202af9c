"""What a viewer may see (DU3), built up from allowed parts, and states that are consistent with it."""

from collections import Counter
from dataclasses import replace

from bot.games.core import Seat, Shuffle, Viewer
from bot.games.duel.language import Pile, Who
from bot.games.duel.state import (
    Asked,
    AskedView,
    Event,
    Lying,
    Moving,
    Side,
    SideView,
    State,
    Task,
    View,
)

_OPEN = (Pile.EQUIPMENT, Pile.WOUNDS, Pile.TABLE)


def _bit(viewer: Viewer, seats: int) -> int:
    """Spectators come after the seats."""
    return 1 << (seats if viewer is None else viewer)


def observe(state: State, viewer: Viewer, *, is_over: bool = False) -> View:
    bit, is_over = _bit(viewer, len(state.sides)), is_over or state.outcome is not None
    return View(
        viewer=viewer,
        version=state.version,
        form=state.form,
        sides=tuple(
            _observe_side(side, bit, is_shown=is_over or viewer == seat) for seat, side in enumerate(state.sides)
        ),
        first=state.first,
        turn=state.turn,
        phase=state.phase,
        round=state.round,
        turns=state.turns,
        plays=state.plays,
        acted=state.acted,
        equips=state.equips,
        shuffles=state.shuffles,
        todo=tuple(_observe_task(task, viewer) for task in state.todo),
        queue=tuple(trigger for trigger in state.queue if trigger.seen & bit),
        asked=None if state.asked is None else _observe_asked(state, state.asked, viewer),
        story=tuple(_observe_event(event, bit) for event in state.story),
        outcome=state.outcome,
        is_over=is_over,
    )


def _observe_side(side: Side, bit: int, *, is_shown: bool) -> SideView:
    return SideView(
        deck=dict(side.deck),
        hand_size=len(side.hand),
        hand=side.hand if is_shown else None,
        draw=_observe_pile(side.draw, bit),
        discard=_observe_pile(side.discard, bit),
        equipment=side.equipment,
        wounds=side.wounds,
        table=side.table,
        has_begun=side.has_begun,
        out_at=side.out_at,
    )


def _observe_pile(pile: tuple[Lying, ...], bit: int) -> tuple[str | None, ...]:
    return tuple([card if seen & bit else None for card, seen in pile])


def _observe_task(task: Task, viewer: Viewer) -> Task:
    """Cards chosen from a hand are its owner's, and who chose them, until they move."""
    context, what = task
    if not isinstance(what, Moving) or not what.cards or what.move.source is not Pile.HAND:
        return task
    owner = context.player if what.move.subject is Who.PLAYER else context.opponent
    chooser = {Who.PLAYER: context.player, Who.OPPONENT: context.opponent}.get(what.move.mode)  # type: ignore[call-overload]
    return task if viewer in (owner, chooser) else (context, replace(what, cards=("",) * len(what.cards)))


def _observe_asked(state: State, asked: Asked, viewer: Viewer) -> AskedView:
    is_shown = viewer == asked.seat or asked.pile in _OPEN
    return AskedView(
        seat=asked.seat,
        question=asked.question,
        number=asked.number,
        owner=asked.owner,
        pile=asked.pile,
        cards=asked.cards if is_shown else None,
        card=state.todo[-1][0].card,
    )


def _observe_event(event: Event, bit: int) -> Event:
    """Who else knows a card is not shown either."""
    if not event.cards:
        return event
    return replace(event, cards=tuple([(card, bit) if seen & bit else (None, 0) for card, seen in event.cards]))


# Determinization


def imagine(view: View, shuffle: Shuffle) -> State:
    """Deal the cards the viewer has not seen at random to hands and piles of the right size. What the viewer cannot
    know and is not told, such as a hidden card's trigger that waits, is left out."""
    bit = _bit(view.viewer, len(view.sides))
    sides = tuple(_imagine_side(view, Seat(seat), bit, shuffle) for seat in range(len(view.sides)))
    return State(
        version=view.version,
        form=view.form,
        sides=sides,
        first=view.first,
        turn=view.turn,
        phase=view.phase,
        round=view.round,
        turns=view.turns,
        plays=view.plays,
        acted=view.acted,
        equips=view.equips,
        shuffles=view.shuffles,
        todo=tuple(_imagine_task(task, sides) for task in view.todo),
        queue=view.queue,
        asked=None if view.asked is None else _imagine_asked(view.asked, sides),
        story=view.story,
        outcome=view.outcome,
    )


def _imagine_side(view: View, seat: Seat, bit: int, shuffle: Shuffle) -> Side:
    side = view.sides[seat]
    held = side.hand if side.hand is not None else _shown_in_hand(view, seat)
    known = (*held, *side.draw, *side.discard, *side.wounds, *side.table, *(gear.card for gear in side.equipment))
    has_cards = side.hand_size or known  # those of who is out have left the game (DU41)
    left = Counter(side.deck if has_cards else {})
    left.subtract(card for card in known if card is not None)
    unseen = list(shuffle("imagined", sorted(left.elements()), owner=seat))
    return Side(
        deck=tuple(side.deck.items()),
        draw=tuple((unseen.pop(), 0) if card is None else (card, bit) for card in side.draw),
        hand=tuple(sorted((*held, *(unseen.pop() for _ in range(side.hand_size - len(held)))))),
        discard=tuple((unseen.pop(), 0) if card is None else (card, bit) for card in side.discard),
        equipment=side.equipment,
        wounds=side.wounds,
        table=side.table,
        has_begun=side.has_begun,
        out_at=side.out_at,
    )


def _shown_in_hand(view: View, seat: Seat) -> tuple[str, ...]:
    """DU17: who chooses from another's hand is shown the candidates."""
    asked = view.asked
    return asked.cards or () if asked is not None and asked.owner == seat and asked.pile is Pile.HAND else ()


def _imagine_task(task: Task, sides: tuple[Side, ...]) -> Task:
    context, what = task
    if isinstance(what, Moving) and what.cards and "" in what.cards:
        owner = context.player if what.move.subject is Who.PLAYER else context.opponent
        hand = () if owner is None else sides[owner].hand
        return context, replace(what, cards=hand[: len(what.cards)])
    return task


def _imagine_asked(asked: AskedView, sides: tuple[Side, ...]) -> Asked:
    """Candidates the viewer is not shown: any of the hand."""
    cards = sides[asked.owner].hand if asked.cards is None else asked.cards
    return Asked(asked.seat, asked.question, asked.number, asked.owner, asked.pile, cards)
