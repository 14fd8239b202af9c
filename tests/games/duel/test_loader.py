# ruff: noqa: E501 (a case a line)
"""The loader refuses what is wrong in a card file, naming the card and the fault."""

import random
import re

import pytest

from bot.games.duel import language
from bot.games.duel.loader import CardFileError, read_set
from bot.games.duel.sets import FOLDER, current_set, every_set, load_file, set_of
from tests.games.duel.builders import BASE, EXTRA
from tests.support.tiers import has_long_version, sized

HEAD = """format = 1
set = "test"
version = 1
[card.quick-blood]
en = "Blood"
fr = "Sang"
type = "blood"
[deck.plain]
en = "Plain"
fr = "Simple"
cards = { quick-blood = 25 }
"""
NAMES = 'en = "X"\nfr = "X"\n'
CARD = f'[card.x]\n{NAMES}type = "attack"\ncost = 0\neffect = ["opponent draws and wounds 1"]\n'
GEAR = f'[card.x]\n{NAMES}type = "equipment"\nslot = "ring"\ncost = 0\n'
HEARS = 'when = [{ event = "turn_start", effect = ["player draws and keeps 1"] }]\n'


def fault_of(text: str) -> CardFileError:
    with pytest.raises(CardFileError) as caught:
        read_set(text)
    return caught.value


def card(old: str, new: str, base: str = CARD) -> str:
    assert old in base
    return HEAD + base.replace(old, new)


