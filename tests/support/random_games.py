"""Base of the random games: one simulated server in which many people act concurrently. Interactions are emitted as
gateway events; only `settle` waits."""

import random
from typing import Any

import simcord.interactions
from simcord.backend import serializers
from simcord.env import Env

from bot.games.core import Seat
from bot.referee.match import Match
from tests.support.leaks import LeakDetector
from tests.support.quick_simcord import PATIENT
from tests.support.world import button

LONGEST = 30  # actions of a random turn
TEXT, WHOLE, SWITCH, PERSON = 3, 4, 5, 6  # kinds of options
Given = tuple[int, Any]


class RandomGames:
    def __init__(self, env: Env, detector: LeakDetector, seed: int) -> None:
        env.settle_timeout = PATIENT
        self.env, self.detector, self.chance = env, detector, random.Random(seed)
        self.guild = env.create_guild("Club", preferred_locale=self.chance.choice(("en-US", "fr")))
        self.spectator = self.guild.add_member(env.create_user("Someone"))

    def add_member(self, name: str, *, closes_dms: float) -> Any:
        """A member who, with this probability, has closed DMs."""
        person = self.guild.add_member(self.env.create_user(name))
        if self.chance.random() < closes_dms:
            path = f"/channels/{person.user.dm_channel.id}/messages"
            self.env.inject_error("POST", path, status=403, code=50007, message="closed", times=None)
        return person

    async def settle(self) -> None:
        await self.env.settle()

    def random_turn(self, match: Match, seat: Seat) -> list[str]:
        """Random legal actions up to the end of the turn, with occasional undos."""
        game, state, texts = match.game, match.state, list[str]()
        for _ in range(LONGEST):
            actions = [action for action in game.rules.legal(state, seat) if not game.is_remark(action)]
            legal = [game.notation.notate(action) for action in actions]
            places = [text for text in legal if text not in ("undo", "end")]
            if "end" in legal and (not places or self.chance.random() < 0.6):
                return [*texts, "end"]
            leading = [text for text in places if game.can_end(game.rules.apply(state, seat, game.parse(text)), seat)]
            text = self.chance.choice(leading if leading and self.chance.random() < 0.9 else legal)
            state = game.rules.apply(state, seat, game.parse(text))
            texts.append(text)
            if seat not in game.rules.to_act(state):
                break
        return texts

    # Gateway events

    def table(self, channel: Any) -> Any:
        return [one for one in channel.history() if one.embeds and button(one, "hand")][-1]

    def panel(self, channel: Any, person: Any) -> Any:
        """The newest panel in the person's DM, or the table if the DM has none."""
        panels = [one for one in person.user.dm_channel.history() if one.components and one.embeds]
        return panels[-1] if panels else self.table(channel)

    def press_details(self, person: Any, match: Match, channel: Any) -> None:
        """Of the table, once, or of the own panel, where it is kept."""
        argument = self.chance.choice(("", "on", "off"))
        message = self.panel(channel, person) if argument else self.table(channel)
        self.press(person, f"arb:details:{match.id}:0:{argument}", message)

    def press(self, person: Any, custom_id: str, message: Any) -> None:
        stored = self.env.backend.get_message(message.channel.id, message.id)
        data = {"custom_id": custom_id, "component_type": 2}
        interaction, payload = self._payload(3, person, stored.channel_id, data, custom_id)
        payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
        interaction.source_message_id = stored.id
        self.env.backend.emit("INTERACTION_CREATE", payload)

    def command(self, channel: Any, person: Any, name: str, **options: Given) -> None:
        given = [{"name": key, "type": kind, "value": value} for key, (kind, value) in options.items()]
        data = self._command_data(name, given)
        named = [int(value) for kind, value in options.values() if kind == PERSON]
        if named:
            data["resolved"] = self._resolved(named)
        typed = " ".join(value for kind, value in options.values() if kind in (TEXT, PERSON))
        _, payload = self._payload(2, person, channel.id, data, typed)
        self.env.backend.emit("INTERACTION_CREATE", payload)

    def autocomplete(self, channel: Any, person: Any, typed: str) -> None:
        data = self._command_data("play", [{"name": "moves", "type": TEXT, "value": typed, "focused": True}])
        _, payload = self._payload(4, person, channel.id, data, typed)
        self.env.backend.emit("INTERACTION_CREATE", payload)

    def look_elsewhere(self, channel: Any, person: Any, game_id: int) -> None:
        """Settings, lists and shares: what is public about people, while their game runs."""
        of_person = f"le-duel|server|{person.id}"
        match self.chance.randrange(4):
            case 0:
                wish = self.chance.choice(("dm", "channel", "none", "early", "not-early"))
                self.press(person, f"arb:notices:0:0:{wish}", self.table(channel))
            case 1:
                self.command(channel, person, self.chance.choice(("settings", "challenges", "leaderboard", "profile")))
            case 2:
                verb, argument = self.chance.choice((("profile", of_person), ("board", "the-game|server|all")))
                self.press(person, f"arb:share-{verb}:0:0:{argument}", self.table(channel))
            case _:
                self.press(person, f"arb:share-replay:{game_id}:{self.chance.randrange(9)}:", self.table(channel))

    def _command_data(self, name: str, given: list[dict[str, Any]]) -> dict[str, Any]:
        command: Any = self.env.backend.find_command(name, self.guild.id, type=1)
        return {"id": command["id"], "name": name, "type": 1, "options": given}

    def _resolved(self, people: list[int]) -> dict[str, Any]:
        backend = self.env.backend
        guild = backend.get_guild(self.guild.id)
        return {
            "users": {str(one): dict(serializers.user_payload(backend.get_user(one))) for one in people},
            "members": {
                str(one): dict(serializers.member_payload(backend, guild, guild.members[one], with_user=False))
                for one in people
            },
        }

    def _payload(self, kind: int, person: Any, channel_id: int, data: Any, typed: str) -> tuple[Any, dict[str, Any]]:
        channel = self.env.backend.get_channel(channel_id)
        interaction, payload = simcord.interactions.base_payload(
            self.env.backend,
            type=kind,
            channel_id=channel_id,
            guild_id=channel.guild_id,
            user_id=person.id,
            data=data,
        )
        self.detector.typed[interaction.id] = typed
        return interaction, payload


def letters(number: int) -> str:
    """A name without digits, which could be taken for cards."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))
