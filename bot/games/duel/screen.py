"""Lines and buttons of DUEL for one viewer. Built from a `View` only; the locale translates the phrases, and card names
and texts come from the card file in every language."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bot.games.core import (
    Aside,
    Choice,
    ChoiceKind,
    Localized,
    Phrase,
    Player,
    RuleError,
    Screen,
    Seat,
    no_shuffle,
    phrase,
    unshuffled,
)
from bot.games.duel.language import Choose
from bot.games.duel.notation import notate
from bot.games.duel.plays import reason_against
from bot.games.duel.rules import legal
from bot.games.duel.sets import set_of
from bot.games.duel.state import Action, Option, Phase, Play, Question, Take, Target, Throw, View
from bot.games.duel.story import story_lines
from bot.games.duel.table import SUDDEN_DEATH, Table
from bot.games.duel.texts import branch_text, card_text, type_line
from bot.games.duel.views import imagine
from bot.games.duel.words import LANGUAGES

_PHASES = {
    Phase.START: "duel.phase_start",
    Phase.PLAY: "duel.phase_play",
    Phase.DRAW: "duel.phase_draw",
    Phase.REFLEX: "duel.phase_reflex",
    Phase.END: "duel.phase_end",
}
WOUNDS = "wounds"  # the aside
_NEWEST = 4  # lines of the story that are read beside a picture
_ENDINGS = {"bled_out": "duel.bled_out", "exhausted": "duel.exhausted", "left": "duel.left"}  # DU30, DU41


def screen(view: View) -> Screen:
    lines, last, asked = tuple(_lines(view)), tuple(story_lines(view))[-_NEWEST:], tuple(_questions(view))
    asides = (Aside(WOUNDS, phrase("duel.wounds"), tuple(_wounds(view))),)
    if view.viewer is None or view.is_over:
        return Screen(lines, last=last, brief=asked, asides=asides)
    return Screen(lines, tuple(_choices(view, view.viewer)), last=last, brief=asked, asides=asides)


def ending(view: View) -> Phrase | None:
    """DU41: the last to leave decides the reason."""
    if view.outcome is None:
        return None
    last = max(range(len(view.sides)), key=lambda seat: view.sides[seat].out_at)
    return phrase(_ENDINGS[view.outcome.reason], player=Player(Seat(last)))


def status(view: View) -> Iterator[Phrase]:
    """Whose turn it is, and what is asked: who decides what now."""
    if not view.is_over:
        yield phrase(_PHASES[view.phase], player=Player(view.turn), round=view.round)
    if view.asked is not None and not view.is_over:
        yield _question(view)


def name_of(view: View, card: str) -> Localized:
    return Localized(set_of(view.version).cards[card].names)


def _names(view: View, cards: Iterable[str]) -> tuple[Localized | Phrase, ...]:
    """Equal cards once, with their number."""
    counted = Counter(cards)
    return tuple(
        name_of(view, card) if number == 1 else phrase("duel.several", card=name_of(view, card), number=number)
        for card, number in counted.items()
    )


# Lines


def _lines(view: View) -> Iterator[Phrase]:
    for seat in range(len(view.sides)):
        yield from _side(view, Seat(seat))
    if not view.is_over:
        yield phrase(_PHASES[view.phase], player=Player(view.turn), round=view.round)
    if view.round >= SUDDEN_DEATH:
        yield phrase("duel.sudden_death")
    yield from story_lines(view)
    yield from _questions(view)
    if view.viewer is not None and (hand := view.sides[view.viewer].hand) is not None:
        yield phrase("duel.your_hand", cards=_names(view, hand)) if hand else phrase("duel.empty_hand")
        yield from _reasons(view, view.viewer, hand)
    for seat, side in enumerate(view.sides):
        if view.is_over and side.hand and seat != view.viewer:
            yield phrase("duel.their_hand", player=Player(Seat(seat)), cards=_names(view, side.hand))


def _reasons(view: View, viewer: Seat, hand: Sequence[str]) -> Iterator[Phrase]:
    """Why cards cannot be played now, each reason once."""
    if view.asked is not None or view.turn != viewer or view.is_over:
        return
    table, against = Table(imagine(view, unshuffled), no_shuffle), dict[str, tuple[RuleError, list[str]]]()
    for card in dict.fromkeys(hand):
        if (error := reason_against(table, table.cards[card])) is not None:
            against.setdefault(error.code, (error, []))[1].append(card)
    for error, cards in against.values():
        why = Phrase(f"rule.{error.code}", error.values)
        yield phrase("duel.not_now", cards=tuple(name_of(view, card) for card in cards), why=why)


def _wounds(view: View) -> Iterator[Phrase]:
    """DU3: every pile of wounds may be looked through, in order; the newest first."""
    for seat, side in enumerate(view.sides):
        cards = tuple(name_of(view, card) for card in reversed(side.wounds))
        yield (
            phrase("duel.wounds_of", player=Player(Seat(seat)), cards=cards)
            if cards
            else phrase("duel.no_wounds", player=Player(Seat(seat)))
        )


def _questions(view: View) -> Iterator[Phrase]:
    if view.asked is not None and not view.is_over:
        yield _question(view)


def _side(view: View, seat: Seat) -> Iterator[Phrase]:
    side, cards = view.sides[seat], set_of(view.version).cards
    if side.out_at and view.outcome is None:
        yield phrase("duel.out", player=Player(seat))
        return
    yield phrase(
        "duel.side",
        player=Player(seat),
        blood=sum(cards[card].is_blood for card in side.wounds),
        bloods=sum(number for card, number in side.deck.items() if cards[card].is_blood),
        wounds=len(side.wounds),
        hand=side.hand_size,
        draw=len(side.draw),
        discard=len(side.discard),
    )
    if side.equipment:
        yield phrase("duel.equipment", player=Player(seat), cards=tuple(_equipped(view, seat)))


def _equipped(view: View, seat: Seat) -> Iterator[Localized | Phrase]:
    """A familiar with what is left of its hit points this turn (DU28)."""
    for gear in view.sides[seat].equipment:
        hp, name = set_of(view.version).cards[gear.card].hp, name_of(view, gear.card)
        yield phrase("duel.familiar", card=name, left=hp - gear.hits, hp=hp) if hp else name


def _question(view: View) -> Phrase:
    asked = view.asked
    assert asked is not None  # noqa: S101 (checked by the caller)
    if not asked.card:
        return phrase("duel.asked_by_rules", player=Player(asked.seat), count=asked.number)
    card = name_of(view, asked.card)
    if asked.question is Question.CARDS:
        return phrase("duel.asked_cards", player=Player(asked.seat), card=card, count=asked.number)
    code = "duel.asked_option" if asked.question is Question.OPTION else "duel.asked_target"
    return phrase(code, player=Player(asked.seat), card=card)


# Buttons


def _choices(view: View, viewer: Seat) -> Iterator[Choice]:
    """Legal actions depend on the view alone, so any state that is consistent with it has them."""
    state = imagine(view, unshuffled)
    actions = legal(state, viewer)
    if view.asked is not None:
        yield from _answers(view, actions)
    elif actions:
        yield from _acts(view, viewer, actions)


def _acts(view: View, viewer: Seat, actions: Sequence[Action]) -> Iterator[Choice]:
    plays = {card: tuple(some) for card, some in groupby((a for a in actions if isinstance(a, Play)), lambda a: a.card)}
    hand = view.sides[viewer].hand or ()
    for card in dict.fromkeys(hand):
        then = tuple(_plays(view, card, plays.get(card, ())))
        yield Choice(_label(view, card), ChoiceKind.OPEN, card, bool(then), then, about=_about(view, card))
    if hand:
        yield _picked(phrase("duel.throw"), "throw=", hand, view, range(1, len(hand) + 1))
    code = "duel.end_play" if view.phase is Phase.PLAY else "duel.end_turn"
    yield Choice(phrase(code), ChoiceKind.DONE, "end")


def _about(view: View, card: str) -> Phrase:
    known = set_of(view.version).cards[card]
    line = Localized({one: type_line(known, one) for one in LANGUAGES})
    text = Localized({one: card_text(known, one) for one in LANGUAGES})
    return phrase("duel.about", card=name_of(view, card), line=line, text=text)


def _label(view: View, card: str) -> Phrase:
    known = set_of(view.version).cards[card]
    return (
        phrase("duel.card_cost", card=name_of(view, card), cost=known.cost)
        if isinstance(known.cost, int) and not known.is_blood
        else phrase("duel.card", card=name_of(view, card))
    )


def _plays(view: View, card: str, plays: Sequence[Play]) -> Iterator[Choice]:
    """By opponent, where one is named; several cards of a payment are picked at once."""
    for opponent, some in groupby(plays, key=lambda play: play.opponent):
        ways = tuple(some)
        number = len(ways[0].payment)
        start = notate(Play(card, opponent))
        if number < 2 or not _is_any_set(view, card):
            yield from (_play(view, way) for way in ways)
            continue
        rest = list(view.sides[view.turn].hand or ())
        rest.remove(card)
        against = (
            phrase("duel.pay", count=number)
            if opponent is None
            else phrase("duel.pay_against", player=Player(opponent), count=number)
        )
        yield _picked(against, f"{start}/", rest, view, range(number, number + 1))


def _is_any_set(view: View, card: str) -> bool:
    """Whether any cards of the hand pay."""
    return isinstance(set_of(view.version).cards[card].cost, int)


def _play(view: View, action: Play) -> Choice:
    values: dict[str, object] = {}
    if action.payment:
        values["cards"] = _names(view, action.payment)
    if action.opponent is not None:
        values["player"] = Player(action.opponent)
    return Choice(
        Phrase(_PLAY_LABELS[bool(action.payment), action.opponent is not None], values), ChoiceKind.PLAY, notate(action)
    )


_PLAY_LABELS = {
    (False, False): "duel.play",
    (True, False): "duel.play_paying",
    (False, True): "duel.play_against",
    (True, True): "duel.play_against_paying",
}


def _picked(label: Phrase, action: str, cards: Sequence[str], view: View, number: range) -> Choice:
    return Choice(label, ChoiceKind.OPEN, action, then=tuple(_pickable(view, cards)), pick=number)


def _pickable(view: View, cards: Sequence[str]) -> Iterator[Choice]:
    """Equal cards are told apart by a number, which the notation ignores."""
    seen: Counter[str] = Counter()
    for card in cards:
        seen[card] += 1
        action = card if seen[card] == 1 else f"{card}#{seen[card]}"
        yield Choice(phrase("duel.card", card=name_of(view, card)), ChoiceKind.PLAY, action)


def _answers(view: View, actions: Sequence[Action]) -> Iterator[Choice]:
    asked = view.asked
    assert asked is not None  # noqa: S101 (checked by the caller)
    if actions and asked.question is Question.CARDS and asked.number > 1:
        label, number = phrase("duel.take", count=asked.number), range(asked.number, asked.number + 1)
        yield _picked(label, "take=", asked.cards or (), view, number)
        return
    for action in actions:
        yield Choice(_answer_label(view, action), ChoiceKind.PLAY, notate(action))


def _answer_label(view: View, action: Action) -> Phrase:
    match action:
        case Take(cards) | Throw(cards):
            return phrase("duel.card", card=name_of(view, cards[0]))
        case Target(is_familiar):
            return phrase("duel.target_familiar") if is_familiar else phrase("duel.target_player")
        case Option(number):
            asking = view.todo[-1][1]
            assert isinstance(asking, Choose)  # noqa: S101 (it asks for an option)
            branch = asking.branches[number - 1]
            return phrase("duel.option", what=Localized({one: branch_text(branch, one) for one in LANGUAGES}))
    raise TypeError(action)
