"""Pages of hints and reviews: the engine's move and its reason, and a finished game's costliest turns."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.drawing import palette
from bot.games.core import Seat
from bot.players.core import Mistake, Suggestion, Waste
from bot.table.controls import MAX_ARGUMENT, Control, Verb
from bot.table.game.pages import in_rows
from bot.table.locale import Locale, plain
from bot.table.match_view import MatchView
from bot.table.page import Button, Page, Style
from bot.table.pictures.registry import story_for
from bot.table.review.replay_pages import OPEN


def _turn_text(match_view: MatchView, view: Any, seat: Seat, turn: str, locale: Locale) -> str:
    """A turn in words; in notation for a game without a story."""
    story = story_for(match_view.game.key)
    if story is None:
        return f"`{match_view.game.readable(turn)}`"
    places = (
        locale.write(place, lambda seat: plain(match_view.name(seat))) for place in story.places(view, seat, turn)
    )
    return ", ".join(places)


def hint_page(match_view: MatchView, advised: Suggestion, locale: Locale, *, has_staged: bool) -> Page:
    """The engine's move. A button plays it, unless staged cards would have to be taken back first."""
    assert match_view.viewer is not None  # noqa: S101 (spectators get no hints)
    reason = locale.write(advised.reason, lambda seat: plain(match_view.name(seat)))
    code, turn = "hint.body", advised.turn
    if match_view.is_undecided:  # the turn begins with the claim (TG3), which the sentence says
        code, turn = "hint.start", turn.partition(",")[2]
    body = locale.text(
        code, turn=_turn_text(match_view, match_view.view, match_view.viewer, turn, locale), reason=reason
    )
    if advised.chance is not None:
        body += "\n" + locale.text("hint.chance", chance=round(100 * advised.chance))
    play = Control(Verb.ACT, match_view.game_id, match_view.revision, f"{advised.turn},end")
    is_playable = not has_staged and len(play.argument) <= MAX_ARGUMENT
    rows = ((Button(locale.text("button.play_hint"), play, Style.PRIMARY),),) if is_playable else ()
    return Page(locale.text("hint.title"), body, rows, accent=palette.ACCENT_NEUTRAL)


def review_page(
    match_view: MatchView,
    chances: Sequence[float],
    costly: Sequence[Mistake],
    locale: Locale,
    *,
    accuracies: Sequence[int | None],
    turning: int,
) -> Page:
    """When the game was decided and where it turned most, then each player's accuracy and costliest turns. Buttons open
    the replay there."""
    parts = [_turning_point(match_view, chances, locale), *_swing(match_view, chances, turning, locale)]
    for seat, (name, accuracy) in enumerate(zip(match_view.names, accuracies, strict=True)):
        if accuracy is None:
            continue
        own = [turn for turn in costly if turn.seat == seat]
        parts += ["", locale.text("review.side", player=plain(name), accuracy=accuracy)]
        parts += [_costly(turn, match_view, locale) for turn in own] or [locale.text("review.flawless")]
    shown = sorted({turn.turn for turn in costly} | ({turning} if turning else set()))
    return Page(
        title=locale.text("review.title", number=match_view.game_id),
        body="\n".join(parts),
        rows=tuple(in_rows([_to_turn(match_view, turn, turning, locale) for turn in shown])),
        footer=locale.text("review.footer"),
        accent=palette.ACCENT_NEUTRAL,
    )


def room_review_page(match_view: MatchView, used: int, least: int, worst: Sequence[Waste], locale: Locale) -> Page:
    """A team's game: the room used up against what the computer would have used, and the costliest turns."""
    parts = [locale.text("review.room", used=used, least=least), ""]
    parts += [_wasteful(turn, match_view, locale) for turn in worst] or [locale.text("review.flawless")]
    shown = sorted(turn.turn for turn in worst)
    return Page(
        title=locale.text("review.title", number=match_view.game_id),
        body="\n".join(parts),
        rows=tuple(in_rows([_to_turn(match_view, turn, 0, locale) for turn in shown])),
        footer=locale.text("review.room_footer"),
        accent=palette.ACCENT_NEUTRAL,
    )


def _wasteful(turn: Waste, match_view: MatchView, locale: Locale) -> str:
    return locale.text(
        "review.room_turn",
        turn=turn.turn,
        player=plain(match_view.name(turn.seat)),
        played=_turn_text(match_view, turn.view, turn.seat, turn.played, locale),
        better=_turn_text(match_view, turn.view, turn.seat, turn.better, locale),
        used=turn.used,
        least=turn.least,
        reason=locale.write(turn.reason, lambda seat: plain(match_view.name(seat))),
    )


def _turning_point(match_view: MatchView, chances: Sequence[float], locale: Locale) -> str:
    """When the game was decided: after the last turn with the later loser ahead."""
    if len(match_view.winners) != 1:
        return locale.text("review.no_winner")
    winner = match_view.winners[0]
    own = [chance if winner == 0 else 1 - chance for chance in chances]
    behind = [turn for turn, chance in enumerate(own) if chance < 0.5]
    name = plain(match_view.names[winner])
    if not behind:
        return locale.text("review.always_ahead", player=name)
    if behind[-1] == len(own) - 1:  # the leader resigned, left or ran out of time
        return locale.text("review.never_turned", player=name)
    return locale.text("review.turned", player=name, turn=behind[-1] + 1)


def _swing(match_view: MatchView, chances: Sequence[float], turning: int, locale: Locale) -> Iterator[str]:
    """The turn that changed the chances most, from the winner's side."""
    if turning:
        seat = match_view.winners[0] if match_view.winners else 0
        before, after = (round(100 * (one if seat == 0 else 1 - one)) for one in chances[turning - 1 : turning + 1])
        name = plain(match_view.names[seat])
        yield locale.text("review.swing", player=name, turn=turning, before=before, after=after)


def _to_turn(match_view: MatchView, turn: int, turning: int, locale: Locale) -> Button:
    control = Control(Verb.REPLAY, match_view.game_id, turn, OPEN)
    if turn == turning:
        return Button(locale.text("review.to_turning", turn=turn), control, Style.PRIMARY)
    return Button(locale.text("review.to_turn", turn=turn), control)


def _costly(turn: Mistake, match_view: MatchView, locale: Locale) -> str:
    return locale.text(
        "review.turn",
        turn=turn.turn,
        played=_turn_text(match_view, turn.view, turn.seat, turn.played, locale),
        better=_turn_text(match_view, turn.view, turn.seat, turn.better, locale),
        cost=round(100 * turn.cost),
        reason=locale.write(turn.reason, match_view.name),
    )
