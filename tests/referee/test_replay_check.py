"""The replay check detects every later change of a stored game."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.referee.clocks import DAY
from bot.referee.dealing import promised
from bot.referee.gatherings import Terms
from bot.referee.replay_check import abandoned_by, difference
from bot.store.rows import ActionRow, GameRow
from tests.store.support import ALICE, BOB, CHANNEL, GUILD, Harness, chosen_turn, open_harness

Stored = tuple[GameRow, list[ActionRow]]
Change = Callable[[GameRow, list[ActionRow]], Stored]


async def stored(harness: Harness, game_id: int) -> Stored:
    row = await harness.store.games.get(game_id)
    assert row is not None
    actions = await harness.store.games.actions(game_id)
    assert difference(row, actions) is None
    return row, actions


async def running(harness: Harness) -> Stored:
    """Two turns and a staged card."""
    match = await harness.play(await harness.play(await harness.duel(clock="daily")))
    match = await harness.play(match, chosen_turn(match).split(",")[0])
    return await stored(harness, match.id)


async def played_out(harness: Harness) -> Stored:
    return await stored(harness, (await harness.play_out(await harness.duel())).id)


async def resigned(harness: Harness) -> Stored:
    match = await harness.play(await harness.duel())
    return await stored(harness, (await harness.referee.resign(match.id, ALICE, harness.key())).id)


async def drawn(harness: Harness) -> Stored:
    match = await harness.play(await harness.duel())
    await harness.referee.offer_draw(match.id, ALICE, harness.key())
    return await stored(harness, (await harness.referee.offer_draw(match.id, BOB, harness.key())).id)


async def abandoned(harness: Harness) -> Stored:
    """Abandoned by Alice (TG12)."""
    terms = Terms(GUILD, CHANNEL, ALICE, game="the-game", size=None, computers=("mate",))
    made = await harness.referee.gatherings.open(terms, harness.key())
    match = await harness.referee.gatherings.start(made.id, ALICE)
    return await stored(harness, (await harness.referee.resign(match.id, ALICE, harness.key())).id)


def row_with(**changes: Any) -> Change:
    return lambda row, actions: (replace(row, **changes), actions)


def snapshot_with(*path: Any, to: Any) -> Change:
    def change(row: GameRow, actions: list[ActionRow]) -> Stored:
        snapshot = json.loads(row.snapshot)
        place = snapshot
        for key in path[:-1]:
            place = place[key]
        assert place[path[-1]] != to
        place[path[-1]] = to
        return replace(row, snapshot=json.dumps(snapshot)), actions

    return change


def action_with(at: int, **changes: Any) -> Change:
    def change(row: GameRow, actions: list[ActionRow]) -> Stored:
        changed = list(actions)
        changed[at] = replace(changed[at], **changes)
        return row, changed

    return change


def without_action(at: int) -> Change:
    return lambda row, actions: (row, actions[:at] + actions[at + 1 :])


def with_action(**fields: Any) -> Change:
    """Append an action, with or without raising the game's revision."""

    def change(row: GameRow, actions: list[ActionRow]) -> Stored:
        number = len(actions) + 1
        wanted: dict[str, Any] = {
            "revision": number,
            "seat": 0,
            "verb": "play",
            "text": "end",
            "at": row.moved_at,
            "key": "x",
        }
        return replace(row, revision=number), [*actions, ActionRow(**(wanted | fields))]

    return change


MISSING, AFTER_END = "actions are missing, or too many", "actions come after the end"
ILLEGAL, NOBODY = "an action is not legal", "an action is nobody's"
SNAPSHOT = "the snapshot is not where the actions lead"
PUBLIC = "the public revision is not that of the last action everyone saw"
RESULT, NO_WAY = "the result is not the one played", "the referee ended it in no way there is"
ENDED, CLOCK = "it did not end when its last action was", "the clock runs where none should, or stands still"

