"""`python -m bot cards`: every card in both languages, a sheet to print, and one line for a wrong file."""

import re
from pathlib import Path

import pytest

from bot.__main__ import BAD_INPUT, main
from bot.games.duel.sets import current_set
from bot.games.duel.texts import card_text
from bot.games.duel.words import LANGUAGES
from bot.operations.duel import cards_command
from bot.operations.duel.cards_command import markdown
from tests.games.duel.builders import BASE

ROOT = Path(__file__).parents[3]


def test_every_card_and_deck_is_printed_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards"]) == 0
    said = capsys.readouterr().out
    for card in current_set().cards.values():
        for language in LANGUAGES:
            assert card.names[language] in said
            assert card_text(card, language) in said
    assert "blade: The Blade · La Lame" in said
    assert said.endswith("set base, version 2: 66 cards and 5 decks are right\n")


def test_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(BASE.replace('set = "base"', 'set = "mine"'), encoding="utf-8")
    assert main(["cards", str(path)]) == 0
    assert "set mine, version 2" in capsys.readouterr().out


def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(BASE.replace("opponent draws and wounds 5", "opponent draws and hurts 5"), encoding="utf-8")
    assert main(["cards", str(path)]) == BAD_INPUT
    assert capsys.readouterr().err == "arbitre: mine.toml: card charge: no such verb: hurts\n"
    for missing in (tmp_path / "none.toml", tmp_path):
        assert main(["cards", str(missing)]) == BAD_INPUT
        assert capsys.readouterr().err.count("\n") == 1
    path.write_bytes(b"\xff")
    assert main(["cards", str(path)]) == BAD_INPUT


def test_a_sheet_to_print(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    assert main(["cards", "--html", str(path)]) == 0
    written = path.read_text(encoding="utf-8")
    assert written.count("<article") == 66
    assert written.count("<li>") == 5
    assert not re.search(r'https?:|<script|src="(?!data:image/png;base64,)', written)
    assert written.count("<img") == 66
    for card in current_set().cards.values():
        assert f'id="{card.id}"' in written
        assert f"<p>{card_text(card, 'fr')}</p>" in written


def test_a_sheet_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards_command, "sheet", lambda _cards: "")
    assert main(["cards", "--html", str(tmp_path / "no" / "where.html")]) == BAD_INPUT
    assert main(["cards", "a", "b"]) == BAD_INPUT


def test_the_page_for_players_lists_the_cards_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m bot cards --markdown` prints what follows the heading in docs/duel.md."""
    page = (ROOT / "docs" / "duel.md").read_text(encoding="utf-8")
    assert page.endswith("\n".join(markdown(current_set())) + "\n")
    assert main(["cards", "--markdown"]) == 0
    assert page.endswith(capsys.readouterr().out)
