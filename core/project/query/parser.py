"""The filter language of Review: from the text of the filter box to terms that can be looked for.

A filter is a row of terms, all of which must hold: ``unseen conf<0.6 page:12``. ``or`` between two terms joins
just these (``page:3 seen or unseen``: page 3, and there either kind); ``-`` or ``not`` before a term negates it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from core.errors import InputError
from core.project.content.word_edits import WORD_ROLES
from core.project.content.word_states import STATES
from core.project.db.text import fault_in, folded
from core.project.query.pattern import Matches, regular, wildcard

READ, PREDICTED, TIED = "read", "predicted", "tied"
KEYWORDS = (*STATES, PREDICTED, READ, TIED)
NUMBERS = {
    "conf": "conf",
    "confidence": "conf",
    "votes": "votes",
    "dist": "dist",
    "distance": "dist",
    "length": "length",
}
KEYS = ("text", "pred", "page", "role", "model", "writer", "conf", "votes", "dist", "length")
"""What may stand before ``:`` or, for the last four, before ``<``, ``>`` and ``=``."""


@dataclass(frozen=True, slots=True)
class Keyword:
    """One of :data:`KEYWORDS`."""

    name: str


@dataclass(frozen=True, slots=True)
class Number:
    """``field`` (conf, votes, dist or length) compared: all of ``tests`` (operator, value) must hold."""

    field: str
    tests: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages by number from 1 (ranges, both ends included) or by name."""

    ranges: tuple[tuple[int, int], ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A word's current text, or (``predicted``) the model's, for which ``matches`` holds."""

    predicted: bool
    matches: Matches


@dataclass(frozen=True, slots=True)
class Named:
    """``kind`` is role, model or writer; ``name`` as given."""

    kind: str
    name: str


Term = Keyword | Number | Pages | Text | Named


@dataclass(frozen=True, slots=True)
class Literal:
    """A term, perhaps negated; ``source`` is how it was written, for sentences about it."""

    term: Term
    negated: bool
    source: str


@dataclass(frozen=True, slots=True)
class Query:
    """All of ``clauses`` must hold, of each clause at least one literal; no clauses: every word."""

    clauses: tuple[tuple[Literal, ...], ...]

    @property
    def names_readings(self) -> bool:
        """Whether it asks for words that a person has read."""
        wanted = {"typed", "accepted", READ}
        return any(
            isinstance(literal.term, Keyword) and literal.term.name in wanted and not literal.negated
            for clause in self.clauses
            for literal in clause
        )


_HEAD = re.compile(r"([A-Za-z]+)(<=|>=|<|>|=|:)")
_RUN = re.compile(r"\S+")
_NUMBER = r"[0-9]{0,9}[.,]?[0-9]{1,9}"


def parse(text: str) -> Query:
    """The terms of a filter. Raises InputError, one sentence with the place, for a faulty one."""
    clauses: list[list[Literal]] = []
    place, negated, joins = 0, False, False
    pending = ""
    while True:
        place += len(text[place:]) - len(text[place:].lstrip())
        if place == len(text):
            break
        run = _RUN.match(text, place)
        assert run is not None
        if (word := run[0].casefold()) in ("or", "not"):
            if word == "or" and (pending or not clauses):
                raise _bad(place, run[0], "a term is missing before it")
            if negated:
                raise _bad(place, run[0], "once is enough")
            negated, joins = word == "not", joins or word == "or"
            pending, place = run[0], run.end()
            continue
        start = place
        if text[place] == "-" and len(run[0]) > 1:
            negated, place = not negated, place + 1
        term, place = _term(text, place)
        literal = Literal(term, negated, text[start:place])
        if joins:
            clauses[-1].append(literal)
        else:
            clauses.append([literal])
        negated, joins, pending = False, False, ""
    if pending:
        raise _bad(len(text), pending, "a term is missing after it")
    return Query(tuple(tuple(clause) for clause in clauses))


def _term(text: str, place: int) -> tuple[Term, int]:
    head = _HEAD.match(text, place)
    if head is None:
        value, _, end = _value(text, place, pattern=False)
        quoted = text[place] == '"'
        if not quoted and value.casefold() in KEYWORDS:
            return Keyword(value.casefold()), end
        return Text(False, _holding(_fit(value, place))), end
    key, operator = head[1].casefold(), head[2]
    if key not in KEYS and key not in NUMBERS:
        raise _bad(place, head[0], f'unknown; to look for this text put it in quotes: "{head[0]}"')
    value, plain, end = _value(text, head.end(), pattern=key in ("text", "pred"))
    if not value:
        raise _bad(place, head[0], "something is missing after it")
    if key in NUMBERS:
        return _number(NUMBERS[key], operator, value, place), end
    if operator not in (":", "="):
        raise _bad(place, head[0], f"write {key}: and then what to look for")
    if key in ("text", "pred"):
        return Text(
            key == "pred", _told(place, value, lambda: _matches(_fit(value, place), plain, text[head.end()]))
        ), end
    if key == "page":
        return _pages(value, plain, place), end
    if key == "role" and value.casefold() not in WORD_ROLES:
        raise _bad(place, value, f"there is no such role; choose one of {', '.join(WORD_ROLES)}")
    return Named(key, value.casefold() if key == "role" else value), end


def _value(text: str, place: int, *, pattern: bool) -> tuple[str, bool, int]:
    """The value that begins at ``place``, whether it was written plainly, and where it ends."""
    mark = text[place : place + 1]
    if mark != '"' and not (pattern and mark == "/"):
        run = _RUN.match(text, place)
        return ("", True, place) if run is None else (run[0], True, run.end())
    found = re.compile(rf"{mark}((?:\\.|[^\\{mark}])*){mark}(?=\s|$)", re.DOTALL).match(text, place)
    if found is None:
        raise _bad(place, text[place : place + 20], f"the closing {mark} is missing, or no space follows it")
    value = found[1] if mark == "/" else re.sub(r"\\(.)", r"\1", found[1], flags=re.DOTALL)
    return value, False, found.end()


def _matches(value: str, plain: bool, mark: str) -> Matches:
    if mark == "/":
        return regular(value.replace("\\/", "/"))
    if plain and ("*" in value or "?" in value):
        return wildcard(value)
    wanted = folded(value)
    return lambda text: folded(text) == wanted


def _holding(value: str) -> Matches:
    wanted = folded(value)
    return lambda text: wanted in folded(text)


def _number(field: str, operator: str, value: str, place: int) -> Number:
    span = re.fullmatch(rf"({_NUMBER})-({_NUMBER})", value) if operator in (":", "=") else None
    if span is not None:
        low, high = _float(span[1]), _float(span[2])
        if low > high:
            raise _bad(place, value, "the range runs backwards")
        return Number(field, ((">=", low), ("<=", high)))
    if re.fullmatch(_NUMBER, value) is None:
        raise _bad(place, value, f"a number belongs after {field}, such as {field}<3 or {field}:1-3")
    return Number(field, (("=" if operator == ":" else operator, _float(value)),))


def _float(digits: str) -> float:
    return float(digits.replace(",", "."))


def _pages(value: str, plain: bool, place: int) -> Pages:
    if not plain:
        return Pages((), (value,))
    ranges, names = [], []
    for item in value.split(","):
        span = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", item)
        if not item:
            raise _bad(place, value, "a page is missing beside a comma")
        if span is None:
            names.append(item)
        elif int(span[1]) > int(span[2]):
            raise _bad(place, item, "the range runs backwards")
        else:
            ranges.append((int(span[1]), int(span[2])))
    return Pages(tuple(ranges), tuple(names))


def _fit(value: str, place: int) -> str:
    if fault := fault_in(value):
        raise _bad(place, value, fault)
    return value


def _told(place: int, value: str, make: Callable[[], Matches]) -> Matches:
    try:
        return make()
    except InputError as error:
        clause = str(error)
        raise (error if clause.startswith("Filter") else _bad(place, value, clause)) from None


def _bad(place: int, fragment: str, why: str) -> InputError:
    return InputError(f"Filter, character {place + 1} ({fragment.strip()[:30]}): {why}.")
