"""The Game at the table through the real cogs: who starts, signals, fires, resigning, and that no hand reaches other
eyes."""

import re
from pathlib import Path
from typing import Any

import pytest
from simcord.env import Env

from bot.games.core import Seat
from bot.referee.clocks import CHALLENGE_LASTS, MINUTE, SECOND
from bot.referee.match import Match
from tests.support.team import Club, begin, play_out, tap_turn, turn_of, type_turn
from tests.support.tiers import only_long
from tests.support.world import answers_of, button, buttons, is_private, press, said, text_of


@pytest.fixture
def club(simcord_env: Env, tmp_path: Path, languages: dict[int, str]) -> Club:
    return Club(simcord_env, tmp_path, languages)


async def test_signals_are_shown_and_withdrawn(club: Club) -> None:
    match = await begin(club, await club.team(3))
    opened = await press(club.chloe, club.table(), "pick", "signal")  # not on turn
    panel = answers_of(opened)[-1]
    assert is_private(opened)
    await press(club.chloe, panel, "act", "!a")
    assert "✋ Chloé: “Don’t play on pile A.”" in text_of(club.table())
    assert "✋ Chloé" in text_of(club.panel(club.alice))  # who is on turn sees it without being called again
    await press(club.chloe, panel, "pick", "signal")
    await press(club.chloe, panel, "act", "-a")
    assert "✋" not in text_of(club.table())
    assert (await club.match()).to_act == match.to_act


async def test_a_signal_outdates_nobodys_panel(club: Club) -> None:
    match = await begin(club, await club.team(2))
    panel = club.panel(club.alice)
    card = match.state.hands[0][0]
    custom_id = button(panel, "pick", str(card))
    assert custom_id is not None
    await club.bob.slash(club.channel, "play", moves="~c")
    await club.forge(club.alice, custom_id, panel)
    act = next(one for one in buttons(club.panel(club.alice)) if one.split(":")[1] == "act")
    await club.bob.slash(club.channel, "play", moves="!d")
    await club.forge(club.alice, act, club.panel(club.alice))
    assert (await club.match()).state.staged


async def test_a_card_nobody_sees_yet_silences_nobody(club: Club) -> None:
    """A mate who is on turn stages cards while another looks for words: the table has not changed for anybody."""
    match = await begin(club, await club.team(2))
    panel = answers_of(await press(club.bob, club.table(), "pick", "signal"))[-1]
    first, second = turn_of(match)[:2]
    await club.alice.slash(club.channel, "play", moves=first)
    late = button(panel, "act", "!b")
    assert late is not None
    await press(club.bob, panel, "act", "!a")
    assert "✋ Bob" in text_of(club.table())
    await club.alice.slash(club.channel, "play", moves=f"{second} end")
    await club.forge(club.bob, late, panel)
    assert "pile B" not in text_of(club.table()), "the piles are not those it was about any more"
    await club.assert_sound()


