"""Thousands of forged interactions of every kind; `python -m tests.system.simulated.forge` sends more."""

from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

import bot.edge.interactions.answers
from tests.support.forgery import prepare, send_forged
from tests.support.question_forgery import QuestionForger, ask_every_kind
from tests.support.team import Club
from tests.support.tiers import has_long_version, sized
from tests.support.world import World

COUNT = sized(800, 20_000)
ANSWERS = sized(300, 20_000)


@has_long_version
async def test_nothing_forged_is_accepted_or_left_without_an_answer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        bot.edge.interactions.answers, "PATIENCE", 3600.0
    )  # fifty at once on a slow machine are no late answers
    await prepare(world)
    assert await send_forged(world, count=COUNT, seed=11) == COUNT
    await world.assert_sound()


@has_long_version
async def test_no_forged_answer_to_any_kind_of_question_is_accepted_or_left_without_an_answer(
    simcord_env: Env, tmp_path: Path, languages: dict[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.edge.interactions.answers, "PATIENCE", 3600.0)
    club = Club(simcord_env, tmp_path, languages)
    forger = QuestionForger(club, await ask_every_kind(club), seed=7)
    assert await send_forged(club, count=ANSWERS, forger=forger) == ANSWERS


async def test_what_nobody_can_read_is_answered_in_words(world: World) -> None:
    record, payload = world.payload(
        world.alice,
        2,
        {"id": "1", "name": "rules", "type": 1, "options": [{"name": "game", "type": 3, "value": "nonsense"}]},
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert record.ephemeral
    said: list[Any] = [entry.json for entry in world.env.http_requests if entry.path.startswith("/interactions/")]
    assert "could not be read" in said[-1]["data"]["content"]
