"""Dialogues, as Discord would judge them."""

import pytest

from bot.edge.gatherings import SeatDialogue
from bot.table.controls import Control, Verb
from bot.table.locale import LANGUAGES, locale_for
from tests.support.discord_limits import DIALOGUE, request_violations

LABEL = 18


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_field_has_a_label_of_its_own(language: str) -> None:
    """The label inside a text field is deprecated."""
    for has_deck in (False, True):
        shown = SeatDialogue(Control(Verb.CUT, 10**15 - 1), locale_for(language), has_deck=has_deck).to_dict()
        assert request_violations({"type": DIALOGUE, "data": shown}) == []
        assert len(shown["components"]) == 1 + has_deck
        field = shown["components"][0]
        assert (field["type"], field["label"]) == (LABEL, locale_for(language).text("cut.label"))
        assert not field["component"].get("label")
