"""The sentences of the engine: one language in a process, whole sentences, English without any file."""

from __future__ import annotations

import ast
import ctypes
import errno
import gettext
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from document_helpers import read_sources
from translation_helpers import LANGUAGES, ROOT, catalogue, faults, make_pseudo_language, sources, templates

from core import language
from core.errors import InputError
from core.formats.outlines import OutlineError
from core.formats.records import Skipped
from core.language import ENGLISH, format_number, kind_of, set_language, system_language, tr, tr_plural

LETTER = re.compile(r"[AEIOUaeiou]")
"""Letters that the language of these tests has only with accents."""
CLAUSES = {
    "DuctusError",
    "InputError",
    "ModelFileError",
    "DamagedError",
    "ImageMissingError",
    "Stopped",
    "OutlineError",
    "TransferError",
    "Note",
    "Failed",
    "note",
    "card_note",
    "Skipped",
    "InputSkipped",
    "skipped",
    "at",
    "from_os_error",
}
"""Functions whose literal arguments a person reads."""
CHILD = (
    "import sys, pathlib; from core import language; language._file = lambda code: pathlib.Path(sys.argv[1]);"
    "from core.cli.main import main; sys.exit(main(sys.argv[2:]))"
)
"""`ductus` with another file of translations, its first argument."""


@pytest.fixture(scope="module")
def pseudo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_pseudo_language(tmp_path_factory.mktemp("language"))


@pytest.fixture
def pseudo_german(pseudo_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language of the tests in place of German, in this process."""
    monkeypatch.setattr(language, "_file", lambda code: pseudo_file)
    set_language("de")
    yield
    set_language(ENGLISH)


def test_english_is_the_template_and_needs_no_file() -> None:
    assert tr("there is no page {page}; the file has {n_pages}", page=3, n_pages=2) == (
        "there is no page 3; the file has 2"
    )
    assert tr("'{}' is kept where there are no fields") == "'{}' is kept where there are no fields"
    assert tr("{share:.1%} of {path!r}", share=0.25, path="a{b}") == "25.0% of 'a{b}'"
    assert [tr_plural("{n} file of {name}", "{n} files of {name}", n, name="x") for n in (0, 1, 2)] == [
        "0 files of x",
        "1 file of x",
        "2 files of x",
    ]
    code = "import sys; from core.language import tr; tr('a {x}', x=1); print('gettext' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


@pytest.mark.usefixtures("pseudo_german")
def test_a_sentence_with_parts_of_other_functions_is_whole_in_one_language(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    error = InputError.from_os_error("x.png", tr("the file cannot be written"), full)
    assert len(str(error)) > 60 and not LETTER.search(str(error).removeprefix("x.png"))
    (tmp_path / "1.xml").write_text("<PcGts/>")
    (tmp_path / "2.xml").write_text("<alto")
    with pytest.raises(InputError) as unusable:
        read_sources([tmp_path / "1.xml", tmp_path / "2.xml"])
    shown = re.sub(r"\S*\d\.xml|expat\w*|'\w+'|\([^)]*\)", "", str(unusable.value))
    assert len(shown) > 40 and not LETTER.search(shown)
    assert tr_plural("{n} line", "{n} lines", 1) != tr_plural("{n} line", "{n} lines", 2)


@pytest.mark.usefixtures("pseudo_german")
def test_what_has_no_translation_is_english() -> None:
    assert tr("nobody has translated this {what}", what="sentence") == "nobody has translated this sentence"
    assert tr_plural("{n} such thing", "{n} such things", 2) == "2 such things"
    assert tr("") == ""


def test_a_language_without_a_file_or_of_another_program_is_english(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "de.mo").write_bytes(b"no catalogue")
    for folder in (tmp_path, tmp_path / "nowhere"):
        monkeypatch.setattr(language, "_file", lambda code, folder=folder: folder / f"{code}.mo")
        set_language("de")
        assert tr("the disk is full") == "the disk is full"
    set_language("xx")
    assert language.language() == ENGLISH == os.environ[language.VARIABLE]


@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_a_reason_begins_with_its_own_words_in_every_language(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a space stands before the colon that follows the name of the file."""
    monkeypatch.setenv(language.VARIABLE, language.language())
    set_language(code)
    try:
        file = Path("letter.xml")
        assert Skipped.from_error(file, "", InputError.at(file, "torn")).reason == "torn."
        assert Skipped.from_error(Path("other.xml"), "", InputError.at(file, "torn")).reason.startswith("letter.xml")
    finally:
        set_language(ENGLISH)


@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_reasons_of_one_kind_differ_only_in_the_fields_of_their_template(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(language.VARIABLE, language.language())
    set_language(code)
    try:
        file, words = Path("a.xml"), ["Mr O'Neil", "42", "e.g.", "{x}"]
        asked = [tr("'{text}' is not a word id", text=word) for word in words]
        refused = [InputError.at(file, sentence, hint="Try again") for sentence in asked]
        full = OSError(errno.ENOSPC, "")
        entries = [
            *(Skipped(file, "", sentence) for sentence in asked),
            *(Skipped(file, "", str(OutlineError(sentence))) for sentence in asked),
            *(Skipped.from_error(file, "", error) for error in (*refused, *map(InputError, asked))),
            *(Skipped.from_error(file, "", InputError.from_os_error(file, sentence, full)) for sentence in asked),
        ]
        assert {entry.reason_kind for entry in entries} == {tr("'{text}' is not a word id", text="…")}
    finally:
        set_language(ENGLISH)
    assert kind_of(tr_plural("{n} line", "{n} lines", 3)) == "… lines" and kind_of("3 lines") == "3 lines"
    assert Skipped(Path("a.xml"), "", "torn").reason_kind == "torn"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_CH"}, "fr"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LANGUAGE": "it:fr:de"}, "fr"),
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
    ],
)
def test_the_command_line_follows_the_locale(
    environment: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", language.VARIABLE):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert system_language() == code
    language.follow_system()
    assert language.language() == code
    monkeypatch.setenv(language.VARIABLE, "fr")
    language.follow_system()
    assert language.language() == "fr"


def test_windows_names_its_language_by_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, code in ((0x407, "de"), (0x80C, "fr"), (0x409, "en"), (0x999999, "en")):
        kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda number=number: number)
        monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
        monkeypatch.setattr(language, "is_windows", lambda: True)
        for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
            monkeypatch.delenv(name, raising=False)
        assert system_language() == code


