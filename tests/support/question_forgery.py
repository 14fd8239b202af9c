"""Forged and stale answers to every kind of question that DUEL asks, sent by the player who is asked, by another player
and by people who are in no game."""

import random
from collections.abc import Iterator
from typing import Any

from bot.games.core import GameError, Seat
from bot.games.duel.game import DUEL
from bot.games.duel.state import State
from bot.referee.match import Match
from bot.table.controls import Control, Verb, read_control
from bot.table.game.choices import FROM, letters, path_text, read_chosen, read_letters
from tests.support.forgery import NUMBERS, PRESS, REVISIONS, WORDS, Forged, Forger
from tests.support.team import Club
from tests.support.world import answers_of, press

ASKING = "7 quick-blood, 4 ransom, 3 low-blow, 4 grey-wolf, 4 feint, 3 thrust"
KINDS = frozenset({"play", "reflex", "cards 1", "cards 2", "option", "target", "opponent"})
_BUTTON, _MENU = 2, 3  # Discord's component types
_STILL = (Verb.ACT, Verb.PICK)  # what answers a question; the rest is forged elsewhere
_MOST_GAMES = 20


def kind_of(state: State) -> str:
    if state.asked is None:
        return state.phase.name.lower()
    number = f" {state.asked.number}" if state.asked.question.name == "CARDS" else ""
    return f"{state.asked.question.name.lower()}{number}"


async def ask_every_kind(club: Club) -> dict[str, Match]:
    """A game that waits for each kind of answer. Of three players, a strategy asks whom it is against."""
    found = {"opponent": await _begun(club, 3, 1)}
    for number in range(2, _MOST_GAMES):
        match, dice = await _begun(club, 2, number), random.Random(number)
        while not match.is_over and kind_of(match.state) in found:
            seat = min(match.to_act)
            text = DUEL.notation.notate(dice.choice(DUEL.rules.legal(match.state, seat)))
            key = f"prepared {number} {match.revision}"
            match = await club.bot.referee.act(match.id, match.seat(seat).user_id or 0, text, key=key)
        if not match.is_over:
            found[kind_of(match.state)] = match
        if set(found) >= KINDS:
            return found
    raise AssertionError(f"not asked: {sorted(KINDS - set(found))}")


async def _begun(club: Club, players: int, number: int) -> Match:
    wishes: dict[str, Any] = {"game": DUEL.key, "format": "free", "deck": ASKING, "players": players}
    made = await club.alice.slash(club.channel, "challenge", first="challenger", **wishes)
    for person in club.everyone[1:players]:
        shown = await press(person, answers_of(made)[-1], "cut")
        await person.submit_modal(shown, {"deck": ASKING})
    return await club.match(number)


class QuestionForger(Forger):
    """Nothing it sends may be accepted: what happens to be a proper answer is left out."""

    def __init__(self, club: Club, matches: dict[str, Match], seed: int) -> None:
        super().__init__(club, seed)
        self.matches = list(matches.values())
        self.strangers = [club.dan, club.emma]
        self.people = {one.id: one for one in club.everyone}

    def __iter__(self) -> Iterator[Forged]:
        while True:
            forged, control, match = self._answer()
            if control is None or not self._is_proper(forged, control, match):
                yield forged

    def _answer(self) -> tuple[Forged, Control | None, Match]:
        match = self.chance.choice(self.matches)
        asked = match.seat(min(match.to_act)).user_id or 0
        others = [self.people[seat.user_id or 0] for seat in match.row.seats if seat.user_id != asked]
        person = self.chance.choice([self.people[asked]] * 3 + others + self.strangers)
        custom_id = self._mangled(match)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": _BUTTON}
        if self.chance.random() < 0.6:
            data |= {"component_type": _MENU, "values": self._values()}
        return Forged(person, PRESS, data, self.table), read_control(custom_id), match

    def _is_proper(self, forged: Forged, control: Control, match: Match) -> bool:
        """Whether it is an answer that this person may give now; or belongs to a command that changes nothing."""
        if control.verb not in _STILL:
            return True
        found = next((one for one in self.matches if one.id == control.number), match)
        seat = found.seat_of(forged.person.id)
        if control.verb is Verb.PICK or seat is None or seat not in found.to_act:
            return False
        if control.revision != found.revision:
            return False
        try:
            places = [read_letters(str(value)) for value in forged.data.get("values") or ()]
            chosen = read_chosen(self._choices(found, seat), control.argument, places)
        except GameError:
            return False
        return chosen.is_action and _is_playable(found, seat, chosen.text)

    def _choices(self, match: Match, seat: Seat) -> Any:
        return match.game.screens.screen(match.view(seat)).choices

    def _mangled(self, match: Match) -> str:
        """A real answer's custom id, or one with some of its parts replaced."""
        choices = self._choices(match, min(match.to_act))
        path = [self.chance.randrange(len(choices))]
        if choices[path[0]].then and self.chance.random() < 0.7:
            path.append(self.chance.randrange(len(choices[path[0]].then)))
        argument = path_text(choices, tuple(path))
        parts = ["arb", self.chance.choice(("act", "act", "pick")), str(match.id), str(match.revision), argument]
        for place in self.chance.sample((2, 3, 4), self.chance.choice((0, 1, 1, 2, 3))):
            parts[place] = self.chance.choice(
                (
                    (*NUMBERS, *(str(one.id) for one in self.matches)),
                    (*REVISIONS, str(match.revision - 1), str(match.revision + 1)),
                    (*WORDS, *self._arguments(argument)),
                )[place - 2]
            )
        return ":".join(parts)

    def _arguments(self, argument: str) -> Iterator[str]:
        """Other paths, other checksums, other beginnings of a long menu, and actions of the notation."""
        *steps, checksum = argument.split(".")
        yield f"{'.'.join(steps)}.{checksum[::-1]}"
        yield f"{argument}{FROM}{letters(self.chance.randrange(700))}"
        yield f".{letters(self.chance.randrange(40))}.{letters(self.chance.randrange(40))}.{checksum}"
        yield from ("end", "take=thrust", "take=thrust+thrust", "option=1", "option=9", "target=player", "feint@9")
        yield from ("ransom/thrust", "throw=", "throw=nothing", "slash/slash", "low-blow@1/thrust", "end end")

    def _values(self) -> list[str]:
        """Places in a menu: too many, twice the same, beyond its end, or no places at all."""
        pool = [letters(self.chance.randrange(12)) for _ in range(self.chance.randrange(5))]
        return self.chance.choice((pool, pool, [*pool, *pool], [], ["zzz"], ["Z"], ["1"], [""], ["a" * 99], ["thrust"]))


def _is_playable(match: Match, seat: Seat, text: str) -> bool:
    try:
        actions = match.game.notation.parse_all(text)
        return all(_is_legal(match, seat, action) for action in actions) and bool(actions)
    except GameError:
        return False


def _is_legal(match: Match, seat: Seat, action: Any) -> bool:
    """By trying: shuffles only change what is drawn."""
    try:
        match.game.rules.apply(match.state, seat, action, lambda _deck, cards, *, owner: tuple(cards))
    except GameError:
        return False
    return True
