# ruff: noqa: E501 (texts as they stand on cards)
"""Card texts: natural in both languages, short enough for a card, and complete."""

import re

import pytest

from bot.games.duel import language
from bot.games.duel.cards import CardSet
from bot.games.duel.language import Pile
from bot.games.duel.sets import current_set
from bot.games.duel.texts import branch_text, card_text, type_line
from bot.games.duel.words import ENGLISH, FRENCH, LANGUAGES, WORDS

LONGEST = 260
SAID = {
    "slash": ("The opponent draws and wounds 2 cards.", "L’adversaire pige et blesse 2 cartes."),
    "thrust": ("The opponent draws and wounds 1 card.", "L’adversaire pige et blesse 1 carte."),
    "flushing-out": (
        "The opponent recovers and wounds 1 card, throws and wounds 1 card, then draws and wounds 1 card.",
        "L’adversaire récupère et blesse 1 carte, jette et blesse 1 carte, puis pige et blesse 1 carte.",
    ),
    "twin-cut": (
        (
            "The opponent draws and wounds 1 card. For each one-hand card the player has equipped, the opponent draws and "
            "wounds 1 card."
        ),
        (
            "L’adversaire pige et blesse 1 carte. Pour chaque carte à une main équipée du joueur, l’adversaire pige et "
            "blesse 1 carte."
        ),
    ),
    "bloodletting": (
        "Cost: draw and wound 1 card. The opponent draws and wounds 2 cards.",
        "Coût\u00a0: piger et blesser 1 carte. L’adversaire pige et blesse 2 cartes.",
    ),
    "squire": (
        (
            "At the start of the player’s turn, if the player has at least 3 cards equipped, the player draws and keeps 1 "
            "card. The player’s equipment cards cost 1 less."
        ),
        (
            "Au début du tour du joueur, si le joueur a au moins 3 cartes équipées, le joueur pige et garde 1 carte. Les "
            "équipements du joueur coûtent 1 de moins."
        ),
    ),
    "high-guard": (
        (
            "At the start of the player’s turn, the player strips and discards this card. The first 2 cards of the player "
            "that an opponent would wound each turn are discarded instead."
        ),
        (
            "Au début du tour du joueur, le joueur dépouille et défausse cette carte. Les 2 premières cartes du joueur "
            "qu’un adversaire blesserait à chaque tour sont défaussées à la place."
        ),
    ),
    "feint": (
        "The player chooses: the opponent throws and discards 1 card, or the player draws and keeps 1 card.",
        "Au choix du joueur\u00a0: l’adversaire jette et défausse 1 carte, ou le joueur pige et garde 1 carte.",
    ),
}


@pytest.mark.parametrize("key", SAID)
def test_a_card_says_what_it_does(key: str) -> None:
    card = current_set().cards[key]
    assert (card_text(card, ENGLISH), card_text(card, FRENCH)) == SAID[key]


def test_type_lines() -> None:
    wolf, momentum = current_set().cards["grey-wolf"], current_set().cards["momentum"]
    assert type_line(wolf, ENGLISH) == "Equipment (familiar, 3 HP) · cost 2"
    assert type_line(wolf, FRENCH) == "Équipement (familier, 3\u00a0PV) · coût 2"
    assert type_line(momentum, FRENCH) == "Stratégie · coût 0 · réflexe"
    assert type_line(current_set().cards["hot-blood"], ENGLISH) == "Blood · unique"


@pytest.mark.parametrize("language_", LANGUAGES)
def test_every_text_is_short_and_whole(language_: str, extra: CardSet) -> None:
    for card in extra.cards.values():
        text = card_text(card, language_)
        assert len(text) <= LONGEST
        assert (text == "") == (card.id == "quick-blood")
        assert text == "" or (text[0].isupper() and text.endswith("."))
        assert not re.search(r"[{}_']|None|  |\(s\)", text), text


def test_french_elides_and_agrees(extra: CardSet) -> None:
    texts = " ".join(card_text(card, FRENCH) for card in extra.cards.values())
    assert not re.search(r"\b(le|de|que|la) (adversaire|un adversaire|équip)", texts)
    assert not re.search(r"\b1 cartes|\b[2-9] carte\b", texts)
    assert not re.search(r"[^\s\u00a0][:;!?]", texts)


def test_other_instructions_have_words() -> None:
    """Those that no card uses yet."""
    for raw in (
        "opponent strips and discards 2 one_hand chosen by opponent",
        "player throws and refills all",
        "opponent throws and discards all attack",
        {"if": "player.hand >= opponent.hand", "then": ["player shuffles"], "else": ["opponent draws and keeps 2"]},
        {"if": "player.draw > opponent.discard", "then": ["player shuffles"]},
        {"if": "player.wounds.blood <= 2", "then": ["player shuffles"]},
        {"times": "opponent.wounds", "do": ["player draws and keeps 1", "opponent draws and keeps 1"]},
        {"times": "opponent.equipment", "do": ["player draws and keeps 1"]},
        {"choose": [["player draws and keeps 1"], []], "who": "opponent"},
    ):
        for one in LANGUAGES:
            text = branch_text((language.read(raw),), one)
            assert text.endswith(".")
            assert not re.search(r"[{}_]|None|  ", text), text
    assert branch_text((), FRENCH) == "Rien."


def test_both_languages_have_all_words() -> None:
    for words in WORDS.values():
        assert set(words.takes) == set(words.puts) == set(words.all) == set(Pile) - {Pile.TABLE}
        assert set(words.kinds) == {*language.TYPES, *language.SLOTS}
