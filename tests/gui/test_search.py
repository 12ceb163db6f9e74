"""Search, driven by keys and mouse: pictures near a word, confirming them, and texts in the readings."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from gui_helpers import opened
from project_helpers import edit_history
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.context import NavigationTarget, ProjectContext
from app.search.picture_panel import PicturePanel
from app.search.recent_searches import recent
from app.search.text_panel import TextPanel
from app.search.view import PICTURES, TEXT, SearchView
from app.session.session import Session
from core.jobs.recognition.spotting import spotting_file
from core.lexicon.alphabet import load_alphabet
from core.lexicon.signature import signatures
from core.project.content.models import get_model
from core.project.content.words import WordFilter, get_words, word_ids
from core.project.project import Project
from core.recognition.spotting_index import SpottingWriter

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


def texts(project: Project) -> dict[int, str]:
    """What each word shows: a person's reading, else the prediction."""
    return dict(
        project.query(
            "SELECT w.id, coalesce(r.text, p.text) FROM word AS w LEFT JOIN reading AS r ON r.id = w.reading_id"
            " LEFT JOIN prediction AS p ON p.word_id = w.id ORDER BY w.id"
        )
    )


def look_at(project: Project, ids: list[int]) -> None:
    """Keep for the search what a model would see there: the signature of what each word shows, and noise."""
    alphabet, shown = load_alphabet("latin"), texts(project)
    table = signatures([shown[word_id] for word_id in ids], alphabet)
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    table += np.random.default_rng(0).normal(0, 0.004, table.shape)
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    boxes = [project.one("SELECT x, y, w, h FROM word WHERE id = ?", (word_id,)) for word_id in ids]
    with SpottingWriter(spotting_file(project, get_model(project)), alphabet, "cosine") as writer:
        writer.add(np.array(ids), np.array(boxes, np.int32), table.astype(np.float16))


@pytest.fixture
def looked_at(session: Session) -> list[int]:
    """All words can be found by picture."""
    ids = word_ids(session.project)
    look_at(session.project, ids)
    return ids


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[SearchView]:
    place = opened(SearchView, context, qtbot)
    yield place
    qtbot.waitUntil(lambda: not place.session.is_writing)
    qtbot.wait(60)


def pictures(place: SearchView) -> PicturePanel:
    panel = place.panels[PICTURES]
    assert isinstance(panel, PicturePanel)
    return panel


def in_text(place: SearchView) -> TextPanel:
    panel = place.panels[TEXT]
    assert isinstance(panel, TextPanel)
    return panel


def typed(place: SearchView, text: str) -> None:
    place.focus_box()
    QTest.keyClicks(place.box, text)


def frequent(project: Project, *, read: bool) -> tuple[str, list[int]]:
    """A word with several unread pictures (``read``: and also some that a person has read), and its pictures."""
    shown, known = texts(project), set(word_ids(project, WordFilter(transcribed=True)))
    by_text: dict[str, list[int]] = {}
    for word_id, text in shown.items():
        by_text.setdefault(text, []).append(word_id)
    for text, ids in by_text.items():
        unread = [word_id for word_id in ids if word_id not in known]
        if len(unread) >= 2 and (len(ids) > len(unread)) == read:
            return text, ids
    raise AssertionError("the kit's text repeats no word")


def search(place: SearchView, word: str, qtbot) -> PicturePanel:
    panel = pictures(place)
    typed(place, word)
    QTest.keyClick(place.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel._ranking is not None and panel._ranking.word == word)
    return panel


def test_typing_a_word_shows_its_pictures_nearest_first(place: SearchView, looked_at, qtbot) -> None:
    word, ids = frequent(place.session.project, read=True)
    panel = pictures(place)
    typed(place, word)
    qtbot.waitUntil(lambda: panel.table.shown >= len(ids))
    first = [panel.table.id_at(panel.table.index_of(n)) for n in range(len(ids))]
    assert sorted(first) == ids
    assert panel.nearness.count.text().startswith(f"{panel.table.shown} of {len(looked_at)} words")
    assert panel.strip.isHidden()


def test_the_slider_decides_how_many_are_shown(place: SearchView, looked_at, qtbot) -> None:
    word, ids = frequent(place.session.project, read=True)
    panel = search(place, word, qtbot)
    panel.nearness.slider.setFocus()
    QTest.keyClick(panel.nearness.slider, Qt.Key.Key_End)
    assert panel.table.shown == len(looked_at)
    assert "at any distance" in panel.nearness.count.text()
    QTest.keyClick(panel.nearness.slider, Qt.Key.Key_Home)
    assert panel.table.shown == 0 and panel.stack.currentWidget() is panel.empty
    qtbot.waitUntil(lambda: not panel.empty.button.visibleRegion().isEmpty())  # laid out
    QTest.mouseClick(panel.empty.button, LEFT)
    assert panel.table.shown >= min(len(ids), 24)


