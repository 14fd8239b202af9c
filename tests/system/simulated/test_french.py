"""A French server and French readers: no English text of ours reaches them."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from bot.table.locale import ENGLISH, FRENCH, read_catalogue
from tests.support.play import play_in_dm, play_in_ephemeral, play_out, play_typed
from tests.support.world import World, press, text_of

_FIELD = re.compile(r"\{[^}]*\}|\n")  # chunks end at line breaks, because single lines are searched
_DIGITS = re.compile(r"\d+")
_BINDING = re.compile(r"`challenge:\d+`")  # a shuffle's binding, shown verbatim
_SHORTEST = 4  # letters: "on" and "off" are parts of other words
_SPOKEN = ("content", "title", "description", "text", "label", "name", "placeholder", "value")


def _sentences(language: str) -> Iterator[str]:
    for message in read_catalogue(language):
        if message.id:
            yield from [message.string] if isinstance(message.string, str) else message.string or []


@cache
def _english() -> tuple[str, ...]:
    """The English catalogue's texts between fields, unless the French one has them as well."""
    french = "\n".join(_sentences(FRENCH))
    chunks = {chunk.strip(" .,:;·*`") for sentence in _sentences(ENGLISH) for chunk in _FIELD.split(sentence)}
    long = {chunk for chunk in chunks if sum(map(str.isalpha, chunk)) >= _SHORTEST}
    return tuple(_DIGITS.sub("0", chunk) for chunk in sorted(long) if not _says(french, chunk))


def _says(text: str, chunk: str) -> bool:
    """As whole words: "Accepter" does not contain "Accept"."""
    return chunk in text and re.search(rf"(?<!\w){re.escape(chunk)}(?!\w)", text) is not None


def _is_english(text: str) -> bool:
    return any(_says(text, chunk) for chunk in _english())


def _spoken(body: Any) -> Iterator[str]:
    """The texts of a request that people read."""
    if isinstance(body, dict):
        for name, value in body.items():
            if isinstance(value, str) and name in _SPOKEN:
                yield value
            yield from _spoken(value)
    elif isinstance(body, list):
        for value in body:
            yield from _spoken(value)


def _english_said(env: Env) -> list[str]:
    requests = (entry for entry in env.http_requests if not entry.path.startswith("/applications/"))
    lines = {_DIGITS.sub("0", line) for entry in requests for text in _spoken(entry.json) for line in text.split("\n")}
    assert lines
    return [line for line in sorted(lines) if _is_english(_BINDING.sub("", line))]


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> World:
    world = World(simcord_env, tmp_path, languages, preferred_locale="fr")
    languages.update({person.id: "fr" for person in (world.alice, world.bob, world.chloe)})
    return world


def test_english_is_recognised() -> None:
    assert _is_english("▶ **Alice** to play")
    assert _is_english("Your running games")
    assert _is_english("Recommencez avec `/challenge`.")
    assert not _is_english("▶ À **Alice** de jouer, Accepter")


async def test_a_challenge_accepted_with_a_cut(club: World) -> None:
    """Discord refuses a dialogue whose title or label is longer than 45 characters, and the whole press with it."""
    challenge = (await club.challenge()).response
    await club.bob.submit_modal(await press(club.bob, challenge, "cut"), {"cut": "sel"})
    assert (await club.match()).row.seats[1].cut == "sel"
    assert _english_said(club.env) == []


async def test_a_whole_duel_in_dms(club: World) -> None:
    await club.duel()
    await play_out(club, play_in_dm)
    for seen in (club.table(), club.panel(club.alice), club.panel(club.bob)):
        assert "🏆" in text_of(seen)
    assert _english_said(club.env) == []


async def test_a_whole_duel_in_the_channel(club: World) -> None:
    club.close_dms(*club.people)
    await club.duel()
    await play_typed(club, await club.match())
    await play_out(club, play_in_ephemeral)
    assert _english_said(club.env) == []


async def test_everything_around_a_duel(club: World) -> None:
    for verb, person in (("decline", club.bob), ("cancel", club.alice)):
        await press(person, (await club.challenge()).response, verb)
    await club.duel(cut="piment", clock="daily")
    match = await club.match()
    for command in ("hand", "table", "games", "rules", "resign", "draw", "undo", "end"):
        await club.mover(match).slash(club.channel, command)
    draw = await club.bob.slash(club.channel, "draw")
    await press(club.bob, draw.response, "draw-sure")
    await press(club.alice, club.channel.history()[-1], "draw-decline")
    await play_typed(club, match)
    resign = await club.alice.slash(club.channel, "resign")
    await press(club.alice, resign.response, "resign-sure")
    await club.chloe.slash(club.channel, "verify", game=1)
    await press(club.alice, club.table(), "rematch")
    assert _english_said(club.env) == []


async def test_every_refusal_of_a_press_or_a_command(club: World) -> None:
    alice, bob, chloe, channel = club.alice, club.bob, club.chloe, club.channel
    await club.challenge(opponent=alice)
    for command in ("play", "hand", "resign", "rematch"):
        await alice.slash(channel, command, **({"moves": "12^"} if command == "play" else {}))
    challenge = await club.challenge()
    await club.challenge()
    for person, verb in ((chloe, "accept"), (alice, "accept"), (bob, "cancel"), (bob, "accept"), (bob, "accept")):
        await club.forge(person, f"arb:{verb}:1:0:", challenge.response)
    await chloe.slash(channel, "verify", game=1)
    await chloe.slash(channel, "verify", game=99)
    mover = club.mover(await club.match())
    waiting = alice if mover is bob else bob
    for person, moves in ((mover, "bonjour"), (mover, "99^"), (mover, "2^ 3^ 4^ end"), (waiting, "2^")):
        await person.slash(channel, "play", moves=moves)
    for custom_id in ("nonsense", "arb:hand:1:0:", "arb:act:1:0:12^A", "arb:draw-decline:1:0:", "arb:rematch:1:0:"):
        for person in (chloe, waiting):
            await club.forge(person, custom_id, club.table())
    assert _english_said(club.env) == []


@pytest.mark.usefixtures("hourly")
async def test_what_comes_by_itself(club: World) -> None:
    """Warnings, reminders and results of lost time, in DMs and in the channel."""
    club.close_dms(club.bob)
    await club.duel(clock="daily")
    await club.env.advance_time(2.5 * 24 * 3600)
    assert (await club.match()).is_over
    assert _english_said(club.env) == []


async def test_an_english_reader_in_a_french_server(club: World) -> None:
    """Public messages in the server's language, private ones in the reader's."""
    club.languages[club.bob.id] = "en-GB"
    await club.duel()
    assert "À vous" in text_of(club.panel(club.alice)) or "Votre main" in text_of(club.panel(club.alice))
    assert "Your" in text_of(club.panel(club.bob))
    assert not _is_english(text_of(club.table()))
    opened = await press(club.bob, club.table(), "hand")
    assert "Your" in text_of(opened.response)