WRONG: dict[str, tuple[str, str]] = {
    "an unknown key": (card("cost", "cots"), "unknown key: cots"),
    "an unknown verb": (card("draws", "pulls"), "no such verb: pulls"),
    "an unknown second verb": (card("wounds", "hurts"), "no such verb: hurts"),
    "an unknown type": (card('"attack"', '"spell"'), "no such type: spell"),
    "no type": (card('type = "attack"\n', ""), "no such type: None"),
    "an unknown slot": (card('"ring"', '"nose"', GEAR + HEARS), "no such slot: nose"),
    "no slot": (card('slot = "ring"\n', "", GEAR + HEARS), "no such slot: None"),
    "a slot of no equipment": (card("cost", 'slot = "ring"\ncost'), "only equipment has slot"),
    "hp without familiar": (card("cost", "hp = 2\ncost", GEAR + HEARS), "hp goes with the slot familiar"),
    "a familiar without hp": (card('"ring"', '"familiar"', GEAR + HEARS), "hp goes with the slot familiar"),
    "no hit points": (card('"ring"\n', '"familiar"\nhp = 0\n', GEAR + HEARS), "hp is a number from 1"),
    "a wrong aim": (card("cost", 'aim = "left"\ncost', GEAR + HEARS), "aim is attack or defence"),
    "blood with a cost": (HEAD + f'[card.x]\n{NAMES}type = "blood"\ncost = 1\n', "blood has no cost"),
    "blood with an effect": (HEAD + f'[card.x]\n{NAMES}type = "blood"\neffect = []\n', "blood has no effect"),
    "blood as a reflex": (HEAD + f'[card.x]\n{NAMES}type = "blood"\nreflex = true\n', "blood has no reflex"),
    "no cost": (card("cost = 0\n", ""), "cost is missing"),
    "a negative cost": (card("cost = 0", "cost = -1"), "cost is a number from 0"),
    "a cost that is no number": (card("cost = 0", "cost = true"), "cost is a number from 0"),
    "a cost of the opponent": (card("cost = 0", 'cost = ["opponent draws and wounds 1"]'), "moves by the player"),
    "a cost that shuffles": (card("cost = 0", 'cost = ["player shuffles"]'), "moves by the player"),
    "a cost of all": (card("cost = 0", 'cost = ["player throws and discards all"]'), "never all"),
    "a cost with a mode": (card("cost = 0", 'cost = ["player throws and discards 1 at random"]'), "has no mode"),
    "no effect": (card('effect = ["opponent draws and wounds 1"]\n', ""), "it has no effect"),
    "idle equipment": (HEAD + GEAR, "it has no effect"),
    "an effect that is no list": (card('["opponent draws and wounds 1"]', '"x"'), "instructions are a list"),
    "no phrase": (card("opponent draws", "somebody draws"), "no phrase"),
    "no instruction": (card('["opponent draws and wounds 1"]', "[{ iff = 1 }]"), "no instruction"),
    "number 0": (card("wounds 1", "wounds 0"), "a number is from 1 to 25"),
    "number 26": (card("wounds 1", "wounds 26"), "a number is from 1 to 25"),
    "a move to where it is": (card("draws and wounds", "draws and refills"), "stay where it is"),
    "a filter with draws": (card("wounds 1", "wounds 1 attack"), "goes with throws and strips"),
    "a mode with draws": (card("wounds 1", "wounds 1 at random"), "goes with throws and strips"),
    "this card in hand": (card("draws and wounds 1", "throws and wounds 1 this card"), "never in the hand"),
    "this card of no equipment": (card("draws and wounds 1", "strips and wounds 1 this card"), "equipment's triggers"),
    "an empty then": (card('["opponent draws and wounds 1"]', '[{ if = "player.hand > 1", then = [] }]'), "'then' is empty"),
    "an empty do": (card('["opponent draws and wounds 1"]', '[{ times = "player.hand", do = [] }]'), "'do' is empty"),
    "times a list": (card('["opponent draws and wounds 1"]', '[{ times = [], do = ["player shuffles"] }]'), "no count"),
    "no condition": (card('["opponent draws and wounds 1"]', '[{ if = "player.hand = 1", then = ["player shuffles"] }]'), "no condition"),
    "no count": (card('["opponent draws and wounds 1"]', '[{ if = "player.pocket > 1", then = ["player shuffles"] }]'), "no count"),
    "an unknown kind": (card('["opponent draws and wounds 1"]', '[{ if = "player.wounds.gold > 1", then = ["player shuffles"] }]'), "no such type or slot"),
    "a count of hidden cards": (card('["opponent draws and wounds 1"]', '[{ if = "player.hand.blood > 1", then = ["player shuffles"] }]'), "betray hidden cards"),
    "a choice of one": (card('["opponent draws and wounds 1"]', '[{ choose = [["player shuffles"]] }]'), "at least two branches"),
    "a choice of nobody": (card('["opponent draws and wounds 1"]', '[{ choose = [[], []], who = "me" }]'), "who is player or opponent"),
    "a reflex that is no flag": (card("cost", "reflex = 1\ncost"), "reflex is true or false"),
    "a unique that is no flag": (card("cost", 'unique = "yes"\ncost'), "unique is true or false"),
    "no name": (card('en = "X"\n', ""), "en is a name"),
    "an empty name": (card('fr = "X"', 'fr = ""'), "fr is a name"),
    "a long name": (card('fr = "X"', f'fr = "{"x" * 25}"'), "fr is a name"),
    "a sign of the notation in a name": (card('fr = "X"', 'fr = "a+b"'), "a sign that the notation uses"),
    "a name of another card": (card('en = "X"', 'en = "blood"'), "is also that of quick-blood"),
    "an id with capitals": (HEAD + CARD.replace("card.x", "card.X"), "an id is of small letters"),
    "an id of the notation": (HEAD + CARD.replace("card.x", "card.end"), "no word of the notation"),
    "a card that is no table": (HEAD.replace("[deck", "card.x = 1\n[deck").replace("format = 1", "card.x = 1\nformat = 1").replace("card.x = 1\n[deck", "[deck"), "a card is a table"),
    "a when that is no list": (HEAD + GEAR + "when = 1\n", "when is a list of tables"),
    "an empty when": (HEAD + GEAR + "when = []\n", "when is a list of tables"),
    "an unknown key of a trigger": (card("event =", "on = 1, event =", GEAR + HEARS), "unknown key"),
    "an unknown event": (card("turn_start", "turn_over", GEAR + HEARS), "no such event: turn_over"),
    "an event only equipment hears": (HEAD + CARD + HEARS, "only equipment hears turn_start"),
    "who of a card's own trigger": (card("cost", 'when = [{ event = "this_thrown", who = "player", effect = ["player shuffles"] }]\ncost'), "this_thrown has no who"),
    "an unknown who": (card("event =", 'who = "me", event =', GEAR + HEARS), "who is player or opponent"),
    "a type of another event": (card("event =", 'type = "attack", event =', GEAR + HEARS), "type goes with card_played"),
    "a type nobody plays": (card('event = "turn_start"', 'type = "blood", event = "card_played"', GEAR + HEARS), "no such type to play"),
    "a trigger without an effect": (card('["player draws and keeps 1"]', "[]", GEAR + HEARS), "a trigger has an effect"),
    "max 0": (card("event =", "max = 0, event =", GEAR + HEARS), "max is a number from 1"),
    "instead of no equipment": (HEAD + CARD + "instead = [{ max = 1 }]\n", "only equipment has instead"),
    "instead from nowhere": (HEAD + GEAR + 'instead = [{ from = "wounds" }]\n', "no pile to be wounded from"),
    "an unknown key of instead": (HEAD + GEAR + "instead = [{ most = 1 }]\n", "unknown key"),
    "modify of no equipment": (HEAD + CARD + "modify = { draw = 1 }\n", "only equipment has modify"),
    "modify nothing": (HEAD + GEAR + "modify = {}\n", "modify is a table"),
    "modify by nothing": (HEAD + GEAR + "modify = { draw = 0 }\n", "draw changes nothing"),
    "modify something else": (HEAD + GEAR + "modify = { luck = 1 }\n", "unknown key"),
    "modify the cost of blood": (HEAD + GEAR + "modify = { cost = { blood = 1 } }\n", "modify.cost is by type"),
    "modify the cost by nothing": (HEAD + GEAR + "modify = { cost = { attack = 0 } }\n", "modify.cost changes nothing"),
    "cards that fetch each other": (card("opponent draws and wounds 1", "player recovers and keeps 1"), "fetch each other for ever"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_card_is_refused_by_name(name: str) -> None:
    text, fault = WRONG[name]
    error = fault_of(text)
    assert re.fullmatch(r"card (x|X|end)", error.where)
    assert fault in error.fault
    assert str(error) == f"{error.where}: {error.fault}"


DECKS = {
    "24 cards": ("quick-blood = 25", "quick-blood = 24", "24 cards, not 25"),
    "none": ("quick-blood = 25", "", "0 cards, not 25"),
    "an unknown card": ("quick-blood = 25", "gold = 25", "no such card: gold"),
    "no number": ("quick-blood = 25", "quick-blood = 0", "quick-blood is a number from 1"),
    "no blood": ("quick-blood = 25", ", ".join(f"{letter} = 3" for letter in "abcdefgh") + ", i = 1", "no blood"),
    "too many": ("quick-blood = 25", "quick-blood = 21, a = 4", "at most 3 of a"),
    "no table": ("{ quick-blood = 25 }", "25", "cards is a table of numbers"),
    "an unknown key": ('en = "Plain"', 'en = "Plain"\nde = "Einfach"', "unknown key: de"),
    "no name": ('en = "Plain"\n', "", "en is a name"),
}


@pytest.mark.parametrize("name", DECKS)
def test_a_wrong_deck_is_refused_by_name(name: str) -> None:
    old, new, fault = DECKS[name]
    cards = "".join(CARD.replace("card.x", f"card.{one}").replace('"X"', f'"{one}"') for one in "abcdefghi")
    error = fault_of(cards.join(HEAD.replace(old, new).split("[deck", 1)).replace(cards, cards + "[deck", 1))
    assert (error.where, fault in error.fault) == ("deck plain", True), error


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("format = 1", "format = 2", "format is 1"),
        ("version = 1", "version = 0", "version a number"),
        ("version = 1", "", "missing: version"),
        ('set = "test"', 'set = "Test Set"', "set is a word"),
        ("format = 1", "format = 1\nauthor = 1", "missing: author"),
        ("format = 1", "format = ", "no TOML"),
        ('[deck.plain]\nen = "Plain"\nfr = "Simple"\ncards = { quick-blood = 25 }\n', "deck = {}", "there is no deck"),
    ],
)
def test_a_wrong_file_is_refused(old: str, new: str, fault: str) -> None:
    text = (
        HEAD.replace(old, new)
        if new != "deck = {}"
        else HEAD.replace(old, "").replace("format", "deck = {}\nformat", 1)
    )
    error = fault_of(text)
    assert (error.where, fault in error.fault) == ("file", True), error


