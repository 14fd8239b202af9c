"""The screen in both languages: every line and button of whole games has its words, and private parts stay private."""

import random
from collections.abc import Iterator, Sequence

import pytest

from bot.games.core import Choice, Phrase, Seat
from bot.games.duel import rules
from bot.games.duel.cards import CardSet
from bot.games.duel.game import DUEL
from bot.games.duel.screen import ending, screen
from bot.games.duel.views import observe
from bot.table.locale import LANGUAGES, locale_for
from tests.games.duel.builders import do, side, state
from tests.games.duel.test_rules_whole_games import played
from tests.support.tiers import has_long_version, sized

NAMES = {Seat(number): name for number, name in enumerate(("Ada", "Bob", "Cy", "Di", "Ed", "Flo"))}


def said(phrase: Phrase, language: str = "en") -> str:
    return locale_for(language).write(phrase, NAMES.__getitem__)


def all_of(choices: Sequence[Choice]) -> Iterator[Choice]:
    for choice in choices:
        yield choice
        yield from all_of(choice.then)


def lines(start: object, viewer: int | None, language: str = "en") -> list[str]:
    return [said(line, language) for line in screen(observe(start, None if viewer is None else Seat(viewer))).lines]  # type: ignore[arg-type]


@has_long_version
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_and_button_has_its_words(language: str) -> None:
    for number in range(sized(2, 20)):
        states = [state for state, _ in played(2 + number % 5, number)]
        for one in [*random.Random(number).sample(states, 25), states[-1]]:
            for viewer in (None, *rules.to_act(one)):
                shown = screen(observe(one, viewer))
                assert all(said(line, language).strip() for line in shown.lines)
                assert all(said(choice.label, language).strip() for choice in all_of(shown.choices))


def test_the_story_tells_each_reader_what_they_may_know() -> None:
    start = do(state(side("slash thrust"), side(draw="rally feint")), "slash/thrust")
    assert lines(start, 0)[-4:] == [
        "Ada plays Slash.",
        "Ada throws and discards Thrust.",
        "Bob draws and wounds Rally, Feint.",
        "🃏 Your hand is empty.",
    ]
    assert "Ada throws and discards 1 card." in lines(start, 1)
    assert "Ada throws and discards 1 card." in lines(start, None)
    assert "Bob pige et blesse Sursaut, Feinte." in lines(start, 1, "fr")


def test_a_payment_of_several_is_picked_at_once() -> None:
    start = state(side("secret-lunge thrust thrust rally"), side())
    choices = {choice.action: choice for choice in screen(observe(start, Seat(0))).choices}
    (pay,) = choices["secret-lunge"].then
    assert (pay.action, pay.pick) == ("secret-lunge/", range(2, 3))
    assert [one.action for one in pay.then] == ["rally", "thrust", "thrust#2"]
    assert DUEL.parse("secret-lunge/thrust+thrust#2") == DUEL.parse("secret-lunge/thrust+thrust")
    throw = choices["throw="]
    assert (throw.pick, len(throw.then)) == (range(1, 5), 4)
    assert choices["end"].then == ()


def test_an_unplayable_card_is_there_and_cannot_be_pressed() -> None:
    start = state(side("charge quick-blood thrust"), side())
    found = {choice.action: choice.is_legal for choice in screen(observe(start, Seat(0))).choices}
    assert (found["charge"], found["quick-blood"], found["thrust"]) == (False, False, True)


def test_questions() -> None:
    start = do(state(side("feint"), side("slash")), "feint")
    labels = [said(choice.label) for choice in screen(observe(start, Seat(0))).choices]
    assert labels == ["The opponent throws and discards 1 card.", "The player draws and keeps 1 card."]
    assert screen(observe(start, Seat(1))).choices == ()
    assert "Feint: Ada chooses what happens." in lines(start, 1)
    aim = do(state(side("thrust"), side(equipment="raven")), "thrust")
    assert "Estoc\u00a0: Ada choisit qui est touché, le joueur ou le familier." in lines(aim, 0, "fr")
    assert [choice.action for choice in screen(observe(aim, Seat(0))).choices] == ["target=player", "target=familiar"]


def test_an_opponent_is_named_with_a_button() -> None:
    start = state(side("ambush thrust feint"), side(), side())
    choices = {choice.action: choice for choice in screen(observe(start, Seat(0))).choices}
    assert [said(one.label) for one in choices["feint"].then] == ["Against Bob", "Against Cy"]
    assert [one.action for one in choices["ambush"].then] == [
        "ambush@1/feint",
        "ambush@1/thrust",
        "ambush@2/feint",
        "ambush@2/thrust",
    ]


def test_who_is_out_is_said_and_the_last_to_leave_is_the_ending(extra: CardSet) -> None:
    start = do(state(side("storm"), side(), side()), "storm")
    assert "**Cy** · out of the game" in lines(start, 0)
    over = rules.leave(start, Seat(1))
    told = ending(observe(over, None))
    assert told is not None
    assert said(told) == "Bob has left the game."
    assert ending(observe(start, None)) is None
