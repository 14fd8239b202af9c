"""The cards as people read them, and every fault of a deck at once."""

import pytest

from bot.games.core import RuleError
from bot.games.duel import collection
from bot.games.duel.sets import current_set
from bot.games.duel.words import LANGUAGES


def test_every_card_is_told_in_every_language() -> None:
    cards = collection.cards()
    assert sorted(cards) == sorted(current_set().cards)
    assert list(dict.fromkeys(card.kind for card in cards.values())) == list(collection.kinds())
    assert {card.slot for card in cards.values()} - {None} == set(collection.slots())
    for card in cards.values():
        assert all(card.name.texts[language] and card.line.texts[language] for language in LANGUAGES)
    assert cards["grey-wolf"].line.texts["fr"] == "Équipement (familier, 3\u00a0PV) · coût 2"
    assert (cards["grey-wolf"].slot, cards["grey-wolf"].cost, cards["grey-wolf"].most) == ("familiar", 2, 3)
    assert (cards["quick-blood"].cost, cards["bloodletting"].cost, cards["rummage"].most) == (None, None, 1)


def test_starters_may_be_played() -> None:
    for starter in collection.starters().values():
        assert collection.faults(starter.deck, {}) == []


def test_all_faults_are_told_together() -> None:
    codes = [fault.code for fault in collection.faults({"thrust": 4, "excalibur": 1}, {})]
    assert codes == ["deck_unknown_card", "deck_size", "deck_without_blood", "deck_too_many"]
    assert [fault.code for fault in collection.faults({"thrust": 24, "quick-blood": 1}, {"format": "free"})] == []


@pytest.mark.parametrize(
    "text", ["{}x", '{"thrust": "3"}', '{"thrust": 0}', '{"excalibur": 3}', "3 excalibur", "[" * 9]
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(RuleError):
        collection.read(text)
