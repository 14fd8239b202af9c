"""Command names and descriptions in every language, from the catalogues."""

from collections.abc import Callable
from typing import TypeVar

import discord
from discord import app_commands

from bot.table.locale import ENGLISH, language_of, locale_for

T = TypeVar("T")


def named(code: str) -> app_commands.locale_str:
    """The English text, and the code under which the translator finds the others."""
    return app_commands.locale_str(locale_for(ENGLISH).text(code), code=code)


def options(*names: str) -> Callable[[T], T]:
    """Name and describe a command's options by their codes."""

    def decorate(command: T) -> T:
        renamed = app_commands.rename(**{name: named(f"option.{name}") for name in names})(command)
        return app_commands.describe(**{name: named(f"option.{name}.about") for name in names})(renamed)

    return decorate


class CatalogueTranslator(app_commands.Translator):
    async def translate(
        self,
        string: app_commands.locale_str,
        target: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        language, code = language_of(target.value), string.extras.get("code")
        if language == ENGLISH or code is None:
            return None
        return locale_for(language).text(code)
