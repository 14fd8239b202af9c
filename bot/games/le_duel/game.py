"""Le Duel, put together from the modules of this folder."""

from bot.games.core import Game, Kind
from bot.games.le_duel import codec, feats, lessons, notation, rules, screen, whole_turns
from bot.games.le_duel.state import Action, State, View

LE_DUEL: Game[State, Action, View] = Game(
    key="le-duel",
    version=1,
    seats=range(2, 3),
    kind=Kind.VERSUS,
    rules=rules,
    notation=notation,
    codec=codec,
    screens=screen,
    options={"first": (None, 0, 1)},  # LD4
    can_end=rules.is_endable,
    memories=feats,
    tutorial=lessons.TUTORIAL,
    whole_turns=whole_turns,
)
