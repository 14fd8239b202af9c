"""Every registered game fulfils the contract, with every number of seats and every set of options."""

from collections.abc import Callable, Iterator

import pytest

from bot.games.core import AnyGame, GameError, Options, RuleError, UnreadableError
from bot.games.registry import GAMES
from tests.games import contract
from tests.games.contract import Table
from tests.games.toy import SCRAMBLE
from tests.support.tiers import has_long_version, sized

OPTIONS: dict[str, tuple[Options, ...]] = {
    "le-duel": ({}, {"first": 0}, {"first": 1}),
    "duel": ({}, {"first": 1}, {"format": "free"}),
    "the-game": ({}, {"first": 0}, {"fire": True}, {"expert": True, "fewer": True, "fire": True}),
}
NO_OPTIONS: tuple[Options, ...] = ({},)


def tables() -> Iterator[Table]:
    for key, game in (GAMES | {SCRAMBLE.key: SCRAMBLE}).items():
        for seats in sized(sorted({game.seats[0], game.seats[-1]}), list(game.seats)):
            for options in sized(OPTIONS.get(key, NO_OPTIONS)[::3], OPTIONS.get(key, NO_OPTIONS)):
                yield Table(game, seats, options, seed=f"{key} {seats} {options}")


def name(table: Table) -> str:
    options = ",".join(f"{key}={value}" for key, value in table.options.items())
    return f"{table.game.key}-{table.seats}-{options or 'plain'}"


TABLES = tuple(tables())
PROMISES: tuple[Callable[[Table], None], ...] = (
    contract.check_ends,
    contract.check_dump,
    contract.check_refusals,
    contract.check_replay,
    contract.check_record,
    contract.check_feats,
    contract.check_hides,
    contract.check_cannot_be_told,
    contract.check_refusals_tell_nothing,
    contract.check_plans_tell_nothing,
    contract.check_choices,
    contract.check_ended_by_referee,
    contract.check_ending,
    contract.check_decks,
    contract.check_default,
    contract.check_leaving,
)


@has_long_version
@pytest.mark.parametrize("check", PROMISES, ids=lambda check: check.__name__)
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_promise(table: Table, check: Callable[[Table], None]) -> None:
    check(table)


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_notation(game: AnyGame) -> None:
    contract.check_notation(game)


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
@pytest.mark.parametrize(
    "text", ["", " ", "?", "\x00", "é", "9" * 5000, "DROP TABLE", "undo undo", "🂡", "İ", "fın", "FİN"]
)
def test_what_cannot_be_read_is_refused_as_such(game: AnyGame, text: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        game.parse(text)
    contract.assert_names_only_its_code(caught.value)


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_keys_and_options_are_the_registry_s(game: AnyGame) -> None:
    assert GAMES[game.key] is game
    assert game.version >= 1
    assert set(OPTIONS) <= set(GAMES)


def test_an_error_says_its_code_and_nothing_else() -> None:
    for kind in (GameError, UnreadableError, RuleError):
        contract.assert_names_only_its_code(kind("some_code", card=27, top=31))


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.collection is not None], ids=lambda g: g.key)
def test_a_collection_writes_what_its_game_reads(game: AnyGame) -> None:
    collection = game.collection
    assert collection is not None
    (read,) = game.brought.values()
    assert {face.kind for face in collection.cards().values()} == set(collection.kinds())
    for key, starter in collection.starters().items():
        line = collection.export(starter.deck)
        assert collection.faults(starter.deck, {}) == []
        assert dict(collection.read(line)) == dict(read(line, {})) == dict(read(key, {})) == dict(starter.deck)
        assert len(key) <= 20, "buttons carry it"
