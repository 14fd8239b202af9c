"""Pages of a running or finished game: the public table and a player's private panel."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bot.drawing import palette
from bot.games.core import Aside, Choice, ChoiceKind, Phrase, Screen, Seat
from bot.table.controls import Control, Verb
from bot.table.decks.lists_page import lists_text
from bot.table.game.choices import FROM, Path, choice_at, direct_path, letters, opened_path, path_of, path_text
from bot.table.limits import BODY, OPTIONS, listed, with_button
from bot.table.locale import Locale, Names, as_code, plain
from bot.table.match_view import MatchView
from bot.table.page import Brief, Button, Menu, Page, Row, Style

BUTTONS_A_ROW = 5
ON, OFF = "on", "off"  # details
WORD = "word"  # on a ping, or a word about the time
MOST_BUTTONS = 15  # rows are needed for menus, and for what is always there
_STYLES = {
    ChoiceKind.OPEN: Style.SECONDARY,
    ChoiceKind.PLAY: Style.PRIMARY,
    ChoiceKind.BACK: Style.SECONDARY,
    ChoiceKind.DONE: Style.SUCCESS,
    ChoiceKind.SAY: Style.SECONDARY,
}
CLOCK_NAMES = {"live": "clock.live", "daily": "clock.daily", "none": "clock.none"}
_CALLED_OFF_MIDWAY = "reason.called_off_midway"
_DECKS = 2000  # characters of the decks that were brought
_ACCENTS = (palette.ACCENT_GOLD, palette.ACCENT_SILVER)


def game_name(locale: Locale, key: str) -> str:
    return locale.text(f"game.{key}")


def table_page(match_view: MatchView, locale: Locale) -> Page:
    """The public table. Its buttons carry no card."""
    screen = match_view.game.screens.screen(match_view.view)
    status = tuple(status_lines(match_view, locale))
    details = Button(locale.text("button.details"), Control(Verb.DETAILS, match_view.game_id))
    return Page(
        title=game_title(match_view, locale),
        body="\n".join((*_written(screen.lines, match_view, locale), "", *status)),
        brief=Brief("\n".join((*status, *_written((*screen.last, *screen.brief), match_view, locale))), details),
        rows=(_finished_row(match_view, locale),) if match_view.is_over else tuple(_table_rows(match_view, locale)),
        footer=_footer(match_view, locale),
        accent=_accent(match_view),
    )


def panel_page(match_view: MatchView, locale: Locale, *, picked: str = "", notice: str = "") -> Page:
    """A player's panel; `picked` opens the choice that a button carries, if it is still there."""
    screen = match_view.game.screens.screen(match_view.view)
    path = opened_path(screen.choices, picked)
    asked = question_about(screen.choices, path, match_view, locale)
    status, last = tuple(status_lines(match_view, locale)), (*asked, *noticed(notice))
    since = (locale.text("panel.since"), *_written(match_view.since, match_view, locale)) if match_view.since else ()
    whole = "\n".join((*_written(screen.lines, match_view, locale), *since, "", *status, *last))
    recent = since or _written(screen.last, match_view, locale)
    brief = "\n".join((*status, *recent, *_written(screen.brief, match_view, locale), *last))
    return Page(
        title=_panel_title(match_view, locale),
        body=whole,
        brief=Brief(whole if match_view.is_detailed else brief, None if path else _details_button(match_view, locale)),
        rows=tuple(_panel_rows(match_view, locale, screen, path)),
        footer=_footer(match_view, locale),
        accent=_accent(match_view),
        notice=notice,
    )


def _details_button(match_view: MatchView, locale: Locale) -> Button:
    """Changes what is kept for the reader."""
    code, argument = ("button.brief", OFF) if match_view.is_detailed else ("button.details", ON)
    return Button(locale.text(code), Control(Verb.DETAILS, match_view.game_id, argument=argument))


def details_page(match_view: MatchView, locale: Locale) -> Page:
    """The whole text of the public table."""
    return replace(table_page(match_view, locale), rows=(), brief=None)


def aside_page(match_view: MatchView, aside: Aside, locale: Locale) -> Page:
    """One of what the table shows aside, to be read beside it."""
    title = locale.write(aside.label, match_view.name)
    return Page(title=title, body=listed(tuple(_written(aside.lines, match_view, locale)), locale, room=BODY))


def noticed(notice: str) -> tuple[str, ...]:
    """The last lines of a body: they stand right above the picture or the buttons."""
    return ("", f"**{notice}**") if notice else ()


