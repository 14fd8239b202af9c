"""Notation: strict out, loose in, in both languages."""

import pytest

from bot.games.core import Seat, UnreadableError
from bot.games.duel.notation import notate, parse_all
from bot.games.duel.state import Action, End, Option, Play, Take, Target, Throw

STRICT: dict[str, Action] = {
    "thrust": Play("thrust"),
    "slash/thrust": Play("slash", None, ("thrust",)),
    "charge/thrust+slash+bandage+raven": Play("charge", None, ("thrust", "slash", "bandage", "raven")),
    "feint@2": Play("feint", Seat(2)),
    "ambush@2/thrust": Play("ambush", Seat(2), ("thrust",)),
    "throw=thrust+slash": Throw(("thrust", "slash")),
    "end": End(),
    "take=thrust+slash": Take(("thrust", "slash")),
    "option=1": Option(1),
    "target=player": Target(is_familiar=False),
    "target=familiar": Target(is_familiar=True),
}
LOOSE = {
    " Slash / Thrust ": "slash/thrust",
    "TAILLE/estoc": "slash/thrust",
    "Wolf's Blood": "wolfs-blood",
    "Cape d’épines": "thorn-cloak",
    "cape d'épines / Loup gris": "thorn-cloak/grey-wolf",
    "coup de grâce/Estoc + Taille": "finishing-blow/thrust+slash",
    "jeter = estoc+taille": "throw=thrust+slash",
    "prendre=Élan": "take=momentum",
    "choix=2": "option=2",
    "cible=familier": "target=familiar",
    "Fin": "end",
    "throw=thrust+thrust#2": "throw=thrust+thrust",
    "feinte @ 2": "feint@2",
    "ÉLAN": "momentum",
    "Épervier/Écu": "sparrowhawk/shield",
}


@pytest.mark.parametrize("text", STRICT)
def test_strict_notation(text: str) -> None:
    assert parse_all(text) == (STRICT[text],)
    assert notate(STRICT[text]) == text


@pytest.mark.parametrize("text", LOOSE)
def test_loose_notation(text: str) -> None:
    assert [notate(action) for action in parse_all(text)] == [LOOSE[text]]


def test_several_actions() -> None:
    assert [notate(one) for one in parse_all("slash/thrust, feint; end\n")] == ["slash/thrust", "feint", "end"]
    assert parse_all("") == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("excalibur", "no_such_card_name"),
        ("slash/excalibur", "no_such_card_name"),
        ("throw=", "unreadable"),
        ("throw=3", "unreadable"),
        ("option=0", "unreadable"),
        ("option=slash", "unreadable"),
        ("option=1000", "unreadable"),
        ("target=me", "unreadable"),
        ("slash/", "unreadable"),
        ("slash@", "unreadable"),
        ("slash@1@2", "unreadable"),
        ("/thrust", "unreadable"),
        ("slash+thrust", "unreadable"),
        ("9", "unreadable"),
        ("slash\x00", "unreadable"),
        ("fın", "unreadable"),
        ("x" * 2000, "unreadable"),
    ],
)
def test_what_cannot_be_read(text: str, code: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_all(text)
    assert caught.value.code == code
