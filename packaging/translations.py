"""The files of the translators in resources/translations, made from the texts in the sources of the app.

`python packaging/translations.py [LANGUAGE...]` updates them; `translations.sh` also compiles them. Qt's own reader of
Python sources does not follow functions that translate for a module, and misses texts in nested calls.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = ("de", "fr")
"""Languages with every text; English has a file for its plural forms only."""
FORMS = 2
"""Plural forms of English, German and French: French has 0 with the singular, the others with the plural."""

_TRANSLATE = "QCoreApplication.translate"


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the app as it stands in the source; ``place`` is its file and line, for messages.

    ``comment`` distinguishes equal texts, or explains the text to translators. ``has_count``: it has plural forms.
    """

    context: str
    source: str
    comment: str = ""
    has_count: bool = False
    place: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.context, self.source, self.comment


class NoLiteralError(ValueError):
    """A text is put together in the code, so that nobody can translate it."""


def find_texts(folder: Path) -> list[Text]:
    """Return the texts of all modules below ``folder``, each once, by context and in the order of the sources.

    Raises NoLiteralError for a text that is no literal, or whose context is not known.
    """
    found: dict[tuple[str, str, str], Text] = {}
    shared = dict(_shared_functions(folder))
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text in _Finder(path.relative_to(folder.parent).as_posix(), _functions(tree, shared)).find(tree):
            found.setdefault(text.key, text)
    return sorted(found.values(), key=lambda text: text.context)


def _shared_functions(folder: Path) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield ((module, name), context) of each function of a module that only translates its argument."""
    for path in folder.rglob("*.py"):
        module = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if context := _context_of(node):
                assert isinstance(node, ast.FunctionDef)
                yield (module, node.name), context


def _context_of(node: ast.AST) -> str:
    """Return the context of ``def f(text): return QCoreApplication.translate(CONTEXT, text)``, else ""."""
    if isinstance(node, ast.FunctionDef) and node.args.args:
        for statement in node.body:
            call = statement.value if isinstance(statement, ast.Return) else None
            if isinstance(call, ast.Call) and ast.unparse(call.func) == _TRANSLATE and len(call.args) == 2:
                context, text = call.args
                if isinstance(text, ast.Name) and text.id == node.args.args[0].arg:
                    return str(ast.literal_eval(context))
    return ""


def _functions(tree: ast.Module, shared: dict[tuple[str, str], str]) -> dict[str, str]:
    """Return the contexts of the functions that translate in this module, its own and imported ones, by name."""
    own = {node.name: _context_of(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    imported = {
        alias.asname or alias.name: shared[str(node.module), alias.name]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if (str(node.module), alias.name) in shared
    }
    return {name: context for name, context in {**imported, **own}.items() if context}


class _Finder:
    def __init__(self, place: str, functions: dict[str, str]) -> None:
        self._place, self._functions = place, functions

    def find(self, node: ast.AST, class_name: str = "", in_function: str = "") -> Iterator[Text]:
        for child in ast.iter_child_nodes(node):
            inner_class = child.name if isinstance(child, ast.ClassDef) else class_name
            inner = child.name if isinstance(child, ast.FunctionDef) else in_function
            if isinstance(child, ast.Call) and inner not in self._functions:
                yield from self._text(child, class_name)
            yield from self.find(child, inner_class, inner)

    def _text(self, call: ast.Call, class_name: str) -> Iterator[Text]:
        name = ast.unparse(call.func)
        arguments = list(call.args)
        if name in (_TRANSLATE, "translate"):
            context = self._literal(arguments.pop(0))
        elif name in self._functions:
            context = self._functions[name]
        elif name == "self.tr" and class_name:
            context = class_name
        elif name == "tr" or name.endswith(".tr"):
            raise NoLiteralError(f"{self._place}:{call.lineno}: {name} has no context that is known from the source")
        else:
            return
        comment = self._literal(arguments[1]) if len(arguments) > 1 else ""
        source = self._literal(arguments[0])
        yield Text(context, source, comment, len(arguments) > 2, f"{self._place}:{call.lineno}")

    def _literal(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        raise NoLiteralError(f"{self._place}:{node.lineno}: {ast.unparse(node)} is no literal")


@dataclass(frozen=True, slots=True)
class Translation:
    """The translation of a text: one form, or the plural forms. ``is_finished``: a translator has approved it."""

    forms: tuple[str, ...]
    is_finished: bool

    @property
    def is_empty(self) -> bool:
        return not any(self.forms)


def read_translations(file: Path) -> dict[tuple[str, str, str], Translation]:
    """Return the translations of a .ts file by context, text and comment; {} if there is no file."""
    if not file.is_file():
        return {}
    found = {}
    for context in ElementTree.parse(file).iter("context"):
        for message in context.iter("message"):
            element = message.find("translation")
            assert element is not None
            plural = [form.text or "" for form in element.iter("numerusform")]
            forms = tuple(plural) if message.get("numerus") == "yes" else (element.text or "",)
            key = context.findtext("name", ""), message.findtext("source", ""), message.findtext("comment", "")
            found[key] = Translation(forms, element.get("type") != "unfinished")
    return found


def write_translations(
    file: Path, language: str, texts: Iterable[Text], known: dict[tuple[str, str, str], Translation]
) -> int:
    """Write a .ts file with these texts and what is known of them; return how many are not finished."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>"]
    lines.append(f'<TS version="2.1" language="{language}" sourcelanguage="en">')
    context, unfinished = "", 0
    texts = list(texts)
    present = {text.key for text in texts}
    moved = _by_source({key: translation for key, translation in known.items() if key not in present})
    for text in texts:
        if text.context != context:
            lines += ["</context>"] if context else []
            lines += ["<context>", f"    <name>{_escaped(text.context)}</name>"]
            context = text.context
        translation = known.get(text.key) or moved.get(text.source)
        if translation is None or text.has_count != (len(translation.forms) > 1):
            translation = Translation(("",) * (FORMS if text.has_count else 1), False)
        unfinished += not translation.is_finished
        lines += _message(text, translation)
    lines += ["</context>"] if context else []
    file.write_text("\n".join([*lines, "</TS>", ""]), encoding="utf-8")
    return unfinished


