"""The Game on `/leaderboard`, `/profile` and `/history`: best scores by size and mode, in pictures and in words."""

from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from bot.games.registry import GAMES
from bot.referee.clocks import DAY
from bot.referee.team_scores import team_score
from bot.store.rows import PersonRow
from tests.cogs.test_privacy import delete
from tests.support.results import finish as finish_duel
from tests.support.scores import finish_together
from tests.support.team import Club, play_out, type_turn
from tests.support.world import button, buttons, text_of

GAME = "the-game"
STRANGER = 4242


@pytest.fixture
async def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    club = Club(simcord_env, tmp_path, languages)
    for person, name in zip(club.everyone, ("Alice", "Bob", "Chloé", "Dan", "Emma"), strict=True):
        await club.bot.store.people.seen(PersonRow(person.id, name, "en"), 1)
    await club.bot.store.people.seen(PersonRow(STRANGER, "Zoé", "en"), 1)
    return club


async def finish(club: Club, people: tuple[Any, ...], left: int | None, *, days: int = 0, **more: Any) -> int:
    ids = [person if isinstance(person, int) else person.id for person in people]
    at = club.bot.referee.now() - days * DAY
    return await finish_together(club.bot.store, more.pop("guild_id", club.guild.id), ids, left, at=at, **more)


async def board(club: Club, person: Any, **options: Any) -> Any:
    answer: Any = await person.slash(club.channel, "leaderboard", game=GAME, **options)
    assert answer.response.flags.ephemeral
    return answer.response


async def test_an_empty_board_invites_to_play(club: Club) -> None:
    message = await board(club, club.alice)
    assert "Be the first: gather people, or computers, with `/team`!" in text_of(message)
    assert message.attachments == []


async def test_every_size_and_mode_with_its_best_and_ones_own(club: Club) -> None:
    await finish(club, (club.alice,), 9)
    await finish(club, (club.alice, club.bob), 4, days=2)
    await finish(club, (club.chloe, club.dan), 4, days=1)
    await finish(club, (club.alice, club.chloe), 7, mode="expert,fire")
    await finish(club, (club.dan,), 0, mode="computers", computers=2)
    message = await board(club, club.bob)
    lines = text_of(message).split("\n")
    assert "**Alone · Plain**: **9 cards left** · Alice (game 1)" in lines
    assert "**2 players · Plain**: **4 cards left** · Alice, Bob (game 2) · and one more as good" in lines
    assert "↳ nobody here has done better than you: 4 cards left, game 2" in lines
    assert "**2 players · Expert, On Fire**: **7 cards left** · Alice, Chloé (game 4)" in lines
    assert "**3 players · With computers**: **🏆 beaten** · Dan, 2 computers (game 5)" in lines
    (picture,) = message.attachments
    assert picture.filename == "leaderboard.png"
    assert picture.description.startswith("Alone · Plain: 9 cards left, Alice; your best: –.")
    dan = await board(club, club.dan)
    assert "↳ your best" not in text_of(dan)
    assert text_of(dan).count("nobody here has done better") == 2


