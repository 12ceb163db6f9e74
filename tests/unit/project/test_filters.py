"""Filters changed by clicking mean what was clicked; saved views are kept; search by transcription and prediction."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project_helpers import filled_project

from core.errors import InputError
from core.project.content.pages import list_pages
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.saved_views import SETTING, SavedView, delete_view, list_views, rename_view, save_view
from core.project.content.word_edits import NewWord, add_words
from core.project.content.words import word_ids
from core.project.project import Project
from core.project.query import search
from core.project.query.parser import parse
from core.project.query.rewrite import Facet, page_term, read_facet, state_term, text_of_term, text_term, write_facet
from core.project.query.search import find_pattern, find_predicted, find_text, sort_by_page

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


DOUBTFUL = SavedView("Doubtful", "uncertain conf<0.5", True, "uncertain")
SECOND = SavedView("page two", "page:2", False, "page")


@pytest.fixture
def project(tmp_path: Path):
    with Project.create(tmp_path / "views") as project:
        save_view(project, SECOND)
        save_view(project, DOUBTFUL)
        yield project


def test_views_outlast_the_session_and_stand_by_name(project: Project) -> None:
    with Project.open(project.folder, read_only=True) as other:
        assert list_views(other) == [DOUBTFUL, SECOND]


def test_saving_under_the_same_name_replaces(project: Project) -> None:
    newer = SavedView(" Doubtful ", "nolist", False, "page")
    save_view(project, newer)
    assert list_views(project)[0] == SavedView("Doubtful", "nolist", False, "page") and len(list_views(project)) == 2


def test_view_is_renamed_unless_the_name_is_taken(project: Project) -> None:
    rename_view(project, "Doubtful", "Zweifelhaft")
    assert [view.name for view in list_views(project)] == ["page two", "Zweifelhaft"]
    assert list_views(project)[1].filter == DOUBTFUL.filter
    with pytest.raises(InputError, match="already"):
        rename_view(project, "Zweifelhaft", "page two")
    with pytest.raises(InputError, match="no view"):
        rename_view(project, "gone", "new")
    rename_view(project, "page two", "page two")


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_name_must_be_usable(name: str, project: Project) -> None:
    with pytest.raises(InputError, match="name"):
        save_view(project, SavedView(name, "", True, "page"))
    with pytest.raises(InputError, match="name"):
        rename_view(project, "Doubtful", name)
    assert len(list_views(project)) == 2


def test_view_is_deleted(project: Project) -> None:
    delete_view(project, "Doubtful")
    delete_view(project, "Doubtful")
    assert list_views(project) == [SECOND]


@pytest.mark.parametrize("stored", [None, 3, "x", {"a": 1}, [{"name": 3}, None]])
def test_damaged_entries_are_left_out(stored: object, project: Project) -> None:
    good = [{"name": "good", "filter": "", "unchecked_only": True, "order": "page"}]
    project.set_setting(SETTING, [*stored, *good] if isinstance(stored, list) else stored)
    assert [view.name for view in list_views(project)] == (["good"] if isinstance(stored, list) else [])


def test_case_matters_only_with_match_case(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        assert find_text(project, "king") == find_text(project, "King", match_case=True) != []
        assert find_text(project, "king", match_case=True) == []
        assert find_text(project, "", match_case=True) == []


def test_predictions_of_untranscribed_words_are_found(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        ids = word_ids(project)
        unread = word_ids(project, transcribed=False)
        save_predictions(project, "m", (Prediction(i, "Kingdom", "unseen", 1, 1, 0.5) for i in ids))
        save_predictions(project, "other", (Prediction(i, "none", "unseen", 1, 1, 0.5) for i in ids))
        tested: list[str] = []

        def matches(text: str) -> bool:
            tested.append(text)
            return "King" in text

        assert find_predicted(project, "m", matches, "King") == sorted(unread)
        assert tested == ["Kingdom"]
        assert find_predicted(project, "other", matches, "King") == []


def test_words_are_sorted_by_page_position_not_by_id(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        first = word_ids(project)[0]
        late = add_words(project, list_pages(project)[0].id, [NewWord((42, 10, 5, 20))], after=first)
        ids = word_ids(project)
        assert sort_by_page(project, sorted(ids, reverse=True)) == ids
        assert ids.index(late[0]) == 1 and late[0] == max(ids)


def test_a_slow_regular_expression_raises_input_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with filled_project(tmp_path) as project:
        assert find_pattern(project, "^K")
        monkeypatch.setattr(search, "REGEX_TIMEOUT_S", -1.0)
        with pytest.raises(InputError, match="takes too long"):
            find_pattern(project, "^K")
