"""Serializes a state of DUEL to JSON and back, for the store. Compact: cards of a pile are one text."""

from itertools import groupby

from bot.games.core import Json, Outcome, Seat
from bot.games.duel import language
from bot.games.duel.language import Move, Pile
from bot.games.duel.state import (
    Asked,
    Context,
    Deed,
    Equip,
    Equipped,
    Event,
    Lying,
    Moving,
    Phase,
    Question,
    Side,
    State,
    Step,
    Trigger,
)

_NUMBERS = ("version", "first", "turn", "round", "turns", "plays", "acted", "equips", "shuffles")


def dump(state: State) -> Json:
    return {
        "form": state.form,
        "phase": str(state.phase),
        "numbers": [getattr(state, name) for name in _NUMBERS],
        "sides": [_dump_side(side) for side in state.sides],
        "todo": [
            [_dump_context(context), [_dump_task(task) for _, task in tasks]]
            for context, tasks in groupby(state.todo, key=lambda task: task[0])
        ],
        "queue": [[one.player, one.opponent, one.card, one.number, one.at, one.seen] for one in state.queue],
        "asked": state.asked and _dump_asked(state.asked),
        "story": [_dump_event(event) for event in state.story],
        "outcome": state.outcome and [state.outcome.reason, sorted(state.outcome.winners), list(state.outcome.ranks)],
    }


def load(raw: Json) -> State:
    ended = raw["outcome"]
    values = dict(zip(_NUMBERS, raw["numbers"], strict=True))
    return State(
        form=raw["form"],
        sides=tuple(map(_load_side, raw["sides"])),
        phase=Phase(raw["phase"]),
        todo=tuple((_load_context(context), _load_task(task)) for context, tasks in raw["todo"] for task in tasks),
        queue=tuple(Trigger(*one) for one in raw["queue"]),
        asked=raw["asked"] and _load_asked(raw["asked"]),
        story=tuple(map(_load_event, raw["story"])),
        outcome=ended and Outcome(ended[0], frozenset(map(Seat, ended[1])), (), tuple(ended[2])),
        **values,
    )


def _dump_side(side: Side) -> Json:
    return {
        "deck": " ".join(f"{card}={number}" for card, number in side.deck),
        "draw": _dump_pile(side.draw),
        "hand": " ".join(side.hand),
        "discard": _dump_pile(side.discard),
        "equipment": [[gear.card, gear.at, list(gear.used), gear.hits] for gear in side.equipment],
        "wounds": " ".join(side.wounds),
        "table": " ".join(side.table),
        "spent": [list(one) for one in side.spent],
        "begun": side.has_begun,
        "out": side.out_at,
    }


def _load_side(raw: Json) -> Side:
    pairs = (pair.split("=") for pair in raw["deck"].split())
    return Side(
        deck=tuple((card, int(number)) for card, number in pairs),
        draw=_load_pile(raw["draw"]),
        hand=tuple(raw["hand"].split()),
        discard=_load_pile(raw["discard"]),
        equipment=tuple(Equipped(card, at, tuple(used), hits) for card, at, used, hits in raw["equipment"]),
        wounds=tuple(raw["wounds"].split()),
        table=tuple(raw["table"].split()),
        spent=tuple((card, number, times) for card, number, times in raw["spent"]),
        has_begun=raw["begun"],
        out_at=raw["out"],
    )


def _dump_pile(pile: tuple[Lying, ...]) -> str:
    """A card that no viewer knows has no number."""
    return " ".join(f"{card}={seen}" if seen else card for card, seen in pile)


def _load_pile(raw: str) -> tuple[Lying, ...]:
    parts = (part.partition("=") for part in raw.split())
    return tuple((card, int(seen or 0)) for card, _, seen in parts)


def _dump_context(context: Context) -> Json:
    return [context.player, context.opponent, context.card, context.at, context.is_fatigue]


def _load_context(raw: Json) -> Context:
    return Context(*raw)


def _dump_task(task: Deed) -> Json:
    match task:
        case Step():
            return {"step": str(task)}
        case Moving(move, left, is_aimed, cards):
            return {
                "moving": language.write_move(move),
                "left": left,
                "aimed": is_aimed,
                "cards": cards and list(cards),
            }
        case Equip(seat, card, replaced):
            return {"equip": [seat, card, replaced]}
    return language.write(task)


def _load_task(raw: Json) -> Deed:
    match raw:
        case {"step": step}:
            return Step(step)
        case {"moving": text, "left": left, "aimed": is_aimed, "cards": cards}:
            move = language.read_phrase(text)
            assert isinstance(move, Move)  # noqa: S101 (written by us)
            return Moving(move, left, is_aimed, None if cards is None else tuple(cards))
        case {"equip": equip}:
            return Equip(*equip)
    return language.read(raw)


def _dump_asked(asked: Asked) -> Json:
    return [asked.seat, asked.question, asked.number, asked.owner, asked.pile, list(asked.cards)]


def _load_asked(raw: Json) -> Asked:
    seat, question, number, owner, pile, cards = raw
    return Asked(seat, Question(question), number, owner, Pile(pile), tuple(cards))


def _dump_event(event: Event) -> Json:
    cards = " ".join(f"{card}={seen}" for card, seen in event.cards)
    return [event.kind, event.seat, event.card, event.other, event.source, event.target, cards]


def _load_event(raw: Json) -> Event:
    kind, seat, card, other, source, target, cards = raw
    moved = tuple((name, int(seen)) for name, seen in (one.split("=") for one in cards.split()))
    return Event(kind, seat, card, other, source, target, moved)