def question_about(choices: Sequence[Choice], path: Path, match_view: MatchView, locale: Locale) -> tuple[str, ...]:
    """What was opened, in the game's words; or the question for the pile of a picked card. Others need no question."""
    opened = choice_at(choices, path)
    if opened is not None and opened.about is not None:
        return ("", *_written((opened.about,), match_view, locale))
    if opened is None or not _leads_to_piles(opened):
        return ()
    return ("", locale.text("panel.picked", card=locale.write(opened.label, match_view.name)))


def _leads_to_piles(opened: Choice) -> bool:
    return bool(opened.then) and opened.then[0].kind is ChoiceKind.PLAY


def game_title(match_view: MatchView, locale: Locale) -> str:
    return locale.text("table.title", game=game_name(locale, match_view.game.key), players=versus(match_view, locale))


def _panel_title(match_view: MatchView, locale: Locale) -> str:
    if match_view.is_over:
        return game_title(match_view, locale)
    code = (
        "panel.undecided"
        if match_view.is_undecided
        else "panel.your_turn"
        if match_view.is_my_turn
        else "panel.waiting"
    )
    return locale.text(code, game=game_against(match_view, locale))


def game_against(match_view: MatchView, locale: Locale) -> str:
    """The game and whom the viewer plays it against or with, escaped; all players for a spectator."""
    return game_title(match_view, locale) if match_view.viewer is None else _game_against(match_view, locale, plain)


def game_against_unescaped(match_view: MatchView, locale: Locale) -> str:
    """`game_against` for plain text, where no Markdown is rendered."""
    if match_view.viewer is not None:
        return _game_against(match_view, locale, str)
    game = game_name(locale, match_view.game.key)
    return locale.text("table.title", game=game, players=versus_unescaped(match_view, locale))


def _game_against(match_view: MatchView, locale: Locale, escaped: Callable[[str], str]) -> str:
    game = game_name(locale, match_view.game.key)
    others = ", ".join(escaped(name) for seat, name in enumerate(match_view.names) if seat != match_view.viewer)
    if not others:
        return game
    return locale.text("game.with" if match_view.game.is_cooperative else "game.against", game=game, players=others)


def versus(match_view: MatchView, locale: Locale) -> str:
    """The players' names, escaped, joined as opponents or as a team."""
    return _between(match_view, locale).join(map(plain, match_view.names))


def versus_unescaped(match_view: MatchView, locale: Locale) -> str:
    """`versus` for plain text, where no Markdown is rendered."""
    return _between(match_view, locale).join(match_view.names)


def _between(match_view: MatchView, locale: Locale) -> str:
    return ", " if match_view.game.is_cooperative else f" {locale.text('table.versus')} "


def view_lines(match_view: MatchView, locale: Locale) -> Iterator[str]:
    """The lines of the game's own screen."""
    yield from _written(match_view.game.screens.screen(match_view.view).lines, match_view, locale)


def _written(lines: Sequence[Phrase], match_view: MatchView, locale: Locale) -> Iterator[str]:
    names = [plain(name) for name in match_view.names]
    for line in lines:
        yield locale.write(line, names.__getitem__)


def status_lines(match_view: MatchView, locale: Locale) -> Iterator[str]:
    """Whose turn it is and its deadline, or the result."""
    if match_view.is_over:
        yield _result(match_view, locale)
        yield from _best(match_view, locale)
        yield from _ratings(match_view, locale)
        if match_view.is_too_short:
            yield locale.text("status.too_short")
        return
    if match_view.is_undecided:
        yield locale.text("status.undecided", time=f"<t:{match_view.deadline}:R>")
        return
    for seat in sorted(match_view.to_act - set(match_view.absent)):
        yield _turn(match_view, locale, seat)
    if match_view.absent:
        yield absent_text(match_view, locale)
    if match_view.turns == 0 and match_view.viewer is None:
        yield from _at_the_deal(match_view, locale)
    for seat in match_view.draw_offers:
        yield locale.text("status.draw_offered", player=plain(match_view.name(seat)))


def absent_text(match_view: MatchView, locale: Locale) -> str:
    """Who left, and how many of the others agree so far."""
    players = ", ".join(plain(match_view.name(seat)) for seat in match_view.absent)
    return locale.text("stand_in.asked", players=players, agreed=match_view.agreed, others=match_view.deciding)


def _at_the_deal(match_view: MatchView, locale: Locale) -> Iterator[str]:
    """What everybody is shown before the first card: the decks that were brought, and the cuts."""
    if match_view.cuts:
        yield _cuts(match_view, locale)
    if match_view.decks and match_view.game.collection is not None:
        decks = tuple(zip(match_view.names, match_view.decks, strict=True))
        yield "\n" + lists_text(decks, match_view.game.collection, locale, room=_DECKS)


