"""The second reading of DUEL by itself: random games keep what the rules promise, and small positions for the rules
that are easy to read wrongly."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.duel.second_reading import (
    CardError,
    DiffersError,
    Game,
    Piece,
    act,
    actors,
    follow,
    legal,
    load_cards,
    most_copies,
    play_random,
    read_cards,
    read_decks,
    refusal,
)
from tests.support.tiers import has_long_version, sized

UNUSUAL = load_cards(Path(__file__).with_name("unusual_cards.toml"))
BASE = Path(__file__).parents[3] / "data" / "cards" / "base.toml"


class Unshuffled:
    def shuffle(self, kind: str, owner: int | None, cards: Sequence[str]) -> list[str]:
        return list(cards)


def table(seats: int = 2) -> Game:
    """A game at the first player's play phase, seat 0 on turn; all have 24 Fillers and a blood to draw."""
    game = Game([{"plain": 25}] * seats, UNUSUAL, Unshuffled(), deck_format="free", first=0)
    for seat in range(seats):
        lay(game, seat)
    return game


def lay(game: Game, seat: int, *, hand: str = "", draw: str | None = None, discard: str = "", wounds: str = "") -> None:
    """Give a seat these piles; tops are written first for the draw pile, last for discard and wounds."""
    side = game.sides[seat]
    side.hand, side.discard, side.wounds = hand.split(), discard.split(), wounds.split()
    side.draw = ["filler"] * 24 + ["plain"] if draw is None else draw.split()
    _count(game, seat)


def equip(game: Game, seat: int, *cards: str) -> None:
    for card_id in cards:
        game.equipped += 1
        game.sides[seat].equipment.append(Piece(UNUSUAL[card_id], game.equipped))
    _count(game, seat)


def _count(game: Game, seat: int) -> None:
    side = game.sides[seat]
    side.deck = side.all_cards()
    side.bloods = sum(copies for card_id, copies in side.deck.items() if UNUSUAL[card_id].type == "blood")


def say(game: Game, *answers: str) -> None:
    """Answers of the seats that are asked, one after the other."""
    for text in answers:
        assert game.question is not None
        assert refusal(game, game.question.seat, text) is None, (text, game.question)
        act(game, game.question.seat, text)
        assert game.fault() is None


def asked(game: Game) -> tuple[int, list[str]]:
    assert game.question is not None
    return game.question.seat, legal(game, game.question.seat)


def on_move(game: Game) -> int:
    (seat,) = actors(game)
    return seat


def wounds(game: Game, seat: int) -> list[str]:
    return game.sides[seat].wounds


# Random games


def random_deck(cards: dict[str, Any], rng: Random, deck_format: str) -> dict[str, int]:
    bloods = sorted(card_id for card_id, card in cards.items() if card.type == "blood")
    deck = Counter([rng.choice(bloods)])
    while deck.total() < 25:
        card_id = rng.choice(bloods if rng.random() < 0.15 else sorted(cards))
        if deck_format == "free" or deck[card_id] < most_copies(cards[card_id]):
            deck[card_id] += 1
    return dict(deck)


def check(game: Game) -> None:
    assert game.fault() is None
    assert game.turns <= 45 * len(game.sides) - 1  # DU36
    assert all(len(side.hand) <= 13 for side in game.sides)  # the largest limit of any card
    assert game.question is not None
    choices = legal(game, game.question.seat)
    assert choices
    assert len(set(choices)) == len(choices)
    assert not any(refusal(game, game.question.seat, text) for text in choices[:20])


