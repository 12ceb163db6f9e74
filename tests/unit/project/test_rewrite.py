"""Filters that are changed by clicking mean what was clicked, and keep everything else that was typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.project.query.parser import parse
from core.project.query.rewrite import Facet, page_term, read_facet, state_term, text_of_term, text_term, write_facet

TERMS = (
    "seen",
    "UNSEEN",
    "nolist",
    "read",
    "tied",
    "audit",
    "conf<0.6",
    "confidence:0.3-0.6",
    "votes<3",
    "page:3-7,12",
    'page:"a b"',
    "text:regiment",
    "text:/a or b/",
    "pred:x",
    '"or"',
    '"-not"',
    "regi",
    "role:test",
)
FACET_TERMS = {
    Facet.PAGE: ("page:4", 'page:"b c"'),
    Facet.STATE: ("typed", "uncertain"),
    Facet.CONFIDENCE: ("conf>=0.95",),
    Facet.TEXT: ("text:word",),
}


@st.composite
def filters(draw: st.DrawFn) -> str:
    """Return a valid filter of terms, negations and alternatives."""
    parts: list[str] = []
    for number in range(draw(st.integers(0, 5))):
        if number and draw(st.booleans()):
            parts.append("or")
        parts.append(draw(st.sampled_from(("", "-", "not "))) + draw(st.sampled_from(TERMS)))
    return " ".join(parts)


def meaning(text: str) -> list[list[tuple[str, bool]]]:
    """Return the terms of each clause without their minus, and whether they are negated."""
    return [
        [(each.source[1:] if each.source[0] == "-" else each.source, each.negated) for each in clause]
        for clause in parse(text).clauses
    ]


@given(filters(), st.sampled_from(Facet), st.data())
def test_what_was_clicked_replaces_only_what_was_asked_of_it(text: str, facet: Facet, data: st.DataObject) -> None:
    terms = data.draw(st.lists(st.sampled_from(FACET_TERMS[facet]), unique=True))
    before = read_facet(text, facet)
    rewritten = write_facet(text, facet, terms)
    kept = [clause for clause in meaning(rewritten) if clause != [(term, False) for term in terms]]
    assert all(clause in meaning(text) for clause in kept)
    if before is not None:
        assert read_facet(rewritten, facet) == terms
        asked = [(term, False) for term in before]
        others = [c for c in meaning(text) if [(term.casefold(), no) for term, no in c] != asked and c != asked]
        assert kept == others
    for other in set(Facet) - {facet}:
        assert read_facet(rewritten, other) == read_facet(text, other), "the other facets are left alone"
    assert meaning(write_facet(rewritten, facet, terms)) == meaning(rewritten), "clicked again, nothing changes"


def test_clicks_make_the_filter_that_one_would_type() -> None:
    text = write_facet("", Facet.STATE, [state_term("unlisted"), "seen"])
    assert text == "nolist or seen"
    text = write_facet(text, Facet.PAGE, [page_term("12")])
    text = write_facet(text, Facet.CONFIDENCE, ["conf<0.5"])
    assert text == "nolist or seen page:12 conf<0.5"
    assert write_facet(text, Facet.STATE, []) == "page:12 conf<0.5"
    assert write_facet(text, Facet.STATE, ["uncertain"]) == "uncertain page:12 conf<0.5", "in the same place"


def test_filters_that_only_a_person_can_read_are_left_to_them() -> None:
    assert read_facet("seen unseen", Facet.STATE) is None
    assert read_facet("seen or page:3", Facet.STATE) is None
    assert read_facet("-seen", Facet.STATE) == []
    assert write_facet("seen or page:3", Facet.PAGE, ["page:4"]) == "seen or page:3 page:4"


@pytest.mark.parametrize("word", ["regiment", "two words", 'with "quotes"', "back\\slash", "/no pattern/", "men*", "é"])
def test_text_is_quoted_where_it_must_be(word: str) -> None:
    (clause,) = parse(text_term(word)).clauses
    assert clause[0].term.matches(word)
    assert not clause[0].term.matches(f"x{word}")
    assert text_of_term(text_term(word)) == word and text_of_term(word) is None


@pytest.mark.parametrize("name", ["12", "a page", 'sheet "3"', "a,b", "/folder/file"])
def test_page_is_quoted_where_it_must_be(name: str) -> None:
    (clause,) = parse(page_term(name)).clauses
    pages = clause[0].term
    assert name in (*pages.names, *(str(first) for first, _ in pages.ranges))


def test_invalid_filter_is_named() -> None:
    with pytest.raises(InputError, match="character"):
        read_facet("conf<", Facet.PAGE)
    with pytest.raises(InputError):
        write_facet("text:/(/", Facet.PAGE, ["page:1"])