def _cuts(match_view: MatchView, locale: Locale) -> str:
    """At the deal, what went into the shuffle, and to whom it therefore proves less. Computers need no proof."""
    cuts = {seat: cut for seat, cut in enumerate(match_view.cuts) if match_view.levels[seat] is None}
    if not any(cuts.values()):
        return locale.text("status.no_cuts")
    told = (f"{plain(match_view.names[seat])} " + (f"`{as_code(cut)}`" if cut else "–") for seat, cut in cuts.items())
    return locale.text("status.cuts" if all(cuts.values()) else "status.unproven", cuts=", ".join(told))


def _turn(match_view: MatchView, locale: Locale, seat: Seat) -> str:
    name = plain(match_view.name(seat))
    if match_view.levels[seat] is not None:
        return locale.text("status.thinking", player=name)
    if seat == match_view.viewer:
        yours = "status.yours" if match_view.deadline is None else "status.yours_until"
        return locale.text(yours, time=f"<t:{match_view.deadline}:R>")
    if match_view.deadline is None:
        return locale.text("status.turn", player=name)
    return locale.text("status.turn_until", player=name, time=f"<t:{match_view.deadline}:R>")


def _result(match_view: MatchView, locale: Locale) -> str:
    why = reason_text(match_view, locale, lambda seat: plain(match_view.name(seat)))
    if not match_view.winners or match_view.game.is_cooperative:
        return why
    winners = ", ".join(plain(match_view.names[seat]) for seat in match_view.winners)
    return locale.text("status.won", player=winners, why=why)


def outcome_text(match_view: MatchView, locale: Locale) -> str:
    """In plain text and few words: how the game ended for the viewer, or who is to play."""
    if not match_view.is_over:
        names = ", ".join(match_view.name(seat) for seat in sorted(match_view.to_act))
        return locale.text("listed.yours") if match_view.is_my_turn else locale.text("listed.theirs", players=names)
    if match_view.game.is_cooperative:
        return reason_text(match_view, locale, match_view.name)
    if not match_view.winners:
        return locale.text("history.none" if match_view.reason == "called_off" else "history.draw")
    return locale.text("history.win" if match_view.viewer in match_view.winners else "history.loss")


def _best(match_view: MatchView, locale: Locale) -> Iterator[str]:
    """The server's best score for this team size and mode, compared with this result."""
    best = match_view.best
    if best is None:
        return
    if best.game_id == match_view.game_id:
        yield locale.text("team.best_is_this", count=best.score)
    else:
        yield locale.text("team.best", count=best.score, number=best.game_id)


def _ratings(match_view: MatchView, locale: Locale) -> Iterator[str]:
    """The new ratings and their changes, if the game counted."""
    rated = [(plain(match_view.names[seat]), rating) for seat, rating in enumerate(match_view.ratings) if rating]
    if rated:
        told = " · ".join(f"{name} **{rating}**" for name, rating in rated)
        yield locale.text("status.ratings", ratings=told)


def reason_text(match_view: MatchView, locale: Locale, name: Names) -> str:
    """Why the game ended, by its rules or by the referee; empty while it runs."""
    if match_view.reason is None:
        return ""
    ending = match_view.game.screens.ending(match_view.view)
    if ending is not None:
        return locale.write(ending, name)
    if match_view.abandoned is not None:
        return locale.text(f"reason.abandoned.{match_view.abandoned.how}", player=name(match_view.abandoned.by))
    losers = ", ".join(name(Seat(seat)) for seat in range(len(match_view.names)) if seat not in match_view.winners)
    return locale.text(_CALLED_OFF_MIDWAY if _is_midway(match_view) else f"reason.{match_view.reason}", loser=losers)


def _is_midway(match_view: MatchView) -> bool:
    """Whether it was called off after turns were played: without a clock, by inactivity."""
    return match_view.reason == "called_off" and match_view.turns > 0


def _footer(match_view: MatchView, locale: Locale) -> str:
    return locale.text(
        "table.footer_rated" if match_view.is_rated else "table.footer_unrated",
        number=match_view.game_id,
        clock=locale.text(CLOCK_NAMES[match_view.clock]),
        commitment=match_view.commitment[:16],
    )


def _accent(match_view: MatchView) -> int:
    if match_view.is_over:
        return _accent_of_result(match_view)
    return _ACCENTS[min(match_view.to_act, default=Seat(0)) % len(_ACCENTS)]


