"""The catalogues: the same codes in every language, every code that the source uses, and no unused one."""

import re
from collections import Counter
from functools import cache
from gettext import NullTranslations
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import Phrase, Player, Seat
from bot.games.registry import GAMES
from bot.players.registry import LEVELS
from bot.referee.clocks import CLOCKS
from bot.referee.gatherings import FIRST
from bot.table.locale import (
    ENGLISH,
    FRENCH,
    LANGUAGES,
    LOCALES,
    Locale,
    MissingSentenceError,
    language_of,
    locale_for,
    plain,
    read_catalogue,
)
from bot.table.standings.team_boards import modes_of
from tests.table.codes import calls, fields_given, literals, patterns, script_literals, strings, words

NARROW_SPACES = "\u00a0\u202f"
FILE_ENDINGS = ("json", "png", "webp", "gif", "svg", "css", "js", "html", "sqlite", "sqlite3", "lock", "txt", "po")


def code_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


MESSAGES = {
    language: {code_of(message): message for message in read_catalogue(language) if message.id}
    for language in LANGUAGES
}
CODES = sorted(MESSAGES[ENGLISH])


def sentences(language: str, code: str) -> tuple[str, ...]:
    written = MESSAGES[language][code].string
    return (written,) if isinstance(written, str) else tuple(written or ())


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def fields_of(code: str) -> set[str]:
    return {name for language in LANGUAGES for text in sentences(language, code) for name in fields(text)}


# Parity of the languages


def test_both_languages_have_the_same_codes() -> None:
    assert sorted(MESSAGES[FRENCH]) == CODES
    files = {language: sorted(file.name for file in (LOCALES / language).iterdir()) for language in LANGUAGES}
    assert files[ENGLISH] == files[FRENCH]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_code_is_defined_once(language: str) -> None:
    """In the same file of every language."""
    seen: dict[str, str] = {}
    for file in sorted((LOCALES / language).glob("*.po")):
        with file.open("rb") as source:
            for message in read_po(source, locale=language, abort_invalid=True):
                if message.id:
                    assert code_of(message) not in seen, (code_of(message), file.name, seen[code_of(message)])
                    seen[code_of(message)] = file.name
    for code, name in seen.items():
        assert f'msgid "{code}"\n' in (LOCALES / ENGLISH / name).read_text(encoding="utf-8"), (code, name)


def test_every_sentence_is_finished() -> None:
    for language in LANGUAGES:
        for code, message in MESSAGES[language].items():
            assert not message.fuzzy, code
            assert all(text.strip() and text != code for text in sentences(language, code)), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_stands_twice(language: str) -> None:
    """The last would win, unnoticed."""
    files = sorted((LOCALES / language).glob("*.po"))
    found = [code for file in files for code in re.findall(r'^msgid "(.+)"$', file.read_text(encoding="utf-8"), re.M)]
    assert [code for code, count in Counter(found).items() if count > 1] == []


def test_plurals_have_both_forms_in_both_languages() -> None:
    for code in CODES:
        counts = {len(sentences(language, code)) for language in LANGUAGES}
        assert len(counts) == 1, code
        if counts == {2}:
            for language in LANGUAGES:
                assert list(MESSAGES[language][code].id) == [code, code]


def test_every_pair_has_the_same_fields() -> None:
    for code in CODES:
        for language in LANGUAGES:
            one, *others = (fields(text) - {"count"} for text in sentences(language, code))
            if code not in TELLS_LESS_OF_ONE:
                assert all(other == one for other in others), code
        english, french = ({name for text in sentences(each, code) for name in fields(text)} for each in LANGUAGES)
        assert english == french, code


TELLS_LESS_OF_ONE = {"profile.alt"}  # a single game has no lowest and no last rating


# Codes used by the source


def is_code(text: str) -> bool:
    return re.fullmatch(r"[a-z][a-z-]*(\.[a-z0-9_-]+)+", text) is not None and not text.endswith(
        tuple(f".{ending}" for ending in FILE_ENDINGS)
    )


def raised(error: str) -> set[str]:
    """Every code an error is raised with."""
    found: set[str] = set()
    for module, call in calls(error):
        if call.args:
            seen = strings(module, call.args[0])
            prefix = f"{KINDS[error]}."
            found |= {text for text in words(module) if prefix + text in CODES} if seen is None else seen
    return found


HOURLY = ("HourlyAllowance", "check_hourly")  # they give a refusal its limit and until when
KINDS = {"RuleError": "rule", "UnreadableError": "unreadable", **dict.fromkeys(("Refusal", *HOURLY), "refusal")}


def reasons(*ways: str) -> set[str]:
    """Reasons for which the referee ends a game; those of the rules have the game's own phrases."""
    found: set[str] = set()
    for module, call in calls(*ways, room="bot/referee"):
        found |= {text for argument in call.args for text in strings(module, argument) or ()}
    return found


