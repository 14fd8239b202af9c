"""A further game known only to the registry works in gatherings, play, ratings and team scores."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.games.core import SWITCH
from bot.games.le_duel.game import LE_DUEL
from bot.games.registry import GAMES
from bot.games.the_game.game import THE_GAME
from bot.players.registry import default_level, levels_of
from bot.referee.errors import Refusal
from bot.referee.gatherings import Terms
from bot.referee.team_scores import mode_of
from bot.store.rows import GatheringRow
from bot.store.sqlite.teams import Category
from bot.table.standings.team_boards import category_argument, modes_of, read_category
from tests.store.support import ALICE, CHANNEL, GUILD, open_harness

BRAWL = replace(LE_DUEL, key="brawl", seats=range(2, 5))  # competitive, for two or more
PUZZLE = replace(THE_GAME, key="puzzle", options={"fire": SWITCH})  # cooperative, with one switch of its own


@pytest.fixture(autouse=True)
def more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, BRAWL.key, BRAWL)
    monkeypatch.setitem(GAMES, PUZZLE.key, PUZZLE)


def team(game: str = "puzzle", *, computers: int = 0, **options: bool) -> Terms:
    levels = (default_level(game) or "",) * computers
    return Terms(GUILD, CHANNEL, ALICE, game=game, size=None, options=options, computers=levels)


async def test_two_can_be_challenged_to_what_more_could_play(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.play_out(await harness.duel(game="brawl"))
        assert match.row.reason in ("stuck", "placed_all")
        assert await harness.difference(match.id) is None
        with pytest.raises(Refusal, match="bad_choice"):
            await harness.challenge(game="puzzle")


async def test_a_team_has_the_switches_of_its_game(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        gatherings = harness.referee.gatherings
        with pytest.raises(Refusal, match="bad_choice"):
            await gatherings.open(team(expert=True), harness.key())
        row = await gatherings.open(team(), harness.key())
        assert isinstance(row, GatheringRow)
        assert row.options == {"fire": False}
        with pytest.raises(Refusal, match="bad_choice"):
            await gatherings.set_option(row.id, ALICE, "expert", is_on=True)
        await gatherings.set_option(row.id, ALICE, "fire", is_on=True)
        assert mode_of((await gatherings.start(row.id, ALICE)).row) == "fire"


def test_boards_tell_its_modes_apart() -> None:
    with_computers = Category(2, "computers")
    assert read_category(category_argument(with_computers, "puzzle"), "puzzle") == with_computers
    assert read_category("2-4", "puzzle") is None
    assert read_category("2-8", "the-game") == with_computers, "buttons that were sent long ago"


async def test_boards_know_every_mode_that_is_stored(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        for game in (key for key, game in GAMES.items() if game.is_cooperative and levels_of(key)):
            wanted = team(game, computers=1, **dict.fromkeys(GAMES[game].switches, True))
            row = await harness.referee.gatherings.open(wanted, harness.key())
            match = await harness.referee.gatherings.start(row.id, ALICE)
            assert tuple(mode_of(match.row).split(",")) == modes_of(game)