def stand_in_row(match_view: MatchView, locale: Locale, where: str = "") -> tuple[Button, ...]:
    """For those who are there, after a player left a team's game."""
    agree = Control(Verb.STAND_IN, match_view.game_id, argument=where)
    end = Control(Verb.NO_STAND_IN, match_view.game_id, argument=where)
    return (
        Button(locale.text("button.stand_in"), agree, Style.SUCCESS),
        Button(locale.text("button.no_stand_in"), end, Style.DANGER),
    )


def _accent_of_result(match_view: MatchView) -> int:
    """A player's own result: red for a loss. Without a winner there is none; others see that there is a winner."""
    if not match_view.winners:
        return palette.ACCENT_NEUTRAL
    is_lost = match_view.viewer is not None and match_view.viewer not in match_view.winners
    return palette.ACCENT_DANGER if is_lost else palette.ACCENT_SUCCESS


def _table_rows(match_view: MatchView, locale: Locale) -> Iterator[Row]:
    """What there is to look at has a row of its own, if there is any; so has the question about who left."""
    if match_view.absent:
        yield stand_in_row(match_view, locale)
    screen, hand = match_view.game.screens.screen(match_view.view), hand_button(match_view.game_id, locale)
    public = tuple(_button(match_view, locale, choice, choice.action) for choice in screen.public_choices)
    last = (
        Button(locale.text("button.rules"), Control(Verb.RULES, 0, argument=match_view.game.key)),
        Button(locale.text("button.resign"), Control(Verb.RESIGN, match_view.game_id), Style.DANGER),
    )
    looks = tuple(_looks(match_view, screen.asides, locale))
    if looks:
        yield (hand, *public, *looks)
        yield last
    else:
        yield (hand, *public, *last)


def _looks(match_view: MatchView, asides: Sequence[Aside], locale: Locale) -> Iterator[Button]:
    if match_view.game.collection is not None:
        yield _decks_button(match_view, locale)
    for aside in asides:
        control = Control(Verb.ASIDE, match_view.game_id, argument=aside.name)
        yield Button(locale.write(aside.label, match_view.name), control)
    if asides:
        yield Button(locale.text("button.story"), Control(Verb.STORY, match_view.game_id))


def hand_button(game_id: int, locale: Locale, argument: str = "") -> Button:
    """Opens the presser's panel."""
    return Button(locale.text("button.hand"), Control(Verb.HAND, game_id, argument=argument), Style.PRIMARY)


def _decks_button(match_view: MatchView, locale: Locale) -> Button:
    return Button(locale.text("button.decks"), Control(Verb.DECKS, match_view.game_id))


def _finished_row(match_view: MatchView, locale: Locale) -> tuple[Button, ...]:
    again = locale.text("button.again" if match_view.game.is_cooperative else "button.rematch")
    review = Button(locale.text("button.review"), Control(Verb.REVIEW, match_view.game_id))
    return (
        Button(again, Control(Verb.REMATCH, match_view.game_id), Style.PRIMARY),
        Button(locale.text("button.replay"), Control(Verb.REPLAY, match_view.game_id, argument="open")),
        *((review,) if match_view.is_reviewable else ()),
        Button(locale.text("button.verify"), Control(Verb.VERIFY, match_view.game_id)),
        Button(locale.text("button.rules"), Control(Verb.RULES, 0, argument=match_view.game.key)),
    )


def _panel_rows(match_view: MatchView, locale: Locale, screen: Screen, path: Path) -> Iterator[Row]:
    choices = screen.choices
    if match_view.is_over:
        yield _finished_row(match_view, locale)
        return
    rows = tuple(choice_rows(match_view, locale, choices, path, quick=() if path else screen.quick))
    if match_view.has_hint and not path:
        hint = Button(locale.text("button.hint"), Control(Verb.HINT, match_view.game_id))
        rows = with_button(rows, hint) or rows
    yield from rows
    if path:
        yield (back_button(match_view, locale, choices, path),)
    elif not match_view.is_my_turn:
        yield _waiting_row(match_view, locale)


def back_button(match_view: MatchView, locale: Locale, choices: Sequence[Choice], path: Path) -> Button:
    """Closes the choice that this path has opened."""
    opened = choice_at(choices, path)
    is_card = opened is not None and (opened.about is not None or _leads_to_piles(opened))
    before = path_text(choices, path[:-1]) if path[:-1] else ""
    return Button(
        locale.text("button.other_card" if is_card else "button.previous"),
        Control(Verb.PICK, match_view.game_id, match_view.revision, before),
    )


