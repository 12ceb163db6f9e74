"""Every text of the app is translated in every language, with its fields and plural forms, and is compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pseudo_language import LEFT, compile_file, make_language, pseudo, sources
from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTranslator
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from translation_helpers import faults, templates

import app
import core
from app.collection.import_options import ImportOptions
from app.review.filter_bar import FilterHelp
from app.text import translations

_ENDS = (".", "!", "?", "…", ":", ";", ")", "\n")
_TRANSLATE = ("tr", "translate")


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(translations.FOLDER / "ductus_de.qm"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.mark.usefixtures("german")
def test_help_on_the_filter_is_not_cut(qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    help_dialog = FilterHelp(parent)
    help_dialog.show()
    text = help_dialog.findChild(QLabel)
    assert text is not None and "Erkenner" in text.text()
    assert text.height() >= text.heightForWidth(text.width())


@pytest.mark.usefixtures("german")
def test_meaning_of_a_use_begins_with_a_capital_and_keeps_those_of_nouns(qtbot) -> None:
    options = ImportOptions()
    qtbot.addWidget(options)
    options.use.setCurrentIndex(options.use.findData("train"))
    assert options.meaning.text() == "Das Modell lernt aus den Transkriptionen."


TS = translations.FOLDER / "ductus_en.ts"


APP, CORE = Path(app.__file__).parent, Path(core.__file__).parent


PLURAL_MARKS = ("%n", "%Ln")


LANGUAGES = [code for code in translations.NAMES if code != translations.ENGLISH]


WHOLE_NAMES = {"{0} part", "character {key!r}"}


"""Texts that are joined with something that is no word: the ending of a file's name, a field of a file."""


@pytest.fixture(scope="module")
def app_texts() -> list:
    """Every text of the app, as its sources have it."""
    return sources().find_texts(APP)


def classes() -> Iterator[tuple[Path, ast.ClassDef]]:
    for path in sorted(APP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield path, node


def numerus_texts() -> set[tuple[str, str]]:
    """(context, text) of every text with a count; a text that has a mark for it but no count fails the test."""
    texts = sources().find_texts(APP)
    assert not [text for text in texts if not text.has_count and any(mark in text.source for mark in PLURAL_MARKS)]
    return {(text.context, text.source) for text in texts if text.has_count}


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


def ts_file(language: str) -> Path:
    """The file of a language; skip the test where the language has none."""
    file = translations.FOLDER / f"ductus_{language}.ts"
    if not file.is_file():
        pytest.skip(f"there is no {file.name} yet: packaging/translations.sh {language} makes it")
    return file


def shown(text) -> str:
    return f"{text.context}: {text.source[:90]!r} ({text.place})"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str, app_texts: list) -> None:
    known = sources().read_translations(ts_file(language))
    missing = [shown(text) for text in app_texts if text.key not in known]
    assert not missing, "run packaging/translations.sh:\n" + "\n".join(missing)
    unfinished = [shown(text) for text in app_texts if not known[text.key].is_finished or known[text.key].is_empty]
    assert not unfinished, f"{len(unfinished)} texts are not translated:\n" + "\n".join(unfinished)
    assert set(known) == {text.key for text in app_texts}, "run packaging/translations.sh"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_fields_counts_tags_and_letters_for_alt(language: str, app_texts: list) -> None:
    known = sources().read_translations(ts_file(language))
    wrong = [
        f"{shown(text)}: {fault}: {known[text.key].forms}"
        for text in app_texts
        if text.key in known and known[text.key].is_finished
        for fault in faults(text.source, known[text.key].forms, has_count=text.has_count, language=language)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language: str, app_texts: list) -> None:
    known = sources().read_translations(ts_file(language))
    wrong = [
        shown(text)
        for text in app_texts
        if text.key in known and len(known[text.key].forms) != (sources().FORMS if text.has_count else 1)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_file_is_that_of_the_translations(language: str, qapp: QCoreApplication) -> None:
    file, translator = ts_file(language), QTranslator()
    assert translator.load(str(file.with_suffix(".qm"))), "run packaging/translations.sh"
    stale = []
    for (context, source, comment), translation in sources().read_translations(file).items():
        counts = (1, 2) if len(translation.forms) > 1 else (-1,)
        compiled = tuple(translator.translate(context, source, comment or None, count) for count in counts)
        if translation.is_finished and compiled != translation.forms:
            stale.append((context, source, compiled))
    assert not stale, "run packaging/translations.sh"


def test_pseudo_language_passes_and_faults_are_found(app_texts: list, tmp_path: Path, qapp: QCoreApplication) -> None:
    """The checks above can pass, and each of them can fail."""
    file = make_language(tmp_path, LEFT)
    known = sources().read_translations(file)
    for text in app_texts:
        if text.context != "Moments":
            forms = known[text.key].forms
            found = list(faults(text.source, forms, has_count=text.has_count, language=LEFT))
            assert not [each for each in found if "ends with" not in each], (text, found)
    wrong = {
        "{0} of {1}": "{0} of {0}",
        "%Ln page(s)": "Seiten",
        "<b>Read</b> only": "Read only",
        "Text (*.txt);;All files (*)": "Text (*.text);;All (*)",
        "&Close": "Close",
        " corrections": "corrections",
        "Done.": "Done",
        "Open…": "",
    }
    for source, translation in wrong.items():
        assert list(faults(source, [translation], has_count=False, language="de")), source
    assert not list(faults("%Ln page(s) of {0}", ["Eine Seite von {0}", "%Ln von {0}"], has_count=True, language="de"))
    assert list(faults("%Ln page(s)", ["Une page", "%Ln pages"], has_count=True, language="fr"))


def test_file_of_a_language_keeps_the_work_of_translators(app_texts: list, tmp_path: Path) -> None:
    module, file = sources(), tmp_path / "ductus_xx.ts"
    one, moved = app_texts[0], next(text for text in app_texts if not text.has_count and len(text.source) > 30)
    known = {
        one.key: module.Translation(("Eins & <zwei>",) * (2 if one.has_count else 1), True),
        ("FormerClass", moved.source, ""): module.Translation(("Umgezogen",), True),
        ("Gone", "A text that is gone", ""): module.Translation(("Weg",), True),
    }
    assert module.write_translations(file, "de", app_texts, known) == len(app_texts) - 2
    again = module.read_translations(file)
    assert again[one.key].forms[0] == "Eins & <zwei>" and again[moved.key].forms == ("Umgezogen",)
    assert "Gone" not in {context for context, _, _ in again}
    before = file.read_text(encoding="utf-8")
    module.write_translations(file, "de", app_texts, again)
    assert file.read_text(encoding="utf-8") == before
    assert compile_file(file).stat().st_size > 0


def test_texts_that_nobody_can_translate_are_refused(tmp_path: Path) -> None:
    module = sources()
    for number, line in enumerate(('self.tr(f"page {n}")', "self.tr(name)", 'window.tr("Close")')):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "view.py").write_text(f"class A:\n    def f(self):\n        return {line}\n", encoding="utf-8")
        with pytest.raises(module.NoLiteralError, match=r"view\.py:3"):
            module.find_texts(folder)