def check_game(cards: dict[str, Any], decks: list[dict[str, int]], rng: Random, deck_format: str) -> None:
    leaving = rng.choice([0, 0, 0.01])
    record = play_random(decks, cards, rng, deck_format=deck_format, leaving=leaving, on_position=check)
    steps: list[int] = []
    ending = follow(record, cards, lambda step, seat, seats, choices: steps.append(len(choices)))
    assert len(steps) == len(record["actions"])
    assert sorted(ending.ranks) == list(range(1, len(decks) + 1))


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("deck_format", ["standard", "free"])
@has_long_version
def test_random_games_with_unusual_cards_end_and_can_be_followed(seats: int, deck_format: str) -> None:
    for seed in range(sized(1, 3)):
        rng = Random(f"{seats} {deck_format} {seed}")
        decks = [random_deck(UNUSUAL, rng, deck_format) for _ in range(seats)]
        check_game(UNUSUAL, decks, rng, deck_format)


@pytest.mark.skipif(not BASE.exists(), reason="the base set is not there")
@has_long_version
@pytest.mark.parametrize("seats", range(2, 7))
def test_random_games_with_the_base_set_end_and_can_be_followed(seats: int) -> None:
    text = BASE.read_text(encoding="utf-8")
    cards, usual = read_cards(text), list(read_decks(text).values())
    for seed in range(sized(1, 3)):
        rng = Random(f"base {seats} {seed}")
        decks = [rng.choice(usual) if (seats + seed) % 2 else random_deck(cards, rng, "standard") for _ in range(seats)]
        check_game(cards, decks, rng, "standard")


def test_an_altered_record_is_refused_with_the_step() -> None:
    deck = {"plain": 5, "jab": 3, "flurry": 3, "jostle": 3, "snatch": 3, "filler": 3, "thorns": 3, "mouse": 2}
    record = play_random([deck, deck], UNUSUAL, Random(1))
    for at, altered in [(0, "plain"), (3, "option=1")]:
        actions = [list(one) for one in record["actions"]]
        actions[at][1] = altered
        with pytest.raises(DiffersError) as raised:
            follow(record | {"actions": actions}, UNUSUAL)
        assert raised.value.step == at
    with pytest.raises(DiffersError):
        follow(record | {"reason": "left"}, UNUSUAL)
    with pytest.raises(DiffersError):
        follow(record | {"actions": record["actions"][:-1]}, UNUSUAL)
    with pytest.raises(DiffersError):
        follow(record | {"shuffles": record["shuffles"][:1]}, UNUSUAL)


# The card language


@pytest.mark.parametrize(
    "lines",
    [
        'type = "attack"\ncost = 1\neffect = ["opponent draws and wound 1"]',
        'type = "attack"\ncost = 1\neffect = ["opponent draws and wounds 1 at random"]',
        'type = "attack"\ncost = ["opponent draws and wounds 1"]',
        'type = "attack"\ncost = 1\neffect = [{ if = "opponent.hand.blood >= 1", then = [] }]',
        'type = "attack"\ncost = 1\ncolour = "red"',
        'type = "blood"\ncost = 1',
        'type = "equipment"\nslot = "familiar"\ncost = 1',
        'type = "strategy"\ncost = 1\neffect = ["player recovers and keeps 1"]',
    ],
)
def test_a_card_that_is_not_in_the_language_is_refused(lines: str) -> None:
    with pytest.raises(CardError, match="card odd"):
        read_cards(f"[card.odd]\n{lines}")


# Positions


def test_du9_fatigue_comes_after_the_last_card_and_draws_no_further() -> None:
    game = table()
    lay(game, 0, draw="filler jab jab jab jab", discard="flurry flurry", hand="plain")
    say(game, "end")
    side = game.sides[0]
    assert sorted(side.hand) == ["filler", "jab", "jab", "jab", "jab", "plain"]
    assert (side.wounds, side.draw, side.discard) == (["flurry"], ["flurry"], [])


def test_du9_a_card_too_many_is_discarded_and_shuffled_back() -> None:
    game = table()
    lay(game, 0, draw="jab jab jab", hand="plain " + "filler " * 9)
    say(game, "end")
    side = game.sides[0]
    assert (len(side.hand), side.wounds, side.draw) == (10, ["jab"], ["jab", "jab"])


