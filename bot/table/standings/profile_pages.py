"""Profiles of players of rated games, with the plot of the rating. No rating is computed here. Names are unescaped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.drawing import palette
from bot.drawing.picture_cache import PictureCache
from bot.drawing.sketch import Sketch
from bot.games.core import phrase
from bot.games.registry import GAMES
from bot.store.ratings_rows import Tally
from bot.store.sqlite.standings import Profile
from bot.table.decks.card_words import deck_name
from bot.table.game.pages import game_name
from bot.table.illustrations import with_picture
from bot.table.locale import Locale, plain
from bot.table.page import Page
from bot.table.pictures import standings_plot
from bot.table.pictures.core import PictureText
from bot.table.pictures.standings_plot import Dot, RatingPlotScene
from bot.table.standings.addresses import ProfileAddress
from bot.table.standings.boards import day, ladder_name
from bot.table.standings.history_pages import PastGame, past_line, profile_buttons
from bot.table.standings.rated_boards import Rated, points_text, rating_text, tally_text

Moment = tuple[int, int, int]  # milliseconds, rating, uncertainty


@dataclass(frozen=True, slots=True)
class ProfileView:
    address: ProfileAddress
    name: str
    is_self: bool
    own: Rated | None
    stats: Profile
    last: tuple[PastGame, ...] = ()
    is_in_server: bool = True


async def drawn_profile(view: ProfileView, plot: Sequence[Moment], locale: Locale, pictures: PictureCache) -> Page:
    page = profile_page(view, locale)
    if view.own is None or not plot:
        return page
    sketch = plot_sketch(view, view.own, plot, locale)
    return await with_picture(page, sketch, PictureText((), locale), pictures, "profile.png")


def profile_page(view: ProfileView, locale: Locale) -> Page:
    return Page(
        title=locale.text("profile.title", name=plain(view.name), game=ladder_name(view.address, locale)),
        body="\n".join(_lines(view, locale)),
        rows=(profile_buttons(view.address, locale, is_in_server=view.is_in_server),),
        footer=locale.text("profile.footer") if view.own is not None else "",
        accent=palette.ACCENT_GOLD,
    )


def _lines(view: ProfileView, locale: Locale) -> Iterator[str]:
    yield f"*{locale.text(f'standings.scope.{view.address.scope}')}*"
    yield _standing_line(view, locale)
    if view.stats.by_seat:
        yield ""
        yield from _stats_lines(view.stats, view.address.game, locale)
    if not view.is_self and view.stats.versus.games:
        yield locale.text("profile.versus", record=tally_text(view.stats.versus))
    if view.last:
        yield ""
        yield locale.text("profile.last")
        yield from (past_line(game, locale) for game in view.last)
    else:
        code = "profile.no_games_self" if view.is_self else "profile.no_games"
        yield locale.text(code, game=game_name(locale, view.address.game))


def _standing_line(view: ProfileView, locale: Locale) -> str:
    if view.own is None:
        return locale.text("profile.unrated")
    return locale.text(
        "profile.standing",
        rating=rating_text(view.own, locale),
        points=points_text(view.own.points),
        rank=view.own.rank,
        people=view.stats.total,
    )


def _stats_lines(stats: Profile, game: str, locale: Locale) -> Iterator[str]:
    total = sum((tally for _, tally in stats.by_turn), Tally())
    seats = ", ".join(f"{_seat_name(game, seat, locale)} {tally_text(tally)}" for seat, tally in stats.by_seat)
    turns = {is_first: tally_text(tally) for is_first, tally in stats.by_turn}
    yield locale.text("profile.record", record=tally_text(total), seats=seats)
    yield locale.text("profile.starting", first=turns[True], second=turns[False])
    career = stats.career
    if career.streak:
        code = "profile.winning" if career.streak > 0 else "profile.losing"
        yield locale.text(code, count=abs(career.streak), best=career.best_streak)
    if career.chain_game is not None:
        yield locale.text("profile.chain", count=career.chain, number=career.chain_game)
    if career.fastest is not None:
        yield locale.text("profile.fastest", count=career.fastest, number=career.fastest_game or 0)
    if stats.openings:
        openings = " · ".join(
            locale.text("profile.opening", opening=_opening(game, one.shape, locale), count=one.games, wins=one.wins)
            for one in stats.openings
        )
        yield locale.text("profile.openings" if GAMES[game].collection is None else "profile.decks", openings=openings)


def _opening(game: str, shape: str, locale: Locale) -> str:
    """In the game's own words; as stored where it has none. Where decks are brought, it is the deck."""
    if (collection := GAMES[game].collection) is not None:
        return deck_name(collection, shape, locale)
    memories = GAMES[game].memories
    phrases = () if memories is None else memories.opening(shape)
    return ", ".join(locale.write(part, str) for part in phrases) or f"`{shape}`"


def _seat_name(game: str, seat: int, locale: Locale) -> str:
    code = f"seat.{game}.{seat}"
    return locale.text(code) if locale.has(code) else locale.text("seat.numbered", number=seat + 1)


def plot_sketch(view: ProfileView, own: Rated, plot: Sequence[Moment], locale: Locale) -> Sketch:
    first, last = plot[0][0], plot[-1][0]
    span = max(1, last - first)
    dots = tuple(
        Dot(round(1000 * (at - first) / span) if last > first else 500, rating, uncertainty)
        for at, rating, uncertainty in plot
    )
    scope = locale.text(f"standings.scope.{view.address.scope}")
    rank = locale.text("profile.rank", rank=own.rank, people=view.stats.total)
    scene = RatingPlotScene(
        name=view.name,
        rating=f"{own.rating} ± {own.uncertainty}",
        subtitle=f"{ladder_name(view.address, locale)} · {scope} · {rank}",
        dots=dots,
        first=day(first / 1000, locale),
        last=day(last / 1000, locale),
    )
    alt = phrase(
        "profile.alt",
        name=view.name,
        count=len(dots),
        rating=own.rating,
        uncertainty=own.uncertainty,
        lowest=min(dot.rating for dot in dots),
        highest=max(dot.rating for dot in dots),
        first=scene.first,
        last=scene.last,
    )
    return Sketch(standings_plot.paint, scene, (alt,))
