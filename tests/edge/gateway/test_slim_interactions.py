"""Of a press no more is read than which button of which message it was."""

from typing import Any

from tests.support.play import taps
from tests.support.world import World, press, text_of


async def test_a_press_is_heard_without_what_stood_on_the_message(world: World) -> None:
    heard: list[Any] = []

    @world.bot.listen("on_interaction")
    async def _hear(interaction: Any) -> None:
        heard.append(interaction)

    match = await world.duel()
    person = world.mover(match)
    panel = world.panel(person)
    assert "Your hand" in text_of(panel)
    heard.clear()
    await press(person, panel, *taps(match)[0])
    (interaction,) = heard
    assert interaction.message.id == panel.id
    assert interaction.data["custom_id"].startswith("arb:pick:")
    assert interaction.user.id == person.id
    assert (interaction.message.content, interaction.message.embeds, interaction.message.components) == ("", [], [])
    assert "Your hand" in text_of(world.panel(person))  # what is there was not touched
