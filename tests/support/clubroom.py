"""A room full of teams that play The Game at random, all at once: of two to five, with computers, on fire or not, some
with closed DMs, half of them in French. They type, tap, signal, ask for hints, and are watched."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simcord.env import Env

from bot.games.core import Seat
from bot.referee.match import Match
from tests.support.leaks import Watch
from tests.support.room import SWITCH, TEXT, WHOLE, Room, letters
from tests.support.world import button

PILES = "abcd"
MOST_ROUNDS = 200  # random teams need about twenty


@dataclass
class Crew:
    """A team in a channel of its own, the host first."""

    channel: Any
    people: tuple[Any, ...]
    computers: int
    options: tuple[str, ...]
    turns: int  # after which somebody leaves
    game_id: int = 0


class Clubroom(Room):
    def __init__(self, env: Env, languages: dict[int, str], ears: Watch, *, games: int, seed: int) -> None:
        super().__init__(env, ears, seed)
        self.crews = [self._crew(number) for number in range(games)]
        everyone = [self.spectator, *(person for crew in self.crews for person in crew.people)]
        languages.update({person.id: self.chance.choice(("fr", "en-GB")) for person in everyone})

    def _crew(self, number: int) -> Crew:
        """Every size in turn; every second one on fire, every third with computers."""
        name, size = letters(number), 2 + number % 4
        computers = self.chance.randrange(1, size) if number % 3 == 0 else 0
        people = tuple(self.newcomer(f"{name}{letters(one)}", closes_dms=0.3) for one in range(size - computers))
        options = (*(("fire",) if number % 2 else ()), *(("expert",) if self.chance.random() < 0.2 else ()))
        turns = self.chance.randrange(3, 12) if self.chance.random() < 0.5 else 60
        return Crew(self.guild.create_text_channel(name), people, computers, options, turns)

    async def open(self) -> None:
        """Everybody gathers, and the hosts start."""
        for crew in self.crews:
            switches = dict.fromkeys(crew.options, (SWITCH, True))
            self.command(crew.channel, crew.people[0], "team", computers=(WHOLE, crew.computers), **switches)
        await self.settle()
        for place in range(1, 5):
            for crew in self.crews:
                if place < len(crew.people):
                    self._press_lobby(crew, crew.people[place], "join")
            await self.settle()
        for crew in self.crews:
            self._press_lobby(crew, crew.people[0], "start")
        await self.settle()
        for game_id, states in self.ears.games.items():
            next(crew for crew in self.crews if crew.channel.id == states[0].row.channel_id).game_id = game_id

    def _press_lobby(self, crew: Crew, person: Any, verb: str) -> None:
        lobby = next(one for one in crew.channel.history() if button(one, verb))
        custom_id = button(lobby, verb)
        assert custom_id is not None
        self.press(person, custom_id, lobby)

    async def play(self, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Round after round, until all have ended, or something is enough."""
        rounds = 0
        while not is_enough() and (running := self._running()):
            rounds += 1
            assert rounds < MOST_ROUNDS, [(crew.game_id, self.ears.newest(crew.game_id).to_act) for crew in running]
            for crew in running:
                self._make_noise(crew)
                self._talk(crew)
            await self.settle()
            for crew in running:
                self._move(crew, self.ears.newest(crew.game_id))
            await self.settle()

    def _running(self) -> list[Crew]:
        return [crew for crew in self.crews if not self.ears.newest(crew.game_id).is_over]

    # What people do

    def _move(self, crew: Crew, match: Match) -> None:
        if match.is_over:
            return
        if len(match.to_act) > 1:
            person = self.chance.choice(crew.people)
            self.press(person, f"arb:act:{match.id}:{match.revision}:claim", self.table(crew.channel))
            return
        (seat,) = match.to_act
        person = self._person(crew, match, seat)
        if person is None:
            return
        if match.turns >= crew.turns:
            self.press(person, f"arb:resign-sure:{match.id}:0:", self.table(crew.channel))
            return
        turn = self.random_turn(match, seat)
        if self.chance.random() < 0.7:
            self.command(crew.channel, person, "play", moves=(TEXT, " ".join(turn)))
        else:
            panel = self.panel(crew.channel, person)
            self.press(person, f"arb:act:{match.id}:{match.revision}:{turn[0]}", panel)

    def _person(self, crew: Crew, match: Match, seat: Seat) -> Any:
        return next((person for person in crew.people if person.id == match.seat(seat).user_id), None)

    def _talk(self, crew: Crew) -> None:
        """TG9: a signal, or one taken back, whether or not it is their turn; some are refused."""
        match, person = self.ears.newest(crew.game_id), self.chance.choice(crew.people)
        remark = self.chance.choice("!~-") + self.chance.choice(PILES)
        if self.chance.random() < 0.5:
            self.press(person, f"arb:act:{match.id}:{match.revision}:{remark}", self.table(crew.channel))
        elif self.chance.random() < 0.5:
            self.command(crew.channel, person, "play", moves=(TEXT, remark))

    def _make_noise(self, crew: Crew) -> None:
        """Looks, questions, hints, presses that are refused; by anybody."""
        match, table = self.ears.newest(crew.game_id), self.table(crew.channel)
        person = self.chance.choice((*crew.people, self.spectator))
        card = self.chance.randrange(2, 100)
        match self.chance.randrange(8):
            case 0:
                self.command(crew.channel, person, "play", moves=(TEXT, f"{card}a {card}c end"))
            case 1:
                self.autocomplete(crew.channel, person, self.chance.choice(("", "1", "5", "9", f"{card}a", "!")))
            case 2:
                self.command(crew.channel, person, self.chance.choice(("games", "undo", "end", "table", "resign")))
            case 3:
                self.press(person, f"arb:act:{match.id}:{match.revision}:{card:02d}a", table)
            case 4:
                self.press(person, f"arb:hand:{match.id}:0:", table)
            case 5:
                self.press(person, f"arb:pick:{match.id}:{match.revision}:{card}", table)
            case _:
                on_turn = [self._person(crew, match, seat) for seat in sorted(match.to_act)]
                self.command(crew.channel, self.chance.choice([person, *filter(None, on_turn)]), "hint")
