"""Many teams that play The Game at random, concurrently: two to five seats, with computers, on fire or not, some with
closed DMs, half of them in French. They type, tap, signal and ask for hints; a spectator interferes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simcord.env import Env

from bot.games.core import Seat
from bot.referee.match import Match
from tests.support.leaks import LeakDetector
from tests.support.random_games import SWITCH, TEXT, WHOLE, RandomGames, letters
from tests.support.world import button

PILES = "abcd"
MOST_ROUNDS = 200  # random teams need about twenty


@dataclass
class RandomTeam:
    """A team in a channel of its own, the host first."""

    channel: Any
    people: tuple[Any, ...]
    computers: int
    options: tuple[str, ...]
    turns: int  # after which the player on turn resigns, and after a while another
    game_id: int = 0


class RandomTeams(RandomGames):
    def __init__(self, env: Env, languages: dict[int, str], detector: LeakDetector, *, games: int, seed: int) -> None:
        super().__init__(env, detector, seed)
        self.teams = [self._team(number) for number in range(games)]
        everyone = [self.spectator, *(person for team in self.teams for person in team.people)]
        languages.update({person.id: self.chance.choice(("fr", "en-GB")) for person in everyone})

    def _team(self, number: int) -> RandomTeam:
        """Sizes rotate; every second team plays on fire, every third with computers."""
        name, size = letters(number), 2 + number % 4
        computers = self.chance.randrange(1, size) if number % 3 == 0 else 0
        people = tuple(self.add_member(f"{name}{letters(one)}", closes_dms=0.3) for one in range(size - computers))
        options = (*(("fire",) if number % 2 else ()), *(("expert",) if self.chance.random() < 0.2 else ()))
        turns = self.chance.randrange(3, 12) if self.chance.random() < 0.5 else 60
        return RandomTeam(self.guild.create_text_channel(name), people, computers, options, turns)

    async def open(self) -> None:
        """Gather every team in a lobby and start the games."""
        for team in self.teams:
            switches = dict.fromkeys(team.options, (SWITCH, True))
            self.command(team.channel, team.people[0], "team", computers=(WHOLE, team.computers), **switches)
        await self.settle()
        for place in range(1, 5):
            for team in self.teams:
                if place < len(team.people):
                    self._press_lobby(team, team.people[place], "accept")
            await self.settle()
        for team in self.teams:
            self._press_lobby(team, team.people[0], "begin")
        await self.settle()
        for game_id, states in self.detector.games.items():
            next(team for team in self.teams if team.channel.id == states[0].row.channel_id).game_id = game_id

    def _press_lobby(self, team: RandomTeam, person: Any, verb: str) -> None:
        lobby = next(one for one in team.channel.history() if button(one, verb))
        custom_id = button(lobby, verb)
        assert custom_id is not None
        self.press(person, custom_id, lobby)

    async def play(self, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Play rounds until all games have ended or `is_enough` holds."""
        rounds = 0
        while not is_enough() and (running := self._running()):
            rounds += 1
            assert rounds < MOST_ROUNDS, [(team.game_id, self.detector.newest(team.game_id).to_act) for team in running]
            for team in running:
                self._send_noise(team)
                self._talk(team)
            await self.settle()
            for team in running:
                self._move(team, self.detector.newest(team.game_id))
            await self.settle()
            await self.env.advance_time(1)

    def _running(self) -> list[RandomTeam]:
        return [team for team in self.teams if not self.detector.newest(team.game_id).is_over]

    # Actions

    def _move(self, team: RandomTeam, match: Match) -> None:
        if match.is_over:
            return
        if match.absent:
            self._decide(team, match)
            return
        if len(match.to_act) > 1:
            person = self.chance.choice(team.people)
            self.press(person, f"arb:act:{match.id}:{match.revision}:claim", self.table(team.channel))
            return
        (seat,) = match.to_act
        person = self._person(team, match, seat)
        if person is None:
            return
        if match.turns >= team.turns:
            team.turns += 1
            self.press(person, f"arb:resign-sure:{match.id}:0:", self.table(team.channel))
            return
        turn = self.random_turn(match, seat)
        if self.chance.random() < 0.7:
            self.command(team.channel, person, "play", moves=(TEXT, " ".join(turn)))
        else:
            panel = self.panel(team.channel, person)
            self.press(person, f"arb:act:{match.id}:{match.revision}:{turn[0]}", panel)

    def _decide(self, team: RandomTeam, match: Match) -> None:
        """Most let a computer play on for who left, who is as curious as ever."""
        for seat in sorted(match.present):
            verb = "stand-in" if self.chance.random() < 0.9 else "no-stand-in"
            self.press(self._person(team, match, seat), f"arb:{verb}:{match.id}:0:", self.table(team.channel))
        for seat in sorted(match.absent):
            self.press(self._person(team, match, seat), f"arb:hand:{match.id}:0:", self.table(team.channel))

    def _person(self, team: RandomTeam, match: Match, seat: Seat) -> Any:
        return next((person for person in team.people if person.id == match.seat(seat).user_id), None)

    def _talk(self, team: RandomTeam) -> None:
        """TG9: send or withdraw a signal, on turn or not; some are refused."""
        match, person = self.detector.newest(team.game_id), self.chance.choice(team.people)
        remark = self.chance.choice("!~-") + self.chance.choice(PILES)
        if self.chance.random() < 0.5:
            self.press(person, f"arb:act:{match.id}:{match.revision}:{remark}", self.table(team.channel))
        elif self.chance.random() < 0.5:
            self.command(team.channel, person, "play", moves=(TEXT, remark))

    def _send_noise(self, team: RandomTeam) -> None:
        """A random look, question, hint or refused press, by a player or the spectator."""
        match, table = self.detector.newest(team.game_id), self.table(team.channel)
        person = self.chance.choice((*team.people, self.spectator))
        card = self.chance.randrange(2, 100)
        match self.chance.randrange(9):
            case 8:
                self.look_elsewhere(team.channel, person, match.id)
            case 0:
                self.command(team.channel, person, "play", moves=(TEXT, f"{card}a {card}c end"))
            case 1:
                self.autocomplete(team.channel, person, self.chance.choice(("", "1", "5", "9", f"{card}a", "!")))
            case 2:
                self.command(team.channel, person, self.chance.choice(("games", "undo", "end", "table", "resign")))
            case 3:
                self.press(person, f"arb:act:{match.id}:{match.revision}:{card:02d}a", table)
            case 4:
                self.press(person, f"arb:hand:{match.id}:0:", table)
            case 5:
                self.press(person, f"arb:pick:{match.id}:{match.revision}:{card}", table)
            case 6:
                self.press_details(person, match, team.channel)
            case _:
                on_turn = [self._person(team, match, seat) for seat in sorted(match.to_act)]
                self.command(team.channel, self.chance.choice([person, *filter(None, on_turn)]), "hint")
