"""Filters that are changed by clicking: their terms about pages, states, confidence and text, and others instead.

A facet is the subject of a term. A filter has a facet in a plain way if exactly one clause is about it, and that
clause has only terms of this facet, none of them negated; other filters are left to those who type them.
"""

import re
from collections.abc import Sequence
from enum import StrEnum

from core.project.content.words import WordState
from core.project.query.parser import NO_LIST, PREDICTED, TRANSCRIBED, Condition, Keyword, Number, Pages, Text, parse

_STATES = (*(state.value for state in WordState), TRANSCRIBED, PREDICTED)
_PLAIN = re.compile(r"[^\s\"\\/][^\s\"\\]*")
"""A value that needs no quotes."""


class Facet(StrEnum):
    """The subject of a term."""

    PAGE = "page"
    STATE = "state"
    CONFIDENCE = "conf"
    TEXT = "text"


def facet_of(condition: Condition) -> Facet | None:
    """Return the facet of a condition; None for one that is negated or about something else."""
    match condition.term:
        case _ if condition.negated:
            return None
        case Pages():
            return Facet.PAGE
        case Keyword(name) if name in _STATES:
            return Facet.STATE
        case Number("conf"):
            return Facet.CONFIDENCE
        case Text(predicted=False):
            return Facet.TEXT
    return None


def read_facet(text: str, facet: Facet) -> list[str] | None:
    """Return the terms of a filter about this facet, as typed, any of which must hold; [] if there are none.

    None if the filter does not have it in a plain way. Raises InputError for an invalid filter.
    """
    clauses = [clause for clause in parse(text).clauses if any(facet_of(term) == facet for term in clause)]
    if not clauses:
        return []
    if len(clauses) > 1 or any(facet_of(term) != facet for term in clauses[0]):
        return None
    return [term.source.casefold() if facet == Facet.STATE else term.source for term in clauses[0]]


def write_facet(text: str, facet: Facet, terms: Sequence[str]) -> str:
    """Return the filter with these terms (any of them must hold) in place of its own about this facet.

    No terms: the facet is left out. Clauses that join the facet with others by ``or`` stay as they are. Raises
    InputError if the filter or the terms are invalid.
    """
    new = " or ".join(terms)
    parts: list[str] = []
    is_placed = not terms
    for clause in parse(text).clauses:
        if all(facet_of(term) == facet for term in clause):
            if not is_placed:
                parts.append(new)
                is_placed = True
        else:
            parts.append(" or ".join(map(_written, clause)))
    if not is_placed:
        parts.append(new)
    rewritten = " ".join(parts)
    parse(rewritten)
    return rewritten


def page_term(name: str) -> str:
    """Return the term for a page, by its number or its name."""
    return f"page:{_value(name)}" if "," not in name else f'page:"{_escaped(name)}"'


def text_term(value: str) -> str:
    """Return the term for words with this text; ``*`` and ``?`` stand for any letters."""
    return f"text:{_value(value)}"


def text_of_term(term: str) -> str | None:
    """Return the text for which :func:`text_term` gives this term; None if there is none."""
    value = term.removeprefix("text:")
    if value.startswith('"'):
        value = re.sub(r"\\(.)", r"\1", value[1:-1], flags=re.DOTALL)
    return value if text_term(value) == term else None


def state_term(state: str) -> str:
    """Return the term for words in a state."""
    return NO_LIST if state == WordState.UNLISTED else state


def _written(condition: Condition) -> str:
    bare = condition.source
    # a minus is part of the source, the word "not" is not
    if bare.startswith("-") and len(bare) > 1:
        bare = bare[1:]
    return f"-{bare}" if condition.negated else bare


def _value(value: str) -> str:
    return value if _PLAIN.fullmatch(value) else f'"{_escaped(value)}"'


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value)
