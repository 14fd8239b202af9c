"""The text of a card in English and French, generated from its parsed effect, so that text and behaviour cannot differ.

The words are the rule sheet's: the *player* is whose effect it is, the *opponent* the other one. French uses its
typographic apostrophe and no-break spaces.
"""

from collections.abc import Sequence

from bot.games.duel.cards import BLOOD, EQUIPMENT, Card, Instead, Modify, When
from bot.games.duel.language import (
    AT_RANDOM,
    THIS,
    Choose,
    Condition,
    Count,
    If,
    Instruction,
    Move,
    Pile,
    Shuffles,
    Times,
    Who,
)
from bot.games.duel.table import HAND_LIMIT
from bot.games.duel.words import WORDS, Words


def type_line(card: Card, language: str) -> str:
    """`Equipment (familiar, 3 HP) · cost 2 · reflex`."""
    words = WORDS[language]
    inside = [words.slots[card.slot]] if card.slot else []
    inside += [words.labels["hp"].format(n=card.hp)] if card.hp else []
    parts = [words.types[card.type] + (f" ({', '.join(inside)})" if inside else "")]
    if card.type != BLOOD and isinstance(card.cost, int):
        parts.append(words.labels["cost"].format(n=card.cost))
    parts += [words.labels[name] for name, is_so in (("reflex", card.is_reflex), ("unique", card.is_unique)) if is_so]
    return " · ".join(parts)


def card_text(card: Card, language: str) -> str:
    """What it costs beyond a bare number, and everything it does."""
    words = WORDS[language]
    said: list[str] = []
    if not isinstance(card.cost, int):
        said.append(words.labels["price"].format(what=_joined(words, [_move(words, one, 1) for one in card.cost])))
    said += [_sentence(_in_a_row(words, group)) for group in _by_subject(card.effect)]
    said += [_sentence(_when(words, one)) for one in card.when]
    said += [_instead(words, one) for one in card.instead]
    said += _modify(words, card.modify) if card.modify is not None else []
    if card.type == EQUIPMENT and card.aim == "defence":
        said.append(words.labels["aim"])
    return " ".join(said)


def branch_text(instructions: Sequence[Instruction], language: str) -> str:
    """One branch of a choice, as the label of a button."""
    words = WORDS[language]
    return _sentence(_in_a_row(words, instructions) or words.nothing)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _subject(instruction: Instruction) -> Who | None:
    """Whose deed a simple instruction is."""
    if isinstance(instruction, Shuffles):
        return Who.PLAYER
    return instruction.subject if isinstance(instruction, Move) else None


def _by_subject(instructions: Sequence[Instruction]) -> list[list[Instruction]]:
    """Deeds of one subject in a row are one sentence."""
    groups: list[list[Instruction]] = []
    for one in instructions:
        if groups and _subject(one) is not None and _subject(groups[-1][-1]) is _subject(one):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _joined(words: Words, parts: Sequence[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)}, {words.then} {last}" if most else last


def _in_a_row(words: Words, instructions: Sequence[Instruction]) -> str:
    """A subject is not named again."""
    if not instructions:
        return ""
    named = [None, *map(_subject, instructions)]
    said = [
        _instruction(words, one) if _subject(one) is None or before is not _subject(one) else _deed(words, one)
        for before, one in zip(named, instructions, strict=False)
    ]
    return _joined(words, said)


def _deed(words: Words, instruction: Instruction) -> str:
    return _move(words, instruction, 0) if isinstance(instruction, Move) else words.shuffles


def _instruction(words: Words, instruction: Instruction) -> str:
    match instruction:
        case Move() | Shuffles():
            return f"{words.subject[_subject(instruction) or Who.PLAYER]} {_deed(words, instruction)}"
        case If(condition, then, otherwise):
            said = f"{words.if_} {_condition(words, condition)}, {_in_a_row(words, then)}"
            return said + (f"{words.else_}, {_in_a_row(words, otherwise)}" if otherwise else "")
        case Choose(branches, who):
            told = [_in_a_row(words, branch) or words.nothing for branch in branches]
            return words.chooses[who] + f", {words.or_} ".join(told)
        case Times(count, do):
            counted = _each(words, count) if isinstance(count, Count) else f"{count} ×"
            return f"{counted}, {_in_a_row(words, do)}"


def _move(words: Words, move: Move, form: int) -> str:
    """`draws and wounds 2 cards`; form 1 is the infinitive."""
    verbs = f"{words.takes[move.source][form]} {words.conjunction} {words.puts[move.target][form]}"
    mode = {None: "", AT_RANDOM: f" {words.at_random}"}.get(move.mode)
    return f"{verbs} {_what(words, move)}{f' {words.chosen_by[Who(str(move.mode))]}' if mode is None else mode}"


def _what(words: Words, move: Move) -> str:
    if move.filter == THIS:
        return words.this
    nouns = words.cards if move.filter is None else words.kinds[move.filter]
    if move.number is None:
        return words.all[move.source] if move.filter is None else f"{words.all[move.source]} ({nouns[1]})"
    return f"{move.number} {nouns[move.number > 1]}"


def _noun(words: Words, count: Count, number: int) -> tuple[str, str]:
    """The noun, and where such cards are."""
    is_many = number > 1
    noun = words.counted[count.pile] if count.filter is None else words.kinds[count.filter]
    is_wounded = count.filter is not None and count.pile is Pile.WOUNDS
    return noun[is_many], (words.wounded if is_wounded else words.places[count.pile])[is_many]


def _condition(words: Words, condition: Condition) -> str:
    left, right = condition.left, condition.right
    subject = f"{words.subject[left.subject]} {words.has}"
    if isinstance(right, int):
        return f"{subject} {words.signs[condition.sign].format(n=right, noun=''.join(_noun(words, left, right)))}"
    before, after = words.compared[condition.sign]
    said = f"{subject} {before} {''.join(_noun(words, left, 2))} {after} {words.subject[right.subject]}"
    if (left.pile, left.filter) == (right.pile, right.filter):
        return said
    return f"{said} {words.has} {''.join(_noun(words, right, 2))}"


def _each(words: Words, count: Count) -> str:
    noun, place = _noun(words, count, 1)
    return words.each.format(noun=noun, place=place, of=words.of[count.subject], subject=words.subject[count.subject])


def _when(words: Words, when: When) -> str:
    heard = words.events[when.event, when.who].format(what=words.plays.get(when.type))
    is_limited = when.event in ("card_played", "card_wounded") or when.most > 1
    often = f" ({words.times[when.most > 1].format(n=when.most)})" if is_limited else ""
    return f"{heard}{often}, {_in_a_row(words, when.effect)}"


def _instead(words: Words, instead: Instead) -> str:
    sentence = words.instead[instead.most > 1]
    return sentence.format(n=instead.most, source=words.sources[instead.source])


def _modify(words: Words, modify: Modify) -> list[str]:
    said = []
    if modify.draw:
        number = abs(modify.draw)
        said.append(words.draw[modify.draw < 0].format(n=number, cards=words.cards[number > 1]))
    if modify.limit:
        said.append(words.limit.format(n=HAND_LIMIT + modify.limit))
    for kind, number in modify.cost.items():
        said.append(words.cost[number > 0].format(what=words.plural_types[kind], n=abs(number)))
    return said
