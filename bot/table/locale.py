"""Message catalogues: gettext `.po` files in `data/locales/<language>/`, one a subject; the msgid is a message's code.
No game and no person may enter.

gettext, because Babel, the standard library and translators' tools read it. The `.po` files are compiled in memory, so
an edited sentence needs no build step.
"""

import gettext
import io
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.games.core import Localized, Phrase, Player, Seat
from bot.resources.paths import DATA

LOCALES = DATA / "locales"
ENGLISH, FRENCH = "en", "fr"
LANGUAGES = (ENGLISH, FRENCH)

Names = Callable[[Seat], str]
_PRIMITIVES = (int, str)  # values formatted as they are


def language_of(discord_locale: str | None) -> str:
    """French for `fr` and its regional variants; English for every other locale."""
    return FRENCH if (discord_locale or "").lower().startswith("fr") else ENGLISH


class MissingSentenceError(KeyError):
    """A code missing from the catalogue: a defect, which the tests find."""


class Locale:
    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def text(self, code: str, **values: object) -> str:
        """The sentence of a code, formatted. A `count` among the values selects the plural form."""
        return self._text(code, values)

    def _text(self, code: str, values: Mapping[str, object]) -> str:
        count = values.get("count")
        if isinstance(count, int) and (plural := self._catalogue.ngettext(code, code, count)) != code:
            return plural.format_map(values)
        sentence = self._catalogue.gettext(code)
        if sentence == code:
            raise MissingSentenceError(code)
        return sentence.format_map(values)

    def has(self, code: str) -> bool:
        """Both are asked: in Python 3.11.2 `gettext` finds no sentence that has plural forms."""
        return {self._catalogue.gettext(code), self._catalogue.ngettext(code, code, 1)} != {code}

    def write(self, phrase: Phrase, names: Names) -> str:
        """Format a phrase: nested phrases recursively, players by `names`."""
        filled = {
            name: value if type(value) in _PRIMITIVES else self._value(value, names)
            for name, value in phrase.values.items()
        }
        return self._text(phrase.code, filled)

    def _value(self, value: object, names: Names) -> object:
        match value:
            case Phrase():
                return self.write(value, names)
            case Player(seat):
                return names(seat)
            case Localized(texts):
                return texts[self.language]
            case tuple():
                return ", ".join(str(self._value(item, names)) for item in value)
        return value


def read_catalogue(language: str) -> Catalog:
    """Merge all `.po` files of a language."""
    whole = Catalog(locale=language)
    for file in sorted((LOCALES / language).glob("*.po")):
        with file.open("rb") as source:
            for message in read_po(source, locale=language, abort_invalid=True):
                if message.id:
                    whole[_code(message.id)] = message
    return whole


def _code(message_id: str | tuple[str, ...] | list[str]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


@cache
def locale_for(language: str) -> Locale:
    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(language))
    compiled.seek(0)
    return Locale(language, gettext.GNUTranslations(compiled))


_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<:@-])")

_BREAKS = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028-\u202e\u2066-\u2069]")  # line breaks and bidi controls


@lru_cache(maxsize=4096)
def as_code(text: str) -> str:
    """For a place between backticks, on one line."""
    return " ".join(text.replace("`", "'").splitlines())


def plain(name: str) -> str:
    """Escape a name: no Markdown, link, mention, line break or bidi control survives."""
    return _MARKDOWN.sub(r"\\\1", _BREAKS.sub(" ", name)).replace("\\@", "@\u200b")
