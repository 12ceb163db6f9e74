"""The page view by keys and mouse: turning pages, zooming, hiding states, other views; and editing boxes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui_helpers import opened
from project_helpers import edit_history
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton
from view_helpers import (
    CTRL,
    LEFT,
    NO_MODIFIER,
    SHIFT,
    click,
    drag,
    open_third_page,
    point_in,
    press,
    transcription,
    undo,
    wait_until_written,
)

from app.context import NavigationTarget, ProjectContext
from app.page.canvas import Tool
from app.page.view import PageView
from app.session.session import Session
from core.formats.records import LineRecord, PageRecord, SourceContents
from core.jobs.requests import RecogniseRequest
from core.project.content.pages import list_pages, list_uncut_lines
from core.project.content.words import get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[PageView]:
    yield from open_third_page(context, qtbot)


def test_legend_counts_and_hides_states(view: PageView) -> None:
    legend = view.side_panel.legend
    counts = {state: sum(word.state == state for word in view.page_model.words) for state in legend.buttons}
    for state, count in counts.items():
        assert legend.buttons[state].text().endswith(f"  {count}")
    state = view.page_model.words[0].state
    QTest.mouseClick(legend.buttons[state], LEFT)
    assert all(word.state != state for word in view.canvas.outlines.visible_words)
    assert view.canvas.word_at(QPointF(point_in(view, view.page_model.words[0]))) is None
    QTest.mouseClick(legend.buttons[state], LEFT)
    assert len(view.canvas.outlines.visible_words) == len(view.page_model.words)


def test_page_keys_turn_pages_and_restore_their_viewports(view: PageView, qtbot) -> None:
    third = view.page_model.page_id
    press(view, Qt.Key.Key_1)
    view.canvas.pan(-40, -60)
    viewport = view.canvas.view
    assert viewport.scale == 1.0
    press(view, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: view.page_model.content is not None and view.page_model.page_id != third)
    assert view.top_bar.chooser.currentData() == view.page_model.page_id
    assert "words checked" in view.top_bar.chooser.currentText()
    press(view, Qt.Key.Key_PageDown)
    qtbot.waitUntil(lambda: view.page_model.content is not None and view.page_model.page_id == third)
    assert view.canvas.view == viewport
    press(view, Qt.Key.Key_PageDown)
    assert view.page_model.page_id == third and "last page" in view.status.text()


def test_entering_with_a_word_opens_its_page_and_reveals_it(view: PageView, qtbot) -> None:
    word_id = word_ids(view.session.project, page_id=list_pages(view.session.project)[0].id)[-1]
    view.enter(NavigationTarget(word_id=word_id))
    qtbot.waitUntil(lambda: view.current_word() == word_id)
    x, y = view.canvas.view.to_window(*view.page_model.word(word_id).box[:2])
    assert 0 <= x < view.canvas.viewport().width() and 0 <= y < view.canvas.viewport().height()


def test_wheel_zooms_at_the_mouse(view: PageView) -> None:
    view.canvas.zoom_to(2.0)
    spot = QPointF(300, 200)
    before, scale = view.canvas.view.to_page(300, 200), view.canvas.view.scale
    turn = QWheelEvent(
        spot,
        view.canvas.viewport().mapToGlobal(spot),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        CTRL,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.canvas.viewport(), turn)
    assert view.canvas.view.scale > scale
    after = view.canvas.view.to_page(300, 200)
    assert abs(after[0] - before[0]) < 2 and abs(after[1] - before[1]) < 2


def test_space_shows_the_word_in_review_and_pans_while_held(view: PageView, qtbot) -> None:
    word = view.page_model.words[0]
    view.canvas.select([word.id])
    with qtbot.waitSignal(view.context.view_requested) as request:
        press(view, Qt.Key.Key_Space)
    assert request.args == ["review", NavigationTarget(word_id=word.id)]
    with qtbot.waitSignal(view.context.view_requested) as request:
        press(view, Qt.Key.Key_I)
    assert request.args[0] == "insight"
    view.canvas.zoom_to(2.0)
    left = view.canvas.view.left
    with qtbot.assertNotEmitted(view.context.view_requested):
        QTest.keyPress(view.canvas, Qt.Key.Key_Space)
        drag(view, QPoint(300, 200), QPoint(260, 180))
        QTest.keyRelease(view.canvas, Qt.Key.Key_Space)
    assert view.canvas.view.left == left - 40 and view.canvas.selection == [word.id]


def test_project_without_pages_leads_to_collection(tmp_path, theme, settings, qapp, qtbot) -> None:
    from app.actions import Actions
    from app.notifications import NotificationCenter

    Project.create(tmp_path / "empty").close()
    session = Session(tmp_path / "empty.ductus")
    context = ProjectContext(session, NotificationCenter(qapp), Actions(qapp), theme, settings, qapp)
    view = opened(PageView, context, qtbot)
    qtbot.waitUntil(lambda: view.empty.isVisible())
    assert any("No pages" in label.text() for label in view.empty.findChildren(QLabel))
    with qtbot.waitSignal(context.view_requested) as request:
        QTest.mouseClick(view.empty.findChild(QPushButton), LEFT)
    assert request.args[0] == "collection"
    view.leave()
    session.close()


def test_controls_have_names_and_keys_are_unique(view: PageView) -> None:
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

    for kind in (QAbstractButton, QComboBox, QLineEdit):
        for control in view.findChildren(kind):
            if not control.objectName().startswith("qt_") and control.isVisibleTo(view):
                assert control.accessibleName() or getattr(control, "text", str)(), control
    entries = [entry.action for entry in view.context.actions.all() if entry.view == "page"]
    keys = [shortcut.toString() for action in entries for shortcut in action.shortcuts()]
    assert len(keys) == len(set(keys)) and {"B", "S", "J", "N", "Del", "PgUp", "PgDown"} <= set(keys)


def test_right_click_on_a_word_offers_what_can_be_done_with_it(view: PageView, qtbot) -> None:
    word = view.page_model.words[2]
    place = point_in(view, word)
    view.canvas.customContextMenuRequested.emit(place)
    (menu,) = (menu for menu in view.canvas.findChildren(QMenu) if menu.isVisible())
    texts = [action.text() for action in menu.actions()]
    assert texts[0] == "Type the transcription" and {"Show in Review", "Delete words"} <= set(texts)
    assert view.canvas.selection == [word.id]
    menu.actions()[0].trigger()
    assert view.transcription.editor.word_id == word.id
    menu.close()


def test_drawn_box_gets_its_position_in_the_reading_order(view: PageView, qtbot) -> None:
    before, after = view.page_model.words[1:3]
    gap = before.box[0] + before.box[2], before.box[1]
    press(view, Qt.Key.Key_B)
    start = QPointF(*view.canvas.view.to_window(gap[0] + 1, gap[1])).toPoint()
    drag(view, start, start + QPoint(24, 20))
    qtbot.waitUntil(lambda: len(view.canvas.selection) == 1 and view.current_word() not in (before.id, after.id))
    order = [word.id for word in view.page_model.words]
    assert order[:4] == [view.page_model.words[0].id, before.id, view.current_word(), after.id]
    assert view.canvas.tool is Tool.BOXES
    undo(view, qtbot)
    assert len(view.page_model.words) == len(order) - 1


def test_mouse_moves_and_resizes_with_one_edit_each(view: PageView, qtbot) -> None:
    word = view.page_model.words[3]
    press(view, Qt.Key.Key_E)
    edits = len(edit_history(view.session.project))
    centre = point_in(view, word)
    drag(view, centre, centre + QPoint(20, 10))
    wait_until_written(view, qtbot)
    moved = view.page_model.word(word.id).box
    assert moved[0] > word.box[0] and moved[1] > word.box[1] and moved[2:] == word.box[2:]
    corner = point_in(view, view.page_model.word(word.id), 1, 1)
    drag(view, corner, corner + QPoint(15, 12))
    wait_until_written(view, qtbot)
    larger = get_words(view.session.project, [word.id])[0].box
    assert larger[:2] == moved[:2] and larger[2] > moved[2] and larger[3] > moved[3]
    assert len(edit_history(view.session.project)) == edits + 2
    undo(view, qtbot)
    undo(view, qtbot)
    assert view.page_model.word(word.id).box == word.box


def test_keys_move_and_resize_with_one_edit_each(view: PageView, qtbot) -> None:
    word = view.page_model.words[3]
    press(view, Qt.Key.Key_E)
    click(view, point_in(view, word))
    edits = len(edit_history(view.session.project))
    for _ in range(5):
        QTest.keyPress(view.canvas, Qt.Key.Key_Right)
    QTest.keyRelease(view.canvas, Qt.Key.Key_Right)
    wait_until_written(view, qtbot)
    moved = view.page_model.word(word.id).box
    assert moved[0] >= word.box[0] + 5 and len(edit_history(view.session.project)) == edits + 1
    press(view, Qt.Key.Key_Down, SHIFT)
    wait_until_written(view, qtbot)
    assert get_words(view.session.project, [word.id])[0].box[3] > word.box[3]
    assert len(edit_history(view.session.project)) == edits + 2


def test_escape_cancels_a_drag(view: PageView, qtbot) -> None:
    word = view.page_model.words[3]
    press(view, Qt.Key.Key_E)
    port = view.canvas.viewport()
    QTest.mousePress(port, LEFT, NO_MODIFIER, point_in(view, word))
    QTest.mouseMove(port, point_in(view, word) + QPoint(30, 30))
    press(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, LEFT, NO_MODIFIER, point_in(view, word) + QPoint(30, 30))
    wait_until_written(view, qtbot)
    assert get_words(view.session.project, [word.id])[0].box == word.box


def test_word_is_split_by_click_and_by_keys(view: PageView, qtbot) -> None:
    word, other = view.page_model.words[3], view.page_model.words[5]
    click(view, point_in(view, word))
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Escape)
    press(view, Qt.Key.Key_S)
    click(view, point_in(view, word, 0.25))
    qtbot.waitUntil(lambda: len(view.canvas.selection) == 2)
    halves = [view.page_model.word(one) for one in view.canvas.selection]
    assert halves[0].box[2] < halves[1].box[2] and sum(half.box[2] for half in halves) == word.box[2]
    view.canvas.select([other.id])
    press(view, Qt.Key.Key_S)
    press(view, Qt.Key.Key_Left)
    press(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.page_model.word(other.id) is None)
    undo(view, qtbot)
    assert view.page_model.word(other.id).box == other.box


def test_selected_words_are_joined_marked_and_deleted(view: PageView, qtbot) -> None:
    one, two, three, four = view.page_model.words[:4]
    press(view, Qt.Key.Key_E)
    click(view, point_in(view, one))
    click(view, point_in(view, two), CTRL)
    press(view, Qt.Key.Key_J)
    qtbot.waitUntil(lambda: view.page_model.word(one.id) is None and len(view.canvas.selection) == 1)
    joined = view.page_model.word(view.current_word())
    assert joined.box[0] == min(one.box[0], two.box[0]) and view.page_model.words[0].id == joined.id
    click(view, point_in(view, three))
    press(view, Qt.Key.Key_N)
    wait_until_written(view, qtbot)
    assert view.page_model.word(three.id).state == "not_a_word"
    press(view, Qt.Key.Key_N)
    wait_until_written(view, qtbot)
    assert view.page_model.word(three.id).state == three.state
    click(view, point_in(view, four))
    press(view, Qt.Key.Key_Delete)
    wait_until_written(view, qtbot)
    assert view.page_model.word(four.id) is None
    undo(view, qtbot)
    assert view.current_word() == four.id


def test_rubber_band_selects_the_words_in_it(view: PageView, qtbot) -> None:
    line = [word for word in view.page_model.words if word.line == view.page_model.words[0].line]
    view.canvas.fit()
    start = point_in(view, line[0], 0, 0) - QPoint(3, 3)
    drag(view, start, point_in(view, line[-1], 1, 1) + QPoint(3, 3), SHIFT)
    assert {word.id for word in line} <= set(view.canvas.selection)
    assert "selected" in view.status.text()


def test_words_are_chosen_and_drawn_by_keyboard_alone(view: PageView, qtbot) -> None:
    press(view, Qt.Key.Key_Right, CTRL)
    first, second = view.page_model.words[:2]
    assert view.current_word() == first.id
    press(view, Qt.Key.Key_Right, CTRL)
    assert view.current_word() == second.id
    press(view, Qt.Key.Key_Return)
    assert view.transcription.editor.word_id == second.id
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Escape)
    count = len(view.page_model.words)
    press(view, Qt.Key.Key_B)
    press(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(view.page_model.words) == count + 1)


def test_finding_words_again_keeps_transcribed_words(view: PageView, qtbot, monkeypatch) -> None:
    word = view.page_model.words[0]
    click(view, point_in(view, word))
    QTest.keyClicks(view.transcription.editor.line, "mine")
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Return)
    view.transcription.close()
    wait_until_written(view, qtbot)
    before = len(edit_history(view.session.project))
    known = {word.id for word in view.page_model.words}
    started: list[RecogniseRequest] = []
    monkeypatch.setattr(view.session.jobs, "start", started.append)
    press(view, Qt.Key.Key_F)
    assert view.banner.isVisible()
    view.turn_page(-1)
    qtbot.waitUntil(lambda: not view.banner.isVisible())
    view.turn_page(1)
    qtbot.waitUntil(lambda: view.banner.isVisible())
    qtbot.waitUntil(
        lambda: any("new word" in notice.text for notice in view.context.notifications.history), timeout=120_000
    )
    qtbot.waitUntil(lambda: any(word.id not in known for word in view.page_model.words))
    assert not view.banner.isVisible() and len(edit_history(view.session.project)) == before + 1
    new = [word.id for word in view.page_model.words if word.id not in known]
    (read,) = started
    assert sorted(read.ids) == sorted(new)
    assert transcription(view, word) == ("mine", "typed") and view.page_model.word(word.id).box == word.box
    undo(view, qtbot)
    assert view.page_model.word(view.page_model.words[-1].id) is not None


def test_button_cuts_lines_without_words(session: Session, context: ProjectContext, qtbot, tmp_path) -> None:
    with Project.open(session.folder) as project:
        source = list_pages(project)[2]
        words = get_words(project, word_ids(project, page_id=source.id))
        first = [word for word in words if word.line == words[0].line]
        x, y = min(w.box[0] for w in first), min(w.box[1] for w in first)
        right, bottom = max(w.box[0] + w.box[2] for w in first), max(w.box[1] + w.box[3] for w in first)
        other = tmp_path / "lines.png"
        image = QImage(str(source.image))
        image.setPixel(0, 0, 0xFF123456)
        image.save(str(other))
        text = " ".join(f"word{number}" for number in range(len(first)))
        line = LineRecord((x - 4, y - 4, right - x + 8, bottom - y + 8), text)
        import_contents(project, SourceContents(pages=(PageRecord(other, source.width, source.height, lines=(line,)),)))
        page_id = list_pages(project)[-1].id
    view = opened(PageView, context, qtbot, NavigationTarget(page_id=page_id))
    qtbot.waitUntil(lambda: view.banner.button.isVisible())
    assert "1 line of this page is" in view.banner.text.text() and view.canvas.outlines.lines
    QTest.mouseClick(view.banner.button, LEFT)
    qtbot.waitUntil(lambda: len(view.page_model.words) == len(first), timeout=120_000)
    assert [word.text for word in view.page_model.words] == text.split()
    assert list_uncut_lines(session.project, page_id) == [] and not view.banner.isVisible()


def test_word_may_disappear_while_its_box_is_dragged(view: PageView, qtbot) -> None:
    first, second = view.page_model.words[3:5]
    press(view, Qt.Key.Key_E)
    click(view, point_in(view, first))
    click(view, point_in(view, second), CTRL)
    now = view.canvas.viewport()
    centre = point_in(view, first)
    QTest.mousePress(now, LEFT, NO_MODIFIER, centre)
    QTest.mouseMove(now, centre + QPoint(20, 10))
    view.canvas.set_words([word for word in view.page_model.words if word.id != second.id], view.canvas.outlines.lines)
    QTest.mouseMove(now, centre + QPoint(24, 12))
    QTest.mouseRelease(now, LEFT, NO_MODIFIER, centre + QPoint(24, 12))
    wait_until_written(view, qtbot)
    assert get_words(view.session.project, [first.id])[0].box != first.box
    assert get_words(view.session.project, [second.id])[0].box == second.box
