"""Scenes of The Game's pictures: exactly the data each shows, built from a `View`.

The public table's scene is built from a spectator's view (TG2, TG5, TG12): no hand and no staged card may enter it.
"""

from dataclasses import dataclass, replace

from bot.drawing.move_cells import Move
from bot.drawing.text import drawable_part, fitted, initial
from bot.games.core import Seat
from bot.games.the_game.position import (
    CARDS,
    DOWN_BASE,
    FIRE_CARDS,
    PILES,
    UP_BASE,
    Pile,
    Place,
    burning,
    is_jump_back,
    legal_places,
)
from bot.games.the_game.screen import verdict
from bot.games.the_game.state import Plea, View
from bot.table.pictures.core import PictureText
from bot.table.pictures.piles import HandCard

PILE_SPAN = DOWN_BASE - UP_BASE
_HEADLINE_NAME = 260  # maximum width of a name in the headline, so that the rest stays readable
MARKS = {Plea.KEEP_OFF: "✋", Plea.NO_BIG_JUMP: "🤏"}  # as in the text
_DOOR_EMOJI = "🚪 "  # prefix of an abandoned game's reason; drawn this small it looks like a missing glyph
_VERDICTS = {
    "the-game.verdict_beaten": "the-game.picture.beaten",
    "the-game.verdict_excellent": "the-game.picture.excellent",
    "the-game.verdict_good": "the-game.picture.good",
    "the-game.verdict_fair": "the-game.picture.fair",
    "the-game.verdict_poor": "the-game.picture.poor",
}


@dataclass(frozen=True, slots=True)
class PileScene:
    """One pile, its signals with their senders, and the player who must cover its fire."""

    pile: Pile
    top: int
    is_new: bool = False
    is_burning: bool = False
    coverer: str = ""
    signals: tuple[str, ...] = ()

    @property
    def base(self) -> int:
        return UP_BASE if self.pile.is_up else DOWN_BASE

    @property
    def is_at_base(self) -> bool:
        return self.top == self.base

    @property
    def done(self) -> int:
        """Distance of the top from the base, of `PILE_SPAN`."""
        return abs(self.top - self.base)


@dataclass(frozen=True, slots=True)
class PlayerScene:
    name: str
    initial: str
    hand_size: int
    is_on_turn: bool
    hand: tuple[int, ...] = ()  # empty while the game runs


@dataclass(frozen=True, slots=True)
class TableScene:
    headline: str
    modes: str
    piles: tuple[PileScene, ...]
    players: tuple[PlayerScene, ...]
    last: tuple[Place, ...]
    last_turn: str
    drawn: int
    draw_size: int
    draw_pile: str
    title: str
    least_notes: int = 0  # minimum of `notes`, so that an animation's tables have one height

    @property
    def notes(self) -> int:
        """Lines below the piles: the player who must cover a fire, and the signals."""
        return max(self.least_notes, *(len(pile.signals) + bool(pile.coverer) for pile in self.piles))


def public(view: View) -> View:
    """A spectator's view: hands only once the game is over, no staged cards."""
    hidden: tuple[tuple[int, ...] | None, ...] = (None,) * len(view.hands)
    return replace(view, viewer=None, hands=view.hands if view.is_over else hidden, staged=())


def table_scene(view: View, words: PictureText, least_notes: int = 0) -> TableScene:
    view = public(view)
    names = [_name(words, seat) for seat in range(len(view.hand_sizes))]
    last = view.last
    return TableScene(
        headline=_headline(view, words, names),
        modes=" · ".join(words.label(code) for code in _mode_codes(view)),
        piles=tuple(_pile(view, pile, names) for pile in PILES),
        players=tuple(_player(view, words, seat, name) for seat, name in enumerate(names)),
        last=() if last is None else last.places,
        last_turn="" if last is None else words.label("the-game.picture.last_turn", player=names[last.seat]),
        drawn=0 if last is None else last.drawn,
        draw_size=view.draw_size,
        draw_pile=words.label("picture.draw_pile"),
        title=words.label("game.the-game"),
        least_notes=least_notes,
    )


def _headline(view: View, words: PictureText, names: list[str]) -> str:
    if view.is_over:
        return words.label("the-game.picture.left", count=view.cards_left)
    if view.turn is None:
        return words.label("the-game.picture.undecided")
    name, _ = fitted(names[view.turn], 34, _HEADLINE_NAME, smallest=34)
    return words.label("the-game.picture.to_play", player=name)


def _mode_codes(view: View) -> list[str]:
    switches = (
        (view.mode.is_expert, "team.option.expert"),
        (view.mode.has_fewer, "team.option.fewer"),
        (view.mode.is_on_fire, "team.option.fire"),
    )
    return [code for is_on, code in switches if is_on]


def _name(words: PictureText, seat: int) -> str:
    """The drawable part of the name; the seat's number if that is empty."""
    return drawable_part(words.names[seat]) or str(seat + 1)