def test_no_sentence_is_joined_from_parts(tmp_path: Path) -> None:
    for folder in (APP, CORE):
        assert [found for found in joined_texts(folder) if found[1] not in WHOLE_NAMES] == []
    assert [each.text for each in templates() if each.text[:1] in " ,;("] == []
    (tmp_path / "view.py").write_text(
        "def f(self, n):\n    pages = self.tr('%Ln pages', '', n)\n    return pages + self.tr(' are read')\n"
        "def g(self, n):\n    return f\"{self.tr('found in')} {n}\"\n"
        "def h(self):\n    return self.tr('A whole sentence.') + ' ' + self.tr('Another one.')\n",
        encoding="utf-8",
    )
    assert {text for _, text in joined_texts(tmp_path)} == {"%Ln pages", " are read", "found in"}
    assert pseudo("{0} of %Ln <b>words</b>").startswith("{0} öf %Ln <b>")


def joined_texts(folder: Path) -> list[tuple[str, str]]:
    """Return (place, text) of each translated text that is no whole sentence and is joined with other words.

    Joined with ``+``, in an f-string or by ``" ".join``; a text that stands alone between brackets or after a
    dash is a label, and a list with commas is a list.
    """
    found: set[tuple[str, str]] = set()
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        # most files translate nothing
        tree = ast.parse(source if any(f"{name}(" in source for name in _TRANSLATE) else "")
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            known = _assigned(function)
            for node in _own_nodes(function):
                parts = [text for text in _parts(node, known) if text.strip() and not text.rstrip().endswith(_ENDS)]
                found |= {(f"{path.relative_to(folder.parent)}:{node.lineno}", text) for text in parts}  # type: ignore[attr-defined]
    return sorted(found)


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        yield node
        todo += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.FunctionDef)]


def _text(node: ast.AST) -> str | None:
    """Return the text that an expression translates, perhaps with its fields filled in."""
    if not isinstance(node, ast.Call):
        return None
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name == "format" and isinstance(node.func, ast.Attribute):
        return _text(node.func.value)
    if name in _TRANSLATE:
        literals = [
            argument.value for argument in node.args[:2] if isinstance(argument, ast.Constant) and argument.value
        ]
        if literals:
            return str(literals[-1] if name == "translate" else literals[0])
    return None


def _assigned(function: ast.FunctionDef) -> dict[str, str]:
    """Return the translated texts of local variables."""
    found = {}
    for node in _own_nodes(function):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            text = _text(node.value)
            if text is not None:
                found[node.targets[0].id] = text
    return found


def _parts(node: ast.AST, known: dict[str, str]) -> list[str]:
    """Return the translated texts that an expression joins with words."""
    if isinstance(node, ast.JoinedStr):
        between = [str(each.value).strip() for each in node.values if isinstance(each, ast.Constant)]
        signs = [text for text in between if text]
        if (
            signs
            and len(signs) == len(between)
            and all(text[0] in ",:·–(<[" and not text[-1].isalpha() for text in signs)
        ):
            return []  # a list, or a label with its value
        values = [each.value for each in node.values if isinstance(each, ast.FormattedValue)]
        letters = "".join(str(each.value) for each in node.values if isinstance(each, ast.Constant))
        others = len(values) + any(character.isalpha() for character in letters)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        values, others = [node.left, node.right], 2
    else:
        return []
    if others < 2:
        return []
    texts = [_text(value) or (known.get(value.id) if isinstance(value, ast.Name) else None) for value in values]
    return [text for text in texts if text]
