"""Many random duels, concurrently: typed, tapped and watched, half of them in French, some with closed DMs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simcord.env import Env

from bot.referee.match import Match
from tests.support.leaks import LeakDetector
from tests.support.random_games import PERSON, TEXT, RandomGames, letters
from tests.support.world import button


@dataclass
class Pair:
    """Two players in a channel of their own."""

    channel: Any
    players: tuple[Any, Any]
    turns: int  # after which the player on turn resigns
    game_id: int = 0


class RandomDuels(RandomGames):
    def __init__(self, env: Env, languages: dict[int, str], detector: LeakDetector, *, games: int, seed: int) -> None:
        super().__init__(env, detector, seed)
        self.pairs = [self._pair(number) for number in range(games)]
        everyone = [self.spectator, *(person for pair in self.pairs for person in pair.players)]
        languages.update({person.id: self.chance.choice(("fr", "en-GB")) for person in everyone})

    def _pair(self, number: int) -> Pair:
        name = letters(number)
        players = self.add_member(f"{name}x", closes_dms=0), self.add_member(f"{name}y", closes_dms=0.3)
        turns = 60 if self.chance.random() < 0.06 else self.chance.randrange(1, 9)
        return Pair(self.guild.create_text_channel(name), players, turns)

    async def open(self) -> None:
        """Challenge and accept, for every pair."""
        for pair in self.pairs:
            first, second = pair.players
            self.command(pair.channel, first, "challenge", opponent=(PERSON, str(second.id)))
        await self.settle()
        for pair in self.pairs:
            message = pair.channel.history()[-1]
            custom_id = button(message, "accept")
            assert custom_id is not None
            self.press(pair.players[1], custom_id, message)
        await self.settle()
        for game_id, states in self.detector.games.items():
            next(pair for pair in self.pairs if pair.channel.id == states[0].row.channel_id).game_id = game_id

    async def play(self, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Play rounds until all games have ended, or it is enough."""
        while not is_enough() and (running := self._running()):
            for pair in running:
                self._send_noise(pair)
                self._move(pair, self.detector.newest(pair.game_id))
            await self.settle()
            await self.env.advance_time(1)

    def _running(self) -> list[Pair]:
        return [pair for pair in self.pairs if not self.detector.newest(pair.game_id).is_over]

    # Actions

    def _move(self, pair: Pair, match: Match) -> None:
        (seat,) = match.to_act
        person = pair.players[seat]
        if match.turns >= pair.turns:
            self.press(person, f"arb:resign-sure:{match.id}:0:", self.table(pair.channel))
            return
        turn = self.random_turn(match, seat)
        if self.chance.random() < 0.6:
            self.command(pair.channel, person, "play", moves=(TEXT, " ".join(turn)))
        else:
            panel = self.panel(pair.channel, person)
            self.press(person, f"arb:act:{match.id}:{match.revision}:{turn[0]}", panel)

    def _send_noise(self, pair: Pair) -> None:
        """A random look, question or refused press, by a player or the spectator."""
        match, table = self.detector.newest(pair.game_id), self.table(pair.channel)
        person = self.chance.choice((*pair.players, self.spectator))
        card = self.chance.randrange(2, 60)
        match self.chance.randrange(9):
            case 8:
                self.look_elsewhere(pair.channel, person, match.id)
            case 0:
                self.command(pair.channel, person, "play", moves=(TEXT, f"{card}^ {card}v end"))
            case 1:
                self.autocomplete(pair.channel, person, self.chance.choice(("", "1", "2", "3", f"{card}^")))
            case 2:
                self.command(pair.channel, person, self.chance.choice(("hand", "games", "undo", "end", "table")))
            case 3:
                self.press(person, f"arb:act:{match.id}:{match.revision}:{card}^A", table)
            case 4:
                self.press(person, f"arb:hand:{match.id}:0:", table)
            case 8:
                self.press_details(person, match, pair.channel)
            case 5:
                self.press(person, f"arb:pick:{match.id}:{match.revision}:{card}", table)
