"""Games with computers in DMs: begun there, played there, and nobody else sees them."""

from bot.referee.erase_person import Erasure, erase_person
from tests.support.play import play_in_dm
from tests.support.world import World, buttons, press, said, text_of


async def test_a_game_with_a_computer_is_played_in_dms(world: World) -> None:
    """The panel is all there is; the result offers another game, which begins there too."""
    begun = await world.alice.user.slash("challenge", level="random")
    assert "Game 1 of Le Duel has begun" in said(begun)
    match = await world.match(1)
    assert (match.row.is_in_dm, match.row.is_rated, match.row.clock) == (True, False, "none")
    if (await world.match(1)).to_act == {0}:
        await play_in_dm(world, await world.match(1))
    assert world.tables() == []
    if not (await world.match(1)).is_over:  # one of them may be stuck already
        asked = await world.alice.user.slash("resign")
        await press(world.alice, asked.response, "resign-sure")
    again = await press(world.alice, world.panel(world.alice), "rematch")
    assert "The next game has begun." in said(again)
    assert (await world.match(2)).row.is_in_dm
    assert await world.bot.store.messages.behind() == []
    seen = await world.chloe.slash(world.channel, "table", game=2)
    assert "Alice" not in said(seen)
    await erase_person(world.bot.referee, world.alice.id, Erasure())
    for table in ("games", "results", "shown", "gatherings"):
        rows = await world.bot.store.database.rows(f"SELECT * FROM {table}")  # noqa: S608
        assert str(world.alice.user.dm_channel.id) not in str([dict(row) for row in rows])


async def test_a_team_of_computers_too(world: World) -> None:
    await world.alice.user.slash("team", computers=2)
    match = await world.match(1)
    assert [seat.level for seat in match.row.seats] == [None, "mate", "mate"]
    assert "Signal…" in {one.label for one in buttons(world.panel(world.alice)).values()}


async def test_a_person_is_played_in_a_server(world: World) -> None:
    for options in ({}, {"opponent": world.bob.user}):
        refused = await world.alice.user.slash("challenge", **options)
        assert "To play a person, use a server we share" in said(refused)


async def test_a_wish_that_cannot_come_true_is_refused(world: World) -> None:
    for options, words in (
        ({"opponent": world.bob, "level": "easy"}, "A level is the computer’s"),
        ({"opponent": world.bot_member, "rated": True}, "never rated"),
        ({"opponent": None, "level": "easy", "rated": True}, "never rated"),
        ({"clock": "none", "rated": True}, "Choose a clock"),
    ):
        refused = await world.challenge(**options)
        assert words in said(refused)
    row = await world.bot.store.servers.get(world.guild.id)
    await world.bot.store.servers.put(type(row)(row.guild_id, has_ratings=False))
    assert "ratings turned off" in said(await world.challenge(rated=True))
    assert await world.bot.store.gatherings.get(1) is None
    assert "Unrated" in text_of((await world.challenge()).response)
