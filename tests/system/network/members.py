"""People on the network Discord: the interactions they send over the gateway, and the answers they see. No game enters
here; `tests.system.network.players` plays."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tests.system.network.discord_state import COMPLETE, PATIENCE, PRESS, SLASH, Json, Message
from tests.system.network.replies import Reply
from tests.system.network.seen_message import SeenMessage, read

if TYPE_CHECKING:
    from simcord.enums import InteractionType

    from tests.system.network.server import NetworkDiscord

FIRST = 3.5  # seconds to the first answer; Discord's limit is three
WHOLE = 30.0  # seconds to complete a deferred answer
_BUTTON = 2


class Member:
    """A member of a server. Every action is sent at once and awaits its `Reply`; hundreds may be in flight."""

    def __init__(self, network: "NetworkDiscord", guild_id: int, name: str, *, locale: str = "en-US") -> None:
        self.network = network
        self.guild_id = guild_id
        self.name = name
        self.id = network.state.person(guild_id, name, locale=locale)
        self.dm_channel = network.state.dm_channel(self.id)

    # Actions

    async def slash(self, channel_id: int, command: str, **values: Json) -> Reply:
        """A slash command; people are given by id, or as members."""
        plain = {key: it.id if isinstance(it, Member) else it for key, it in values.items()}
        data = self.network.state.command_data(self.guild_id, command, plain)
        return await self._interact(SLASH, channel_id, data, command=command, values=plain)

    async def complete(self, channel_id: int, command: str, option: str, typed: str, **values: Json) -> Reply:
        """Autocomplete of an option: its `choices` are the bot's suggestions."""
        data = self.network.state.command_data(self.guild_id, command, {**values, option: typed}, focused=option)
        return await self._interact(COMPLETE, channel_id, data)

    async def press(self, shown: SeenMessage, custom_id: str) -> Reply:
        """Press a button of a message, which may have changed or gone since it was seen."""
        message = self.network.state.message(shown.channel_id, shown.message_id)
        data = {"custom_id": custom_id, "component_type": _BUTTON}
        if message is None:
            message = _gone(shown)
        return await self._interact(PRESS, shown.channel_id, data, message=message, custom_id=custom_id)

    async def _interact(
        self,
        kind: "InteractionType",
        channel_id: int,
        data: Json,
        *,
        message: Message | None = None,
        custom_id: str = "",
        command: str = "",
        values: Mapping[str, Json] = {},
    ) -> Reply:
        interaction, payload = self.network.state.interact(kind, self.id, channel_id, data, message)
        reply = Reply(interaction, custom_id, command, dict(values))
        self.network.replies[interaction.id] = reply
        self.network.state.tell("INTERACTION_CREATE", payload)
        await reply.wait(FIRST + self.network.state.patience - PATIENCE, WHOLE)
        return reply

    # Messages

    def sees(self, channel_id: int) -> list[SeenMessage]:
        """Every message of a channel this person can see, the newest last."""
        return [read(it) for it in self.network.state.messages(channel_id, self.id)]

    def dms(self) -> list[SeenMessage]:
        return self.sees(self.dm_channel)

    def look(self, shown: SeenMessage) -> SeenMessage | None:
        """A message as it is now."""
        message = self.network.state.message(shown.channel_id, shown.message_id)
        return None if message is None else read(message)


def _gone(shown: SeenMessage) -> Message:
    """A message that was deleted while it was pressed; Discord still sends it to the bot."""
    return Message(id=shown.message_id, channel_id=shown.channel_id, author_id=0, flags=64 if shown.is_ephemeral else 0)
