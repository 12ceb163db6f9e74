"""Faults of a translation that can be found without knowledge of its language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from string import Formatter

COUNTS = re.compile(r"%L?n")
TAGS = re.compile(r"</?\w+[^<>]*>|&(?:\w+|#\d+);")
PATTERNS = re.compile(r"\(\*[^()]*\)|;;")
_MNEMONIC = re.compile(r"(?<!&)&(?![&\s])(?!\w+;)")
_ENDS = ".:…?!"
MOST_LONGER = 2.2
"""A translation that is longer than this, and by more than 40 characters, is a mistake or will be cut off."""


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
