"""The parts of Search without a window: slider, text queries, bulk transcription, recent searches."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from project_helpers import edit_history

from app.search.distance_slider import STEPS, count_within, distance_to_step, step_to_distance
from app.search.recent_searches import MAX_SHOWN, recent_searches, remember_search
from app.search.text_panel import TextQuery
from app.search.transcription_bar import plan_transcription, transcribe_words
from app.search.word_delegates import to_utf16
from app.search.word_table import WordTable
from app.settings import Settings
from core.errors import InputError
from core.project.content.history import undo
from core.project.content.transcriptions import accept_predictions, list_transcriptions
from core.project.content.words import get_words, word_ids
from core.project.project import Project


def test_slider_position_includes_its_distance() -> None:
    distances = [0.0, 0.01, 0.15, 0.4, 1.2]
    for scale in (1.0, 7.5):
        for distance in distances[:4]:
            step = distance_to_step(distance * scale, scale)
            assert step_to_distance(step, scale) >= distance * scale
            assert step == 0 or step_to_distance(step - 1, scale) < distance * scale
    assert [count_within(distances, distance_to_step(d, 1.0), 1.0) for d in (0.0, 0.05, 0.15)] == [1, 2, 3]
    assert count_within(distances, STEPS, 1.0) == 5


@pytest.mark.parametrize(
    ("query", "text", "parts"),
    [
        (TextQuery("re"), "Reparierer", ["Re", "re"]),
        (TextQuery("re", match_case=True), "Reparierer", ["re"]),
        (TextQuery("SS"), "Straße", ["ß"]),
        (TextQuery("e\u0301"), "Caf\u00c9", ["\u00c9"]),
        (TextQuery("the", "word"), "The", ["The"]),
        (TextQuery("the", "word", True), "The", []),
        (TextQuery("the", "word"), "then", []),
        (TextQuery("[aeiou]+", "pattern"), "aeon", ["aeo"]),
        (TextQuery("", "pattern"), "aeon", []),
    ],
)
def test_spans_of_query(query: TextQuery, text: str, parts: list[str]) -> None:
    assert [text[begin:end] for begin, end in query.spans(text)] == parts


def test_to_utf16() -> None:
    assert to_utf16("a𝔞b", [(0, 1), (1, 2), (2, 3)]) == [(0, 1), (1, 3), (3, 4)]


def test_text_is_found_in_transcriptions_and_predictions(project_folder: Path) -> None:
    with Project.open(project_folder, read_only=True) as project:
        ids = word_ids(project)
        shown = {
            row[0]: (row[1], row[2])
            for row in project.query(
                "SELECT w.id, r.text, p.text FROM word AS w LEFT JOIN transcription AS r ON r.id = w.transcription_id"
                " LEFT JOIN prediction AS p ON p.word_id = w.id"
            )
        }
        read = [i for i in ids if "an" in (shown[i][0] or "").lower()]
        both = [i for i in ids if "an" in (shown[i][0] or shown[i][1] or "").lower()]
        assert len(both) > len(read) > 0
        assert TextQuery("an", predictions=False).find(project, "trial") == read
        assert TextQuery("AN").find(project, "trial") == both
        assert TextQuery("(?i)an", "pattern", True).find(project, "trial") == both
        assert TextQuery("an").find(project, None) == read
        assert TextQuery("  ").find(project, "trial") == []
        with pytest.raises(InputError, match="not a regular expression"):
            TextQuery("(an", "pattern").find(project, "trial")


def test_bulk_transcription_replaces_only_agreed_words(project_folder: Path) -> None:
    with Project.open(project_folder) as project:
        unread = word_ids(project, transcribed=False)[:3]
        typed = word_ids(project, transcribed=True)[0]
        before = get_words(project, [typed])[0].text
        accept_predictions(project, [unread[2]], "trial")
        (accepted,) = list_transcriptions(project, unread[2])
        ids = [*unread, typed]
        plan = plan_transcription(project, ids, " Regiment ")
        assert plan.text == "Regiment" and plan.new == tuple(unread[:2])
        assert plan.others == {unread[2]: get_words(project, [unread[2]])[0].text, typed: before}
        edits = len(edit_history(project))
        result = transcribe_words(project, ids, "Regiment", {unread[2]})
        assert result.new == tuple(unread) and result.others == {typed: before}
        assert len(edit_history(project)) == edits + 1
        assert [(r.text, r.source) for r in get_words(project, unread)] == [("Regiment", "typed")] * 3
        assert accepted.id in [r.id for r in list_transcriptions(project, unread[2])]  # kept beside the newer one
        assert get_words(project, [typed])[0].text == before
        same = transcribe_words(project, ids, "Regiment", ())
        assert same.new == () and same.same == tuple(unread)
        assert len(edit_history(project)) == edits + 1
        undo(project)
        assert [r.text is None for r in get_words(project, unread)] == [True, True, False]


def test_invalid_transcription_changes_nothing(project_folder: Path) -> None:
    with Project.open(project_folder) as project:
        unread = word_ids(project, transcribed=False)[:2]
        with pytest.raises(InputError, match="cannot be a transcription"):
            transcribe_words(project, unread, "  ", ())
        assert [r.text for r in get_words(project, unread)] == [None, None]


def test_recent_searches_are_kept_by_project_and_kind(settings: Settings) -> None:
    for text in [f"word {n}" for n in range(12)] + ["word 3", "  "]:
        remember_search(settings, "/one", "pictures", text)
    remember_search(settings, "/two", "pictures", "elsewhere")
    remember_search(settings, "/one", "text", "(ment|ing)$")
    found = recent_searches(Settings(settings.file), "/one", "pictures")
    assert found[:3] == ["word 3", "word 11", "word 10"] and len(found) == MAX_SHOWN
    assert recent_searches(settings, "/two", "pictures") == ["elsewhere"]
    assert recent_searches(settings, "/one", "text") == ["(ment|ing)$"]


def test_only_shown_words_are_marked(qtmodeltester) -> None:
    table = WordTable(lambda position, word_id: f"{position}: {word_id}")
    table.set_words([30, 10, 20, 50, 40], shown=4)
    table.set_columns(3)
    qtmodeltester.check(table)
    assert (table.rowCount(), table.columnCount()) == (2, 3)
    assert table.id_at(table.index(1, 0)) == 50 and table.id_at(table.index(1, 1)) is None
    table.mark_all()
    assert table.marked == [30, 10, 20, 50]
    table.set_shown(2)
    assert table.marked == [30, 10] and table.marked_count == 2
    table.set_shown(5)
    assert table.marked == [30, 10]
    table.toggle(table.index_at(0))
    assert table.marked == [10]


def test_search_does_not_import_torch_or_sklearn() -> None:
    code = (
        "import sys; import app.search.view, core.jobs.spotting.ranking, core.recognition.spotting_index;"
        "print(*(n for n in ('torch', 'sklearn', 'pyqtgraph') if n in sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
