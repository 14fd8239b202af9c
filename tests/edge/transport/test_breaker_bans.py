"""Discord refuses everything, as it does to an address it has banned: almost nothing is asked meanwhile, no place is
given up for it, and everything is shown once it is over."""

import asyncio

import pytest

from bot.edge.delivery.announcer import Announcer
from bot.referee.gatherings import Terms
from bot.referee.match import Match
from bot.store.rows import PersonRow
from tests.support.play import chosen_turn
from tests.support.tiers import has_long_version, one_in, sized
from tests.support.world import World

MINUTE = 60
MOST = 100  # refused requests in ten minutes; Discord bans for ten thousand
LONGEST_PAUSE = 3 * MINUTE  # until something is asked again, and what was put off after that
PRESSES = 40  # a minute
TOTAL = [(403, 0), (401, 0), (429, 0), (403, 50001)]


class Hall:
    """Many games at once between a few people, all in one channel."""

    def __init__(self, world: World, games: int) -> None:
        self.world, self.games = world, games
        self.people = [world.guild.add_member(world.env.create_user(f"guest{n}")) for n in range(20)]

    async def open(self) -> None:
        bot = self.world.bot
        for person in self.people:
            await bot.store.people.seen(PersonRow(person.id, "Guest", "en"), bot.referee.now())
        for number in range(self.games):
            first, second = self.people[number % 20], self.people[(number + 1 + number // 20) % 20]
            terms = Terms(
                guild_id=self.world.guild.id,
                channel_id=self.world.channel.id,
                host_id=first.id,
                invited=(second.id,),
                clock="daily",
            )
            made = await bot.referee.gatherings.open(terms, f"made{number}")
            match = await bot.referee.gatherings.sit(made.id, second.id)
            announcer_of(self.world).touch(match.id)
        await self._be_shown()

    async def _be_shown(self) -> None:
        """simcord only waits for what people set off."""
        announcer = announcer_of(self.world)
        while announcer.behind:
            await asyncio.gather(*announcer._tasks.values())
            await self.world.env.advance_time(1)

    async def play(self, game_id: int) -> None:
        """Whoever is on turn plays it in their DMs, answered or not."""
        match = await self.world.match(game_id)
        (seat,) = match.to_act
        (person,) = [one for one in self.people if one.id == match.seat(seat).user_id]
        (message, *_) = person.user.dm_channel.history()
        moves = ",".join((*chosen_turn(match), "end"))
        for action in moves.split(","):
            now = await self.world.match(game_id)
            if not now.is_over:
                self.world.emit(person, f"arb:act:{game_id}:{now.revision}:{action}", message)
                await self.world.env.settle()

    async def behind(self) -> list[int]:
        """Games of which somebody sees less than there is."""
        store, late = self.world.bot.store, list[int]()
        for game_id in range(1, self.games + 1):
            match, shown = await self.world.match(game_id), await store.messages.of(game_id)
            roles = {"table", *(f"panel{seat}" for seat in match.to_act)}
            if any(role not in shown or shown[role].revision < match.row.public_revision for role in roles):
                late.append(game_id)
        return late


def announcer_of(world: World) -> Announcer:
    return world.bot.announcer


async def _ten_minutes(hall: Hall) -> int:
    """Of playing on; answers how many requests were sent."""
    before = len(hall.world.env.http_requests)
    for minute in range(10):
        for number in range(minute, minute + PRESSES // 10):
            await hall.play(1 + number % hall.games)
        await hall.world.env.advance_time(MINUTE)
    return len(hall.world.env.http_requests) - before


@has_long_version
@pytest.mark.parametrize(("status", "code"), one_in(4, TOTAL))
async def test_ten_minutes_of_refusals_cost_less_than_a_hundred_requests(
    world: World, status: int, code: int, expected_errors: list[str]
) -> None:
    if code:
        expected_errors.append("failure ")  # at first they are taken for what they say
    hall = Hall(world, sized(16, 200) if (status, code) == TOTAL[0] else sized(20, 40))
    await hall.open()
    assert await hall.behind() == []
    world.fail("*", "*", status=status, code=code)
    assert 0 < await _ten_minutes(hall) < MOST
    assert len(await hall.behind()) > 1, "they have played on"
    world.recover()
    await world.env.advance_time(LONGEST_PAUSE)
    assert await hall.behind() == []
    assert not any(seat.is_dm_closed for match in await _all(hall) for seat in match.row.seats)


async def _all(hall: Hall) -> list[Match]:
    return [await hall.world.match(game_id) for game_id in range(1, hall.games + 1)]
