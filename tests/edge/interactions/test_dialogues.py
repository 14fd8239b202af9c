"""Dialogues, as Discord would judge them."""

import pytest

from bot.edge.challenges import CutDialogue
from bot.table.controls import Control, Verb
from bot.table.locale import LANGUAGES, locale_for
from tests.support.discord_limits import DIALOGUE, request_violations

LABEL = 18


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_field_has_a_label_of_its_own(language: str) -> None:
    """The label inside a text field is deprecated."""
    shown = CutDialogue(Control(Verb.CUT, 10**15 - 1), locale_for(language)).to_dict()
    assert request_violations({"type": DIALOGUE, "data": shown}) == []
    (field,) = shown["components"]
    assert (field["type"], field["label"]) == (LABEL, locale_for(language).text("cut.label"))
    assert not field["component"].get("label")