def _by_source(known: dict[tuple[str, str, str], Translation]) -> dict[str, Translation]:
    """Return the translations by their texts, where all of a text are equal: its class may have been renamed."""
    found: dict[str, set[Translation]] = {}
    for (_, source, _), translation in known.items():
        if not translation.is_empty:
            found.setdefault(source, set()).add(translation)
    return {source: translations.pop() for source, translations in found.items() if len(translations) == 1}


def _escaped(text: str) -> str:
    """Return text for XML, with the entities that Qt's tools write."""
    return escape(text, {"'": "&apos;", '"': "&quot;"})


def _message(text: Text, translation: Translation) -> Iterator[str]:
    yield '    <message numerus="yes">' if text.has_count else "    <message>"
    yield f"        <source>{_escaped(text.source)}</source>"
    if text.comment:
        yield f"        <comment>{_escaped(text.comment)}</comment>"
    start = "<translation>" if translation.is_finished else '<translation type="unfinished">'
    if text.has_count:
        yield f"        {start}"
        for form in translation.forms:
            yield f"            <numerusform>{_escaped(form)}</numerusform>"
        yield "        </translation>"
    else:
        yield f"        {start}{_escaped(translation.forms[0])}</translation>"
    yield "    </message>"


def main(languages: list[str]) -> int:
    """Update the files; return 1 if an English plural form is missing, which only its authors can give."""
    texts = find_texts(ROOT / "app")
    FOLDER.mkdir(exist_ok=True)
    counted = [text for text in texts if text.has_count]
    english = FOLDER / "ductus_en.ts"
    missing = write_translations(english, "en", counted, read_translations(english))
    for language in [code for code in languages or LANGUAGES if code != "en"]:
        file = FOLDER / f"ductus_{language}.ts"
        unfinished = write_translations(file, language, texts, read_translations(file))
        print(f"{file.name}: {len(texts)} texts, {unfinished} not finished")
    if missing:
        print(f"{missing} English plural forms are missing in {english}: fill them in, then run this again.")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