def test_what_a_mutation_starts_from_is_right() -> None:
    assert read_set(HEAD + CARD).cards["x"].names["fr"] == "X"
    assert read_set(HEAD + GEAR + HEARS).cards["x"].when[0].event == "turn_start"
    assert len(read_set(BASE.replace("[deck.blade]", EXTRA + "[deck.blade]")).cards) > len(current_set().cards)


# Mutations of the file that ships

MUTATIONS = (
    (r"(draws|throws|recovers|strips|heals) and", "grabs and"),
    (r"and (wounds|keeps|discards|refills)", "and drops"),
    (r'type = "(attack|defence|strategy|equipment|blood)"', 'type = "magic"'),
    (r'slot = "\w+"', 'slot = "tail"'),
    (r"cost = \d", "cost = -1"),
    (r"cost = \d", "price = 1"),
    (r"(player|opponent) (?=draws|throws|heals|recovers|strips)", "enemy "),
    (r"hp = \d", "hp = 99"),
    (r"max = \d", "max = 0"),
    (r'event = "\w+"', 'event = "sneeze"'),
    (r'en = "[^"]+"', "en = 7"),
    (r'fr = "[^"]+"', 'fr = "  "'),
    (r"(\w+)\.wounds", r"\1.scars"),
    (r"(unique|reflex) = true", r"\1 = 3"),
    (r"\b(1|2|3)\"\]", '0"]'),
)