def test_marked_pictures_are_confirmed_in_one_edit(place: SearchView, looked_at, qtbot) -> None:
    session = place.session
    word, ids = frequent(session.project, read=False)
    panel = search(place, word, qtbot)
    strangers = [n for n in range(panel.table.shown) if panel.table.id_at(panel.table.index_of(n)) not in ids]
    QTest.mouseClick(panel.bar.mark_all, LEFT)
    for number in strangers:
        spot = panel.view.visualRect(panel.table.index_of(number)).center()
        QTest.mouseClick(panel.view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, spot)
    assert panel.table.marked == [i for i in panel.table._ids if i in ids]
    assert str(len(ids)) in panel.bar.count.text()
    edits = len(edit_history(session.project))
    with qtbot.waitSignal(session.changed):
        QTest.keyClick(panel.view, Qt.Key.Key_Return, CTRL)
        qtbot.waitUntil(lambda: not panel.bar.asking.isVisible())
    assert [(r.text, r.source) for r in get_words(session.project, ids)] == [(word, "typed")] * len(ids)
    assert len(edit_history(session.project)) == edits + 1
    assert panel.table.marked_count == 0
    assert recent(place.context.settings, str(session.folder), PICTURES)[0] == word


def test_a_persons_reading_is_only_replaced_after_asking(place: SearchView, looked_at, qtbot) -> None:
    session = place.session
    word, ids = frequent(session.project, read=True)
    known = [i for i in ids if i in set(word_ids(session.project, WordFilter(transcribed=True)))]
    panel = search(place, word, qtbot)
    keep = [n for n in range(panel.table.shown) if panel.table.id_at(panel.table.index_of(n)) in ids]
    for number in keep:
        panel.table.toggle(panel.table.index_of(number))
    panel.bar.other.setFocus()
    QTest.keyClicks(panel.bar.other, "Zebra")
    QTest.keyClick(panel.bar.other, Qt.Key.Key_Return)
    qtbot.waitUntil(panel.bar.asking.isVisible)
    assert str(len(known)) in panel.bar.question.text() and word in panel.bar.question.text()
    assert all(r.text == word for r in get_words(session.project, known))
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(panel.bar.leave, LEFT)
    after = {r.id: r.text for r in get_words(session.project, ids)}
    assert {i: after[i] for i in known} == dict.fromkeys(known, word)
    assert {after[i] for i in ids if i not in known} == {"Zebra"}
    for number in keep:
        panel.table.toggle(panel.table.index_of(number))
    QTest.mouseClick(panel.bar.correct, LEFT)
    qtbot.waitUntil(panel.bar.asking.isVisible)
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(panel.bar.replace, LEFT)
    assert {r.text for r in get_words(session.project, ids)} == {"Zebra"}


def test_asking_is_taken_back_by_cancel_and_by_other_marks(place: SearchView, looked_at, qtbot) -> None:
    word, _ = frequent(place.session.project, read=True)
    panel = search(place, word, qtbot)
    edits = len(edit_history(place.session.project))
    for undo in (panel.bar.cancel.click, panel.table.mark_none):
        panel.table.mark_all()
        panel.bar.named.emit("Zebra")
        qtbot.waitUntil(panel.bar.asking.isVisible)
        undo()
        assert not panel.bar.asking.isVisible() and panel.bar.usual.isEnabled()
    qtbot.wait(50)
    assert len(edit_history(place.session.project)) == edits


def test_the_keys_walk_the_wall_and_lead_on(place: SearchView, looked_at, qtbot) -> None:
    went: list[tuple[str, NavigationTarget]] = []
    place.context.view_requested.connect(lambda name, target: went.append((name, target)))
    word, _ = frequent(place.session.project, read=True)
    panel = search(place, word, qtbot)
    panel.nearness.slider.setValue(panel.nearness.slider.maximum())
    panel.view.setFocus()
    columns = panel.table.columns
    assert columns > 3
    for key, wanted in (
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Down, 1 + columns),
        (Qt.Key.Key_Left, columns),
        (Qt.Key.Key_Left, columns - 1),
        (Qt.Key.Key_End, panel.table.shown - 1),
        (Qt.Key.Key_Home, 0),
    ):
        QTest.keyClick(panel.view, key)
        assert panel.table.place(panel.view.currentIndex()) == wanted
    QTest.keyClick(panel.view, Qt.Key.Key_M)
    first = panel.table.id_at(panel.table.index_of(0))
    assert panel.table.marked == [first] and place.current_word() == first
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_V):
        QTest.keyClick(panel.view, key)
    assert [(name, target.word_id) for name, target in went] == [("review", first), ("page", first), ("insight", first)]
    QTest.keyClick(panel.view, Qt.Key.Key_F, CTRL)
    assert QApplication.focusWidget() is place.box
    QTest.keyClick(place.box, Qt.Key.Key_Down)
    assert QApplication.focusWidget() is panel.view
    QTest.keyClick(panel.view, Qt.Key.Key_F3)
    assert QApplication.focusWidget() is place.box and place.box.selectedText() == word


def test_what_the_alphabet_lacks_is_said(place: SearchView, looked_at, qtbot) -> None:
    panel = pictures(place)
    typed(place, "straße")
    qtbot.waitUntil(lambda: "'ß'" in panel.empty.text.text())
    place.box.clear()
    qtbot.waitUntil(lambda: panel.empty.title.text() == "Find a word by how it looks")


