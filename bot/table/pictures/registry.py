"""Drawers and stories by game key. A game without an entry is shown as text alone."""

from bot.games.duel.game import DUEL
from bot.games.le_duel.game import LE_DUEL
from bot.games.the_game.game import THE_GAME
from bot.table.pictures.core import CardPictures, Drawer, Story
from bot.table.pictures.duel.cards import DuelCards
from bot.table.pictures.duel.drawer import DuelDrawer
from bot.table.pictures.duel.story import DuelStory
from bot.table.pictures.le_duel.drawer import LeDuelDrawer
from bot.table.pictures.le_duel.story import LeDuelStory
from bot.table.pictures.the_game.drawer import TheGameDrawer
from bot.table.pictures.the_game.story import TheGameStory

_DRAWERS: dict[str, Drawer] = {LE_DUEL.key: LeDuelDrawer(), THE_GAME.key: TheGameDrawer(), DUEL.key: DuelDrawer()}
_STORIES: dict[str, Story] = {LE_DUEL.key: LeDuelStory(), THE_GAME.key: TheGameStory(), DUEL.key: DuelStory()}
_CARDS: dict[str, CardPictures] = {DUEL.key: DuelCards()}


def drawer_for(game_key: str) -> Drawer | None:
    return _DRAWERS.get(game_key)


def story_for(game_key: str) -> Story | None:
    return _STORIES.get(game_key)


def card_pictures_for(game_key: str) -> CardPictures | None:
    return _CARDS.get(game_key)
