"""The page of a server's settings."""

from bot.games.registry import default_game
from bot.store.rows import ServerRow
from bot.table.game.pages import CLOCK_NAMES, game_name
from bot.table.limits import INLINE, listed
from bot.table.locale import Locale
from bot.table.page import Page


def settings_page(settings: ServerRow, locale: Locale) -> Page:
    channels = listed([f"<#{channel}>" for channel in settings.channels], locale, room=INLINE, between=", ")
    body = locale.text(
        "settings.body",
        channels=channels or locale.text("settings.everywhere"),
        threads=_yes(settings.has_threads, locale),
        clock=locale.text(CLOCK_NAMES[settings.clock]),
        language=locale.text(_LANGUAGES[settings.language]),
        game=game_name(locale, settings.game or default_game(is_cooperative=False)),
        reminders=_yes(settings.has_reminders, locale),
        ratings=_yes(settings.has_ratings, locale),
        results=locale.text("settings.nowhere")
        if settings.results_channel is None
        else f"<#{settings.results_channel}>",
        season=locale.text(f"season.{settings.season_start}"),
        games=settings.most_games,
        invitations=settings.most_invitations,
        challenges=settings.most_challenges,
    )
    return Page(locale.text("settings.title"), body)


_LANGUAGES = {None: "settings.language_server", "en": "settings.language_en", "fr": "settings.language_fr"}


def _yes(is_on: bool, locale: Locale) -> str:  # noqa: FBT001 (reads as a question)
    return locale.text("settings.on" if is_on else "settings.off")
