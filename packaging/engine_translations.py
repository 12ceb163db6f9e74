"""The files of the translators for the engine's sentences, made from the templates in the sources.

`python packaging/engine_translations.py [LANGUAGE...]` updates resources/translations/engine/LANGUAGE.po, and compiles
each to the .mo file that the program reads. Work of translators is kept; a sentence that is new or has another wording
is left empty. `translations.sh` calls it, too.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations" / "engine"
LANGUAGES = ("de", "fr")

_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Equal translations give equal files, whenever they are made."""

_ONE, _PLURAL = ("tr", "tr_noop"), ("tr_plural", "tr_plural_noop")

_METHODS = {"console.say": "tr", "console.say_plural": "tr_plural"} | dict.fromkeys(
    (f"{name}.of" for name in ("DamagedError", "DuctusError", "InputError", "ModelFileError", "Stopped")), "tr"
)
"""Methods that translate what they say."""


class NoLiteralError(ValueError):
    """A sentence is put together in the code, so that nobody can translate it."""


@dataclass(slots=True)
class Template:
    """A sentence of the source, with its plural form or ""; ``files`` are the modules that have it."""

    text: str
    plural: str = ""
    files: list[str] = field(default_factory=list)

    @property
    def key(self) -> str | tuple[str, str]:
        return (self.text, self.plural) if self.plural else self.text


def find_templates() -> list[Template]:
    """Return the templates of all modules of the engine and of the app, each once, in the order of the sources.

    Raises NoLiteralError for a call whose template is put together, and for a text that has two plural forms.
    """
    found: dict[str, Template] = {}
    for path in (*sorted((ROOT / "core").rglob("*.py")), *sorted((ROOT / "app").rglob("*.py"))):
        place = path.relative_to(ROOT).as_posix()
        for text, plural, line in _calls(ast.parse(path.read_text(encoding="utf-8")), place):
            template = found.setdefault(text, Template(text, plural))
            if template.plural and plural and template.plural != plural:
                raise NoLiteralError(f"{place}:{line}: '{text}' has another plural form elsewhere")
            template.plural = template.plural or plural
            if place not in template.files:
                template.files.append(place)
    return list(found.values())


def _calls(tree: ast.AST, place: str) -> Iterator[tuple[str, str, int]]:
    """Yield template, plural form or "", and line of each call."""
    nodes = list(ast.walk(tree))
    imports = (node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "core.language")
    names = {alias.asname or alias.name: alias.name for node in imports for alias in node.names}
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        name = names.get(node.func.id) if isinstance(node.func, ast.Name) else _METHODS.get(ast.unparse(node.func))
        if name in _PLURAL and not isinstance(node.args[0], ast.Starred | ast.Name):
            yield _literal(node.args[0], place), _literal(node.args[1], place), node.lineno
        elif name == "tr_hint":
            yield from ((_literal(argument, place), "", node.lineno) for argument in node.args)
        elif name in _ONE and not (name == "tr" and _is_marked_elsewhere(node.args[0])):
            yield _literal(node.args[0], place), "", node.lineno


def _is_marked_elsewhere(node: ast.expr) -> bool:
    """Return whether an argument stands for templates given to ``tr_noop``: a name, an element, a choice of these."""
    if isinstance(node, ast.IfExp):
        return _is_marked_elsewhere(node.body) and _is_marked_elsewhere(node.orelse)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "get"
    return isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))


def _literal(node: ast.expr, place: str) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NoLiteralError(f"{place}:{node.lineno}: {ast.unparse(node)} is no literal")


def read_catalogue(file: Path, language: str) -> Catalog:
    """Return the translations of a .po file; an empty catalogue if there is no file."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    if not file.is_file():
        return Catalog(language)
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def updated(known: Catalog, language: str, templates: Iterable[Template]) -> Catalog:
    """Return a catalogue of these templates with what is known of them; forgotten ones are dropped."""
    from babel.messages.catalog import Catalog

    catalogue = Catalog(
        language, header_comment="# Sentences of the engine, gathered by packaging/engine_translations.py"
    )
    for template in templates:
        message = known.get(template.text)
        strings = message.string if message is not None and not message.fuzzy else ""
        if isinstance(strings, str) == bool(template.plural):
            strings = ("",) * catalogue.num_plurals if template.plural else ""
        # without line numbers, which would change with every edit; the stubs do not know that they may be left out
        catalogue.add(template.key, strings, locations=[(file, None) for file in template.files])  # type: ignore[misc]
    return catalogue


def write_catalogue(catalogue: Catalog, po: Path) -> None:
    """Write a catalogue as .po for translators, and beside it as .mo for the program. Equal ones give equal bytes."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import write_po

    text = io.BytesIO()
    write_po(text, catalogue, width=120, omit_header=True)
    head = f'{catalogue.header_comment}\nmsgid ""\nmsgstr ""\n' + "".join(
        f'"{name}: {value}\\n"\n'
        for name, value in (
            ("Language", str(catalogue.locale_identifier)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=UTF-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", catalogue.plural_forms),
        )
    )
    po.parent.mkdir(parents=True, exist_ok=True)
    po.write_bytes(head.encode() + b"\n" + text.getvalue())
    complete = Catalog(catalogue.locale, project="Ductus", creation_date=_NO_DATE, revision_date=_NO_DATE, fuzzy=False)
    missing = set(untranslated(catalogue))
    for message in catalogue:
        if message.id and first(message) not in missing:
            complete.add(message.id, message.string)
    with po.with_suffix(".mo").open("wb") as file:
        write_mo(file, complete)


def untranslated(catalogue: Catalog) -> list[str]:
    """Return the templates of a catalogue without a translation, or without one of the plural forms."""
    return [
        first(message)
        for message in catalogue
        if message.id and not all([message.string] if isinstance(message.string, str) else message.string or ())
    ]


def first(message: Message) -> str:
    """Return the template of a message, of one with plural forms the singular."""
    return message.id if isinstance(message.id, str) else message.id[0]


def main(languages: list[str]) -> int:
    """Update and compile the files of the languages."""
    templates = find_templates()
    for language in languages or LANGUAGES:
        if language == "en":
            continue  # the templates themselves; the app has plural forms of English
        file = FOLDER / f"{language}.po"
        catalogue = updated(read_catalogue(file, language), language, templates)
        write_catalogue(catalogue, file)
        print(f"engine/{file.name}: {len(templates)} sentences, {len(untranslated(catalogue))} without a translation")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
