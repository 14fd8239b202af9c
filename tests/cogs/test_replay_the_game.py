"""Finished games of The Game looked at again: turn by turn, as a film, a plot, and a record that `verify` reads."""

import re
from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from bot.__main__ import main
from bot.referee.match import Match
from bot.referee.records import Record, read, verify
from bot.table.locale import locale_for
from tests.support.team import Club, begin, play_out, type_turn
from tests.support.world import answers_of, buttons, is_private, press, said, text_of


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


async def abandoned(club: Club, people: int, turns: int, **options: Any) -> Match:
    """A game that Alice leaves after a few turns."""
    match = await club.team(people, **options)
    if turns:
        match = await begin(club, match)
    while match.turns < turns:
        await type_turn(club, match)
        match = await club.match()
    match = await club.bot.referee.resign(1, club.alice.id, "resigned in a test")
    return match if people == 1 else await club.bot.referee.decline_stand_in(1, club.bob.id, "declined in a test")


async def open_replay(club: Club, person: Any) -> Any:
    return (await person.slash(club.channel, "replay", game=1)).response


async def record_of(club: Club, person: Any) -> tuple[str, bytes]:
    pressed = await press(person, await open_replay(club, person), "replay", "record")
    assert is_private(pressed)
    (file,) = answers_of(pressed)[0].message.attachments
    return file.filename, await file.read()


async def test_every_step_leads_where_it_says_and_tells_the_turn(club: Club) -> None:
    match = await abandoned(club, 3, 4)
    message = await open_replay(club, club.emma)
    assert message.ephemeral
    assert "**The start.** The hands are dealt" in text_of(message)
    assert "Replay · Alice, Bob, Chloé" in text_of(message)
    for turn, name in enumerate(("Alice", "Bob", "Chloé", "Alice"), start=1):
        await press(club.emma, message, "replay", "on")
        assert re.search(rf"\*\*Turn {turn} of 4\.\*\* {name}: \d+ on [▲▼] [ABCD]\b.*draws \d card", text_of(message))
        assert text_of(message).count(" held: ") == 6, "in the text, and in the picture's"
    assert "🚪 Alice resigned: the game ends here and counts for no record." in text_of(message)
    arguments = {custom_id.split(":")[-1] for custom_id in buttons(message)}
    assert arguments == {"first", "back", "on", "last", "film", "plot", "record", ""}, "nobody can tell what turned it"
    forged = await club.forge(club.emma, "arb:replay:1:0:turning", club.table())
    assert "**The start.**" in said(forged)
    assert match.row.reason == "abandoned"


async def test_a_film_and_a_plot_of_the_teams_progress(club: Club) -> None:
    await abandoned(club, 2, 3, fire=True)
    message = await open_replay(club, club.emma)
    film = await press(club.emma, message, "replay", "film")
    (moving,) = answers_of(film)[0].message.attachments
    assert (moving.filename, moving.description) == (
        "game.webp",
        "An animation of the whole game: 3 turns, then the result.",
    )
    plot = await press(club.emma, message, "replay", "plot")
    (drawn,) = answers_of(plot)[0].message.attachments
    assert (drawn.description or "").startswith("Cards left after each turn: 98, ")
    assert "Game 1: cards left" in said(plot)


@pytest.mark.parametrize(("language", "people", "computers"), [("en", 1, 1), ("fr", 2, 0)])
async def test_the_record_is_for_people_and_for_verify(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, people: int, computers: int
) -> None:
    club.languages[club.emma.id] = language
    await club.team(people, computers=computers, expert=True, fire=True)
    match = await play_out(club, type_turn)
    name, data = await record_of(club, club.emma)
    text, words = data.decode(), locale_for(language)
    record = read(text)
    assert verify(record) is None
    assert isinstance(record, Record)
    assert sum(text == "end" for _, text in record.actions) in (match.turns, match.turns - 1)
    remarks = [line for line in text.split("\n") if line.startswith("#")]
    other = "Bob" if people == 2 else words.text("players.mate.name").capitalize()
    assert remarks[1] == "# " + words.text("replay.file.players", players=f"Alice, {other}")
    left = words.text("replay.file.left", count=match.game.rules.outcome(match.state).scores[0])  # type: ignore[union-attr]
    why = words.text(f"the-game.{match.row.reason}", player=("Alice", other)[match.state.turn])
    result = words.text("replay.file.team", left=left, why=why)
    assert remarks[3] == "# " + result
    (tmp_path / name).write_bytes(data)
    assert main(["verify", str(tmp_path / name)]) == 0
    assert "1 record is right" in capsys.readouterr().out


@pytest.mark.parametrize(("people", "turns"), [(1, 0), (3, 0), (3, 1)])
async def test_the_record_of_an_abandoned_game_is_right_too(club: Club, people: int, turns: int) -> None:
    await abandoned(club, people, turns)
    record = read((await record_of(club, club.emma))[1].decode())
    assert verify(record) is None
    assert isinstance(record, Record)
    ended = sum(text == "end" for _, text in record.actions)
    assert (record.reason, record.winners, ended) == ("abandoned", (), turns)


async def test_a_running_game_shows_nothing(club: Club) -> None:
    match = await begin(club, await club.team(2))
    await type_turn(club, match)
    for argument in ("open", "last", "film", "plot", "record", "turning"):
        forged = await club.forge(club.bob, f"arb:replay:1:0:{argument}", club.table())
        assert said(forged).strip() == "This game is still running. Its cards are shown when it is over."
