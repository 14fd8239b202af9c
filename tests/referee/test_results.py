"""Feats of a game, computed from its actions."""

from pathlib import Path

from bot.referee.results import feats_of
from tests.store.support import ALICE, BOB, open_harness
from tests.support.tiers import has_long_version, sized


@has_long_version
async def test_openings_are_the_piles_of_the_first_turn(tmp_path: Path) -> None:
    """Openings computed from the notation of each player's first turn."""
    async with open_harness(tmp_path) as harness:
        for _ in range(sized(4, 12)):
            match = await harness.play_out(await harness.duel())
            actions = await harness.store.games.actions(match.id)
            feats = feats_of(match.row, actions)
            for seat in match.seats:
                texts = [action.text for action in actions if action.seat == seat]
                piles = [text[2:].removesuffix("A") for text in texts[: texts.index("end")]]
                expected = sorted(piles, key=["^", "v", "^E", "vE"].index)
                assert feats[seat].opening == " ".join(expected)


async def test_who_completed_no_turn_has_no_opening(tmp_path: Path) -> None:
    async with open_harness(tmp_path) as harness:
        match = await harness.play(await harness.duel())
        ended = await harness.referee.resign(match.id, BOB, harness.key())
        feats = feats_of(ended.row, await harness.store.games.actions(ended.id))
        assert list(feats) == [match.seat_of(ALICE)]
