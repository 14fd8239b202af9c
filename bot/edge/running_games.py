"""Which running games a command without a number can mean. Clues narrow them down; a clue that none of them fits is
ignored. If several are left, the asker is shown a button for each."""

from collections import OrderedDict
from collections.abc import Callable

import discord
from discord import app_commands

from bot.edge.gateway.client import Client
from bot.edge.interactions.answers import Answer
from bot.edge.presenting.match_views import match_view_of, meet
from bot.games.core import GameError, apply_all, check_reveals_nothing, unshuffled
from bot.referee.errors import Refusal
from bot.referee.match import Match
from bot.table.controls import Verb
from bot.table.game.list_page import game_label, which_game_page
from bot.table.limits import CHOICE, CHOICES, cut
from bot.table.locale import Locale

Clue = Callable[[Match], bool]
_REMEMBERED = 10_000  # people


class RunningGames:
    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._last_used: OrderedDict[int, int] = OrderedDict()  # game ids by user id; in memory only

    def used(self, user_id: int, game_id: int) -> None:
        """This user looked at their panel of this game."""
        self._last_used.pop(user_id, None)
        self._last_used[user_id] = game_id
        if len(self._last_used) > _REMEMBERED:
            self._last_used.popitem(last=False)

    async def candidates(self, interaction: discord.Interaction, named: int | None, *clues: Clue) -> list[Match]:
        """The game named; otherwise the asker's that these clues and the panel used last leave, the most urgent first.
        Never empty."""
        if named is not None:
            return [await self.bot.referee.match(named)]
        found = await self.bot.referee.running_of(interaction.user.id)
        if not found:
            raise Refusal("no_running_game")
        last_used = self._last_used.get(interaction.user.id)
        for clue in clues:
            found = [match for match in found if clue(match)] or found
        return [match for match in found if match.id == last_used] or found

    async def meant(
        self, answer: Answer, locale: Locale, named: int | None, *clues: Clue, verb: Verb, moves: str = ""
    ) -> Match | None:
        """The one game that is meant. None: the asker was shown buttons with this verb, one for each it could be."""
        interaction = answer.interaction
        found = await self.candidates(interaction, named, *clues)
        if len(found) == 1:
            return found[0]
        user_id = interaction.user.id
        views = [await match_view_of(self.bot, match, match.seat_of(user_id), locale) for match in found[:CHOICES]]
        await answer.private(which_game_page(views, len(found), verb, locale, moves=moves))
        return None

    async def suggested(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """The asker's running games, the newest first."""
        locale, user_id = await meet(self.bot, interaction), interaction.user.id
        running = sorted(await self.bot.referee.running_of(user_id), key=lambda match: match.id, reverse=True)
        offered = []
        for match in running:
            view = await match_view_of(self.bot, match, match.seat_of(user_id), locale)
            name = game_label(view, match.row.created_at, locale)
            if typed.lower() in name.lower():
                offered.append(app_commands.Choice(name=cut(name, CHOICE), value=match.id))
        return offered[:CHOICES]


def is_here(interaction: discord.Interaction) -> Clue:
    """Played in this channel."""
    return lambda match: match.row.channel_id == interaction.channel_id


def awaits(user_id: int) -> Clue:
    """This user has to act."""
    return lambda match: match.seat_of(user_id) in match.to_act


def can_play(user_id: int, moves: str) -> Clue:
    """The moves can be read in this game's notation, and this user may play them now."""

    def is_legal(match: Match) -> bool:
        seat = match.seat_of(user_id)
        if seat is None or seat not in match.to_act:
            return False
        try:
            actions = match.game.notation.parse_all(moves)
            check_reveals_nothing(match.game, actions[:-1])
            apply_all(match.game, match.state, seat, actions, unshuffled)
        except GameError:
            return False
        return bool(actions)

    return is_legal
