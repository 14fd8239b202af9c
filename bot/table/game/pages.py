"""The pages of a running or finished game: the public table and a player's private panel."""

from collections.abc import Iterator, Sequence

from bot.drawing import palette
from bot.games.core import Choice, ChoiceKind, Screen, Seat
from bot.table.controls import Control, Verb
from bot.table.locale import Locale, Names, plain
from bot.table.match_view import Sight
from bot.table.page import Button, Page, Style

BUTTONS_A_ROW = 5
_STYLES = {
    ChoiceKind.OPEN: Style.NEUTRAL,
    ChoiceKind.PLAY: Style.MAIN,
    ChoiceKind.BACK: Style.NEUTRAL,
    ChoiceKind.DONE: Style.GOOD,
    ChoiceKind.SAY: Style.NEUTRAL,
}
CLOCK_NAMES = {"live": "clock.live", "daily": "clock.daily", "none": "clock.none"}
_CALLED_OFF_MIDWAY = "reason.called_off_midway"
_ACCENTS = (palette.ACCENT_GOLD, palette.ACCENT_SILVER)


def game_name(locale: Locale, key: str) -> str:
    return locale.text(f"game.{key}")


def table_page(sight: Sight, locale: Locale) -> Page:
    """What everyone sees. Its buttons carry no card."""
    return Page(
        title=game_title(sight, locale),
        body="\n".join((*view_lines(sight, locale), "", *status_lines(sight, locale))),
        rows=(_finished_row(sight, locale) if sight.is_over else _table_row(sight, locale),),
        footer=_footer(sight, locale),
        accent=_accent(sight),
    )


def panel_page(sight: Sight, locale: Locale, *, picked: str = "", notice: str = "") -> Page:
    """What one player sees; with a choice picked, what that choice offers."""
    screen = sight.game.screen(sight.view)
    opened = next((choice for choice in screen.choices if picked and choice.action == picked), None)
    lead = (notice, "") if notice else ()
    asked = _question_about(opened, sight, locale)
    return Page(
        title=_panel_title(sight, locale),
        body="\n".join((*lead, *_written(screen, sight, locale), *asked, "", *status_lines(sight, locale))),
        rows=tuple(_panel_rows(sight, locale, screen.choices, opened)),
        footer=_footer(sight, locale),
        accent=_accent(sight),
    )


def _question_about(opened: Choice | None, sight: Sight, locale: Locale) -> tuple[str, ...]:
    """Where a picked card goes; what to say needs no question."""
    if opened is None or not _leads_to_piles(opened):
        return ()
    return ("", locale.text("panel.picked", card=locale.write(opened.label, sight.name)))


def _leads_to_piles(opened: Choice) -> bool:
    return bool(opened.then) and opened.then[0].kind is ChoiceKind.PLAY


def game_title(sight: Sight, locale: Locale) -> str:
    return locale.text("table.title", game=game_name(locale, sight.game.key), players=versus(sight, locale))


def _panel_title(sight: Sight, locale: Locale) -> str:
    if sight.is_over:
        return game_title(sight, locale)
    code = "panel.undecided" if sight.is_undecided else "panel.your_turn" if sight.is_my_turn else "panel.waiting"
    return locale.text(code, players=versus(sight, locale))


def versus(sight: Sight, locale: Locale) -> str:
    """Who plays against whom, or with whom."""
    return _between(sight, locale).join(map(plain, sight.names))


def together(sight: Sight, locale: Locale) -> str:
    """The same with names as they were typed, where nothing reads Markdown."""
    return _between(sight, locale).join(sight.names)


def _between(sight: Sight, locale: Locale) -> str:
    return ", " if sight.game.is_cooperative else f" {locale.text('table.versus')} "


def view_lines(sight: Sight, locale: Locale) -> Iterator[str]:
    """What the viewer reads of the game itself."""
    yield from _written(sight.game.screen(sight.view), sight, locale)


def _written(screen: Screen, sight: Sight, locale: Locale) -> Iterator[str]:
    names = [plain(name) for name in sight.names]
    for line in screen.lines:
        yield locale.write(line, names.__getitem__)


def status_lines(sight: Sight, locale: Locale) -> Iterator[str]:
    """Whose turn it is and how long they have, or how it ended."""
    if sight.is_over:
        yield _result(sight, locale)
        yield from _best(sight, locale)
        if sight.is_too_short:
            yield locale.text("status.too_short")
        return
    if sight.is_undecided:
        yield locale.text("status.undecided", time=f"<t:{sight.deadline}:R>")
        return
    for seat in sorted(sight.to_act):
        yield _turn(sight, locale, seat)
    if sight.draw_offer is not None:
        yield locale.text("status.draw_offered", player=plain(sight.name(sight.draw_offer)))


def _turn(sight: Sight, locale: Locale, seat: Seat) -> str:
    name = plain(sight.name(seat))
    if sight.levels[seat] is not None:
        return locale.text("status.thinking", player=name)
    if sight.deadline is None:
        return locale.text("status.turn", player=name)
    return locale.text("status.turn_until", player=name, time=f"<t:{sight.deadline}:R>")


def _result(sight: Sight, locale: Locale) -> str:
    why = reason_text(sight, locale, lambda seat: plain(sight.name(seat)))
    if not sight.winners or sight.game.is_cooperative:
        return why
    winners = ", ".join(plain(sight.names[seat]) for seat in sight.winners)
    return locale.text("status.won", player=winners, why=why)


