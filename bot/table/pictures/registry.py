"""Key → drawer, spelled out. A game without a line here is shown in words alone."""

from bot.games.le_duel.game import LeDuel
from bot.table.pictures.core import Drawer
from bot.table.pictures.le_duel.drawer import LeDuelDrawer

_DRAWERS: dict[str, Drawer] = {LeDuel.key: LeDuelDrawer()}


def drawer_for(game_key: str) -> Drawer | None:
    return _DRAWERS.get(game_key)