def test_du35_without_a_card_to_draw_one_is_thrown_then_stripped() -> None:
    game = table()
    lay(game, 0, draw="", hand="plain jab plain")
    say(game, "end")
    assert asked(game) == (0, ["take=jab", "take=plain"])
    say(game, "take=plain")
    assert wounds(game, 0) == ["plain"]
    game = table()
    lay(game, 0, draw="", wounds="plain")
    equip(game, 0, "mouse", "thorns")
    game.sides[0].bloods = 2  # the other one is nowhere: only what is stripped matters here
    assert game.question is not None
    act(game, 0, "end")
    assert asked(game) == (0, ["take=mouse", "take=thorns"])


def test_du30_the_fatigue_wound_loses_as_exhausted() -> None:
    game = table()
    lay(game, 0, draw="", discard="plain")
    say(game, "end")
    assert game.ending is not None
    assert (game.ending.reason, game.ending.winners, game.ending.ranks) == ("exhausted", (1,), (2, 1))


def test_du30_the_rest_of_the_effect_is_not_done() -> None:
    game = table()
    lay(game, 0, hand="flurry jab")
    lay(game, 1, draw="jab plain filler")
    say(game, "flurry/jab")
    assert game.ending is not None
    assert (game.ending.reason, game.ending.winners) == ("bled_out", (0,))


def test_du7_the_second_player_heals_or_recovers_or_draws_one() -> None:
    for given, pile in (("jab", "wounds"), ("jab", "discard"), ("jab filler plain", "draw")):
        game = table()
        lay(game, 1, **({"draw": "filler plain"} | {pile: given}))
        say(game, "end", "end")
        assert game.sides[1].hand == ["jab"]


def test_du24_a_cards_own_trigger_then_equipment_in_order_of_equipping() -> None:
    game = table()
    equip(game, 1, "thorns")
    equip(game, 0, "hatchet")
    lay(game, 0, hand="jab", draw="filler filler filler filler filler plain plain")
    lay(game, 1, draw="boiling jab jab filler plain plain")
    # Boiling Blood is wounded: it acts first (a card, then equipment), then Thorns, then Hatchet and what that wounds.
    say(game, "jab")
    assert wounds(game, 0) == ["filler", "hatchet", "filler", "filler"]
    assert wounds(game, 1) == ["boiling", "jab"]


def test_du24_a_piece_acts_max_times_a_turn() -> None:
    game = table()
    equip(game, 1, "thorns")
    lay(game, 0, hand="flurry jab jab")
    say(game, "flurry/jab")
    assert len(wounds(game, 0)) == 2
    say(game, "jab")
    assert len(wounds(game, 0)) == 2


def test_du23_a_card_does_not_hear_its_own_playing() -> None:
    game = table()
    lay(game, 0, hand="mouse filler")
    say(game, "mouse")
    assert len(game.sides[0].hand) == 1
    say(game, "filler")
    assert len(game.sides[0].hand) == 1  # one played, one drawn by the Mouse


def test_du25_the_first_replacement_that_applies_and_no_more_than_max() -> None:
    game = table()
    equip(game, 1, "buckler", "plate")
    lay(game, 0, hand="flurry jab snatch")
    lay(game, 1, hand="trap", draw="jab flurry snatch plain")
    say(game, "flurry/jab")
    assert (wounds(game, 1), game.sides[1].discard) == (["snatch"], ["jab", "flurry"])
    say(game, "snatch")  # the Buckler saves the Trap from the hand, so it was thrown and not wounded [A14]
    assert (wounds(game, 1), game.sides[1].discard[2:]) == (["snatch"], ["trap"])


def test_du26_a_third_one_hand_card_replaces_one_of_its_owners_choice() -> None:
    game = table()
    equip(game, 0, "buckler", "buckler")
    lay(game, 0, hand="hatchet maul buckler")
    first = game.sides[0].equipment[0]
    say(game, "hatchet")
    assert asked(game) == (0, ["take=buckler"])
    say(game, "take=buckler")
    assert first not in game.sides[0].equipment
    say(game, "maul")
    assert game.sides[0].pile("equipment") == ["maul"]
    assert game.sides[0].discard == ["buckler", "buckler", "hatchet"]
    say(game, "buckler")
    assert game.sides[0].pile("equipment") == ["buckler"]


