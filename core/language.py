"""The language of the sentences that a person reads: errors, notes, results. English needs no file and no import.

Each sentence stands in the source as an English literal, its template, and is filled after it was translated::

    tr("there is no page {page}; the file has {n_pages}", page=page, n_pages=len(pages))
    tr_plural("{n} file is missing", "{n} files are missing", len(missing))
    tr_hint("Make one with: ductus new PROJECT", "Create one with “New project”")
    tr_noop("Pages")  # translated later, by tr(name)

`packaging/engine_translations.py` gathers the templates for the translators.
"""

from __future__ import annotations

import os
from numbers import Real
from string import Formatter
from typing import TYPE_CHECKING, Any

from core.system.platforms import is_windows, windows_language

if TYPE_CHECKING:
    from gettext import NullTranslations
    from importlib.resources.abc import Traversable

VARIABLE = "DUCTUS_LANGUAGE"
"""The environment variable with the code of the language, which child processes inherit."""
IN_APP = "DUCTUS_IN_APP"
"""The environment variable, set by the app for itself and its jobs, by which hints name places of the app."""
ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "fr")
_MARKS = {
    "de": str.maketrans({".": ",", ",": ".", "%": "\u00a0%"}),
    "fr": str.maketrans({".": ",", ",": "\u202f", "%": "\u202f%"}),
}
"""The decimal mark, the one between thousands, and the sign of per cent, in place of the English ones."""
_LOCALE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Sentence(str):
    """A filled template that remembers it: sentences made of one template are of one kind (:func:`kind_of`)."""

    template: str

    def __str__(self) -> str:
        return self  # so that the message of an exception still knows its template


def kind_of(sentence: str) -> str:
    """Return what a sentence has in common with others of its template: … stands for each field."""
    if not isinstance(sentence, Sentence):
        return sentence
    parts = Formatter().parse(sentence.template)
    return "".join(text if field is None else f"{text}…" for text, field, _, _ in parts)


def tr(template: str, /, **fields: object) -> str:
    """Return ``template`` in the language of this process, otherwise in English, filled with ``fields``."""
    catalogue = _catalogue()
    text = template if catalogue is None or not template else catalogue.gettext(template)
    return _filled(text, fields) if fields else text


def tr_plural(one: str, many: str, n: int, /, **fields: object) -> str:
    """Return the form of a template for ``n`` things, as :func:`tr`; ``{n}`` in it is the number."""
    catalogue = _catalogue()
    if catalogue is None:
        text = one if n == 1 else many
    else:
        text = catalogue.ngettext(one, many, n)
    return _filled(text, {"n": n, **fields})


def tr_hint(typed: str, in_app: str, /, **fields: object) -> str:
    """Return what to do, as :func:`tr`: on the command line what to type, in the app and its jobs where to find it."""
    return tr(in_app if IN_APP in os.environ else typed, **fields)


def format_number(value: float, format_spec: str) -> str:
    """Return a number as ``format(value, format_spec)`` does, in the marks of the language."""
    _catalogue()
    return format(value, format_spec) if _Loaded.filler is None else _Loaded.filler.format_field(value, format_spec)


def _filled(text: str, fields: dict[str, object]) -> str:
    filler = _Loaded.filler  # of the catalogue that was just looked up
    sentence = Sentence(text.format(**fields) if filler is None else filler.vformat(text, (), fields))
    sentence.template = text
    return sentence


class _Filler(Formatter):
    """Fills templates with numbers in the marks of a language; a number without a format, such as a year, stays."""

    def __init__(self, marks: dict[int, str]) -> None:
        self._marks = marks

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a field as :meth:`str.format` does, with other marks where it is a number with a format."""
        text = str(super().format_field(value, format_spec))
        is_number = isinstance(value, Real) and format_spec not in ("", "d")
        return text.translate(self._marks) if is_number else text


def tr_plural_noop(one: str, many: str, /) -> tuple[str, str]:
    """Return the forms of a template as they are; :func:`tr_plural` translates them where they are used."""
    return one, many


def tr_noop(template: str, /) -> str:
    """Return ``template`` as it is. It is listed for the translators; :func:`tr` translates it where it is used."""
    return template


def set_language(code: str) -> None:
    """Use a language in this process and in those that it starts from now on; English for an unknown one."""
    os.environ[VARIABLE] = code if code in LANGUAGES else ENGLISH
    _Loaded.code = None


def language() -> str:
    """Return the code of the language: that of the environment, otherwise English."""
    code = os.environ.get(VARIABLE, "")
    return code if code in LANGUAGES else ENGLISH


def system_language() -> str:
    """Return the code of the first of our languages that the person prefers in this system, otherwise English."""
    for name in _preferred():
        code = name.replace("-", "_").partition(".")[0].partition("_")[0].lower()
        if code in ("c", "posix"):
            return ENGLISH
        if code in LANGUAGES:
            return code
    return ENGLISH


def follow_system() -> None:
    """Use the language of the system, unless the environment names one."""
    if os.environ.get(VARIABLE, "") not in LANGUAGES:
        set_language(system_language())


class _Loaded:
    """The catalogue of the language in use, and what fills its templates; both are None for English.

    ``code`` is None until they are looked up.
    """

    code: str | None = None
    catalogue: NullTranslations | None = None
    filler: _Filler | None = None


def _catalogue() -> NullTranslations | None:
    if _Loaded.code is None:
        code = language()
        _Loaded.catalogue = None if code == ENGLISH else _load(code)
        _Loaded.filler = None if code == ENGLISH else _Filler(_MARKS[code])
        _Loaded.code = code
    return _Loaded.catalogue


def _load(code: str) -> NullTranslations | None:
    from gettext import GNUTranslations

    try:
        with _file(code).open("rb") as file:
            return GNUTranslations(file)
    except (OSError, ValueError):
        return None  # without its file a language falls back to English


def _file(code: str) -> Traversable:
    from importlib.resources import files

    return files("resources").joinpath("translations", "engine", f"{code}.mo")


def _preferred() -> list[str]:
    """Return the names of the languages, the preferred one first, as "de_DE.UTF-8" or "de-DE"."""
    # as gettext: LANGUAGE is a list, and counts unless the locale is C
    named = next((value for name in _LOCALE_VARIABLES[1:] if (value := os.environ.get(name))), "")
    if named:
        is_plain = named.partition(".")[0] in ("C", "POSIX")
        several = [] if is_plain else os.environ.get(_LOCALE_VARIABLES[0], "").split(":")
        return [*filter(None, several), named]
    if is_windows():
        return [windows_language()]
    return []
