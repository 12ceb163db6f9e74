"""Texts with counts have English plural forms, and the compiled file is that of the texts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTranslator

import app
from app.text import translations

TS = translations.FOLDER / "ductus_en.ts"
APP = Path(app.__file__).parent
PLURAL_MARKS = ("%n", "%Ln")


def classes() -> Iterator[tuple[Path, ast.ClassDef]]:
    for path in sorted(APP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield path, node


def numerus_texts() -> set[tuple[str, str]]:
    """(context, text) of every ``self.tr(text, "", count)``; any other text with a count fails the test."""
    found, literals = set(), set()
    for path, node in classes():
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "self.tr" and len(call.args) == 3:
                text = ast.literal_eval(call.args[0])
                found.add((node.name, text))
                literals.add((path, text))
    for path in sorted(APP.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        marked = {text for text in texts if any(mark in text for mark in PLURAL_MARKS)}
        assert marked <= {text for at, text in literals if at == path}, f'not in self.tr(text, "", count): {path}'
    return found


def forms() -> dict[tuple[str, str], list[str]]:
    """The plural forms in the file of the translators."""
    return {
        (context.findtext("name", ""), message.findtext("source", "")): [
            form.text or "" for form in message.iter("numerusform")
        ]
        for context in ElementTree.parse(TS).iter("context")
        for message in context.iter("message")
    }


@pytest.fixture
def compiled(qapp: QCoreApplication) -> QTranslator:
    translator = QTranslator()
    assert translator.load(str(TS.with_suffix(".qm")))
    return translator


def test_every_text_with_a_count_has_english_forms() -> None:
    in_code, in_file = numerus_texts(), forms()
    assert in_code == set(in_file), "run packaging/translations.sh"
    unfinished = [key for key, texts in in_file.items() if len(texts) != 2 or not all(texts)]
    assert not unfinished and not [text for texts in in_file.values() for text in texts if "(s)" in text]


def test_compiled_file_holds_the_same_forms(compiled: QTranslator) -> None:
    for (context, text), (one, many) in forms().items():
        assert compiled.translate(context, text, None, 1) == one, "run packaging/translations.sh"
        assert compiled.translate(context, text, None, 2) == many
        assert compiled.translate(context, text, None, 0) == many


def test_class_of_a_text_with_a_count_has_no_subclass() -> None:
    """Qt looks a text up under the name of the subclass first, and replaces the count even if it finds none."""
    bases = {ast.unparse(base) for _, node in classes() for base in node.bases}
    assert not bases & {context for context, _ in numerus_texts()}


def test_count_chooses_the_form_and_is_grouped(qapp: QCoreApplication) -> None:
    class PagesPanel(QObject):
        def text(self, count: int) -> str:
            return self.tr(SOURCE, "", count)

    SOURCE = next(text for context, text in forms() if context == "PagesPanel" and text.startswith("%Ln page"))
    said = [PagesPanel().text(count).split(" ha")[0] for count in (0, 1, 2, 1500)]
    assert said == ["0 pages", "1 page", "2 pages", "1,500 pages"]
    assert QLocale().toString(1234567) == "1,234,567"