def test_du28_a_familiar_takes_the_hits_and_the_rest_wounds_the_player() -> None:
    game = table()
    equip(game, 1, "mouse", "plate")
    lay(game, 0, hand="flurry jab")
    lay(game, 1, draw="boiling jab flurry snatch plain")
    say(game, "flurry/jab")
    assert asked(game) == (0, ["target=player", "target=familiar"])
    say(game, "target=familiar")
    # Boiling Blood is discarded unheard, the Mouse is wounded and acts, Plate then saves the two that are left.
    assert game.sides[1].discard == ["boiling", "jab", "flurry"]
    assert (wounds(game, 1), len(wounds(game, 0))) == (["mouse"], 1)


def test_du28_an_empty_pile_counts_all_the_same_and_the_count_is_of_one_turn() -> None:
    game = table()
    equip(game, 1, "bear")
    lay(game, 0, hand="snatch snatch snatch snatch")
    say(game, "snatch", "target=familiar", "snatch", "target=familiar", "snatch", "target=familiar")
    assert game.sides[1].equipment[0].hits == 3
    say(game, "end", "end", "end", "end")
    lay(game, 0, hand="snatch")
    lay(game, 1)
    say(game, "snatch", "target=familiar")
    assert game.sides[1].familiar is not None
    assert game.sides[1].familiar.hits == 1


def test_du28_strips_and_wounds_does_not_take_a_familiar() -> None:
    game = table()
    equip(game, 0, "band")
    equip(game, 1, "bear", "thorns")
    lay(game, 0, hand="hurl jab")
    assert "hurl/band+jab" in asked(game)[1]
    say(game, "hurl/band+jab", "target=player")
    assert game.sides[1].pile("equipment") == ["bear"]
    assert wounds(game, 1) == ["thorns"]


def test_du13_a_card_cannot_pay_for_itself() -> None:
    game = table()
    lay(game, 0, hand="flurry")
    assert asked(game) == (0, ["throw=flurry", "end"])
    lay(game, 0, hand="flurry flurry plain jab")
    plays = [text for text in asked(game)[1] if text.startswith("flurry")]
    assert plays == ["flurry/flurry", "flurry/jab", "flurry/plain"]


def test_du10_only_reflex_cards_in_the_reflex_phase() -> None:
    game = table()
    lay(game, 0, hand="jab filler", draw="plain plain plain plain plain plain")
    say(game, "end")
    assert asked(game) == (0, ["filler", "throw=filler", "throw=jab", "throw=plain", "end"])


def test_notation_any_number_of_cards_is_thrown_in_the_order_given() -> None:
    game = table()
    lay(game, 0, hand="jab plain filler jab")
    say(game, "throw=jab+filler+jab")
    assert game.sides[0].discard == ["jab", "filler", "jab"]
    assert refusal(game, 0, "throw=jab") is not None


def test_du17_thrown_cards_are_asked_for_and_forced_ones_are_not() -> None:
    game = table()
    lay(game, 0, hand="jostle jostle")
    lay(game, 1, hand="jab jab")
    say(game, "jostle")
    assert asked(game) == (1, ["take=jab"])
    say(game, "take=jab", "jostle")
    assert on_move(game) == 0
    assert game.sides[1].hand == []


def test_du36_sudden_death_wounds_at_the_start_and_heals_nothing() -> None:
    game = table()
    game.round = 20
    say(game, "end", "end")
    assert wounds(game, 1) == []
    say(game, "end", "end")
    assert game.round == 21
    assert wounds(game, 0) == ["filler"]
    lay(game, 0, hand="filler jab tear", wounds="filler filler")
    assert not any(text.startswith("tear") for text in asked(game)[1])
    say(game, "filler")
    assert len(wounds(game, 0)) == 2
    lay(game, 1, draw="", discard="jab snatch", hand="plain")
    say(game, "end", "end")
    assert (wounds(game, 1), game.sides[1].draw) == (["snatch"], [])