def named_options() -> set[str]:
    return {text for module, call in calls("options") for arg in call.args for text in strings(module, arg) or ()}


@cache
def families() -> dict[str, set[str]]:
    """Codes built at run time: their prefixes and every possible suffix."""
    return {
        "game": set(GAMES),
        "clock": set(CLOCKS),
        "first": set(FIRST),
        "format": {str(form) for game in GAMES.values() for form in game.options.get("format", ())},
        "language": {"server", *LANGUAGES},
        "reason": reasons("_lose", "_end"),
        "reason.abandoned": reasons("_lose"),  # TG12
        "history.abandoned": reasons("_lose"),
        "players": {f"{level}.{what}" for level in LEVELS for what in ("name", "character")},
        "team.option": {mode for key, game in GAMES.items() if game.is_cooperative for mode in modes_of(key)},
        "team.about": {switch for game in GAMES.values() for switch in game.switches},
        "option": {f"{name}{about}" for name in named_options() for about in ("", ".about")},
        **{KINDS[error]: raised(error) for error in KINDS},
        "refusal": raised("Refusal").union(*map(raised, HOURLY)),
    }


def test_every_member_of_a_family_has_its_sentence() -> None:
    assert all(families().values()), "nothing found: the way it is looked for is out of date"
    codes = {f"{family}.{member}" for family, members in families().items() for member in members}
    assert codes - set(CODES) == set()


def test_the_families_are_found() -> None:
    """Check the search itself against known members."""
    assert {"resigned", "timeout", "left", "agreed_draw", "called_off", "abandoned"} <= families()["reason"]
    assert {"wrong_direction_up", "not_your_turn", "fire_not_covered"} <= families()["rule"]
    assert {"unreadable", "no_such_card"} <= families()["unreadable"]
    assert {"stale", "gathering_expired", "already_joined", "not_for_you", "bot_opponent"} <= families()["refusal"]
    assert {"opponent.about", "game_number"} <= families()["option"]


def test_every_code_in_the_source_has_its_sentence() -> None:
    subjects = {code.split(".")[0] for code in CODES}
    said = {text for text in literals() | script_literals() if is_code(text) and text.split(".")[0] in subjects}
    assert said - set(CODES) == set()


def test_every_sentence_is_used() -> None:
    said = literals() | script_literals()
    said |= {f"{family}.{member}" for family, members in families().items() for member in members}
    put_together = [re.compile(re.escape(text).replace(r"\{\}", "[a-z0-9_-]+")) for text in patterns()]
    unsaid = [code for code in CODES if code not in said and not any(one.fullmatch(code) for one in put_together)]
    assert unsaid == []


def test_rule_sheets_have_titles_and_texts_without_a_gap() -> None:
    for key in GAMES:
        pages = [code for code in CODES if code.startswith(f"rules.{key}.")]
        count = len(pages) // 2
        assert count > 0
        sheet = {f"rules.{key}.{n}.{part}" for n in range(1, count + 1) for part in ("title", "body")}
        assert set(pages) == sheet | {f"rules.{key}.credit"}


def test_every_call_passes_the_fields_of_its_sentence() -> None:
    """A missing field would raise `KeyError` at run time."""
    for said_by, prefix in (("text", ""), ("phrase", ""), ("named", ""), *((e, f"{KINDS[e]}.") for e in KINDS)):
        for module, call in calls(said_by):
            given, found = fields_given(call), strings(module, call.args[0]) if call.args else None
            if given is None or found is None:
                continue
            given |= {"limit", "until"} if said_by in HOURLY else set()
            for code in found:
                if prefix + code in CODES:
                    assert fields_of(prefix + code) <= given, (prefix + code, f"line {call.lineno}")


# Typography


def test_french_typography() -> None:
    """Non-breaking spaces before : ; ! ? % and inside « », curly apostrophes, and « vous »."""
    wrong = []
    for code in CODES:
        for text in sentences(FRENCH, code):
            prose = re.sub(r"`[^`]*`|\{\w+\}", "x", text)
            if re.search(rf"[^\s{NARROW_SPACES}/\d](?<![{NARROW_SPACES}])[!?;]|\w:(?!//|\w)| [:;!?%»]|« ", prose):
                wrong.append((code, text))
            if "'" in prose or '"' in prose or re.search(r"\b(tu|ton|ta|tes|toi|te)\b", prose, re.IGNORECASE):
                wrong.append((code, text))
    assert wrong == []


def test_piles_have_one_name_in_french() -> None:
    assert [code for code in CODES if re.search("montante", " ".join(sentences(FRENCH, code)))] == []