def test_words_added_since_are_told_of(place: SearchView, qtbot) -> None:
    session = place.session
    ids = word_ids(session.project)
    look_at(session.project, ids[:-5])
    panel = search(place, texts(session.project)[ids[0]], qtbot)
    assert panel.strip.isVisible() and panel.strip.text.text().startswith("5 words cannot be searched")
    assert panel.table.shown >= 1


def test_the_button_has_the_model_look_at_the_words(place: SearchView, qtbot) -> None:
    panel = pictures(place)
    typed(place, "the")
    qtbot.waitUntil(lambda: panel.empty.button.isVisible() and "Read" in panel.empty.button.text())
    before = {r.id: r.text for r in get_words(place.session.project, word_ids(place.session.project))}
    with qtbot.waitSignal(place.session.jobs.finished, timeout=90_000) as done:
        QTest.mouseClick(panel.empty.button, LEFT)
        assert panel.strip.running and "Reading" in panel.strip.text.text()
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    qtbot.waitUntil(lambda: panel._ranking is not None and bool(panel._ranking.ids))
    assert panel._ranking is not None and panel._ranking.missing == 0
    assert panel.strip.isHidden()
    assert {r.id: r.text for r in get_words(place.session.project, list(before))} == before


def test_a_text_is_found_and_its_choices_count(place: SearchView, qtbot) -> None:
    session, panel = place.session, in_text(place)
    place.kinds.setFocus()
    QTest.keyClick(place.kinds, Qt.Key.Key_Right)
    shown = texts(session.project)
    typed(place, "TH")
    wanted = [i for i in word_ids(session.project) if "th" in shown[i].lower()]
    qtbot.waitUntil(lambda: panel.table.shown == len(wanted))
    assert list(panel.table._ids) == wanted
    assert panel.count.text() == f"{len(wanted)} words found"
    QTest.mouseClick(panel.match_case, LEFT)
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.empty)
    assert "TH" in panel.empty.text.text()
    QTest.mouseClick(panel.match_case, LEFT)
    panel.how.setCurrentIndex(2)
    place.box.setText("^th.$")
    QTest.keyClick(place.box, Qt.Key.Key_Return)
    import re

    fits = [i for i in wanted if re.search("^th.$", shown[i], re.IGNORECASE)]
    qtbot.waitUntil(lambda: list(panel.table._ids) == fits)
    QTest.mouseClick(panel.predictions, LEFT)
    read = set(word_ids(session.project, WordFilter(transcribed=True)))
    qtbot.waitUntil(lambda: list(panel.table._ids) == [i for i in fits if i in read])
    panel.view.setFocus()
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert place.current_word() == panel.table._ids[1]


def test_a_faulty_expression_is_a_sentence(place: SearchView, qtbot) -> None:
    panel = in_text(place)
    place.kinds.setCurrentIndex(1)
    panel.how.setCurrentIndex(2)
    typed(place, "(ment")
    qtbot.waitUntil(lambda: "not a regular expression" in panel.empty.text.text())


def test_without_a_model_the_way_to_train_is_shown(place: SearchView, qtbot) -> None:
    with Project.open(place.session.folder) as project, project.transaction() as connection:
        connection.execute("UPDATE model SET active = 0")
    went: list[str] = []
    place.context.view_requested.connect(lambda name, target: went.append(name))
    panel = pictures(place)
    typed(place, "the")
    qtbot.waitUntil(panel.empty.button.isVisible)
    QTest.mouseClick(panel.empty.button, LEFT)
    assert went == ["train"]


def test_another_place_sends_a_word_and_recent_ones_come_back(place: SearchView, looked_at, qtbot) -> None:
    panel = pictures(place)
    place.enter(NavigationTarget(query="the"))
    qtbot.waitUntil(lambda: panel._ranking is not None and panel._ranking.word == "the")
    QTest.mouseClick(place.button, LEFT)
    QTest.keyClick(place.box, Qt.Key.Key_Escape)
    place.box.setFocus()
    QTest.keyClick(place.box, Qt.Key.Key_Escape)
    qtbot.waitUntil(panel.recent.isVisible)
    button = panel.recent.row.first
    assert button.text() == "the"
    QTest.mouseClick(button, LEFT)
    qtbot.waitUntil(lambda: panel.table.shown > 0)
    assert place.box.text() == "the"


def test_a_reading_given_elsewhere_is_shown(place: SearchView, looked_at, qtbot) -> None:
    from core.project.content.transcriptions import set_transcription

    session = place.session
    word, ids = frequent(session.project, read=False)
    panel = search(place, word, qtbot)
    qtbot.waitUntil(lambda: place.facts.get(ids[0]) is not None)
    session.execute(lambda p: set_transcription(p, ids[0], "Zebra"), changes=["words"], word_ids=[ids[0]])
    qtbot.waitUntil(lambda: (f := place.facts.get(ids[0])) is not None and f.text == "Zebra")
    assert panel.table.shown > 0
    session.undo()
    qtbot.waitUntil(lambda: (f := place.facts.get(ids[0])) is not None and f.text == word)