def choice_rows(
    match_view: MatchView, locale: Locale, choices: Sequence[Choice], path: Path, *, quick: Sequence[str] = ()
) -> Iterator[Row]:
    """What can be chosen where this path leads: buttons, those that open something first, then the quick ones, and
    menus where several are picked, or where there are more than buttons have room for."""
    opened = choice_at(choices, path)
    offered = choices if opened is None else opened.then
    single = [place for place, choice in enumerate(offered) if choice.pick is None]
    if len(single) > MOST_BUTTONS:
        for first in range(0, len(offered), OPTIONS):
            yield (_long_menu(match_view, locale, choices, path, first),)
        return
    opening = [place for place in single if _opens_card(offered[place])]
    shown = [direct_path(choices, (*path, place)) for place in opening]
    fast = [one for one in (path_of(choices, action) for action in quick) if one not in shown]
    rest = [(*path, place) for place in single if place not in opening]
    for paths in (shown, fast, rest):
        yield from in_rows([_button_at(match_view, locale, choices, one) for one in paths])
    for place, choice in enumerate(offered):
        if choice.pick is not None:
            yield (_menu(match_view, locale, choice, path_text(choices, (*path, place))),)


def _opens_card(choice: Choice) -> bool:
    """Remarks are apart from the cards."""
    return choice.kind is ChoiceKind.OPEN and not any(one.kind is ChoiceKind.SAY for one in choice.then)


def _menu(match_view: MatchView, locale: Locale, choice: Choice, argument: str) -> Menu:
    return Menu(
        placeholder=locale.write(choice.label, match_view.name),
        control=Control(Verb.ACT, match_view.game_id, match_view.revision, argument),
        options=tuple(locale.write(one.label, match_view.name) for one in choice.then),
        how_many=choice.pick or range(1, 2),
        is_enabled=choice.is_legal,
    )


def _long_menu(match_view: MatchView, locale: Locale, choices: Sequence[Choice], path: Path, first: int) -> Menu:
    """One of several menus that share a long list; its control says where its part begins."""
    opened = choice_at(choices, path)
    part = (choices if opened is None else opened.then)[first : first + OPTIONS]
    argument = f"{path_text(choices, path)}{FROM}{letters(first)}"
    return Menu(
        placeholder=locale.text("panel.choose", first=first + 1, last=first + len(part)),
        control=Control(Verb.ACT, match_view.game_id, match_view.revision, argument),
        options=tuple(locale.write(one.label, match_view.name) for one in part),
    )


def in_rows(buttons: Sequence[Button]) -> Iterator[tuple[Button, ...]]:
    """Split into as few rows as possible, evenly: six become three and three."""
    rows = -(-len(buttons) // BUTTONS_A_ROW)
    for number in range(rows):
        yield tuple(buttons[len(buttons) * number // rows : len(buttons) * (number + 1) // rows])


def _button_at(match_view: MatchView, locale: Locale, choices: Sequence[Choice], path: Path) -> Button:
    choice = choice_at(choices, path)
    assert choice is not None  # noqa: S101 (no button has an empty path)
    return _button(match_view, locale, choice, path_text(choices, path))


def _button(match_view: MatchView, locale: Locale, choice: Choice, argument: str) -> Button:
    verb = Verb.PICK if choice.kind is ChoiceKind.OPEN else Verb.ACT
    return Button(
        label=locale.write(choice.label, match_view.name),
        control=Control(verb, match_view.game_id, match_view.revision, argument),
        style=_STYLES[choice.kind],
        is_enabled=choice.is_legal,
    )


def _waiting_row(match_view: MatchView, locale: Locale) -> tuple[Button, ...]:
    refresh = Button(locale.text("button.refresh"), Control(Verb.HAND, match_view.game_id))
    resign = Button(locale.text("button.resign"), Control(Verb.RESIGN, match_view.game_id), Style.DANGER)
    if match_view.game.is_cooperative or any(match_view.levels):  # computers accept no draw
        return (refresh, resign)
    if not match_view.draw_offers or match_view.viewer in match_view.draw_offers:
        offer = Control(Verb.DRAW, match_view.game_id)
        return (refresh, Button(locale.text("button.draw"), offer, is_enabled=not match_view.draw_offers), resign)
    return (refresh, *draw_answers(match_view, locale), resign)


def draw_answers(match_view: MatchView, locale: Locale) -> tuple[Button, ...]:
    return (
        Button(locale.text("button.draw_accept"), Control(Verb.DRAW_SURE, match_view.game_id), Style.SUCCESS),
        Button(locale.text("button.draw_decline"), Control(Verb.DRAW_DECLINE, match_view.game_id)),
    )