def test_a_child_process_uses_the_language_of_its_environment(pseudo_file: Path, tmp_path: Path) -> None:
    outputs = {}
    for name in ("en", "de"):
        environment = os.environ | {language.VARIABLE: name, "PYTHONIOENCODING": "utf-8"}
        command = [sys.executable, "-c", CHILD, str(pseudo_file), "check", str(tmp_path / "no.ductus"), "--json"]
        done = subprocess.run(command, capture_output=True, env=environment, check=False)
        assert done.returncode == 2, done.stderr
        outputs[name] = json.loads(done.stdout.decode().splitlines()[-1])
    english, other = outputs["en"], outputs["de"]
    assert "there is no project here. Make one with: ductus new PROJECT." in english.pop("text")
    text = other.pop("text").partition(": ")[2]
    assert text and not LETTER.search(text)
    assert english == other, "programs read the same in every language"


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("en", "x.csv: 12,345.6 of 2026 (12.5%)."),
        ("de", "x.csv: 12.345,6 of 2026 (12,5\u00a0%)."),
        ("fr", "x.csv\u00a0: 12\u202f345,6 of 2026 (12,5\u202f%)."),
    ],
)
def test_numbers_with_a_format_have_the_marks_of_the_language(
    code: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(language.VARIABLE, ENGLISH)  # set_language sets it: monkeypatch restores it
    set_language(code)
    try:
        problem = tr("{amount:,.1f} of {year} ({share:.1%})", amount=12345.6, year=2026, share=0.125)
        assert str(InputError.at("x.csv", problem)) == shown
        # numbers of numpy are none of Python's float
        assert (
            tr("{share:.1%}", share=np.float32(0.125))
            == format_number(np.float32(0.125), ".1%")
            == tr("{a:.1%}", a=0.125)
        )
        assert str(InputError.at("x", "y", hint="Is the disk full?")).endswith(" Is the disk full?")
    finally:
        set_language(ENGLISH)


def test_letters_that_the_output_cannot_show_do_not_stop_a_command(pseudo_file: Path, tmp_path: Path) -> None:
    environment = os.environ | {language.VARIABLE: "de", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-c", CHILD, str(pseudo_file), "new", str(tmp_path / "new.ductus")]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert done.returncode == 0 and b"?" in done.stdout, done.stderr


def test_the_files_of_the_translators_have_every_sentence_of_the_sources() -> None:
    texts = {template.text for template in templates()}
    assert len(texts) > 1000
    for code in LANGUAGES:
        assert set(catalogue(code)) == texts, "run packaging/translations.sh"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_compiled_file_holds_what_the_translators_wrote(code: str) -> None:
    with (sources().FOLDER / f"{code}.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for template in templates():
        forms = catalogue(code)[template.text]
        if template.plural:
            found = tuple(compiled.ngettext(template.text, template.plural, n) for n in (1, 2))
            assert found == (forms if all(forms) else (template.text, template.plural))
        else:
            assert compiled.gettext(template.text) == (forms[0] or template.text), "run packaging/translations.sh"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_is_translated_with_its_fields(code: str) -> None:
    known = catalogue(code)
    wrong = {}
    for template in templates():
        forms = known[template.text]
        found = []
        for form, source in zip(forms, (template.text, template.plural), strict=False):
            # where one form stands for exactly one thing, the number may be a word; French counts 0 with it
            may_be_word = bool(template.plural) and form == forms[0] and code != "fr" and "{n}" not in form
            found += faults(
                source.replace("{n}", "1") if may_be_word else source, [form], has_count=False, language=code
            )
        if found:
            wrong[template.text] = found
    missing = [text for text in wrong if wrong[text] == ["it is empty"] * len(known[text])]
    assert not {text: found for text, found in wrong.items() if text not in missing}
    assert not missing, f"{len(missing)} of {len(known)} sentences have no translation"


def test_no_sentence_is_forgotten() -> None:
    """Each literal that is given to an error or a note stands in tr(), tr_plural(), tr_hint() or tr_noop()."""
    forgotten = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {text}"
        for package in ("core", "app")
        for path in sorted((ROOT / package).rglob("*.py"))
        for node, text in _untranslated(path)
    ]
    assert not forgotten


def test_a_forgotten_sentence_is_found(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    lines = [
        'raise InputError("The word is empty.")',
        'raise InputError.at(path, f"there is no page {number}")',
        'raise InputError.at(path, tr("x y"), hint="Choose another" if found else "")',
        'emit(note("Reading " + name))',
        'raise InputError(tr("The word is empty."))',
        'raise InputError(f"{name}: {problem}")',
    ]
    file.write_text("\n".join(lines))
    assert [node.lineno for node, _ in _untranslated(file)] == [1, 2, 3, 4]


def _untranslated(path: Path) -> Iterator[tuple[ast.expr, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            if name in CLAUSES:
                # a place may be the name of a setting
                named = [keyword.value for keyword in node.keywords if keyword.arg != "place"]
                for argument in [*node.args, *named]:
                    yield from ((argument, text) for text in _literals(argument) if re.search("[a-z]{2}", text))


def _literals(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be, without what functions return."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(part.value for part in values if isinstance(part, ast.Constant))
        case ast.IfExp(body=body, orelse=orelse):
            yield from _literals(body)
            yield from _literals(orelse)
        case ast.BinOp(left=left, right=right):
            yield from _literals(left)
            yield from _literals(right)