def _pile(view: View, pile: Pile, names: list[str]) -> PileScene:
    is_burning = view.mode.is_on_fire and view.outcome is None and pile in burning(view.tops)
    return PileScene(
        pile=pile,
        top=view.tops[pile.top_index],
        is_new=view.last is not None and any(place.pile is pile for place in view.last.places),
        is_burning=is_burning,
        coverer=names[view.turn] if is_burning and view.turn is not None else "",
        signals=tuple(
            f"{MARKS[sent.signal.plea]} {names[sent.seat]}" for sent in view.signals if sent.signal.pile is pile
        ),
    )


def _player(view: View, words: PictureText, seat: int, name: str) -> PlayerScene:
    is_on_turn = not view.is_over and view.turn == seat
    return PlayerScene(name, initial(words.names[seat]), view.hand_sizes[seat], is_on_turn, view.hands[seat] or ())


@dataclass(frozen=True, slots=True)
class HandRow:
    """A pile after the staged cards, and the others' signal about it."""

    pile: Pile
    top: int
    is_staged: bool
    is_due: bool
    mark: str


@dataclass(frozen=True, slots=True)
class HandScene:
    cards: tuple[HandCard, ...]
    rows: tuple[HandRow, ...]
    strip: str
    places: tuple[Place, ...]  # staged, or of the last turn
    draw_size: int
    is_on_turn: bool
    title: str
    advice: str
    empty: str
    jump: str


def hand_scene(view: View, words: PictureText) -> HandScene:
    """The viewer's hand and each card's legal moves after the staged cards."""
    if view.viewer is None:
        raise ValueError("a spectator has no hand")
    position, tops = view.position, view.position.tops
    moves = {
        (place.card, place.pile): Move(place.card - tops[place.pile.top_index], is_jump_back(place, tops))
        for place in legal_places(position)
    }
    last = () if view.last is None else view.last.places
    fires = FIRE_CARDS if view.mode.is_on_fire else ()
    return HandScene(
        cards=tuple(
            HandCard(
                card,
                tuple(moves.get((card, pile)) for pile in PILES),
                is_fire=card in fires,
                is_fresh=card in view.fresh,
                is_picked=words.picked == str(card),
            )
            for card in position.hand
        ),
        rows=tuple(_row(view, pile, tops[pile.top_index], position.due) for pile in PILES),
        strip=_strip(view, words),
        places=view.staged or last,
        draw_size=view.draw_size,
        is_on_turn=view.is_on_turn,
        title=words.label("picture.your_hand"),
        advice=_advice(view, words),
        empty=words.label("picture.empty_hand"),
        jump=words.label("picture.jump"),
    )


def _row(view: View, pile: Pile, top: int, due: frozenset[Pile]) -> HandRow:
    asked = {sent.signal.plea for sent in view.signals if sent.signal.pile is pile and sent.seat != view.viewer}
    mark = next((MARKS[plea] for plea in Plea if plea in asked), "")
    return HandRow(pile, top, any(place.pile is pile for place in view.staged), view.is_on_turn and pile in due, mark)


def _strip(view: View, words: PictureText) -> str:
    if view.staged:
        return words.label("picture.staged")
    if view.last is None:
        return words.label("picture.none_staged")
    return words.label("the-game.picture.last_turn", player=_name(words, view.last.seat))


def _advice(view: View, words: PictureText) -> str:
    """The next thing to do (TG4, TG11, TG12)."""
    if not view.is_on_turn:
        return words.label("the-game.picture.undecided" if view.turn is None else "picture.not_on_turn")
    if view.position.due:
        return words.label("the-game.picture.cover", piles=", ".join(pile.letter for pile in sorted(view.position.due)))
    missing = view.minimum - len(view.staged)
    if missing > 0:
        has_card = any(legal_places(view.position))
        return words.label("picture.place_more", count=missing) if has_card else words.label("the-game.picture.undo")
    count = view.draws_at_end
    return words.label("picture.may_end", count=count) if count else words.label("picture.may_end_dry")


@dataclass(frozen=True, slots=True)
class ResultScene:
    title: str
    score: int
    left: str
    placed: str
    reason: str
    is_beaten: bool
    piles: tuple[PileScene, ...]
    players: tuple[PlayerScene, ...]
    empty: str


def result_scene(view: View, words: PictureText) -> ResultScene:
    """The result: all hands are open, for every viewer."""
    left = view.cards_left
    return ResultScene(
        title=words.title or words.label(_result_code(view, words)),
        score=left,
        left=words.label("the-game.picture.left", count=left),
        placed=words.label("the-game.picture.placed", count=len(CARDS) - left),
        reason=drawable_part(words.reason.removeprefix(_DOOR_EMOJI)),
        is_beaten=left == 0,
        piles=tuple(PileScene(pile, view.tops[pile.top_index]) for pile in PILES),
        players=tuple(_player(view, words, Seat(seat), _name(words, seat)) for seat in range(len(view.hand_sizes))),
        empty=words.label("picture.empty_hand"),
    )


def _result_code(view: View, words: PictureText) -> str:
    """The verdict's code; a game not ended by its rules has none (TG12)."""
    if view.outcome is not None:
        return _VERDICTS[verdict(view.cards_left)]
    return "picture.called_off" if words.is_called_off else "the-game.picture.abandoned"
