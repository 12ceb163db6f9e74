"""Search, driven by keys and mouse, and its parts without a window: similar word images, their transcription, texts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gui_helpers import is_writing, opened
from project_helpers import edit_history
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.context import NavigationTarget, ProjectContext
from app.search.distance_slider import STEPS, count_within, distance_to_step, step_to_distance
from app.search.image_panel import ImagePanel
from app.search.recent_searches import MAX_SHOWN, recent_searches, remember_search
from app.search.text_panel import TextPanel, TextQuery
from app.search.transcription_bar import plan_transcription, transcribe_words
from app.search.view import IMAGES, TEXT, SearchView
from app.search.word_delegates import to_utf16
from app.search.word_table import WordTable
from app.session.session import Session
from app.settings import Settings
from core.errors import InputError
from core.jobs.spotting import spotting_name
from core.lexicon.alphabet import load_alphabet
from core.lexicon.signature import signatures
from core.project.content.history import undo
from core.project.content.models import get_model, give_title
from core.project.content.transcriptions import accept_predictions, list_transcriptions
from core.project.content.words import get_words, word_ids
from core.project.project import Project
from core.recognition.spotting_index import SpottingWriter

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


def texts(project: Project) -> dict[int, str]:
    """Return what each word shows: its transcription, else its prediction."""
    return dict(
        project.query(
            "SELECT w.id, coalesce(r.text, p.text) FROM word AS w"
            " LEFT JOIN transcription AS r ON r.id = w.transcription_id"
            " LEFT JOIN prediction AS p ON p.word_id = w.id ORDER BY w.id"
        )
    )


def store_signatures(project: Project, ids: list[int]) -> None:
    """Store what a model would predict: the signature of what each word shows, and noise."""
    alphabet, shown = load_alphabet("latin"), texts(project)
    table = signatures([shown[word_id] for word_id in ids], alphabet)
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    table += np.random.default_rng(0).normal(0, 0.004, table.shape)
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    boxes = [project.one("SELECT x, y, w, h FROM word WHERE id = ?", (word_id,)) for word_id in ids]
    with SpottingWriter(project.folder, spotting_name(get_model(project)), alphabet, "cosine") as writer:
        writer.add(np.array(ids), np.array(boxes, np.int32), table.astype(np.float16))


@pytest.fixture
def searchable(session: Session) -> list[int]:
    """Make all words searchable by image; returns their ids."""
    ids = word_ids(session.project)
    store_signatures(session.project, ids)
    return ids


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[SearchView]:
    view = opened(SearchView, context, qtbot)
    yield view
    qtbot.waitUntil(lambda: not is_writing(view.session))
    qtbot.wait(60)


def image_panel(view: SearchView) -> ImagePanel:
    panel = view.panels[IMAGES]
    assert isinstance(panel, ImagePanel)
    return panel


def text_panel(view: SearchView) -> TextPanel:
    panel = view.panels[TEXT]
    assert isinstance(panel, TextPanel)
    return panel


def type_query(view: SearchView, text: str) -> None:
    view.focus_box()
    QTest.keyClicks(view.box, text)


def find_frequent_word(project: Project, *, transcribed: bool) -> tuple[str, list[int]]:
    """Return a word with several unchecked images (and transcribed ones, if ``transcribed``) and all its images."""
    shown, known = texts(project), set(word_ids(project, transcribed=True))
    by_text: dict[str, list[int]] = {}
    for word_id, text in shown.items():
        by_text.setdefault(text, []).append(word_id)
    for text, ids in by_text.items():
        unread = [word_id for word_id in ids if word_id not in known]
        if len(unread) >= 2 and (len(ids) > len(unread)) == transcribed:
            return text, ids
    raise AssertionError("no word occurs several times")


def search(view: SearchView, word: str, qtbot) -> ImagePanel:
    panel = image_panel(view)
    type_query(view, word)
    QTest.keyClick(view.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel._ranking is not None and panel._ranking.word == word)
    return panel


def test_typing_word_shows_its_images_most_similar_first(view: SearchView, searchable, qtbot) -> None:
    word, ids = find_frequent_word(view.session.project, transcribed=True)
    panel = image_panel(view)
    type_query(view, word)
    qtbot.waitUntil(lambda: panel.table.shown >= len(ids))
    first = [panel.table.id_at(panel.table.index_at(n)) for n in range(len(ids))]
    assert sorted(first) == ids
    assert panel.distance.count.text().startswith(f"{panel.table.shown} of {len(searchable)} words")
    assert panel.missing.isHidden()


def test_slider_sets_number_of_images(view: SearchView, searchable, qtbot) -> None:
    word, ids = find_frequent_word(view.session.project, transcribed=True)
    panel = search(view, word, qtbot)
    panel.distance.slider.setFocus()
    QTest.keyClick(panel.distance.slider, Qt.Key.Key_End)
    assert panel.table.shown == len(searchable)
    assert "at any distance" in panel.distance.count.text()
    QTest.keyClick(panel.distance.slider, Qt.Key.Key_Home)
    assert panel.table.shown == 0 and panel.stack.currentWidget() is panel.empty
    qtbot.waitUntil(lambda: not panel.empty.button.visibleRegion().isEmpty())  # laid out
    QTest.mouseClick(panel.empty.button, LEFT)
    assert panel.table.shown >= min(len(ids), 24)


def test_marked_images_are_transcribed_in_one_edit(view: SearchView, searchable, qtbot) -> None:
    session = view.session
    word, ids = find_frequent_word(session.project, transcribed=False)
    panel = search(view, word, qtbot)
    others = [n for n in range(panel.table.shown) if panel.table.id_at(panel.table.index_at(n)) not in ids]
    QTest.mouseClick(panel.bar.mark_all, LEFT)
    for number in others:
        spot = panel.view.visualRect(panel.table.index_at(number)).center()
        QTest.mouseClick(panel.view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, spot)
    assert panel.table.marked == [i for i in panel.table._ids if i in ids]
    assert str(len(ids)) in panel.bar.count.text()
    edits = len(edit_history(session.project))
    with qtbot.waitSignal(session.changed):
        QTest.keyClick(panel.view, Qt.Key.Key_Return, CTRL)
        qtbot.waitUntil(lambda: not panel.bar.message.isVisible())
    assert [(r.text, r.source) for r in get_words(session.project, ids)] == [(word, "typed")] * len(ids)
    assert len(edit_history(session.project)) == edits + 1
    assert panel.table.marked_count == 0
    assert recent_searches(view.context.settings, str(session.folder), IMAGES)[0] == word


def test_after_confirming_with_the_button_the_images_have_the_focus(view: SearchView, searchable, qtbot) -> None:
    word, _ = find_frequent_word(view.session.project, transcribed=False)
    panel = search(view, word, qtbot)
    QTest.mouseClick(panel.bar.mark_all, LEFT)
    panel.bar.confirm.setFocus()
    with qtbot.waitSignal(view.session.changed):
        QTest.keyClick(panel.bar.confirm, Qt.Key.Key_Space)
        if panel.bar.message.isVisible():
            panel.bar.message.buttons[0].click()
    assert not panel.bar.confirm.isEnabled() and panel.view.hasFocus()


def test_other_transcriptions_are_replaced_only_after_question(view: SearchView, searchable, qtbot) -> None:
    session = view.session
    word, ids = find_frequent_word(session.project, transcribed=True)
    known = [i for i in ids if i in set(word_ids(session.project, transcribed=True))]
    panel = search(view, word, qtbot)
    keep = [n for n in range(panel.table.shown) if panel.table.id_at(panel.table.index_at(n)) in ids]
    for number in keep:
        panel.table.toggle(panel.table.index_at(number))
    panel.bar.other.setFocus()
    QTest.keyClicks(panel.bar.other, "Zebra")
    QTest.keyClick(panel.bar.other, Qt.Key.Key_Return)
    qtbot.waitUntil(panel.bar.message.isVisible)
    question = panel.bar.message.text.text()
    assert str(len(known)) in question and word in question
    assert all(r.text == word for r in get_words(session.project, known))
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(panel.bar.message.buttons[0], LEFT)
    after = {r.id: r.text for r in get_words(session.project, ids)}
    assert {i: after[i] for i in known} == dict.fromkeys(known, word)
    assert {after[i] for i in ids if i not in known} == {"Zebra"}
    for number in keep:
        panel.table.toggle(panel.table.index_at(number))
    QTest.mouseClick(panel.bar.correct, LEFT)
    qtbot.waitUntil(panel.bar.message.isVisible)
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(panel.bar.message.find_button(f"Replace {len(known)}"), LEFT)
    assert panel.view.hasFocus(), "the question is gone"
    assert {r.text for r in get_words(session.project, ids)} == {"Zebra"}


def test_question_is_withdrawn_by_cancel_and_by_other_marks(view: SearchView, searchable, qtbot) -> None:
    word, _ = find_frequent_word(view.session.project, transcribed=True)
    panel = search(view, word, qtbot)
    edits = len(edit_history(view.session.project))
    for withdraw in (lambda: panel.bar.message.find_button("Cancel").click(), panel.table.mark_none):
        panel.table.mark_all()
        panel.bar.transcription_entered.emit("Zebra")
        qtbot.waitUntil(panel.bar.message.isVisible)
        withdraw()
        assert not panel.bar.message.isVisible() and panel.bar.controls.isEnabled()
        assert panel.isAncestorOf(QApplication.focusWidget())
    qtbot.wait(50)
    assert len(edit_history(view.session.project)) == edits


def test_keys_move_mark_and_open_other_views(view: SearchView, searchable, qtbot) -> None:
    requested: list[tuple[str, NavigationTarget]] = []
    view.context.view_requested.connect(lambda name, target: requested.append((name, target)))
    word, _ = find_frequent_word(view.session.project, transcribed=True)
    panel = search(view, word, qtbot)
    panel.distance.slider.setValue(panel.distance.slider.maximum())
    panel.view.setFocus()
    columns = panel.table.columns
    assert columns > 3
    for key, expected in (
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Down, 1 + columns),
        (Qt.Key.Key_Left, columns),
        (Qt.Key.Key_Left, columns - 1),
        (Qt.Key.Key_End, panel.table.shown - 1),
        (Qt.Key.Key_Home, 0),
    ):
        QTest.keyClick(panel.view, key)
        assert panel.table.position(panel.view.currentIndex()) == expected
    QTest.keyClick(panel.view, Qt.Key.Key_M)
    first = panel.table.id_at(panel.table.index_at(0))
    assert panel.table.marked == [first] and view.current_word() == first
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_V):
        QTest.keyClick(panel.view, key)
    assert [(name, target.word_id) for name, target in requested] == [
        ("review", first),
        ("page", first),
        ("insight", first),
    ]
    QTest.keyClick(panel.view, Qt.Key.Key_F, CTRL)
    assert QApplication.focusWidget() is view.box
    QTest.keyClick(view.box, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is panel.view
    QTest.keyClick(panel.view, Qt.Key.Key_F3)
    assert QApplication.focusWidget() is view.box and view.box.selectedText() == word


def test_character_outside_alphabet_is_named(view: SearchView, searchable, qtbot) -> None:
    panel = image_panel(view)
    type_query(view, "straße")
    qtbot.waitUntil(lambda: "'ß'" in panel.empty.text.text())
    view.box.clear()
    qtbot.waitUntil(lambda: panel.empty.title.text() == "Find a word by how it looks")


def test_words_that_cannot_be_searched_yet_are_counted(view: SearchView, qtbot) -> None:
    session = view.session
    ids = word_ids(session.project)
    store_signatures(session.project, ids[:-5])
    with Project.open(session.folder) as project:
        give_title(project, get_model(project).name, "Letters of 1755")
    panel = search(view, texts(session.project)[ids[0]], qtbot)
    assert panel.missing.isVisible() and panel.missing.text.text().startswith("5 words cannot be searched")
    assert "the model “Letters of 1755”" in panel.missing.text.text()
    assert panel.table.shown >= 1


def test_button_starts_model_on_word_images(view: SearchView, qtbot) -> None:
    panel = image_panel(view)
    with Project.open(view.session.folder) as project:
        give_title(project, get_model(project).name, "Letters of 1755")
    type_query(view, "the")
    qtbot.waitUntil(lambda: panel.empty.button.isVisible() and "Suggest" in panel.empty.button.text())
    assert panel.empty.text.text().startswith("“Letters of 1755” must process")
    before = {r.id: r.text for r in get_words(view.session.project, word_ids(view.session.project))}
    with qtbot.waitSignal(view.session.jobs.finished, timeout=90_000) as finished:
        QTest.mouseClick(panel.empty.button, LEFT)
        assert panel.missing.is_running and "processing" in panel.missing.text.text()
    assert finished.args[0].outcome.ok, finished.args[0].outcome.text
    qtbot.waitUntil(lambda: panel._ranking is not None and bool(panel._ranking.ids))
    assert panel._ranking is not None and panel._ranking.missing == 0
    assert panel.missing.isHidden()
    assert {r.id: r.text for r in get_words(view.session.project, list(before))} == before


def test_text_search_follows_its_options(view: SearchView, qtbot) -> None:
    session, panel = view.session, text_panel(view)
    view.kinds.setFocus()
    QTest.keyClick(view.kinds, Qt.Key.Key_Right)
    shown = texts(session.project)
    type_query(view, "TH")
    expected = [i for i in word_ids(session.project) if "th" in shown[i].lower()]
    qtbot.waitUntil(lambda: panel.table.shown == len(expected))
    assert list(panel.table._ids) == expected
    assert panel.count.text() == f"{len(expected)} words found"
    QTest.mouseClick(panel.match_case, LEFT)
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.empty)
    assert "TH" in panel.empty.text.text()
    QTest.mouseClick(panel.match_case, LEFT)
    panel.mode.setCurrentIndex(2)
    view.box.setText("^th.$")
    QTest.keyClick(view.box, Qt.Key.Key_Return)
    import re

    matching = [i for i in expected if re.search("^th.$", shown[i], re.IGNORECASE)]
    qtbot.waitUntil(lambda: list(panel.table._ids) == matching)
    QTest.mouseClick(panel.predictions, LEFT)
    transcribed = set(word_ids(session.project, transcribed=True))
    qtbot.waitUntil(lambda: list(panel.table._ids) == [i for i in matching if i in transcribed])
    panel.view.setFocus()
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert view.current_word() == panel.table._ids[1]


def test_invalid_regular_expression_is_explained(view: SearchView, qtbot) -> None:
    panel = text_panel(view)
    view.kinds.setCurrentIndex(1)
    panel.mode.setCurrentIndex(2)
    type_query(view, "(ment")
    qtbot.waitUntil(lambda: "not a regular expression" in panel.empty.text.text())


def test_without_model_button_opens_train(view: SearchView, qtbot) -> None:
    with Project.open(view.session.folder) as project, project.transaction() as connection:
        connection.execute("UPDATE model SET active = 0")
    requested: list[str] = []
    view.context.view_requested.connect(lambda name, target: requested.append(name))
    panel = image_panel(view)
    type_query(view, "the")
    qtbot.waitUntil(panel.empty.button.isVisible)
    QTest.mouseClick(panel.empty.button, LEFT)
    assert requested == ["train"]


def test_query_from_another_view_is_searched_and_remembered(view: SearchView, searchable, qtbot) -> None:
    panel = image_panel(view)
    view.enter(NavigationTarget(query="the"))
    qtbot.waitUntil(lambda: panel._ranking is not None and panel._ranking.word == "the")
    QTest.mouseClick(view.button, LEFT)
    QTest.keyClick(view.box, Qt.Key.Key_Escape)
    view.box.setFocus()
    QTest.keyClick(view.box, Qt.Key.Key_Escape)
    qtbot.waitUntil(panel.recent.isVisible)
    button = panel.recent.row.first
    assert button.text() == "the"
    QTest.mouseClick(button, LEFT)
    qtbot.waitUntil(lambda: panel.table.shown > 0)
    assert view.box.text() == "the"


def test_transcription_in_another_view_is_shown(view: SearchView, searchable, qtbot) -> None:
    from core.project.content.transcriptions import set_transcription

    session = view.session
    word, ids = find_frequent_word(session.project, transcribed=False)
    panel = search(view, word, qtbot)
    qtbot.waitUntil(lambda: view.infos.get(ids[0]) is not None)
    session.execute(lambda p: set_transcription(p, ids[0], "Zebra"), changes=["words"], word_ids=[ids[0]])
    qtbot.waitUntil(lambda: (f := view.infos.get(ids[0])) is not None and f.text == "Zebra")
    assert panel.table.shown > 0
    session.undo()
    qtbot.waitUntil(lambda: (f := view.infos.get(ids[0])) is not None and f.text == word)


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
        "import sys; import app.search.view, core.jobs.spotting, core.recognition.spotting_index;"
        "print(*(n for n in ('torch', 'sklearn', 'pyqtgraph') if n in sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
