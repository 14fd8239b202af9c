"""Two readings of DUEL's rules agree: games of two to six with starter and random legal decks are played by the bot's
rules and followed from their records by the second implementation, which shares no code with it. At every action both
name the same seat to act and the same legal actions; at the end the same winners, ranks and reason."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from bot.games.core import Seat
from bot.games.duel.game import DUEL
from bot.games.duel.sets import current_set
from bot.referee.recorded_shuffle import RecordingShuffle
from bot.referee.records import Leaving, Record, to_json, verify
from bot.referee.shuffle import FairShuffle, commitment
from bot.resources.paths import DATA
from tests.games.duel.second_reading import follow, load_cards, most_copies
from tests.support.tiers import has_long_version, sized

BATCHES, GAMES = sized((5, 2), (20, 30), soak=(20, 100))
CARDS = load_cards(DATA / "cards" / "base.toml")
ELIMINATION = DUEL.elimination


def random_deck(dice: random.Random, deck_format: str) -> dict[str, int]:
    """25 cards with some blood among them, within the format."""
    deck: Counter[str] = Counter()
    while sum(deck.values()) < 25 or not any(CARDS[card].type == "blood" for card in deck):
        card = dice.choice(sorted(CARDS))
        if deck[card] < (25 if deck_format == "free" else most_copies(CARDS[card])):
            deck[card] += 1
        if sum(deck.values()) > 25:
            deck.subtract([dice.choice(sorted(deck.elements()))])
            deck += Counter()
    return dict(deck)


def options_of(dice: random.Random, seats: int) -> dict[str, Any]:
    deck_format = dice.choice(("standard", "standard", "free"))
    starters = [dict(starter.deck) for starter in current_set().starters.values()]
    decks = [dice.choice(starters) if dice.random() < 0.4 else random_deck(dice, deck_format) for _ in range(seats)]
    first = dice.choice((None, None, dice.randrange(seats)))
    return {"format": deck_format, "decks": decks} | ({} if first is None else {"first": first})


def played(seed: int) -> tuple[Record, list[tuple[frozenset[Seat], list[str]]]]:
    """A whole game, and before each action who is to act and what they may do; somebody leaves now and then."""
    dice = random.Random(f"readings {seed}")
    seats = 2 + seed % 5
    options, binding, secret = options_of(dice, seats), f"readings {seed}", dice.randbytes(32)
    shuffle = RecordingShuffle(FairShuffle(secret, binding, DUEL.key, ("",) * seats))
    state = DUEL.rules.start(seats, options, shuffle)
    actions: list[tuple[int, str]] = []
    leaving: list[Leaving] = []
    offered: list[tuple[frozenset[Seat], list[str]]] = []
    assert ELIMINATION is not None
    while (outcome := DUEL.rules.outcome(state)) is None:
        inside = [Seat(seat) for seat in range(seats) if not ELIMINATION.is_out(state, Seat(seat))]
        if dice.random() < 0.004:
            gone, how = dice.choice(inside), dice.choice(("resigned", "timeout", "left"))
            leaving.append(Leaving(len(actions), gone, how))
            state = ELIMINATION.leave(state, gone, shuffle)
            continue
        to_act = DUEL.rules.to_act(state)
        seat = dice.choice(sorted(to_act))
        legal = DUEL.rules.legal(state, seat)
        offered.append((to_act, sorted(map(DUEL.notation.notate, legal))))
        action = dice.choice(legal)
        state = DUEL.rules.apply(state, seat, action, shuffle)
        actions.append((seat, DUEL.notation.notate(action)))
    left_last = bool(leaving) and leaving[-1].after == len(actions)
    record = Record(
        game=DUEL.key,
        rules=DUEL.version,
        shuffle=2,
        binding=binding,
        secret=secret,
        commitment=commitment(secret, binding, DUEL.key, DUEL.agreed(options)),
        cuts=("",) * seats,
        options=options,
        shuffles=tuple(shuffle.made),
        actions=tuple(actions),
        winners=tuple(sorted(outcome.winners)),
        ranks=outcome.ranks,
        reason=leaving[-1].how if left_last else outcome.reason,
        scores=outcome.scores,
        leaving=tuple(leaving),
    )
    return record, offered


def both_agree(seed: int) -> None:
    record, offered = played(seed)
    assert verify(record) is None
    mine = iter(offered)

    def compare(step: int, seat: int, actors: Any, legal: Any) -> None:
        if texts[step][1] in ("resign", "timeout", "leave"):
            return
        to_act, actions = next(mine)
        assert (set(actors), sorted(legal)) == (set(to_act), actions), f"seed {seed}, action {step} of seat {seat}"

    raw = json.loads(json.dumps(to_json(record)))
    texts = raw["actions"]
    follow(raw, CARDS, compare)
    assert next(mine, None) is None


@has_long_version
@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_readings_agree(batch: int) -> None:
    for seed in range(batch * GAMES, (batch + 1) * GAMES):
        both_agree(seed)