async def test_one_size_and_mode_ranks_its_games_and_shows_ones_own(club: Club) -> None:
    for number in range(11):
        await finish(club, (club.alice, club.bob), 3 + number // 2, days=20 - number)
    await finish(club, (club.chloe, club.bob), 40)
    overview = await board(club, club.chloe)
    pressed: Any = await club.chloe.click(overview, label="2 players · Plain")
    text = text_of(pressed.response)
    assert "`1.` Alice, Bob · **3 cards left** · game 1" in text
    assert "`1.` Alice, Bob · **3 cards left** · game 2" in text
    assert "`3.` Alice, Bob · **4 cards left** · game 3" in text
    assert "…\n`12.` **Chloé, Bob** · **40 cards left** · game 12" in text
    assert "Page 1 of 2 · 12 games" in text
    following: Any = await club.chloe.click(pressed.response, label="Next")
    assert "…" not in text_of(following.response)
    assert "`12.` **Chloé, Bob**" in text_of(following.response)
    back: Any = await club.chloe.click(following.response, label="All sizes and modes")
    assert "↳ your best: 40 cards left (game 12)" in text_of(back.response)


async def test_sizes_and_modes_fill_pages_too(club: Club) -> None:
    for mode in ("", "expert", "fewer", "fire", "expert,fire"):
        await finish(club, (club.alice,), 5, mode=mode)
        await finish(club, (club.alice, club.bob), 6, mode=mode)
    message = await board(club, club.alice)
    assert "Page 1 of 2" in text_of(message)
    assert len(message.components) <= 5
    assert len(buttons(message)) == len({*buttons(message)}) == 8 + 4 + 3 + 1
    pressed: Any = await club.alice.click(message, label="Next")
    assert "**2 players · Expert, On Fire**" in text_of(pressed.response)


async def test_a_server_everywhere_and_periods(club: Club) -> None:
    await finish(club, (club.alice,), 20, days=200)
    await finish(club, (STRANGER,), 2, guild_id=1)
    here = await board(club, club.alice)
    assert "20 cards left" in text_of(here)
    there: Any = await club.alice.click(here, label="Everywhere")
    assert "**2 cards left** · Zoé" in text_of(there.response)
    assert "↳ your best: 20 cards left (game 1)" in text_of(there.response)
    season = await board(club, club.alice, period="season")
    assert "No team has finished a game yet" in text_of(season)
    earlier: Any = await club.alice.click(season, label="Earlier")
    assert "season from" in text_of(earlier.response)
    assert "20 cards left" in text_of(earlier.response)
    one: Any = await club.alice.click(earlier.response, label="Alone · Plain")
    assert "`1.` **Alice**" in text_of(one.response)
    week: Any = await club.alice.click(one.response, label="Week")
    assert "No team has finished" in text_of(week.response)
    assert "**Alone · Plain**" in text_of(week.response)


async def test_who_left_is_shown_as_such_and_who_was_deleted_as_nobody(club: Club) -> None:
    await club.team(1, expert=True, fewer=True, fire=True)
    await play_out(club, type_turn)
    await finish(club, (STRANGER, club.bob), 0)
    before = text_of(await board(club, club.bob))
    assert "Zoé (left), Bob" in before
    await delete(club, club.alice)
    after = text_of(await board(club, club.bob))
    assert after == before.replace("Alice", "a former player")
    forgotten: Any = await club.alice.slash(club.channel, "profile", game=GAME)
    assert "No finished game that counts yet" in text_of(forgotten.response)


async def test_a_forged_board_is_refused(club: Club) -> None:
    await finish(club, (club.alice,), 5)
    message = await board(club, club.alice)
    for page, argument in (
        (0, "the-game|server|all|9-99"),
        (0, "the-game|server|all|x"),
        (0, "the-game|server|month 2026-13"),
        (0, "the-game|server|week 0000-01"),
        (0, "the-game|server|day 2026-01"),
        (0, "the-game|here|all"),
        (0, "no-game|server|all"),
        (0, "the-game|server|all|2-0|1"),
        (7, "the-game|server|all"),
        (7, "the-game|server|all|1-0"),
    ):
        forged: Any = await club.forge(club.alice, f"arb:board:{page}:0:{argument}", message.message)
        assert "no longer there" in forged.response.content, argument


async def test_boards_survive_a_restart(club: Club) -> None:
    await finish(club, (club.alice,), 5)
    message = await board(club, club.alice)
    await club.restart()
    pressed: Any = await club.alice.click(message, label="Alone · Plain")
    assert "`1.` **Alice**" in text_of(pressed.response)


async def test_a_profile_has_bests_counts_and_averages(club: Club) -> None:
    for left in (10, 0, 5):
        await finish(club, (club.alice, club.bob), left)
    await finish(club, (club.alice,), 20, mode="fire")
    await finish(club, (club.alice, club.bob), None)
    answer: Any = await club.bob.slash(club.channel, "profile", member=club.alice, game=GAME)
    text = text_of(answer.response)
    assert "**4** games that count · beaten: **1** · **8.8** cards left on average" in text
    assert "Alone · On Fire: best 20 cards left (1 game · beaten 0 · average 20)" in text
    assert "2 players · Plain: best 🏆 beaten (3 games · beaten 1 · average 5)" in text
    assert "🚪 The Game, abandoned · with Bob" in text
    (picture,) = answer.response.attachments
    assert picture.description.startswith("Alone · On Fire: best 20 cards left")
    turned: Any = await club.bob.click(answer.response, label="Everywhere")
    assert "Everywhere" in text_of(turned.response)
    own: Any = await club.chloe.slash(club.channel, "profile", game=GAME)
    assert "with `/team`!" in text_of(own.response)
    assert own.response.attachments == []


async def test_a_history_has_team_games_among_the_others(club: Club) -> None:
    for left in (0, 1, 12, None):
        await finish(club, (club.alice, club.bob), left)
    await finish(club, (club.alice,), 3)
    answer: Any = await club.alice.slash(club.channel, "history")
    text = text_of(answer.response)
    assert "**#1** 🏆 The Game beaten · with Bob · 30 turns" in text
    assert "**#2** 🃏 The Game, one card left · with Bob" in text
    assert "**#3** 🃏 The Game, 12 cards left" in text
    assert "**#4** 🚪 The Game, abandoned" in text
    assert "**#5** 🃏 The Game, 3 cards left · alone" in text


async def test_a_history_says_what_became_of_games_that_do_not_count(club: Club) -> None:
    """On a profile too, whose last games are the same lines."""
    await finish(club, (club.alice,), None, reason="called_off")
    await finish(club, (club.alice, club.bob), None)
    await finish(club, (club.alice,), 7, reason="burnt")
    for command, options in (("history", {}), ("profile", {"game": GAME})):
        answer: Any = await club.alice.slash(club.channel, command, **options)
        text = text_of(answer.response)
        assert "**#1** ➖ The Game, called off · alone" in text
        assert "**#2** 🚪 The Game, abandoned · with Bob" in text
        assert "**#3** 🔥 The Game, lost to a fire with 7 cards left · alone" in text


async def test_a_profile_has_the_last_games_of_its_game(club: Club) -> None:
    """However many others were played since; a history has them all."""
    await finish(club, (club.alice, club.bob), 7)
    for _ in range(4):
        await finish_duel(club, club.alice, club.bob)
    shown = {game: text_of((await club.alice.slash(club.channel, "profile", game=game)).response) for game in GAMES}
    assert "**#1** 🃏 The Game, 7 cards left · with Bob" in shown[GAME]
    assert "**#5**" not in shown[GAME]
    assert "**#5** ✅ won" in shown["le-duel"]
    assert "**#2**" not in shown["le-duel"], "three are enough"
    assert "**#1**" not in shown["le-duel"]
    history: Any = await club.alice.slash(club.channel, "history")
    assert all(f"**#{number}**" in text_of(history.response) for number in range(1, 6))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Le Duel: no finished game yet. Start with `/challenge`!"),
        ("fr", "Le Duel\u00a0: aucune partie terminée. Commencez par `/défier`\u00a0!"),
    ],
)
async def test_who_played_other_games_only_is_told_of_which_there_is_none(
    club: Club, language: str, words: str
) -> None:
    club.languages[club.alice.id] = language
    await finish(club, (club.alice, club.bob), 7)
    answer: Any = await club.alice.slash(club.channel, "profile")
    assert words in text_of(answer.response)


async def test_in_french(club: Club) -> None:
    club.languages[club.alice.id] = "fr"
    await finish(club, (club.alice, club.bob), 3, mode="fewer")
    text = text_of(await board(club, club.alice))
    assert "Meilleurs scores · The Game" in text
    assert "**2 joueurs · Une carte de moins**\u00a0: **3 cartes restantes**" in text
    profile: Any = await club.alice.slash(club.channel, "profile", game=GAME)
    assert "**1** partie qui compte" in text_of(profile.response)
    history: Any = await club.alice.slash(club.channel, "history")
    assert "🃏 The Game, 3 cartes restantes · avec Bob" in text_of(history.response)


async def test_a_game_played_in_discord_is_on_the_board(club: Club) -> None:
    await club.team(1, computers=1, fire=True, expert=True)
    match = await play_out(club, type_turn)
    score = team_score(match.row)
    assert score is not None
    message = await board(club, club.alice)
    assert "**2 players · Expert, On Fire, With computers**" in text_of(message)
    assert f"your best: {score.score}." in message.attachments[0].description
    assert button(club.table(), "replay")