def test_du36_the_round_begins_at_the_starters_seat_also_without_the_starter() -> None:
    game = table(3)
    act(game, 0, "leave")
    assert (on_move(game), game.round) == (1, 1)
    say(game, "end", "end", "end", "end")
    assert (on_move(game), game.round) == (1, 2)


def test_du40_attack_right_defence_left_strategy_named() -> None:
    game = table(4)
    lay(game, 0, hand="jab plague exchange")
    equip(game, 1, "band")
    say(game, "jab")
    assert len(wounds(game, 3)) == 1
    say(game, "plague")
    assert game.sides[1].discard == ["filler"]
    assert [text for text in asked(game)[1] if "exchange" in text] == [
        *("exchange@1", "exchange@2", "exchange@3"),
        "throw=exchange",
    ]
    act(game, 1, "resign")
    act(game, 2, "resign")
    assert "exchange" in asked(game)[1]


def test_du40_triggers_aim_at_the_cause_at_the_turn_or_like_an_attack() -> None:
    game = table(3)
    equip(game, 0, "hood")  # aims left at its owner's start, at the seat on turn at another's end
    equip(game, 2, "thorns")
    lay(game, 0, hand="jab")
    lay(game, 1, hand="filler")
    say(game, "jab")
    assert len(wounds(game, 0)) == 1
    say(game, "end", "end")
    say(game, "end", "end")
    assert game.sides[1].discard == ["filler"]
    lay(game, 1, hand="jab")
    say(game, "end", "end")
    assert (game.sides[2].discard, game.sides[1].discard, game.sides[1].hand) == (["filler"], ["jab"], [])


def test_du41_the_effect_goes_on_without_who_left() -> None:
    game = table(3)
    lay(game, 0, hand="jostle jab")
    lay(game, 2, hand="jab snatch")
    say(game, "jostle")
    assert asked(game) == (2, ["take=jab", "take=snatch"])
    act(game, 2, "timeout")
    assert (on_move(game), game.sides[0].hand) == (0, ["jab", "filler"])
    act(game, 1, "leave")
    assert game.ending is not None
    assert (game.ending.winners, game.ending.ranks, game.ending.reason) == ((0,), (1, 2, 3), "left")


def test_du41_another_still_answers_for_the_card_of_who_left() -> None:
    game = table(3)
    lay(game, 0, hand="jostle")
    lay(game, 2, hand="jab snatch")
    say(game, "jostle")
    act(game, 0, "resign")
    assert asked(game) == (2, ["take=jab", "take=snatch"])
    say(game, "take=jab")
    assert (game.sides[2].discard, on_move(game)) == (["jab"], 1)


def test_du41_who_bleeds_out_in_mid_effect_is_left_out_of_the_rest() -> None:
    game = table(3)
    lay(game, 0, hand="exchange")
    lay(game, 2, draw="plain jab")
    say(game, "exchange@2")
    assert game.is_out(2)
    assert len(game.sides[0].hand) == 2
    assert refusal(game, 2, "resign") is not None


def test_du41_who_pays_with_the_last_blood_has_no_effect_and_no_turn_end() -> None:
    game = table(3)
    lay(game, 0, hand="exchange", draw="plain")
    say(game, "exchange@2")
    assert (game.is_out(0), wounds(game, 2), on_move(game)) == (True, [], 1)


def test_du19_a_twenty_sixth_card_is_refused() -> None:
    game = table()
    for _ in range(25):
        lay(game, 0, hand="filler jab")
        say(game, "filler")
    lay(game, 0, hand="filler")
    assert asked(game) == (0, ["throw=filler", "end"])
