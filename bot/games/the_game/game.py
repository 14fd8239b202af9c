"""The Game, put together from the modules of this folder."""

from bot.games.core import SWITCH, Game, Kind
from bot.games.the_game import codec, lessons, notation, rules, screen, signals, whole_turns
from bot.games.the_game.state import Action, State, View

THE_GAME: Game[State, Action, View] = Game(
    key="the-game",
    version=1,
    seats=range(1, 6),
    kind=Kind.TEAM,
    rules=rules,
    notation=notation,
    codec=codec,
    screens=screen,
    options={"expert": SWITCH, "fewer": SWITCH, "fire": SWITCH},  # TG10, TG11
    can_end=rules.is_endable,
    next_seat=rules.next_seat,
    is_remark=signals.is_remark,
    readable=notation.readable,
    tutorial=lessons.TUTORIAL,
    whole_turns=whole_turns,
)