@pytest.mark.usefixtures("every_minute")
async def test_who_starts_falls_to_the_lot(club: Club) -> None:
    match = await club.team(2, clock="none")
    assert len(match.to_act) == 2
    assert "Anyone may take the first turn" in text_of(club.table())
    await club.env.advance_time(CHALLENGE_LASTS // SECOND + 30)
    match = await club.match()
    assert match.to_act == {match.state.lot}
    assert match.row.deadline is None
    await club.assert_sound()


async def test_a_second_claim_is_refused(club: Club) -> None:
    match = await club.team(2)
    claim = button(club.table(), "act", "claim")
    assert claim is not None
    await begin(club, match)
    late = await club.forge(club.bob, claim, club.table())
    assert is_private(late)
    assert (await club.match()).to_act == {0}


async def test_whoever_claims_takes_the_question_off_the_others_panels(club: Club) -> None:
    """Without calling them: their message changes, and no new one comes."""
    match = await club.team(3)
    waiting = (club.bob, club.chloe)
    before = {person.id: club.panel(person).id for person in waiting}
    await begin(club, match)
    for person in waiting:
        shown = club.panel(person)
        assert button(shown, "act", "claim") is None
        assert "**Alice** to play" in text_of(shown)
        assert shown.id == before[person.id]
    await club.assert_sound()


@pytest.mark.parametrize("is_claimed", [False, True])
async def test_resigning_ends_it_for_the_team_and_for_no_record(club: Club, *, is_claimed: bool) -> None:
    match = await club.team(2)
    if is_claimed:
        await type_turn(club, await begin(club, match))
    asked = await press(club.bob, club.table(), "resign")
    assert "whole team" in said(asked)
    await press(club.bob, answers_of(asked)[-1], "resign-sure")
    await press(club.alice, club.table(), "no-stand-in")
    match = await club.match()
    assert (match.row.reason, match.row.winners) == ("abandoned", ())
    assert "🚪 Bob resigned" in text_of(club.table())
    assert await club.bot.store.teams.best_scores(club.guild.id, "the-game", 2, "") == []
    await club.assert_sound()


async def test_time_runs_out_for_the_team(club: Club) -> None:
    match = await begin(club, await club.team(2))
    await type_turn(club, match)
    await club.env.advance_time(2 * (3 * MINUTE // SECOND + 15))
    match = await club.match()
    assert match.absent == {1}
    assert "🚪 Bob left" in text_of(club.table())
    await club.env.advance_time(3 * MINUTE // SECOND + 15)
    match = await club.match()
    assert match.row.reason == "abandoned", "nobody let a computer play on"
    await club.assert_sound()


async def test_there_is_no_draw_to_offer(club: Club) -> None:
    await begin(club, await club.team(2))
    verbs = {custom_id.split(":")[1] for person in (club.alice, club.bob) for custom_id in buttons(club.panel(person))}
    assert "draw" not in verbs
    assert "no draw to offer" in said(await club.alice.slash(club.channel, "draw"))
    for verb in ("draw", "draw-sure"):
        assert "no draw to offer" in said(await club.forge(club.alice, f"arb:{verb}:1:0:", club.table()))


@pytest.mark.parametrize("failure", [{"status": 404, "code": 10008}, {"status": 500}])
async def test_a_game_starts_though_its_lobbys_message_is_gone(club: Club, failure: dict[str, int]) -> None:
    """And nobody is told of a failure: there was none that matters."""
    lobby = await club.lobby()
    await press(club.bob, lobby, "accept")
    club.fail("POST", "/interactions/*", **failure, times=1)
    started = await press(club.alice, lobby, "begin")
    assert "Something went wrong" not in said(started)
    assert len(club.tables()) == 1
    assert (await begin(club, await club.match())).to_act == {0}


async def test_running_games_are_offered_by_who_plays_them_together(club: Club) -> None:
    await club.team(3)
    offered = await club.bob.autocomplete(club.channel, "hand", "game", "")
    assert [choice["name"].partition(" · ")[2].split(" · ")[0] for choice in offered] == ["The Game with Alice, Chloé"]


async def test_fires_are_shown_with_what_is_due(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a secret that deals a fire card which comes to lie on a pile."""
    monkeypatch.setattr("bot.referee.shuffle.new_secret", lambda: b"fire" * 8)
    match = await begin(club, await club.team(2, fire=True))
    while not match.is_over and not any(top in (22, 33, 44, 55, 66, 77) for top in match.state.tops):
        await type_turn(club, match)
        match = await club.match()
        await club.env.advance_time(1)
    assert "is burning" in text_of(club.table())
    assert "Cover the fire" in text_of(club.panel(club.mover(match)))


async def test_what_play_offers_is_read_with_capital_letters_and_sent_as_it_is_stored(club: Club) -> None:
    await begin(club, await club.team(2))
    offered = await club.alice.autocomplete(club.channel, "play", "moves", "")
    assert len(offered) > 4
    for choice in offered:
        assert re.fullmatch(r"\d\d[a-d]|[!~][a-d]", choice["value"])
        assert re.fullmatch(r"\d+ [▲▼] [A-D] \([+−]\d+\)|(Don’t play|No big jump) on [A-D]", choice["name"])


async def test_the_table_works_from_every_command(club: Club) -> None:
    await begin(club, await club.team(2))
    assert "The Game" in said(await club.emma.slash(club.channel, "table"))
    assert "The Game with Bob" in said(await club.alice.slash(club.channel, "games"))
    hand = await club.bob.slash(club.channel, "hand")
    assert is_private(hand)
    assert "Your hand" in said(hand)
    rules = await club.emma.slash(club.channel, "rules", game="the-game")
    assert "you against the deck" in said(rules)
    undone = await club.alice.slash(club.channel, "undo")
    assert "nothing to take back" in said(undone)
    assert "at least 2" in said(await club.alice.slash(club.channel, "end"))
    refused = await club.alice.slash(club.channel, "play", moves="hello")
    assert "12A 57C end" in said(refused)


async def test_a_finished_game_is_verified_and_replayed(club: Club) -> None:
    await club.team(2)
    await play_out(club, type_turn)
    assert "✅" in said(await press(club.emma, club.table(), "verify"))
    replay = await press(club.emma, club.table(), "replay")
    assert is_private(replay)
    assert "Alice" in said(replay)
    assert button(club.table(), "review") is not None


# Private means private


def overheard(club: Club, person: Any) -> str:
    """Everything in the channel and in somebody's DMs, alt texts and custom ids too."""
    heard = [m for m in club.channel.history() if not m.flags.ephemeral]
    heard += list(person.user.dm_channel.history())
    parts = [text_of(m) for m in heard]
    parts += [file.description or "" for m in heard for file in m.attachments]
    return "\n".join([*parts, *(custom_id for m in heard for custom_id in buttons(m))])


def secrets_of(match: Match, seat: Seat) -> list[str]:
    """A hand as pages and alt texts write it."""
    hand = match.state.hands[seat]
    return [] if len(hand) < 2 else [" · ".join(map(str, hand)), ", ".join(map(str, hand))]


async def test_a_hand_reaches_its_player_alone(club: Club) -> None:
    match = await begin(club, await club.team(3))
    for seat in match.seats:
        await press(club.person(match, seat), club.panel(club.person(match, seat)), "details")
    for _ in range(9):
        if match.is_over:
            break
        for seat in match.seats:
            own = overheard(club, club.person(match, seat))
            assert seat not in match.to_act or secrets_of(match, seat)[0] in own
            for other in match.others(seat):
                assert not any(secret in own for secret in secrets_of(match, other))
        heard = overheard(club, club.emma)
        assert not any(secret in heard for seat in match.seats for secret in secrets_of(match, seat))
        await tap_turn(club, match)
        match = await club.match()


# How long seats stay open


async def test_a_live_challenge_expires_soon_and_needs_no_dm(club: Club) -> None:
    made = await club.challenge(clock="live")
    assert club.bob.user.dm_channel.history() == []
    await club.env.advance_time(CHALLENGE_LASTS // SECOND + 30)
    assert button(club.channel.history()[-1], "accept") is None
    assert made.response is not None


async def test_a_challenge_stands_though_its_dm_is_refused(club: Club) -> None:
    club.close_dms(club.bob)
    made = await club.challenge(clock="daily")
    assert "Something went wrong" not in said(made)
    await press(club.bob, made.response, "accept")
    assert not (await club.match()).is_over


@only_long
async def test_a_slow_rematch_waits_for_days_too(club: Club) -> None:
    await club.duel(clock="daily")
    asked = await club.bob.slash(club.channel, "resign")
    await press(club.bob, asked.response, "resign-sure")
    again = await press(club.bob, club.table(), "rematch")
    await club.env.advance_time(CHALLENGE_LASTS // SECOND + 30)
    await press(club.alice, again.response, "accept")
    assert (await club.match(2)).row.clock == "daily"


async def test_a_panel_tells_what_everybody_did_since_one_s_last_turn(club: Club) -> None:
    match = await begin(club, await club.team(3))
    for turn in range(4):
        await type_turn(club, match)
        match = await club.match()
        lines = text_of(club.panel(club.mover(match))).splitlines()
        told = [line.split(",")[1].split(":")[0].strip() for line in lines if line.startswith("Last turn")]
        played = ["Alice", "Bob", "Chloé", "Alice"][max(0, turn - 1) : turn + 1]
        assert told == played, "those who played since, in order, and nobody twice"
        assert ("Since your last turn:" in lines) == (len(played) > 1)
    await club.restart()
    hand = await club.mover(match).slash(club.channel, "hand")
    assert "Since your last turn:" in said(hand)
