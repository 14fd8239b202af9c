"""The page of settings: the reader's own, and the server's for those who manage it."""

from bot.games.registry import default_game
from bot.store.rows import Notices, PersonRow, ServerRow
from bot.table.controls import Control, Verb
from bot.table.game.pages import CLOCK_NAMES, game_name
from bot.table.limits import INLINE, listed
from bot.table.locale import Locale
from bot.table.page import Button, Page, Style

EARLY, NOT_EARLY = "early", "not-early"
_LANGUAGES = {None: "settings.language_server", "en": "settings.language_en", "fr": "settings.language_fr"}


def settings_page(person: PersonRow, server: ServerRow | None, locale: Locale) -> Page:
    """`server` where the reader may change its settings. Their own stand right above the buttons."""
    own = locale.text(
        "settings.own",
        notices=locale.text(f"settings.notices.{person.notices}"),
        early=_yes(person.has_early_notices, locale),
    )
    early = NOT_EARLY if person.has_early_notices else EARLY
    return Page(
        title=locale.text("settings.title"),
        body=own if server is None else f"{_of_server(server, locale)}\n\n{own}",
        rows=(
            tuple(_notices_button(one, locale, is_set=one is person.notices) for one in Notices),
            (_button(f"settings.{early}", early, locale),),
        ),
    )


def _notices_button(notices: Notices, locale: Locale, *, is_set: bool) -> Button:
    return _button(f"settings.button.{notices}", notices, locale, Style.PRIMARY if is_set else Style.SECONDARY)


def _button(code: str, argument: str, locale: Locale, style: Style = Style.SECONDARY) -> Button:
    return Button(locale.text(code), Control(Verb.NOTICES, 0, argument=argument), style)


def _of_server(settings: ServerRow, locale: Locale) -> str:
    channels = listed([f"<#{channel}>" for channel in settings.channels], locale, room=INLINE, between=", ")
    return locale.text(
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


def _yes(is_on: bool, locale: Locale) -> str:  # noqa: FBT001 (reads as a question)
    return locale.text("settings.on" if is_on else "settings.off")
