"""Patterns of the filter box: wildcards, and a small, safe part of regular expressions.

A regular expression can take longer than the age of the world on a word of thirty letters, and nothing can stop
it once it runs. So the costly constructions are refused before it starts.
"""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Callable, Iterable

from core.errors import InputError
from core.project.db.text import folded

LONGEST_PATTERN = 200
LONGEST_TEXT = 200
"""Longer texts match no regular expression: what is read there is no word."""
MOST_REPEATS = 3
"""``*``, ``+`` and ``{}`` in one expression; the time grows with the text's length to this power."""
MOST_CHOICES = 12
"""``|`` and ``?`` in one expression; the time may double with each."""
SECONDS = 3.0
"""A pattern that needs longer over all texts is given up with a sentence."""

Matches = Callable[[str], bool]


def wildcard(pattern: str) -> Matches:
    """A test whether a whole text fits ``pattern``: ``*`` any letters, ``?`` one; capitals as small letters."""
    pieces = folded(pattern)
    expression = "".join({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in _merged(pieces))
    compiled = re.compile(expression, re.DOTALL)
    if expression.count(".*") > MOST_REPEATS:
        raise InputError(f"more than {MOST_REPEATS} stars are too many")
    return lambda text: compiled.fullmatch(folded(text)) is not None


def regular(pattern: str) -> Matches:
    """A test whether ``pattern`` is found in a text, capitals as small letters.

    Raises InputError, its text a clause, for a faulty expression and for one that could take too long.
    """
    if len(pattern) > LONGEST_PATTERN:
        raise InputError(f"the expression is longer than {LONGEST_PATTERN} characters")
    _refuse_costly(pattern)
    try:
        compiled = re.compile(unicodedata.normalize("NFC", pattern), re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise InputError(f"this is no regular expression ({error})") from None
    return lambda text: len(text) <= LONGEST_TEXT and compiled.search(text) is not None


def matching(texts: Iterable[str], matches: Matches) -> list[str]:
    """The texts that match; raises InputError when that takes too long."""
    end = time.monotonic() + SECONDS
    found = []
    for number, text in enumerate(texts):
        if matches(text):
            found.append(text)
        if number % 64 == 0 and time.monotonic() > end:
            raise InputError("The pattern of this filter takes too long to look for; make it simpler.")
    return found


def _merged(pattern: str) -> str:
    return re.sub(r"\*+", "*", pattern)


def _refuse_costly(pattern: str) -> None:
    """Refuse what a backtracking search may choke on: repeats of repeats or of choices, look-around, references."""
    bare = re.sub(r"\[\^?\]?(?:\\.|[^\]\\])*\]", "c", pattern)  # inside a set nothing repeats
    if re.search(r"\\[1-9gk]", bare):
        raise InputError("references back to a group are not supported")
    bare = re.sub(r"\\.", "c", bare)
    if re.search(r"\(\?(?!:)", bare):
        raise InputError("of the groups that begin with '(?' only '(?:' is supported")
    bare = bare.replace("(?:", "(")
    repeats, choices = len(re.findall(r"[*+{]", bare)), len(re.findall(r"[|?]", bare))
    if repeats > MOST_REPEATS:
        raise InputError(f"more than {MOST_REPEATS} repeats ('*', '+', '{{}}') are too many")
    if choices > MOST_CHOICES:
        raise InputError(f"more than {MOST_CHOICES} choices ('|', '?') are too many")
    holds_choice = [False]
    for place, char in enumerate(bare):
        if char == "(":
            holds_choice.append(False)
        elif char in "*+{|?":
            holds_choice[-1] = True
        elif char == ")" and len(holds_choice) > 1:
            inner = holds_choice.pop()
            repeated = bare[place + 1 : place + 2] in ("*", "+", "{")
            if inner and repeated:
                raise InputError("a group that holds '*', '+', '?', '{}' or '|' cannot be repeated")
            holds_choice[-1] |= inner
