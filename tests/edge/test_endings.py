"""A team's game that ends early says whose doing that was, everywhere its end is told (TG12)."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from bot.referee.clocks import MINUTE, SECOND
from bot.referee.erase_person import Erasure, erase_person
from bot.referee.records import read, verify
from tests.support.team import Club, begin, type_turn
from tests.support.tiers import has_long_version, one_in, only_long
from tests.support.world import answers_of, press, text_of

TWO_TURNS = 2 * (3 * MINUTE // SECOND + 15)


async def resign(club: Club) -> None:
    asked = await press(club.bob, club.table(), "resign")
    await press(club.bob, answers_of(asked)[-1], "resign-sure")
    await press(club.alice, club.table(), "no-stand-in")


async def run_out_of_time(club: Club) -> None:
    """And then Alice, who could let a computer play on."""
    await club.env.advance_time(TWO_TURNS)
    await club.env.advance_time(TWO_TURNS)


async def leave(club: Club) -> None:
    club.guild.remove_member(club.bob)
    await club.env.advance_time(TWO_TURNS)


ENDINGS: dict[str, tuple[Callable[[Club], Awaitable[None]], dict[str, str]]] = {
    "resigned": (resign, {"en": "Bob resigned:", "fr": "Bob abandonne\u00a0:"}),
    "timeout": (run_out_of_time, {"en": "Bob ran out of time:", "fr": "Bob a dépassé son temps\u00a0:"}),
    "left": (leave, {"en": "Bob left the server:", "fr": "Bob a quitté le serveur\u00a0:"}),
}
IN_A_LIST = {
    "resigned": {"en": "Bob resigned", "fr": "Bob a abandonné"},
    "timeout": {"en": "Bob ran out of time", "fr": "Bob a dépassé son temps"},
    "left": {"en": "Bob left the server", "fr": "Bob a quitté le serveur"},
}
WHAT_IT_MEANS = {
    "en": " the game ends here and counts for no record.",
    "fr": " la partie s’arrête là et ne compte dans aucun palmarès.",
}


async def ended(env: Env, folder: Path, languages: dict[int, str], language: str, how: str) -> Club:
    """Bob, on turn after Alice, ends it for both."""
    club = Club(env, folder, languages, preferred_locale=language)
    languages.update({person.id: language for person in club.everyone})
    await type_turn(club, await begin(club, await club.team(2)))
    await ENDINGS[how][0](club)
    assert (await club.match()).row.reason == "abandoned"
    return club


async def record_of(club: Club, message: Any) -> str:
    pressed = await press(club.alice, message, "replay", "record")
    (file,) = answers_of(pressed)[0].message.attachments
    return bytes(await file.read()).decode()


@has_long_version
@pytest.mark.parametrize("language", one_in(2, WHAT_IT_MEANS))
@pytest.mark.parametrize("how", ENDINGS)
async def test_everybody_reads_who_ended_it_and_how(
    simcord_env: Env, tmp_path: Path, languages: dict[int, str], language: str, how: str
) -> None:
    club = await ended(simcord_env, tmp_path, languages, language, how)
    said = ENDINGS[how][1][language] + WHAT_IT_MEANS[language]
    assert f"🚪 {said}" in text_of(club.table())
    drawn = said.replace("\u00a0", " ").rstrip(".")
    assert drawn in (club.table().attachments[0].description or ""), "the picture says so too"
    assert f"🚪 {said}" in text_of(club.panel(club.alice))
    replay: Any = await club.alice.slash(club.channel, "replay", game=1)
    await press(club.alice, replay.response, "replay", "last")
    assert f"🚪 {said}" in text_of(replay.response)
    for command, options in (("history", {}), ("profile", {"game": "the-game"})):
        listed: Any = await club.alice.slash(club.channel, command, **options)
        assert f"** 🚪 The Game, {IN_A_LIST[how][language]} · " in text_of(listed.response)
    text = await record_of(club, replay.response)
    assert said in text
    record = read(text)
    assert (verify(record), record.reason) == (None, "abandoned")
    await club.assert_sound()


async def test_whoever_had_their_data_deleted_is_not_named(
    simcord_env: Env, tmp_path: Path, languages: dict[int, str]
) -> None:
    club = await ended(simcord_env, tmp_path, languages, "en", "resigned")
    await erase_person(club.bot.referee, club.bob.id, Erasure())
    shown: Any = await club.alice.slash(club.channel, "replay", game=1)
    await press(club.alice, shown.response, "replay", "last")
    assert "🚪 a former player resigned:" in text_of(shown.response)
    listed: Any = await club.alice.slash(club.channel, "history")
    assert "🚪 The Game, a former player resigned · " in text_of(listed.response)


async def test_a_game_from_before_that_was_noted_says_what_it_said(
    simcord_env: Env, tmp_path: Path, languages: dict[int, str]
) -> None:
    club = await ended(simcord_env, tmp_path, languages, "en", "resigned")
    await club.bot.store.database.write("UPDATE actions SET text = '' WHERE verb = 'abandoned'")
    shown: Any = await club.alice.slash(club.channel, "replay", game=1)
    await press(club.alice, shown.response, "replay", "last")
    assert "🚪 The game was abandoned: it counts for no record." in text_of(shown.response)
    listed: Any = await club.alice.slash(club.channel, "history")
    assert "🚪 The Game, abandoned · " in text_of(listed.response)
    await club.assert_sound()


@only_long
async def test_a_computer_that_never_moved_is_named_too(
    simcord_env: Env, tmp_path: Path, languages: dict[int, str]
) -> None:
    """One that fails each time it is asked loses its time like anybody."""
    club = await ended(simcord_env, tmp_path, languages, "en", "timeout")
    sql = "UPDATE seats SET user_id = NULL, level = 'mate' WHERE seat = (SELECT seat FROM actions WHERE verb = ?)"
    await club.bot.store.database.write(sql, ("abandoned",))
    club.bot.store.games.clear_cache()
    for command, options in (("history", {}), ("profile", {"game": "the-game"})):
        listed: Any = await club.alice.slash(club.channel, command, **options)
        assert "🚪 The Game, Team\\-mate ran out of time · " in text_of(listed.response)
