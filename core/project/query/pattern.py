"""Text patterns of the filter box: wildcards, and a safe subset of regular expressions.

A backtracking regular expression can run practically forever on a word of thirty letters and cannot be interrupted.
So costly constructions are refused beforehand.
"""

import re
import time
import unicodedata
from collections.abc import Callable, Iterable

from core.errors import InputError
from core.project.db.values import fold_case

MAX_PATTERN_CHARS = 200
MAX_TEXT_CHARS = 200
"""Longer texts match not a regular expression: they are not words."""
MAX_REPEATS = 3
"""``*``, ``+`` and ``{}`` in one expression; the time grows with the text's length to this power."""
MAX_CHOICES = 12
"""``|`` and ``?`` in one expression; the time can double with each."""
TIMEOUT_S = 3.0
"""Longest time to match a pattern against all texts."""

TextMatcher = Callable[[str], bool]


def wildcard_matcher(pattern: str) -> TextMatcher:
    """Return a test whether a whole text fits ``pattern``, ignoring case: ``*`` any letters, ``?`` one."""
    pieces = re.sub(r"\*+", "*", fold_case(pattern))
    expression = "".join({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in pieces)
    compiled = re.compile(expression, re.DOTALL)
    if expression.count(".*") > MAX_REPEATS:
        raise InputError.of("more than {max_repeats} stars are too many", max_repeats=MAX_REPEATS)
    return lambda text: compiled.fullmatch(fold_case(text)) is not None


def regex_matcher(pattern: str) -> TextMatcher:
    """Return a test whether ``pattern`` is found in a text, ignoring case.

    Raises InputError, its text a clause, for an invalid expression or one that could take too long.
    """
    if len(pattern) > MAX_PATTERN_CHARS:
        raise InputError.of(
            "the expression is longer than {max_pattern_chars} characters", max_pattern_chars=MAX_PATTERN_CHARS
        )
    _refuse_costly(pattern)
    try:
        compiled = re.compile(unicodedata.normalize("NFC", pattern), re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise InputError.of("this is not a regular expression ({error})", error=error) from None
    return lambda text: len(text) <= MAX_TEXT_CHARS and compiled.search(text) is not None


def matching_texts(texts: Iterable[str], matches: TextMatcher, pattern: str, timeout_s: float = TIMEOUT_S) -> list[str]:
    """Return the texts that match; raises InputError, naming ``pattern``, when that takes too long."""
    end = time.monotonic() + timeout_s
    found = []
    for text in texts:
        if matches(text):
            found.append(text)
        if time.monotonic() > end:
            raise InputError.of(
                "'{pattern}' takes too long to match with every text. Use a simpler pattern.", pattern=pattern
            )
    return found


def _refuse_costly(pattern: str) -> None:
    """Raise InputError for repeats of repeats or of choices, lookaround and back references."""
    bare = re.sub(r"\[\^?\]?(?:\\.|[^\]\\])*\]", "c", pattern)  # nothing repeats inside a set
    if re.search(r"\\[1-9gk]", bare):
        raise InputError.of("references back to a group are not supported")
    bare = re.sub(r"\\.", "c", bare)
    if re.search(r"\(\?(?!:)", bare):
        raise InputError.of("of the groups that begin with '(?' only '(?:' is supported")
    bare = bare.replace("(?:", "(")
    repeats, choices = len(re.findall(r"[*+{]", bare)), len(re.findall(r"[|?]", bare))
    if repeats > MAX_REPEATS:
        raise InputError.of("more than {max_repeats} repeats ('*', '+', '{{}}') are too many", max_repeats=MAX_REPEATS)
    if choices > MAX_CHOICES:
        raise InputError.of("more than {max_choices} choices ('|', '?') are too many", max_choices=MAX_CHOICES)
    has_choice = [False]
    for place, char in enumerate(bare):
        if char == "(":
            has_choice.append(False)
        elif char in "*+{|?":
            has_choice[-1] = True
        elif char == ")" and len(has_choice) > 1:
            inner = has_choice.pop()
            is_repeated = bare[place + 1 : place + 2] in ("*", "+", "{")
            if inner and is_repeated:
                raise InputError.of("a group that contains '*', '+', '?', '{}' or '|' cannot be repeated")
            has_choice[-1] |= inner
