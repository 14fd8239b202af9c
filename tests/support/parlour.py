"""A room full of random duels, all at once: typed, tapped, watched, half of them in French, some with closed DMs."""

import random
from dataclasses import dataclass
from typing import Any

import simcord.interactions
from simcord.backend import serializers
from simcord.env import Env

from bot.games.core import Seat
from bot.referee.match import Match
from tests.support.leaks import Watch
from tests.support.world import CROWD_NAP, PATIENT, button

LONGEST = 30  # actions of a random turn


@dataclass
class Pair:
    """Two players and somebody who watches, in a channel of their own."""

    channel: Any
    players: tuple[Any, Any]
    spectator: Any
    turns: int  # after which they stop
    game_id: int = 0


class Parlour:
    def __init__(self, env: Env, languages: dict[int, str], ears: Watch, *, games: int, seed: int) -> None:
        env.settle_timeout = PATIENT
        self.env, self.ears, self.chance = env, ears, random.Random(seed)
        self.guild = env.create_guild("Club", preferred_locale=self.chance.choice(("en-US", "fr")))
        spectator = self.guild.add_member(env.create_user("Someone"))
        self.pairs = [self._pair(number, spectator) for number in range(games)]
        languages.update({user: self.chance.choice(("fr", "en-GB")) for pair in self.pairs for user in _ids(pair)})

    def _pair(self, number: int, spectator: Any) -> Pair:
        first, second = (self.guild.add_member(self.env.create_user(f"{_name(number)}{side}")) for side in ("x", "y"))
        if self.chance.random() < 0.3:
            path = f"/channels/{second.user.dm_channel.id}/messages"
            self.env.inject_error("POST", path, status=403, code=50007, message="closed", times=None)
        turns = 60 if self.chance.random() < 0.06 else self.chance.randrange(1, 9)
        return Pair(self.guild.create_text_channel(_name(number)), (first, second), spectator, turns)

    async def open(self) -> None:
        """Everybody challenges, and is accepted."""
        for pair in self.pairs:
            first, second = pair.players
            self._command(pair, first, "challenge", opponent=(6, str(second.id)))
        await self._settle()
        for pair in self.pairs:
            message = pair.channel.history()[-1]
            custom_id = button(message, "accept")
            assert custom_id is not None
            self._press(pair.players[1], custom_id, message)
        await self._settle()
        for game_id, states in self.ears.games.items():
            next(pair for pair in self.pairs if pair.channel.id == states[0].row.channel_id).game_id = game_id

    async def play(self) -> None:
        """Round after round, until all have ended."""
        while running := [pair for pair in self.pairs if not self.ears.newest(pair.game_id).is_over]:
            for pair in running:
                self._make_noise(pair)
                self._move(pair, self.ears.newest(pair.game_id))
            await self._settle()

    async def _settle(self) -> None:
        await self.env.settle(idle=CROWD_NAP)

    # What people do

    def _move(self, pair: Pair, match: Match) -> None:
        (seat,) = match.to_act
        person = pair.players[seat]
        if match.turns >= pair.turns:
            self._press(person, f"arb:resign-sure:{match.id}:0:", self._table(pair))
            return
        turn = self._random_turn(match, seat)
        if self.chance.random() < 0.6:
            self._command(pair, person, "play", moves=(3, " ".join(turn)))
        else:
            panel = self._panel(pair, person)
            self._press(person, f"arb:act:{match.id}:{match.revision}:{turn[0]}", panel)

    def _random_turn(self, match: Match, seat: Seat) -> list[str]:
        """Legal actions up to the end of the turn, with a change of mind here and there."""
        game, state, texts = match.game, match.state, list[str]()
        for _ in range(LONGEST):
            legal = [game.notate(action) for action in game.legal(state, seat)]
            places = [text for text in legal if text not in ("undo", "end")]
            if "end" in legal and (not places or self.chance.random() < 0.6):
                return [*texts, "end"]
            text = self.chance.choice(places) if places and self.chance.random() < 0.9 else self.chance.choice(legal)
            state = game.apply(state, seat, game.parse(text))
            texts.append(text)
            if seat not in game.to_act(state):
                break
        return texts

    def _make_noise(self, pair: Pair) -> None:
        """Looks, questions, presses that are refused; by anybody."""
        match = self.ears.newest(pair.game_id)
        person = self.chance.choice((*pair.players, pair.spectator))
        card = self.chance.randrange(2, 60)
        match self.chance.randrange(8):
            case 0:
                self._command(pair, person, "play", moves=(3, f"{card}^ {card}v end"))
            case 1:
                self._autocomplete(pair, person, self.chance.choice(("", "1", "2", "3", f"{card}^")))
            case 2:
                self._command(pair, person, self.chance.choice(("hand", "games", "undo", "end", "table")))
            case 3:
                self._press(person, f"arb:act:{match.id}:{match.revision}:{card}^A", self._table(pair))
            case 4:
                self._press(person, f"arb:hand:{match.id}:0:", self._table(pair))
            case 5:
                self._press(person, f"arb:pick:{match.id}:{match.revision}:{card}", self._table(pair))

    # How Discord tells it

    def _table(self, pair: Pair) -> Any:
        return [one for one in pair.channel.history() if button(one, "hand")][-1]

    def _panel(self, pair: Pair, person: Any) -> Any:
        """Their DM if they take any, else the table."""
        panels = [one for one in person.user.dm_channel.history() if one.components]
        return panels[-1] if panels else self._table(pair)

    def _press(self, person: Any, custom_id: str, message: Any) -> None:
        stored = self.env.backend.get_message(message.channel.id, message.id)
        data = {"custom_id": custom_id, "component_type": 2}
        record, payload = self._payload(3, person, stored.channel_id, data, custom_id)
        payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
        record.source_message_id = stored.id
        self.env.backend.emit("INTERACTION_CREATE", payload)

    def _command(self, pair: Pair, person: Any, name: str, **options: tuple[int, str]) -> None:
        given = [{"name": key, "type": kind, "value": value} for key, (kind, value) in options.items()]
        data = self._command_data(name, given)
        if name == "challenge":
            data["resolved"] = self._resolved(pair.players[1])
        typed = " ".join(value for _, value in options.values())
        _, payload = self._payload(2, person, pair.channel.id, data, typed)
        self.env.backend.emit("INTERACTION_CREATE", payload)

    def _autocomplete(self, pair: Pair, person: Any, typed: str) -> None:
        data = self._command_data("play", [{"name": "moves", "type": 3, "value": typed, "focused": True}])
        _, payload = self._payload(4, person, pair.channel.id, data, typed)
        self.env.backend.emit("INTERACTION_CREATE", payload)

    def _command_data(self, name: str, given: list[dict[str, Any]]) -> dict[str, Any]:
        command: Any = self.env.backend.find_command(name, self.guild.id, type=1)
        return {"id": command["id"], "name": name, "type": 1, "options": given}

    def _resolved(self, person: Any) -> dict[str, Any]:
        backend = self.env.backend
        guild = backend.get_guild(self.guild.id)
        member = serializers.member_payload(backend, guild, guild.members[person.id], with_user=False)
        return {
            "users": {str(person.id): dict(serializers.user_payload(backend.get_user(person.id)))},
            "members": {str(person.id): dict(member)},
        }

    def _payload(self, kind: int, person: Any, channel_id: int, data: Any, typed: str) -> tuple[Any, dict[str, Any]]:
        channel = self.env.backend.get_channel(channel_id)
        record, payload = simcord.interactions.base_payload(
            self.env.backend,
            type=kind,
            channel_id=channel_id,
            guild_id=channel.guild_id,
            user_id=person.id,
            data=data,
        )
        self.ears.typed[record.id] = typed
        return record, payload


def _ids(pair: Pair) -> tuple[int, ...]:
    return tuple(person.id for person in (*pair.players, pair.spectator))


def _name(number: int) -> str:
    """Without a digit, which could be taken for a card."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))
