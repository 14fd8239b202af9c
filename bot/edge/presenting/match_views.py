"""From the referee's match to what pages may show: names looked up, the viewer's observation taken. And the reader's
language."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.edge.gateway.client import Client
from bot.games.core import Seat, Viewer
from bot.games.registry import GAMES
from bot.players.advisers import ADVISERS, can_review
from bot.players.registry import LEVELS
from bot.referee.match import Match
from bot.referee.ratings import is_too_short, rating
from bot.referee.team_scores import team_score
from bot.store.ratings_rows import RatingChange
from bot.store.rows import NOBODY, PersonRow, SeatRow, TeamScore
from bot.table.locale import Locale, language_of, locale_for
from bot.table.match_view import Abandoned, Best, MatchView

_UNKNOWN = "?"


async def match_view_of(bot: Client, match: Match, viewer: Viewer, locale: Locale) -> MatchView:
    row = match.row
    score = team_score(row) if match.is_over else None
    return MatchView(
        game_id=row.id,
        revision=row.public_revision if viewer is None else row.revision,  # staging is private
        game=match.game,
        view=match.view(viewer),
        viewer=viewer,
        names=await _names(bot, row.seats, locale),
        levels=tuple(seat.level for seat in row.seats),
        to_act=match.to_act,
        deadline=None if row.deadline is None else row.deadline // 1000,
        is_rated=row.is_rated,
        clock=row.clock,
        commitment=row.commitment,
        cuts=tuple(seat.cut for seat in row.seats) if row.shuffle > 1 else (),
        reason=row.reason,
        winners=row.winners,
        turns=match.turns,
        draw_offers=tuple(sorted(match.draw_offers)),
        is_reviewable=can_review(row.game) and match.turns > 0,
        left=None if score is None else score.score,
        best=None if score is None else await _best(bot, match, score),
        abandoned=await _abandoned(bot, match),
        ratings=await _ratings(bot, match),
        is_too_short=match.is_over and is_too_short(row, match.turns),
        absent=() if match.is_over else tuple(sorted(match.absent)),
        agreed=sum(seat.agrees for seat in row.seats),
        deciding=len(match.present),
        decks=match.decks,
        has_hint=viewer in match.to_act and may_have_hints(match),
        is_detailed=viewer is not None and await wants_details(bot, row.seats[viewer].user_id),
    )


async def panel_view_of(bot: Client, match: Match, seat: Seat, locale: Locale) -> MatchView:
    """For a player's panel, which also tells what they have missed."""
    match_view = await match_view_of(bot, match, seat, locale)
    return replace(match_view, since=await bot.referee.recaps.since_last_turn(match, seat))


def may_have_hints(match: Match) -> bool:
    """In unrated games that have an adviser."""
    return not match.row.is_rated and match.row.game in ADVISERS


async def wants_details(bot: Client, user_id: int | None) -> bool:
    """Whether this user wants the whole text beside a picture; computers do not read."""
    person = None if user_id is None else await bot.store.people.get(user_id)
    return person is not None and person.has_details


async def _ratings(bot: Client, match: Match) -> tuple[str, ...]:
    """By seat, what a rating is after the game, and its change: `1532 (+12)`. Empty if the game did not count."""
    if not match.is_over or not (changes := await bot.store.standings.changes(match.id)):
        return ()
    return tuple(_rating(changes[seat]) if seat in changes else "" for seat in match.seats)


def _rating(change: RatingChange) -> str:
    return f"{rating(change.mu)} ({change.gain:+d})".replace("-", "−")


async def _best(bot: Client, match: Match, score: TeamScore) -> Best:
    """The team score to compare with."""
    (best,) = await bot.store.teams.best_scores(match.row.guild_id, match.row.game, score.size, score.mode)
    return Best(best.game_id, best.score)


async def _abandoned(bot: Client, match: Match) -> Abandoned | None:
    found = await bot.referee.abandoned_by(match)
    return None if found is None else Abandoned(*found)


async def _names(bot: Client, seats: Sequence[SeatRow], locale: Locale) -> tuple[str, ...]:
    """By seat. Several computers of one level are numbered."""
    names = [await seat_name(bot, seat, locale) for seat in seats]
    levels = [seat.level for seat in seats]
    for place, level in enumerate(levels):
        if level is not None and levels.count(level) > 1:
            names[place] += f" {levels[: place + 1].count(level)}"
    return tuple(names)


async def seat_name(bot: Client, seat: SeatRow, locale: Locale) -> str:
    return level_name(seat.level, locale) if seat.user_id is None else await person_name(bot, seat.user_id, locale)


def level_name(level: str | None, locale: Locale) -> str:
    """An opponent is called the bot at some level; a team-mate by its level alone, which leaves room for a number."""
    name = locale.text(f"players.{level}.name")
    known = LEVELS.get(level or "")
    is_mate = known is not None and GAMES[known.game].is_cooperative
    return name.capitalize() if is_mate else locale.text("computer.name", level=name)


async def person_name(bot: Client, user_id: int, locale: Locale) -> str:
    if user_id <= NOBODY:
        return locale.text("person.deleted")
    person = await bot.store.people.get(user_id)
    return _UNKNOWN if person is None else person.name


async def meet(bot: Client, interaction: discord.Interaction) -> Locale:
    """Store the user's name and language, and return their locale."""
    language = language_of(interaction.locale.value)
    user = interaction.user
    await bot.store.people.seen(PersonRow(user.id, user.display_name, language), bot.referee.now())
    return locale_for(language)


async def introduce(bot: Client, user: discord.User | discord.Member, language: str) -> None:
    """Store the name of a user who has not interacted yet, with the server's language until theirs is known."""
    known = await bot.store.people.get(user.id)
    person = PersonRow(user.id, user.display_name, language if known is None else known.locale)
    await bot.store.people.seen(person, bot.referee.now())


async def private_locale(bot: Client, user_id: int) -> Locale:
    person = await bot.store.people.get(user_id)
    return locale_for(language_of(None) if person is None else person.locale)


async def public_locale(bot: Client, guild_id: int) -> Locale:
    """The server's language: the one its managers chose, otherwise Discord's."""
    server = await bot.store.servers.get(guild_id)
    if server.language is not None:
        return locale_for(server.language)
    guild = bot.get_guild(guild_id)
    return locale_for(language_of(None if guild is None else guild.preferred_locale.value))
