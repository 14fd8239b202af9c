"""The verifiable shuffle, both schemes, against `data/shuffle-v1.json` and `-v2.json`, and against an independent
implementation written here from the description alone, as a verifier would write it. The two share no code."""

import hashlib
import hmac
import json
import struct
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from bot.games.core import Seat
from bot.referee.shuffle import (
    SECRET_BYTES,
    VERSION,
    VERSIONS,
    FairShuffle,
    commitment,
    new_secret,
    version_of,
)
from tests.support.tiers import has_long_version, sized

DATA = Path(__file__).parents[2] / "data"
VECTORS: dict[int, dict[str, Any]] = {
    version: json.loads((DATA / f"shuffle-v{version}.json").read_text(encoding="utf-8")) for version in VERSIONS
}
COMMITMENTS = [(version, vector) for version in VERSIONS for vector in VECTORS[version]["commitments"]]
SHUFFLES = [(version, vector) for version in VERSIONS for vector in VECTORS[version]["shuffles"]]
SECRET = bytes(range(32))


def packed(fields: Sequence[bytes]) -> bytes:
    return b"".join(struct.pack(">I", len(field)) + field for field in fields)


def second_commitment(version: int, vector: dict[str, Any]) -> str:
    fields = [b"arbitre commitment", str(version).encode(), vector["binding"].encode("utf-8")]
    if version == 2:
        options = json.dumps(vector["options"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        fields += [text.encode("utf-8") for text in (vector["game"], options, vector["cut"])]
    return hashlib.sha256(packed([*fields, bytes.fromhex(vector["secret"])])).hexdigest()


def second_key(version: int, vector: dict[str, Any]) -> bytes:
    owner, cuts = vector["owner"], vector["cuts"]
    used = [cut for seat, cut in enumerate(cuts) if version == 2 or owner is None or seat != owner]
    texts = ["arbitre deck", str(version), vector["binding"], vector["game"], vector["deck"]]
    texts += ["" if owner is None else str(owner), *used]
    secret = bytes.fromhex(vector["secret"])
    return hmac.new(secret, packed([text.encode("utf-8") for text in texts]), hashlib.sha256).digest()


def second_words(key: bytes, count: int) -> list[int]:
    blocks = (hmac.new(key, struct.pack(">Q", n), hashlib.sha256).digest() for n in range(count // 8 + 1))
    return [word for block in blocks for word in struct.unpack(">8I", block)][:count]


def second_shuffle(key: bytes, cards: list[Any]) -> list[Any]:
    words, cards = second_words(key, 2 * len(cards) + 64), list(cards)
    for size in range(len(cards), 1, -1):
        bound = (2**32 // size) * size
        while (word := words.pop(0)) >= bound:
            continue
        last, chosen = size - 1, word % size
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def first_shuffle(version: int, vector: dict[str, Any]) -> FairShuffle:
    secret, cuts = bytes.fromhex(vector["secret"]), tuple(vector["cuts"])
    return FairShuffle(secret, vector["binding"], vector["game"], cuts, version)


def owner_of(vector: dict[str, Any]) -> Seat | None:
    return None if vector["owner"] is None else Seat(vector["owner"])


def name(value: Any) -> str:
    if isinstance(value, int):
        return f"scheme {value}"
    return f"{value['game']} {value['deck']} of {value['owner']} among {len(value['cuts'])}: {value['secret'][:4]}"


shuffles = pytest.mark.parametrize(("version", "vector"), SHUFFLES, ids=name)


def test_the_vectors_are_of_their_version() -> None:
    assert [VECTORS[version]["version"] for version in VERSIONS] == [1, 2]
    assert VERSION == 2


@pytest.mark.parametrize(("version", "vector"), COMMITMENTS, ids=str)
def test_commitments(version: int, vector: dict[str, Any]) -> None:
    secret = bytes.fromhex(vector["secret"])
    agreed = (vector["game"], vector["options"], vector["cut"]) if version == 2 else ()
    assert second_commitment(version, vector) == vector["commitment"]
    assert commitment(secret, vector["binding"], *agreed, version=version) == vector["commitment"]
    assert version_of(secret, vector["binding"], vector["commitment"]) == version


@shuffles
def test_vectors_by_the_second_program(version: int, vector: dict[str, Any]) -> None:
    key = second_key(version, vector)
    assert key.hex() == vector["key"]
    assert second_words(key, len(vector["words"])) == vector["words"]
    assert second_shuffle(key, vector["cards"]) == vector["shuffled"]


@shuffles
def test_vectors_by_the_fair_shuffle(version: int, vector: dict[str, Any]) -> None:
    shuffle = first_shuffle(version, vector)
    assert list(shuffle(vector["deck"], vector["cards"], owner=owner_of(vector))) == vector["shuffled"]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_vectors_cover_what_can_differ(version: int) -> None:
    vectors = VECTORS[version]["shuffles"]
    assert {len(vector["cuts"]) for vector in vectors} == {1, 2, 3, 4, 5}
    assert {vector["owner"] for vector in vectors} == {None, 0, 1, 2, 3, 4}
    assert any("" in vector["cuts"] for vector in vectors)
    assert any(not cut.isascii() for vector in vectors for cut in vector["cuts"])
    assert {"draw", "first"} <= {vector["deck"] for vector in vectors}
    assert len({vector["secret"] for vector in vectors}) >= 3
    assert len({vector["key"] for vector in vectors}) == len(vectors)


def deck(cuts: tuple[str, ...], owner: int | None, **changes: Any) -> tuple[int, ...]:
    parts = {"secret": SECRET, "binding": "challenge 7", "game": "le-duel", "cuts": cuts, **changes}
    return FairShuffle(**parts)("draw", range(2, 60), owner=None if owner is None else Seat(owner))


def test_a_cut_changes_every_deck() -> None:
    for owner in (0, 1):
        for cuts in (("changed", "yours"), ("mine", "changed")):
            assert deck(("mine", "yours"), owner) != deck(cuts, owner)


def test_in_the_first_scheme_a_cut_changed_the_opponents_deck_and_not_ones_own() -> None:
    assert deck(("mine", "yours"), 0, version=1) == deck(("changed", "yours"), 0, version=1)
    assert deck(("mine", "yours"), 1, version=1) != deck(("changed", "yours"), 1, version=1)


def test_options_and_the_hosts_cut_are_bound_into_the_commitment() -> None:
    promises = {
        commitment(SECRET, "7", "le-duel", {"first": 0}, "sel"),
        commitment(SECRET, "7", "le-duel", {"first": 1}, "sel"),
        commitment(SECRET, "7", "le-duel", {"first": 0}, ""),
        commitment(SECRET, "7", "the-game", {"first": 0}, "sel"),
    }
    assert len(promises) == 4
    assert commitment(SECRET, "7", "g", {"a": 1, "b": 2}) == commitment(SECRET, "7", "g", {"b": 2, "a": 1})


def opening(secret: int, cuts: tuple[str, ...]) -> tuple[int, ...]:
    """The first hand of seat 0 by one of many secrets."""
    shuffle = FairShuffle(secret.to_bytes(32, "big"), "challenge 7", "le-duel", cuts)
    return shuffle("draw", range(2, 60), owner=Seat(0))[:6]


@has_long_version
def test_secrets_tried_for_a_hand_are_of_no_use_against_a_cut() -> None:
    """An operator who tries secrets until one deals a friend low cards is undone by a word typed after the commitment.
    Nobody's word, nothing proven."""
    tried = sized(2_000, 20_000)
    best = min(range(tried), key=lambda secret: sum(opening(secret, ("", ""))))
    ground, average = sum(opening(best, ("", ""))), 6 * 30.5
    assert ground < 0.5 * average, "without a cut the grinding works"
    dealt = [sum(opening(best, ("", f"a word {number}"))) for number in range(200)]
    assert 0.9 * average < fmean(dealt) < 1.1 * average
    assert sum(hand <= ground for hand in dealt) <= 1


def test_everybody_s_cut_goes_into_everybody_s_deck() -> None:
    whole = deck(("a", "b", "c"), None)
    assert len({whole, deck(("x", "b", "c"), None), deck(("a", "x", "c"), None), deck(("a", "b", "x"), None)}) == 4


def test_cuts_do_not_run_together() -> None:
    """The boundaries between cuts are part of the hash."""
    cuts = (("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc"), ("a", "b", "c"))
    assert len({deck(each, None) for each in cuts}) == len(cuts)


def test_neither_do_the_other_fields() -> None:
    decks = {
        deck(("", ""), 0, binding="7", game="7le-duel"),
        deck(("", ""), 0, binding="77", game="le-duel"),
        deck(("", "0"), None),
        deck(("0", ""), None),
        deck(("", ""), 1),
        deck(("", ""), None),
    }
    assert len(decks) == 6
    assert commitment(b"c" + bytes(31), "ab") != commitment(bytes(31), "abc")


def test_everything_else_changes_the_deck_too() -> None:
    cuts = ("a", "b")
    other_secret = bytes(reversed(SECRET))
    decks = {
        deck(cuts, 0),
        deck(cuts, 0, secret=other_secret),
        deck(cuts, 0, binding="challenge 8"),
        deck(cuts, 0, game="the-game"),
    }
    assert len(decks) == 4
    assert commitment(SECRET, "7") not in (commitment(SECRET, "8"), commitment(other_secret, "7"))


def test_the_order_of_questions_changes_nothing() -> None:
    shuffle = FairShuffle(SECRET, "7", "le-duel", ("a", "b"))
    alone = shuffle("first", (0, 1), owner=None)
    shuffle("draw", range(58), owner=Seat(0))
    assert shuffle("first", (0, 1), owner=None) == alone


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_small_decks(size: int) -> None:
    cards = tuple(range(size))
    assert tuple(sorted(FairShuffle(SECRET, "", "", ())("draw", cards, owner=None))) == cards


def test_secrets_are_fresh() -> None:
    assert len({new_secret() for _ in range(20)}) == 20
    assert len(new_secret()) == SECRET_BYTES == 32


def chi_square(counts: Counter[Any], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 for kind in counts) / expected + expected * (kinds - len(counts))


# Bounds at about 99.99 % for their degrees of freedom. The secrets are fixed, so the tests are deterministic.
def test_all_orders_of_four_cards_are_as_likely() -> None:
    counts = Counter(FairShuffle(SECRET, str(n), "", ())("draw", range(4), owner=None) for n in range(12_000))
    assert chi_square(counts, 24) < 57.1  # 23 degrees of freedom


def test_every_card_comes_first_or_last_as_often() -> None:
    decks = [FairShuffle(SECRET, str(n), "", ())("draw", range(58), owner=None) for n in range(2_900)]
    for place in (0, 29, 57):
        assert chi_square(Counter(cards[place] for cards in decks), 58) < 105.6  # 57 degrees of freedom


def test_words_past_the_last_whole_multiple_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three cards 2**32 - 1 is past the limit: it is rejected, not reduced to 0."""
    stream = iter([0xFFFFFFFF, 0x00000001, 0x00000001])
    monkeypatch.setattr("bot.referee.shuffle._words", lambda key: stream)
    assert FairShuffle(SECRET, "", "", ())("draw", "abc", owner=None) == ("a", "c", "b")
