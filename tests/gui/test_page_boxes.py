"""Boxes on the page: drawn, moved, split, joined, deleted, found again, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui_helpers import opened
from page_helpers import CTRL, LEFT, PLAIN, SHIFT, at, click, drag, key, settled, text_of, third_page, undo
from project_helpers import edit_history
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from app.context import NavigationTarget, ProjectContext
from app.page.tool import Tool
from app.page.view import PageView
from app.session.session import Session
from core.formats.records import LineRecord, PageRecord, SourceContents
from core.project.content.pages import list_lines, list_pages
from core.project.content.words import WordFilter, get_words, word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[PageView]:
    yield from third_page(context, qtbot)


def test_a_box_is_drawn_at_its_place_in_the_reading_order(place: PageView, qtbot) -> None:
    before, after = place.sheet.words[1:3]
    gap = before.box[0] + before.box[2], before.box[1]
    key(place, Qt.Key.Key_B)
    start = QPointF(*place.canvas.view.to_window(gap[0] + 1, gap[1])).toPoint()
    drag(place, start, start + QPoint(24, 20))
    qtbot.waitUntil(lambda: len(place.canvas.selection) == 1 and place.current_word() not in (before.id, after.id))
    order = [word.id for word in place.sheet.words]
    assert order[:4] == [place.sheet.words[0].id, before.id, place.current_word(), after.id]
    assert place.canvas.tool is Tool.BOXES
    undo(place, qtbot)
    assert len(place.sheet.words) == len(order) - 1


def test_boxes_are_moved_and_resized_by_mouse_one_edit_each(place: PageView, qtbot) -> None:
    word = place.sheet.words[3]
    key(place, Qt.Key.Key_E)
    edits = len(edit_history(place.session.project))
    centre = at(place, word)
    drag(place, centre, centre + QPoint(20, 10))
    settled(place, qtbot)
    moved = place.sheet.word(word.id).box
    assert moved[0] > word.box[0] and moved[1] > word.box[1] and moved[2:] == word.box[2:]
    corner = at(place, place.sheet.word(word.id), 1, 1)
    drag(place, corner, corner + QPoint(15, 12))
    settled(place, qtbot)
    larger = get_words(place.session.project, [word.id])[0].box
    assert larger[:2] == moved[:2] and larger[2] > moved[2] and larger[3] > moved[3]
    assert len(edit_history(place.session.project)) == edits + 2
    undo(place, qtbot)
    undo(place, qtbot)
    assert place.sheet.word(word.id).box == word.box


def test_boxes_are_moved_and_resized_by_keys_one_edit_each(place: PageView, qtbot) -> None:
    word = place.sheet.words[3]
    key(place, Qt.Key.Key_E)
    click(place, at(place, word))
    edits = len(edit_history(place.session.project))
    for _ in range(5):
        QTest.keyPress(place.canvas, Qt.Key.Key_Right)
    QTest.keyRelease(place.canvas, Qt.Key.Key_Right)
    settled(place, qtbot)
    moved = place.sheet.word(word.id).box
    assert moved[0] >= word.box[0] + 5 and len(edit_history(place.session.project)) == edits + 1
    key(place, Qt.Key.Key_Down, SHIFT)
    settled(place, qtbot)
    assert get_words(place.session.project, [word.id])[0].box[3] > word.box[3]
    assert len(edit_history(place.session.project)) == edits + 2


def test_escape_leaves_a_drag_as_it_was(place: PageView, qtbot) -> None:
    word = place.sheet.words[3]
    key(place, Qt.Key.Key_E)
    port = place.canvas.viewport()
    QTest.mousePress(port, LEFT, PLAIN, at(place, word))
    QTest.mouseMove(port, at(place, word) + QPoint(30, 30))
    key(place, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, LEFT, PLAIN, at(place, word) + QPoint(30, 30))
    settled(place, qtbot)
    assert get_words(place.session.project, [word.id])[0].box == word.box


def test_a_word_is_split_where_the_mouse_clicks_and_by_keys(place: PageView, qtbot) -> None:
    word, other = place.sheet.words[3], place.sheet.words[5]
    click(place, at(place, word))
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Escape)
    key(place, Qt.Key.Key_S)
    click(place, at(place, word, 0.25))
    qtbot.waitUntil(lambda: len(place.canvas.selection) == 2)
    halves = [place.sheet.word(one) for one in place.canvas.selection]
    assert halves[0].box[2] < halves[1].box[2] and sum(half.box[2] for half in halves) == word.box[2]
    place.canvas.select([other.id])
    key(place, Qt.Key.Key_S)
    key(place, Qt.Key.Key_Left)
    key(place, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: place.sheet.word(other.id) is None)
    undo(place, qtbot)
    assert place.sheet.word(other.id).box == other.box


def test_words_are_joined_deleted_and_marked_with_several_selected(place: PageView, qtbot) -> None:
    one, two, three, four = place.sheet.words[:4]
    key(place, Qt.Key.Key_E)
    click(place, at(place, one))
    click(place, at(place, two), CTRL)
    key(place, Qt.Key.Key_J)
    qtbot.waitUntil(lambda: place.sheet.word(one.id) is None and len(place.canvas.selection) == 1)
    joined = place.sheet.word(place.current_word())
    assert joined.box[0] == min(one.box[0], two.box[0]) and place.sheet.words[0].id == joined.id
    click(place, at(place, three))
    key(place, Qt.Key.Key_N)
    settled(place, qtbot)
    assert place.sheet.word(three.id).state == "not_a_word"
    key(place, Qt.Key.Key_N)
    settled(place, qtbot)
    assert place.sheet.word(three.id).state == three.state
    click(place, at(place, four))
    key(place, Qt.Key.Key_Delete)
    settled(place, qtbot)
    assert place.sheet.word(four.id) is None
    undo(place, qtbot)
    assert place.current_word() == four.id


def test_a_rubber_band_selects_what_lies_in_it(place: PageView, qtbot) -> None:
    line = [word for word in place.sheet.words if word.line == place.sheet.words[0].line]
    place.canvas.fit()
    start = at(place, line[0], 0, 0) - QPoint(3, 3)
    drag(place, start, at(place, line[-1], 1, 1) + QPoint(3, 3), SHIFT)
    assert {word.id for word in line} <= set(place.canvas.selection)
    assert "selected" in place.status.text()


def test_a_hand_only_needs_the_keyboard(place: PageView, qtbot) -> None:
    key(place, Qt.Key.Key_Right, CTRL)
    first, second = place.sheet.words[:2]
    assert place.current_word() == first.id
    key(place, Qt.Key.Key_Right, CTRL)
    assert place.current_word() == second.id
    key(place, Qt.Key.Key_Return)
    assert place.reading.editor.word_id == second.id
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Escape)
    count = len(place.sheet.words)
    key(place, Qt.Key.Key_B)
    key(place, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(place.sheet.words) == count + 1)


def test_finding_words_again_leaves_what_a_person_read(place: PageView, qtbot) -> None:
    word = place.sheet.words[0]
    click(place, at(place, word))
    QTest.keyClicks(place.reading.editor.line, "mine")
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Return)
    place.reading.close()
    settled(place, qtbot)
    before = len(edit_history(place.session.project))
    key(place, Qt.Key.Key_F)
    assert place.banner.isVisible()
    qtbot.waitUntil(
        lambda: any("new words" in notice.text for notice in place.context.notifications.history), timeout=20000
    )
    settled(place, qtbot)
    assert not place.banner.isVisible() and len(edit_history(place.session.project)) == before + 1
    assert text_of(place, word) == ("mine", "typed") and place.sheet.word(word.id).box == word.box
    undo(place, qtbot)
    assert place.sheet.word(place.sheet.words[-1].id) is not None


def test_lines_without_words_are_cut_by_the_button(session: Session, context: ProjectContext, qtbot, tmp_path) -> None:
    with Project.open(session.folder) as project:
        source = list_pages(project)[2]
        words = get_words(project, word_ids(project, WordFilter(page_id=source.id)))
        first = [word for word in words if word.line == words[0].line]
        x, y = min(w.box[0] for w in first), min(w.box[1] for w in first)
        right, bottom = max(w.box[0] + w.box[2] for w in first), max(w.box[1] + w.box[3] for w in first)
        other = tmp_path / "lines.png"
        image = QImage(str(source.image))
        image.setPixel(0, 0, 0xFF123456)
        image.save(str(other))
        text = " ".join(f"word{number}" for number in range(len(first)))
        line = LineRecord((x - 4, y - 4, right - x + 8, bottom - y + 8), text)
        import_contents(
            project, SourceContents("pagexml", pages=(PageRecord(other, source.width, source.height, lines=(line,)),))
        )
        page_id = list_pages(project)[-1].id
    place = opened(PageView, context, qtbot, NavigationTarget(page_id=page_id))
    qtbot.waitUntil(lambda: place.banner.button.isVisible())
    assert "1 line of this page is" in place.banner.text.text() and place.canvas.outlines.lines
    QTest.mouseClick(place.banner.button, LEFT)
    qtbot.waitUntil(lambda: len(place.sheet.words) == len(first), timeout=20000)
    assert [word.text for word in place.sheet.words] == text.split()
    assert list_lines(session.project, page_id) == [] and not place.banner.isVisible()


def test_a_word_may_go_while_its_box_is_under_the_hand(place: PageView, qtbot) -> None:
    first, second = place.sheet.words[3:5]
    key(place, Qt.Key.Key_E)
    click(place, at(place, first))
    click(place, at(place, second), CTRL)
    now = place.canvas.viewport()
    centre = at(place, first)
    QTest.mousePress(now, LEFT, PLAIN, centre)
    QTest.mouseMove(now, centre + QPoint(20, 10))
    place.canvas.set_words([word for word in place.sheet.words if word.id != second.id], place.canvas.outlines.lines)
    QTest.mouseMove(now, centre + QPoint(24, 12))
    QTest.mouseRelease(now, LEFT, PLAIN, centre + QPoint(24, 12))
    settled(place, qtbot)
    assert get_words(place.session.project, [first.id])[0].box != first.box
    assert get_words(place.session.project, [second.id])[0].box == second.box
