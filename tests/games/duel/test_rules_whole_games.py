"""Properties of whole random games of two to six seats with starter and random legal decks."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.games.core import Seat
from bot.games.duel import codec, rules
from bot.games.duel.cards import ONE_HAND, TWO_HANDS
from bot.games.duel.decks import most_of
from bot.games.duel.game import DUEL
from bot.games.duel.notation import notate
from bot.games.duel.sets import current_set
from bot.games.duel.state import State
from bot.games.duel.views import observe
from tests.games.contract import SeededShuffle
from tests.games.duel.builders import Dice
from tests.support.tiers import has_long_version, sized

CARDS = current_set().cards
LARGEST = 6000  # bytes of a dumped state
GAMES = [(seats, number) for seats in range(2, 7) for number in range(sized(1, 12, soak=40))]


def random_deck(dice: random.Random) -> dict[str, int]:
    """Legal in format standard, with at least one blood card."""
    deck = Counter({"quick-blood": dice.randint(1, 8)})
    while sum(deck.values()) < 25:
        card = dice.choice(sorted(CARDS))
        deck[card] += deck[card] < most_of(CARDS[card])
    return dict(deck)


def options_of(seats: int, number: int) -> dict[str, Any]:
    dice = random.Random(f"{seats} {number}")
    starters = [dict(starter.deck) for starter in current_set().starters.values()]
    decks = [random_deck(dice) if number % 2 else dice.choice(starters) for _ in range(seats)]
    return {"decks": decks, "first": dice.choice((None, seats - 1))}


def played(seats: int, number: int) -> Iterator[tuple[State, Any]]:
    """Each state and the action that led to it; now and then somebody leaves."""
    dice, shuffle = random.Random(number), Dice(f"{seats} {number}")
    state = rules.start(seats, options_of(seats, number), shuffle)
    yield state, None
    while state.outcome is None:
        (seat,) = rules.to_act(state)
        if seats > 2 and dice.random() < 0.002:
            leaver = dice.choice([one for one in range(seats) if not rules.is_out(state, Seat(one))])
            state = rules.leave(state, Seat(leaver), shuffle)
            yield state, ("leaves", leaver)
            continue
        action = dice.choice(rules.legal(state, seat))
        state = rules.apply(state, seat, action, shuffle)
        yield state, (seat, action)


def check_piles(state: State) -> None:
    """DU3, DU4, DU26: 25 cards an owner, hands within their limit, one card a slot."""
    for side in state.sides:
        if side.out_at and state.outcome is None:
            assert not (side.hand)
            assert not (side.draw)
            assert not (side.discard)
            assert not (side.equipment)
            assert not (side.wounds)
            assert not (side.table)
            continue
        if side.out_at and not side.hand and not side.draw and not side.wounds:
            continue  # left before the last
        hidden = [card for card, _ in (*side.draw, *side.discard)]
        gear = [one.card for one in side.equipment]
        assert Counter([*hidden, *side.hand, *gear, *side.wounds, *side.table]) == dict(side.deck)
        assert len(side.hand) <= 13
        assert list(side.hand) == sorted(side.hand)
        check_slots(Counter(CARDS[card].slot for card in gear))


def check_slots(slots: Counter[str | None]) -> None:
    assert slots[ONE_HAND] + 2 * slots[TWO_HANDS] <= 2
    assert all(number == 1 for slot, number in slots.items() if slot not in (ONE_HAND, TWO_HANDS))


@has_long_version
@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_every_step_keeps_the_piles_and_can_be_stored(seats: int, number: int) -> None:
    largest = 0
    for state, _ in played(seats, number):
        check_piles(state)
        stored = json.dumps(codec.dump(state), separators=(",", ":"))
        largest = max(largest, len(stored.encode()))
        assert codec.load(json.loads(stored)) == state
    assert largest <= LARGEST
    assert state.turns <= 45 * seats - 1  # DU36
    assert state.outcome is not None
    assert sorted(state.outcome.ranks) == list(range(1, seats + 1))


@has_long_version
@pytest.mark.parametrize(("seats", "number"), GAMES[:: sized(3, 1)])
def test_a_game_goes_on_alike_from_a_stored_state(seats: int, number: int) -> None:
    """Stored and loaded before each answer, and replayed from its notation."""
    dice = Dice(f"{seats} {number}")
    state = rules.start(seats, options_of(seats, number), dice)
    steps = iter(played(seats, number))
    assert next(steps) == (state, None)
    for expected, done in steps:
        state = codec.load(json.loads(json.dumps(codec.dump(state))))
        who, what = done
        if who == "leaves":
            state = rules.leave(state, Seat(what), dice)
        else:
            state = rules.apply(state, Seat(who), DUEL.parse(notate(what)), dice)
        assert state == expected


@has_long_version
@pytest.mark.parametrize(("seats", "number"), GAMES[:: sized(3, 1)])
def test_a_view_does_not_change_when_hidden_cards_are_dealt_anew(seats: int, number: int) -> None:
    states = [state for state, _ in played(seats, number)]
    for at, state in enumerate(random.Random(number).sample(states, sized(6, 40))):
        for viewer in (None, *map(Seat, range(seats))):
            view = observe(state, viewer)
            imagined = rules.imagine(view, SeededShuffle(f"{number} {at}"))
            check_piles(imagined)
            assert observe(imagined, viewer) == view
            assert viewer is None or rules.legal(imagined, viewer) == rules.legal(state, viewer)
            assert DUEL.screens.screen(observe(imagined, viewer)) == DUEL.screens.screen(view)


@has_long_version
def test_an_imagined_state_can_be_played_on() -> None:
    for number in range(sized(2, 40)):
        states = [state for state, _ in played(3, number)][:-1]
        for state in random.Random(number).sample(states, 10):
            imagined = rules.imagine(observe(state, state.turn), SeededShuffle(str(number)))
            dice = random.Random(number)
            for _ in range(20):
                if imagined.outcome is not None:
                    break
                (seat,) = rules.to_act(imagined)
                imagined = rules.apply(imagined, seat, dice.choice(rules.legal(imagined, seat)), SeededShuffle("x"))
