"""The filter language of Review: from the text of the filter box to conditions.

A filter is a list of terms that must all hold: ``unseen conf<0.6 page:12``. ``or`` between two terms joins only these
two (``page:3 seen or unseen``: page 3, and there either state); ``-`` or ``not`` before a term negates it.
"""

import re
from dataclasses import dataclass

from core.errors import InputError
from core.language import tr
from core.project.content.words import Role, WordState
from core.project.db.values import fold_case, text_fault
from core.project.query.pattern import TextMatcher, regex_matcher, wildcard_matcher

TRANSCRIBED, PREDICTED, TIED = "read", "predicted", "tied"
AUDIT = "audit"
"""The words of the sample that was drawn last."""
DIFFERS = "differs"
"""Words with different transcriptions by people, on which nobody has decided."""
NO_LIST = "nolist"
"""The state :attr:`WordState.UNLISTED` in a filter, whose name is understood as well."""
KEYWORDS = (
    *(NO_LIST if state == WordState.UNLISTED else state for state in WordState),
    PREDICTED,
    TRANSCRIBED,
    TIED,
    AUDIT,
    DIFFERS,
)
NUMBERS = ("conf", "votes", "dist", "length")
KEYS = ("text", "pred", "page", "role", "model", "writer", *NUMBERS)
"""Words that may stand before ``:`` or, for the last four, before ``<``, ``>`` and ``=``."""


@dataclass(frozen=True, slots=True)
class Keyword:
    """One of :data:`KEYWORDS`, or a :class:`WordState` instead of :data:`NO_LIST`."""

    name: str


@dataclass(frozen=True, slots=True)
class Number:
    """A comparison of ``field`` (conf, votes, dist or length): all of ``tests`` (operator, value) must hold."""

    field: str
    tests: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages by number from 1 (ranges, both ends included) or by name."""

    ranges: tuple[tuple[int, int], ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Words whose current text, or (``predicted``) whose prediction, matches."""

    predicted: bool
    matches: TextMatcher


@dataclass(frozen=True, slots=True)
class Named:
    """Words with this role, model or writer: ``kind`` is one of these, ``name`` as given."""

    kind: str
    name: str


Term = Keyword | Number | Pages | Text | Named


@dataclass(frozen=True, slots=True)
class Condition:
    """A term, possibly negated; ``source`` is its text in the filter, for error messages."""

    term: Term
    negated: bool
    source: str


@dataclass(frozen=True, slots=True)
class Query:
    """All of ``clauses`` must hold, and of each clause at least one condition; no clauses: every word."""

    clauses: tuple[tuple[Condition, ...], ...]

    @property
    def asks_for_transcribed(self) -> bool:
        """Return whether it stands for transcribed words."""
        names = {WordState.TYPED, WordState.ACCEPTED, TRANSCRIBED, DIFFERS}
        return any(
            isinstance(condition.term, Keyword) and condition.term.name in names and not condition.negated
            for clause in self.clauses
            for condition in clause
        )


_ALIASES = {"confidence": "conf", "distance": "dist"}
_HEAD = re.compile(r"([A-Za-z]+)(<=|>=|<|>|=|:)")
_RUN = re.compile(r"\S+")
_NUMBER = r"[0-9]{0,9}[.,]?[0-9]{1,9}"


def parse(text: str) -> Query:
    """Parse a filter; raises InputError, with the position, if it is invalid."""
    clauses: list[list[Condition]] = []
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
                raise _error(place, run[0], tr("a term is missing before it"))
            if negated:
                raise _error(place, run[0], tr("once is enough"))
            negated, joins = word == "not", joins or word == "or"
            pending, place = run[0], run.end()
            continue
        start = place
        if text[place] == "-" and len(run[0]) > 1:
            negated, place = not negated, place + 1
        term, place = _term(text, place)
        condition = Condition(term, negated, text[start:place])
        if joins:
            clauses[-1].append(condition)
        else:
            clauses.append([condition])
        negated, joins, pending = False, False, ""
    if pending:
        raise _error(len(text), pending, tr("a term is missing after it"))
    return Query(tuple(tuple(clause) for clause in clauses))