@has_long_version
@pytest.mark.parametrize("number", range(sized(100, 1000)))
def test_a_mutated_card_file_is_refused_with_the_cards_id(number: int) -> None:
    """One change within one card, chosen at random."""
    dice = random.Random(number)
    head, *cards = re.split(r"(?=^\[card\.)", BASE.split("[deck.")[0], flags=re.M)
    while True:
        at, (pattern, new) = dice.randrange(len(cards)), dice.choice(MUTATIONS)
        if found := list(re.finditer(pattern, cards[at])):
            break
    one = dice.choice(found)
    mutated = cards[at][: one.start()] + one.expand(new) + cards[at][one.end() :]
    key = re.match(r"\[card\.([a-z-]+)\]", cards[at])
    assert key is not None
    decks = "[deck." + BASE.split("[deck.", 1)[1]
    error = fault_of("".join((head, *cards[:at], mutated, *cards[at + 1 :], decks)))
    assert error.where == f"card {key[1]}"
    assert error.fault


# The files that come with the bot


def test_the_sets_that_ship_are_right() -> None:
    every_set()
    assert set_of(current_set().version) is current_set()


def test_a_missing_or_damaged_file_is_named(tmp_path: object) -> None:
    with pytest.raises(CardFileError, match=r"none\.toml: cannot be read"):
        load_file(FOLDER / "none.toml")
    with pytest.raises(CardFileError, match=r"base-999\.toml: cannot be read"):
        set_of(999)


def test_instructions_are_written_as_they_are_read() -> None:
    for one in read_set(BASE.replace("[deck.blade]", EXTRA + "[deck.blade]")).cards.values():
        for instruction in (*one.effect, *(each for when in one.when for each in when.effect)):
            assert language.read(language.write(instruction)) == instruction
