"""What the tests of translations share: the engine's sentences, faults of a translation, and texts that nobody speaks.

The latter have accents and are 35 % longer. Scripts of the folder "packaging", which is no package, are loaded here.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from types import ModuleType

EXTRA = 0.35
_PLAIN = "AEIOUYCDGHJLNRSTWZaeiouycdghjlnrstwz"
_ACCENTED = "ÅÉÎÖÛÝÇÐĜĤĴĻÑŔŠŢŴŽåéîöûýçðĝĥĵļñŕšţŵž"
_KEPT = re.compile(r"\{[^{}]*\}|%L?n|%\d|<[^<>]+>|&\w+;|\(\*[^()]*\)|https?://\S+|`[^`]*`")
ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("de", "fr")
COUNTS = re.compile(r"%L?n")
TAGS = re.compile(r"</?\w+[^<>]*>|&(?:\w+|#\d+);")
PATTERNS = re.compile(r"\(\*[^()]*\)|;;")
_MNEMONIC = re.compile(r"(?<!&)&(?![&\s])(?!\w+;)")
_ENDS = ".:…?!"
MOST_LONGER = 2.2
"""A translation that is longer than this, and by more than 40 characters, is a mistake or will be cut off."""


@cache
def packaging_module(name: str) -> ModuleType:
    """A script of the folder "packaging", which is no package."""
    spec = importlib.util.spec_from_file_location(f"ductus_{name}", ROOT / "packaging" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def pseudo(text: str) -> str:
    """Return a text with accents and 35 % more characters; placeholders, tags and entities stay as they are."""
    kept = _KEPT.findall(text)
    parts = [part.translate(str.maketrans(_PLAIN, _ACCENTED)) for part in _KEPT.split(text)]
    longer = "".join(f"{part}{keep}" for part, keep in zip(parts, [*kept, ""], strict=True))
    if "(*" in text:  # names of kinds of files, which Qt takes apart
        return longer
    words = " ".join(["öö"] * round(EXTRA * len(text) / 3))
    return f"{longer} {words}".rstrip() if len(text) > 2 else longer


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


def faults(source: str, forms: Sequence[str], *, has_count: bool, language: str) -> Iterator[str]:
    """Yield what is wrong with the forms of a translation, in words."""
    for number, form in enumerate(forms):
        if not form.strip():
            yield "it is empty"
            continue
        if _fields(source) != _fields(form):
            yield f"its fields are {sorted(_fields(form))}, not {sorted(_fields(source))}"
        counts, wanted = COUNTS.findall(form), COUNTS.findall(source)
        # where one form stands for exactly one thing, the number may be a word; French counts 0 with it
        is_one = has_count and number == 0 and len(forms) > 1 and language != "fr"
        if sorted(counts) != sorted(wanted) and not (is_one and not counts):
            yield f"its count is {counts}, not {wanted}"
        if Counter(TAGS.findall(form)) != Counter(TAGS.findall(source)):
            yield "its HTML tags or entities differ"
        if PATTERNS.findall(form) != PATTERNS.findall(source):
            yield "its names of kinds of files differ"
        if len(_MNEMONIC.findall(form)) != len(_MNEMONIC.findall(source)):
            yield "it has another number of letters for Alt (&)"
        # French puts a narrow space before a semicolon, also where a text begins with one
        begins = form.removeprefix("\u202f") if source[:1] == ";" else form
        if (begins[:1].isspace(), form[-1:].isspace()) != (source[:1].isspace(), source[-1:].isspace()):
            yield "it begins or ends with another space"
        if (source.rstrip()[-1:] in _ENDS) != (form.rstrip()[-1:] in _ENDS):
            yield f"it ends with “{form.rstrip()[-1:]}”, not “{source.rstrip()[-1:]}”"
        if "(s)" in form:
            yield "it has “(s)” in place of a plural form"
        if len(form) > MOST_LONGER * len(source) and len(form) > len(source) + 40:
            yield f"it has {len(form)} characters for {len(source)}"


def _fields(text: str) -> Counter[tuple[str, str]]:
    """Return the names of the fields with their formats; a field may stand in a text twice."""
    try:
        return Counter((name, form or "") for _, name, form, _ in Formatter().parse(text) if name is not None)
    except ValueError as error:
        return Counter({("not a format", str(error)): 1})
