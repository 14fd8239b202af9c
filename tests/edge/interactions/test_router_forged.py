"""Custom ids nobody was ever shown. Each gets a private answer, none changes anything, and none is an error of ours."""

import random
from collections.abc import Iterator

from simcord.results import InteractionResult

from bot.referee.match import Match
from bot.table.controls import MAX_LENGTH, Verb, read_control
from tests.support.play import play_typed
from tests.support.tiers import has_long_version, sized
from tests.support.world import World, is_private, said

NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "-1",
    "+1",
    "1.0",
    "1e3",
    "999999999999999",
    "9" * 16,
    "9" * 60,
    "",
    " 1",
    "١",
    "²",
    "0x1",
)
REVISIONS = ("0", "1", "2", "-1", "999999999", "9" * 10, "", "٣")
ARGUMENTS = (
    "",
    "end",
    "undo",
    "12",
    "12^A",
    "12^A,57vA,end",
    "^",
    "é" * 40,
    "\u202e12^A",
    "a" * 40,
    "🂡",
    "'; DROP TABLE games;--",
    "{card}",
    "%s%n",
    "le-duel",
    "the-game",
    "../../etc",
    "\x00",
    "`",
    "@everyone",
    "0",
    "-12^A",
    "99^A",
    "1^A",
    "60vA",
)
STRANGE = (
    "x",
    "arb",
    "arb:",
    "arb:::::",
    "arb:act",
    "arb:act:1:0",
    "arb:act:1:0:12^A:more",
    "ARB:ACT:1:0:12^A",
    "arb:nothing:1:0:",
    "arb:act:1:0:12^A\n",
    "\narb:act:1:0:12^A",
    "arb :act:1:0:",
    "arb:аct:1:0:12^A",
    "arb:act\u200b:1:0:12^A",
    "🎲" * 50,
)


def _near_misses(chance: random.Random, count: int) -> Iterator[str]:
    verbs = [*Verb, "acts", "resign_sure", "HAND", "", "pick pick"]
    for _ in range(count):
        parts = (chance.choice(verbs), chance.choice(NUMBERS), chance.choice(REVISIONS), chance.choice(ARGUMENTS))
        yield ":".join(("arb", *parts))[:MAX_LENGTH]


def _noise(chance: random.Random, count: int) -> Iterator[str]:
    for _ in range(count):
        codes = [chance.choice((chance.randrange(32, 127), chance.randrange(160, 0x2FFF))) for _ in range(MAX_LENGTH)]
        yield "".join(map(chr, codes[: chance.randrange(1, MAX_LENGTH)]))


def _hands(match: Match) -> list[str]:
    """As a panel would write them."""
    return [" · ".join(map(str, side.hand)) for side in match.state.sides]


async def _press_all(world: World, custom_ids: list[str]) -> list[tuple[str, InteractionResult]]:
    """By a spectator, on the public table, fifty at a time."""
    results: list[tuple[str, InteractionResult]] = []
    for start in range(0, len(custom_ids), 50):
        batch = custom_ids[start : start + 50]
        records = [world.emit(world.chloe, custom_id, world.table())[0] for custom_id in batch]
        await world.env.settle()
        results += [(one, InteractionResult(world.env, record)) for one, record in zip(batch, records, strict=True)]
    return results


@has_long_version
async def test_hundreds_of_forged_presses_by_a_spectator(world: World) -> None:
    match = await world.duel()
    await play_typed(world, match)
    await world.challenge(opponent=world.bob)
    chance = random.Random(1)
    tables = [table.id for table in world.tables()]
    before = await world.match()
    forged = [*STRANGE, *_near_misses(chance, sized(100, 300)), *_noise(chance, sized(40, 100))]
    for custom_id, answer in await _press_all(world, forged):
        assert is_private(answer), custom_id
        assert "went wrong" not in said(answer), custom_id
        assert not any(hand in said(answer) for hand in _hands(before)), custom_id
    after = await world.match()
    assert (after.row, [table.id for table in world.tables()]) == (before.row, tables)
    assert await world.bot.store.games.get(2) is None


@has_long_version
async def test_hundreds_of_forged_presses_by_a_player(world: World) -> None:
    """Whatever the player on turn forges in their own panel: legal actions at most, and a sound record."""
    match = await world.duel()
    mover = world.mover(match)
    for custom_id in [*STRANGE, *_near_misses(random.Random(2), sized(100, 300))]:
        control = read_control(custom_id)
        if control is not None and control.verb in (Verb.RESIGN_SURE, Verb.DRAW_SURE):
            continue  # these do what they say
        answer = await world.forge(mover, custom_id, world.panel(mover))
        assert is_private(answer), custom_id
        assert "went wrong" not in said(answer), custom_id
    assert not (await world.match()).is_over
    await world.assert_sound()


async def test_another_games_numbers_open_nothing(world: World) -> None:
    """Chloé plays game 2 and asks for everything of game 1."""
    match = await world.duel()
    await world.chloe.slash(world.channel, "challenge", level="greedy")
    for verb in Verb:
        answer = await world.forge(world.chloe, f"arb:{verb}:1:0:12^A", world.table())
        assert is_private(answer), verb
        assert not any(hand in said(answer) for hand in _hands(match)), verb
    assert (await world.match(1)).revision == 0


async def test_an_unknown_press_from_before_our_time_is_answered(world: World) -> None:
    await world.duel()
    answer = await world.forge(world.alice, "old-bot-button", world.table())
    assert is_private(answer)
    assert "no longer in use" in said(answer)