def _best(sight: Sight, locale: Locale) -> Iterator[str]:
    """How a team's result compares with what others of its size and mode reached in this server."""
    best = sight.best
    if best is None:
        return
    if best.game_id == sight.game_id:
        yield locale.text("team.best_is_this", count=best.score)
    else:
        yield locale.text("team.best", count=best.score, number=best.game_id)


def reason_text(sight: Sight, locale: Locale, name: Names) -> str:
    """Why a finished game ended, by its rules or by the referee; nothing while it runs."""
    if sight.reason is None:
        return ""
    ending = sight.game.ending(sight.view)
    if ending is not None:
        return locale.write(ending, name)
    if sight.abandoned is not None:
        return locale.text(f"reason.abandoned.{sight.abandoned.how}", player=name(sight.abandoned.by))
    losers = ", ".join(name(Seat(seat)) for seat in range(len(sight.names)) if seat not in sight.winners)
    return locale.text(_CALLED_OFF_MIDWAY if _is_midway(sight) else f"reason.{sight.reason}", loser=losers)


def _is_midway(sight: Sight) -> bool:
    """Whether it was called off though people had played: without a clock, after a long silence."""
    return sight.reason == "called_off" and sight.turns > 0


def _footer(sight: Sight, locale: Locale) -> str:
    return locale.text(
        "table.footer_rated" if sight.is_rated else "table.footer_unrated",
        number=sight.game_id,
        clock=locale.text(CLOCK_NAMES[sight.clock]),
        commitment=sight.commitment[:16],
    )


def _accent(sight: Sight) -> int:
    if sight.is_over:
        return palette.ACCENT_SUCCESS
    return _ACCENTS[min(sight.to_act, default=Seat(0)) % len(_ACCENTS)]


def _table_row(sight: Sight, locale: Locale) -> tuple[Button, ...]:
    return (
        Button(locale.text("button.hand"), Control(Verb.HAND, sight.game_id), Style.MAIN),
        *(_choice(sight, locale, choice) for choice in sight.game.screen(sight.view).offers),
        Button(locale.text("button.rules"), Control(Verb.RULES, 0, argument=sight.game.key)),
        Button(locale.text("button.resign"), Control(Verb.RESIGN, sight.game_id), Style.GRAVE),
    )


def _finished_row(sight: Sight, locale: Locale) -> tuple[Button, ...]:
    again = ("button.again", Verb.AGAIN) if sight.game.is_cooperative else ("button.rematch", Verb.REMATCH)
    review = Button(locale.text("button.review"), Control(Verb.REVIEW, sight.game_id))
    return (
        Button(locale.text(again[0]), Control(again[1], sight.game_id), Style.MAIN),
        Button(locale.text("button.replay"), Control(Verb.REPLAY, sight.game_id, argument="open")),
        *((review,) if sight.is_reviewable else ()),
        Button(locale.text("button.verify"), Control(Verb.VERIFY, sight.game_id)),
        Button(locale.text("button.rules"), Control(Verb.RULES, 0, argument=sight.game.key)),
    )


def _panel_rows(
    sight: Sight, locale: Locale, choices: Sequence[Choice], opened: Choice | None
) -> Iterator[tuple[Button, ...]]:
    if sight.is_over:
        yield _finished_row(sight, locale)
    elif opened is not None and opened.then:
        yield from in_rows([_choice(sight, locale, choice) for choice in opened.then])
        back = locale.text("button.other_card" if _leads_to_piles(opened) else "button.previous")
        yield (Button(back, Control(Verb.PICK, sight.game_id, sight.revision)),)
    else:
        yield from in_rows([_choice(sight, locale, c) for c in choices if c.kind is ChoiceKind.OPEN])
        yield from in_rows([_choice(sight, locale, c) for c in choices if c.kind is not ChoiceKind.OPEN])
        if not sight.is_my_turn:
            yield _waiting_row(sight, locale)


def in_rows(buttons: Sequence[Button]) -> Iterator[tuple[Button, ...]]:
    """As even as can be: six make three and three."""
    rows = -(-len(buttons) // BUTTONS_A_ROW)
    for number in range(rows):
        yield tuple(buttons[len(buttons) * number // rows : len(buttons) * (number + 1) // rows])


def _choice(sight: Sight, locale: Locale, choice: Choice) -> Button:
    verb = Verb.PICK if choice.kind is ChoiceKind.OPEN else Verb.ACT
    return Button(
        label=locale.write(choice.label, sight.name),
        control=Control(verb, sight.game_id, sight.revision, choice.action),
        style=_STYLES[choice.kind],
        is_enabled=choice.is_legal,
    )


def _waiting_row(sight: Sight, locale: Locale) -> tuple[Button, ...]:
    refresh = Button(locale.text("button.refresh"), Control(Verb.HAND, sight.game_id))
    resign = Button(locale.text("button.resign"), Control(Verb.RESIGN, sight.game_id), Style.GRAVE)
    if sight.game.is_cooperative or any(sight.levels):  # computers take no draw
        return (refresh, resign)
    if sight.draw_offer is None or sight.draw_offer == sight.viewer:
        offer = Control(Verb.DRAW, sight.game_id)
        return (refresh, Button(locale.text("button.draw"), offer, is_enabled=sight.draw_offer is None), resign)
    return (refresh, *draw_answers(sight, locale), resign)


def draw_answers(sight: Sight, locale: Locale) -> tuple[Button, ...]:
    return (
        Button(locale.text("button.draw_accept"), Control(Verb.DRAW_SURE, sight.game_id), Style.GOOD),
        Button(locale.text("button.draw_decline"), Control(Verb.DRAW_DECLINE, sight.game_id)),
    )