def _term(text: str, place: int) -> tuple[Term, int]:
    head = _HEAD.match(text, place)
    if head is None:
        value, _, end = _value(text, place, pattern=False)
        keyword = value.casefold()
        if text[place] != '"' and keyword in (*KEYWORDS, WordState.UNLISTED):
            return Keyword(WordState.UNLISTED.value if keyword == NO_LIST else keyword), end
        folded = fold_case(_checked(value, place))
        return Text(False, lambda candidate: folded in fold_case(candidate)), end
    key, operator = _ALIASES.get(head[1].casefold(), head[1].casefold()), head[2]
    if key not in KEYS:
        raise _error(place, head[0], tr('unknown; to search for this text put it in quotes: "{head}"', head=head[0]))
    value, plain, end = _value(text, head.end(), pattern=key in ("text", "pred"))
    if not value:
        raise _error(place, head[0], tr("a value is missing after it"))
    if key in NUMBERS:
        return _number(key, operator, value, place), end
    if operator not in (":", "="):
        raise _error(place, head[0], tr("write {key}: and then the value", key=key))
    if key in ("text", "pred"):
        return Text(key == "pred", _matcher(_checked(value, place), plain, text[head.end()], place)), end
    if key == "page":
        return _pages(value, plain, place), end
    if key == "role" and value.casefold() not in list(Role):
        raise _error(place, value, tr("there is no such role; choose one of {choices}", choices=", ".join(Role)))
    return Named(key, value.casefold() if key == "role" else value), end


def _value(text: str, place: int, *, pattern: bool) -> tuple[str, bool, int]:
    """Return the value that begins at ``place``, whether it is without quotes or slashes, and where it ends."""
    mark = text[place : place + 1]
    if mark != '"' and not (pattern and mark == "/"):
        run = _RUN.match(text, place)
        return ("", True, place) if run is None else (run[0], True, run.end())
    found = re.compile(rf"{mark}((?:\\.|[^\\{mark}])*){mark}(?=\s|$)", re.DOTALL).match(text, place)
    if found is None:
        raise _error(
            place, text[place : place + 20], tr("the closing {mark} is missing, or no space follows it", mark=mark)
        )
    value = found[1] if mark == "/" else re.sub(r"\\(.)", r"\1", found[1], flags=re.DOTALL)
    return value, False, found.end()


def _matcher(value: str, plain: bool, mark: str, place: int) -> TextMatcher:
    try:
        if mark == "/":
            return regex_matcher(value.replace("\\/", "/"))
        if plain and ("*" in value or "?" in value):
            return wildcard_matcher(value)
    except InputError as error:
        raise _error(place, value, str(error)) from None
    folded = fold_case(value)
    return lambda text: fold_case(text) == folded


def _number(field: str, operator: str, value: str, place: int) -> Number:
    span = re.fullmatch(rf"({_NUMBER})-({_NUMBER})", value) if operator in (":", "=") else None
    if span is not None:
        low, high = _float(span[1]), _float(span[2])
        if low > high:
            raise _error(place, value, tr("the range runs backwards"))
        return Number(field, ((">=", low), ("<=", high)))
    if re.fullmatch(_NUMBER, value) is None:
        raise _error(place, value, tr("a number must follow {field}, such as {field}<3 or {field}:1-3", field=field))
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
            raise _error(place, value, tr("a page is missing beside a comma"))
        if span is None:
            names.append(item)
        elif int(span[1]) > int(span[2]):
            raise _error(place, item, tr("the range runs backwards"))
        else:
            ranges.append((int(span[1]), int(span[2])))
    return Pages(tuple(ranges), tuple(names))


def _checked(value: str, place: int) -> str:
    if fault := text_fault(value):
        raise _error(place, value, fault)
    return value


def _error(place: int, fragment: str, reason: str) -> InputError:
    return InputError.of(
        "Filter, character {place} ({fragment}): {reason}.",
        place=place + 1,
        fragment=fragment.strip()[:30],
        reason=reason,
    )
