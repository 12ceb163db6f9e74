"""The templates of the engine's sentences, and a language that nobody speaks in place of German."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

from pseudo_text import packaging_module, pseudo

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("de", "fr")


def sources() -> ModuleType:
    """The module that writes the files of the engine's translators."""
    return packaging_module("engine_translations")


@cache
def templates() -> list:
    """Every sentence of the engine, as its sources have it."""
    return sources().find_templates()


@cache
def catalogue(language: str) -> dict[str, tuple[str, ...]]:
    """The translations in the file of the translators, by the template: one form, or the plural forms."""
    module = sources()
    return {
        module.first(message): (message.string,) if isinstance(message.string, str) else tuple(message.string)
        for message in module.read_catalogue(module.FOLDER / f"{language}.po", language)
        if message.id
    }


def make_pseudo_language(folder: Path) -> Path:
    """Write the compiled file of a language with accents on every letter; return its path."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    made = Catalog("de")
    for template in templates():
        forms = (pseudo(template.text), pseudo(template.plural)) if template.plural else pseudo(template.text)
        made.add(template.key, forms)
    file = folder / "de.mo"
    with file.open("wb") as stream:
        write_mo(stream, made)
    return file