def test_names_are_never_joined_by_an_elision() -> None:
    """« de Alice » and « d’Bob » are both wrong: no name may follow « de » or « que »."""
    people = r"\{(player|name|winner|loser|host|opponent|players|others)\}"
    joined = re.compile(rf"\b(de|que|le|la)[ {NARROW_SPACES}](\*\*)?{people}", re.IGNORECASE)
    assert [(code, text) for code in CODES for text in sentences(FRENCH, code) if joined.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_arrow_and_its_card_stay_on_one_line(language: str) -> None:
    """The space between ▼ and its number is non-breaking."""
    parted = re.compile(r"[▲▼] (\*\*)?\{(their_)?(up|down)\}")
    assert [(code, text) for code in CODES for text in sentences(language, code) if parted.search(text)] == []


# Formatting


def test_languages() -> None:
    for french in ("fr", "fr-FR", "FR", "fr-CA"):
        assert language_of(french) == FRENCH
    for other in ("en-US", "en-GB", "de", "", None, "xx", "f"):
        assert language_of(other) == ENGLISH


def test_counting() -> None:
    english, french = locale_for(ENGLISH), locale_for(FRENCH)
    for count, one in ((0, False), (1, True), (2, False)):
        assert ("1 card" in english.text("le-duel.may_end", count=count)) == one
        assert english.text("le-duel.may_end", count=count).count("cards") == (not one)
    for count, one in ((0, True), (1, True), (2, False)):
        assert french.text("le-duel.may_end", count=count).endswith(f"{count} carte." if one else f"{count} cartes.")


def test_phrases_within_phrases() -> None:
    side = {"up": 1, "down": 60, "hand": 6, "draw": 52, "placed": 0}
    phrase = Phrase("le-duel.side", {"player": Player(Seat(1)), "colour": Phrase("le-duel.gold")} | side)
    text = locale_for(ENGLISH).write(phrase, {Seat(1): "{up}"}.__getitem__)
    assert text.startswith("**{up}** (gold"), "a name is not formatted again"
    assert locale_for(ENGLISH).write(Phrase("the-game.cover", {"piles": ("a", "b")}), str).endswith("a, b")


def test_a_code_without_a_sentence() -> None:
    with pytest.raises(MissingSentenceError):
        locale_for(ENGLISH).text("no.such.code")
    with pytest.raises(MissingSentenceError):
        locale_for(ENGLISH).text("no.such.code", count=2)
    assert not locale_for(ENGLISH).has("no.such.code")
    assert locale_for(FRENCH).has("rules.le-duel.1.title")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_is_known_to_have_its_sentence(language: str) -> None:
    assert [code for code in CODES if not locale_for(language).has(code)] == []


class Older(NullTranslations):
    """How Python 3.11.2 looks for a sentence with plural forms: `ngettext` finds it, `gettext` does not."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "one" if msgid1 == "counted" else super().ngettext(msgid1, msgid2, n)


def test_a_sentence_with_plural_forms_is_found_by_an_older_python() -> None:
    older = Locale(ENGLISH, Older())
    assert older.has("counted")
    assert not older.has("no.such.code")


# Names


@pytest.mark.parametrize(
    "name",
    [
        "**bold**",
        "_it_",
        "~~s~~",
        "`code`",
        "||spoiler||",
        "> quote",
        "# title",
        "[link](https://x.y)",
        "- list",
        "a\\",
    ],
)
def test_names_cannot_format(name: str) -> None:
    assert re.search(r"(?<!\\)(\\\\)*[*_~`|>#\[\]()-]", plain(name)) is None


@pytest.mark.parametrize("name", ["@everyone", "@here", "<@123>", "<@&123>", "<#123>", "<t:1:R>", "<:x:1>", "</x:1>"])
def test_names_cannot_mention(name: str) -> None:
    written = plain(name)
    assert "@everyone" not in written
    assert "@here" not in written
    assert re.search(r"(?<!\\)<", written) is None


def test_names_cannot_link_or_break_the_line() -> None:
    assert re.search(r"(?<!\\)://", plain("https://example.org")) is None
    assert "\n" not in plain("a\nb")
    assert plain("Zoé 🂡 42") == "Zoé 🂡 42"


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=40))
def test_any_name_stays_readable(name: str) -> None:
    """Only line breaks and bidi controls are lost: unescaped, it is the name."""
    bare = re.sub(r"\\(.)", r"\1", plain(name), flags=re.DOTALL)
    assert on_one_line(bare) == on_one_line(name)


def on_one_line(name: str) -> str:
    breaks = "[\n\r\v\f\x1c-\x1e\x85\u2028-\u202e\u2066-\u2069]"
    return re.sub(breaks, " ", name).replace("@\u200b", "@")