CHANGES: dict[str, tuple[Callable[[Harness], Any], Change, str]] = {
    "a card in a hand": (running, snapshot_with("sides", 0, "hand", 0, to=1), SNAPSHOT),
    "the draw pile": (running, snapshot_with("sides", 1, "draw", 5, to=1), SNAPSHOT),
    "a top": (running, snapshot_with("sides", 1, "up", to=59), SNAPSHOT),
    "the staged card": (running, snapshot_with("staged", to=""), SNAPSHOT),
    "the count of turns": (running, snapshot_with("turns", to=7), SNAPSHOT),
    "the revision": (running, lambda row, actions: (replace(row, revision=row.revision + 1), actions), MISSING),
    "the public revision, later": (
        running,
        lambda row, actions: (replace(row, public_revision=row.revision), actions),
        PUBLIC,
    ),
    "the public revision, earlier": (running, row_with(public_revision=0), PUBLIC),
    "the public revision at the end": (
        resigned,
        lambda row, actions: (replace(row, public_revision=row.public_revision - 1), actions),
        PUBLIC,
    ),
    "the first action gone": (running, without_action(0), MISSING),
    "the last action gone": (running, without_action(-1), MISSING),
    "all actions gone": (running, lambda row, _actions: (row, []), MISSING),
    "the last action gone and the revision with it": (
        running,
        lambda row, actions: (replace(row, revision=row.revision - 1), actions[:-1]),
        SNAPSHOT,
    ),
    "two actions with one number": (running, action_with(1, revision=1), MISSING),
    "an action too many": (running, with_action(), ILLEGAL),
    "an action after the end by the rules": (played_out, with_action(), ILLEGAL),
    "an action after the end by the referee": (resigned, with_action(), AFTER_END),
    "a second end": (resigned, with_action(verb="timeout"), AFTER_END),
    "an end after the end by the rules": (played_out, with_action(verb="resigned", text=""), PUBLIC),
    "another card": (running, action_with(0, text="60^A"), ILLEGAL),
    "nonsense": (running, action_with(0, text="hello"), ILLEGAL),
    "somebody else's action": (running, lambda row, a: action_with(0, seat=1 - (a[0].seat or 0))(row, a), ILLEGAL),
    "nobody's action": (running, action_with(0, seat=None), NOBODY),
    "loose notation": (
        running,
        lambda row, a: action_with(0, text=a[0].text.lower())(row, a),
        "an action is not in strict notation",
    ),
    "the reason": (resigned, row_with(reason="timeout"), RESULT),
    "the reason of a game played out": (played_out, row_with(reason="resigned"), RESULT),
    "no reason": (played_out, row_with(reason=None, winners=(), ended_at=None), RESULT),
    "the winner of a game played out": (
        played_out,
        lambda row, actions: (replace(row, winners=(1 - row.winners[0],)), actions),
        RESULT,
    ),
    "the winner of a game given up": (resigned, row_with(winners=(0,)), RESULT),
    "no winner": (resigned, row_with(winners=()), RESULT),
    "two winners": (resigned, row_with(winners=(0, 1)), RESULT),
    "the winner of a draw": (drawn, row_with(winners=(0,)), RESULT),
    "who gave up": (resigned, action_with(-1, seat=1), RESULT),
    "nobody gave up": (resigned, action_with(-1, seat=None), NO_WAY),
    "how a team was abandoned": (abandoned, action_with(-1, text="vanished"), NO_WAY),
    "nobody abandoned a team": (abandoned, action_with(-1, seat=None), NO_WAY),
    "somebody else abandoned a team": (abandoned, action_with(-1, seat=7), NO_WAY),
    "a team's way to end for a duel": (resigned, action_with(-1, text="resigned"), NO_WAY),
    "words for a draw": (drawn, action_with(-1, text="left"), NO_WAY),
    "an unknown end": (resigned, action_with(-1, verb="vanished"), NO_WAY),
    "a result while it runs": (running, row_with(reason="resigned", winners=(1,), ended_at=5), RESULT),
    "an end while it runs": (running, row_with(ended_at=5), ENDED),
    "when it ended": (resigned, lambda row, actions: (replace(row, ended_at=(row.ended_at or 0) + 1), actions), ENDED),
    "not ended": (resigned, row_with(ended_at=None), ENDED),
    "a stopped clock": (running, row_with(deadline=None), CLOCK),
    "a clock after the end": (resigned, row_with(deadline=DAY), CLOCK),
    "another game": (running, row_with(game="poker"), "there is no game poker"),
    "other rules": (running, row_with(version=99), "version 99 of the rules is not known"),
    "another shuffle": (running, row_with(shuffle=99), "version 99 of the shuffle is not known"),
    "another secret": (running, row_with(secret=bytes(32)), "the commitment is not that of the secret"),
    "another commitment": (running, row_with(commitment="0" * 64), "the commitment is not that of the secret"),
}


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Stored]:
    """One game of each kind, played once for all tests."""

    async def play() -> dict[str, Stored]:
        async with open_harness(tmp_path_factory.mktemp("samples")) as harness:
            return {make.__name__: await make(harness) for make in (running, played_out, resigned, drawn, abandoned)}

    return asyncio.run(play())


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_noticed(name: str, samples: dict[str, Stored]) -> None:
    make, change, expected = CHANGES[name]
    row, actions = samples[make.__name__]
    assert difference(*change(row, actions)) == expected


def test_another_deal_is_noticed(samples: dict[str, Stored]) -> None:
    """A secret replaced together with its commitment, a changed cut, another starting player."""
    row, actions = samples["running"]
    secret = bytes(32)
    for other in (
        replace(row, secret=secret),
        replace(row, seats=(replace(row.seats[0], cut="other"), row.seats[1])),
        replace(row, seats=(row.seats[0], replace(row.seats[1], cut="other"))),
        replace(row, options={"first": 1 - (actions[0].seat or 0)}),
    ):
        assert difference(replace(other, commitment=promised(other)), actions) in (ILLEGAL, SNAPSHOT)


async def test_a_team_abandoned_before_it_was_noted_how_is_as_right_as_before(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        row, actions = await abandoned(harness)
        assert abandoned_by(actions) == (0, "resigned")
        older = [*actions[:-1], replace(actions[-1], text="")]
        assert difference(row, older) is None
        assert abandoned_by(older) is None


async def test_a_turn_that_could_be_ended_needs_no_deadline_without_a_clock(tmp_path: Path) -> None:
    """Once two cards are staged the game could end the turn by itself; nobody waits for that without a clock."""
    async with open_harness(tmp_path) as harness:
        match = await harness.duel(clock="none")
        staged = await harness.play(match, chosen_turn(match))
        assert staged.row.deadline is None
        assert await harness.difference(match.id) is None
