"""The fixture for cards that the base set has not."""

import pytest

from bot.games.duel.cards import CardSet
from tests.games.duel.builders import with_extra_cards


@pytest.fixture
def extra(monkeypatch: pytest.MonkeyPatch) -> CardSet:
    return with_extra_cards(monkeypatch)
