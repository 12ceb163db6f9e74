"""The place Page, driven by keys and mouse: reading words in place, boxes put right, pages turned."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from app.page.content import PageWord
from app.page.place import PagePlace, make
from app.page.tool import Tool
from app.session.session import Session
from app.shell.desk import Desk, Target
from core.formats.records import Found, LineRecord, PageRecord
from core.project.history import history
from core.project.importing import import_found
from core.project.pages import lines, pages
from core.project.project import Project
from core.project.readings import readings
from core.project.words import WordFilter, rows, word_ids

LEFT, SHIFT, CTRL = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
PLAIN = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def place(desk: Desk, qtbot) -> Iterator[PagePlace]:
    """The place alone, on the third page, which nobody has read."""
    place = make(desk)
    assert isinstance(place, PagePlace)
    desk.session.went_back.connect(lambda change: place.enter(Target(word_id=change.word_ids[0])))
    qtbot.addWidget(place)
    place.resize(1204, 728)
    place.show()
    place.activateWindow()
    place.enter(Target(page_id=pages(desk.session.reads)[2].id))
    qtbot.waitUntil(lambda: place.sheet.content is not None and place.canvas.tiles.is_sharp)
    place.canvas.setFocus()
    yield place
    place.leave()
    settled(place, qtbot)


def settled(place: PagePlace, qtbot) -> None:
    """Wait until what was written is on the screen."""
    qtbot.waitUntil(lambda: not place.session.busy)
    qtbot.wait(60)


def at(place: PagePlace, word: PageWord, dx: float = 0.5, dy: float = 0.5) -> QPoint:
    """A point in a word, as shares of its box, on the screen."""
    x, y, w, h = word.box
    return QPointF(*place.canvas.view.to_window(x + w * dx, y + h * dy)).toPoint()


def drag(place: PagePlace, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
    port = place.canvas.viewport()
    QTest.mousePress(port, LEFT, keys, start)
    QTest.mouseMove(port, (start + end) / 2)
    QTest.mouseMove(port, end)
    QTest.mouseRelease(port, LEFT, keys, end)


def click(place: PagePlace, point: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
    QTest.mouseClick(place.canvas.viewport(), LEFT, keys, point)


def key(place: PagePlace, which: Qt.Key, keys: Qt.KeyboardModifier = PLAIN) -> None:
    QTest.keyClick(place.canvas, which, keys)


def text_of(place: PagePlace, word: PageWord) -> tuple[str | None, str | None]:
    row = rows(place.session.reads, [word.id])[0]
    return row.text, row.source


def undo(place: PagePlace, qtbot) -> None:
    with qtbot.waitSignal(place.session.went_back):
        place.session.undo()
    settled(place, qtbot)


def test_typing_in_place_saves_and_goes_to_the_next_word(place: PagePlace, qtbot) -> None:
    first, second = place.sheet.words[:2]
    click(place, at(place, first))
    line = place.reading.editor.line
    assert place.reading.editor.word_id == first.id and line.text() == first.text
    QTest.keyClicks(line, "Regiment")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert place.reading.editor.word_id == second.id and place.current_word() == second.id
    settled(place, qtbot)
    assert text_of(place, first) == ("Regiment", "typed")
    assert place.sheet.word(first.id).state == "typed"


def test_enter_on_the_models_word_accepts_it_and_undo_comes_back(place: PagePlace, qtbot) -> None:
    word = place.sheet.words[0]
    click(place, at(place, word))
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Return)
    settled(place, qtbot)
    assert text_of(place, word) == (word.predicted, "accepted")
    undo(place, qtbot)
    assert place.current_word() == word.id and place.reading.editor.word_id == word.id
    assert text_of(place, word) == (None, None)


def test_escape_and_an_untouched_tab_change_nothing(place: PagePlace, qtbot) -> None:
    first, second = place.sheet.words[:2]
    click(place, at(place, first))
    QTest.keyClicks(place.reading.editor.line, "wrong")
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Escape)
    assert not place.reading.editor.isVisible()
    click(place, at(place, first))
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Tab)
    assert place.reading.editor.word_id == second.id
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Backtab)
    assert place.reading.editor.word_id == first.id
    settled(place, qtbot)
    assert text_of(place, first) == (None, None) and text_of(place, second) == (None, None)


@pytest.mark.parametrize("way", ["word", "page", "place", "empty"])
def test_what_is_being_typed_is_kept_when_the_mouse_goes_elsewhere(place: PagePlace, qtbot, way: str) -> None:
    first, _, third = place.sheet.words[:3]
    click(place, at(place, first))
    QTest.keyClicks(place.reading.editor.line, "kept")
    if way == "word":
        click(place, at(place, third))
    elif way == "page":
        QTest.mouseClick(place.top.buttons["previous"], LEFT)
    elif way == "place":
        place.leave()
    else:
        click(place, QPoint(4, 4))
    settled(place, qtbot)
    assert text_of(place, first) == ("kept", "typed")


def test_candidates_are_taken_by_their_number(place: PagePlace, qtbot) -> None:
    word = place.sheet.words[0]
    click(place, at(place, word))
    editor = place.reading.editor
    qtbot.waitUntil(lambda: len(editor.buttons) > 1)
    other = editor.buttons[1].text().split()[1]
    assert editor.buttons[0].text().split()[1] == word.predicted
    QTest.keyClick(editor.line, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    settled(place, qtbot)
    assert text_of(place, word) == (other, "typed")


def test_what_could_not_be_written_is_told_and_stands_ready(place: PagePlace, qtbot, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("app.page.reading.keep_text", full)
    word = place.sheet.words[0]
    click(place, at(place, word))
    QTest.keyClicks(place.reading.editor.line, "precious")
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(place.desk.hub.notices))
    assert "precious" in place.desk.hub.notices[-1].text
    settled(place, qtbot)
    assert place.sheet.word(word.id).state == word.state
    click(place, at(place, word))
    assert place.reading.editor.text == "precious" and place.reading.editor.is_changed
    monkeypatch.undo()


def test_letters_are_keys_only_while_nothing_is_typed(place: PagePlace) -> None:
    word = place.sheet.words[0]
    click(place, at(place, word))
    QTest.keyClicks(place.reading.editor.line, "bens 10")
    assert place.reading.editor.text == "bens 10" and place.canvas.tool is Tool.READ
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Escape)
    key(place, Qt.Key.Key_B)
    assert place.canvas.tool is Tool.DRAW


def test_a_box_is_drawn_at_its_place_in_the_reading_order(place: PagePlace, qtbot) -> None:
    before, after = place.sheet.words[1:3]
    gap = before.box[0] + before.box[2], before.box[1]
    key(place, Qt.Key.Key_B)
    start = QPointF(*place.canvas.view.to_window(gap[0] + 1, gap[1])).toPoint()
    drag(place, start, start + QPoint(24, 20))
    qtbot.waitUntil(
        lambda: len(place.canvas.selection) == 1 and place.current_word() not in (before.id, after.id)
    )
    order = [word.id for word in place.sheet.words]
    assert order[:4] == [place.sheet.words[0].id, before.id, place.current_word(), after.id]
    assert place.canvas.tool is Tool.BOXES
    undo(place, qtbot)
    assert len(place.sheet.words) == len(order) - 1


def test_boxes_are_moved_and_resized_by_mouse_one_edit_each(place: PagePlace, qtbot) -> None:
    word = place.sheet.words[3]
    key(place, Qt.Key.Key_E)
    edits = len(history(place.session.reads))
    centre = at(place, word)
    drag(place, centre, centre + QPoint(20, 10))
    settled(place, qtbot)
    moved = place.sheet.word(word.id).box
    assert moved[0] > word.box[0] and moved[1] > word.box[1] and moved[2:] == word.box[2:]
    corner = at(place, place.sheet.word(word.id), 1, 1)
    drag(place, corner, corner + QPoint(15, 12))
    settled(place, qtbot)
    larger = rows(place.session.reads, [word.id])[0].box
    assert larger[:2] == moved[:2] and larger[2] > moved[2] and larger[3] > moved[3]
    assert len(history(place.session.reads)) == edits + 2
    undo(place, qtbot)
    undo(place, qtbot)
    assert place.sheet.word(word.id).box == word.box


def test_boxes_are_moved_and_resized_by_keys_one_edit_each(place: PagePlace, qtbot) -> None:
    word = place.sheet.words[3]
    key(place, Qt.Key.Key_E)
    click(place, at(place, word))
    edits = len(history(place.session.reads))
    for _ in range(5):
        QTest.keyPress(place.canvas, Qt.Key.Key_Right)
    QTest.keyRelease(place.canvas, Qt.Key.Key_Right)
    settled(place, qtbot)
    moved = place.sheet.word(word.id).box
    assert moved[0] >= word.box[0] + 5 and len(history(place.session.reads)) == edits + 1
    key(place, Qt.Key.Key_Down, SHIFT)
    settled(place, qtbot)
    assert rows(place.session.reads, [word.id])[0].box[3] > word.box[3]
    assert len(history(place.session.reads)) == edits + 2


def test_escape_leaves_a_drag_as_it_was(place: PagePlace, qtbot) -> None:
    word = place.sheet.words[3]
    key(place, Qt.Key.Key_E)
    port = place.canvas.viewport()
    QTest.mousePress(port, LEFT, PLAIN, at(place, word))
    QTest.mouseMove(port, at(place, word) + QPoint(30, 30))
    key(place, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, LEFT, PLAIN, at(place, word) + QPoint(30, 30))
    settled(place, qtbot)
    assert rows(place.session.reads, [word.id])[0].box == word.box


def test_a_word_is_split_where_the_mouse_clicks_and_by_keys(place: PagePlace, qtbot) -> None:
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


def test_words_are_joined_deleted_and_marked_with_several_selected(place: PagePlace, qtbot) -> None:
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


def test_a_rubber_band_selects_what_lies_in_it(place: PagePlace, qtbot) -> None:
    line = [word for word in place.sheet.words if word.line == place.sheet.words[0].line]
    place.canvas.fit()
    start = at(place, line[0], 0, 0) - QPoint(3, 3)
    drag(place, start, at(place, line[-1], 1, 1) + QPoint(3, 3), SHIFT)
    assert {word.id for word in line} <= set(place.canvas.selection)
    assert "selected" in place.status.text()


def test_a_hand_only_needs_the_keyboard(place: PagePlace, qtbot) -> None:
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


def test_the_legend_counts_and_filters(place: PagePlace) -> None:
    legend = place.side.legend
    counts = {state: sum(word.state == state for word in place.sheet.words) for state in legend.buttons}
    for state, count in counts.items():
        assert legend.buttons[state].text().endswith(f"  {count}")
    state = place.sheet.words[0].state
    QTest.mouseClick(legend.buttons[state], LEFT)
    assert all(word.state != state for word in place.canvas.outlines.shown)
    assert place.canvas.word_at(QPointF(at(place, place.sheet.words[0]))) is None
    QTest.mouseClick(legend.buttons[state], LEFT)
    assert len(place.canvas.outlines.shown) == len(place.sheet.words)


def test_pages_are_turned_and_remember_where_one_was(place: PagePlace, qtbot) -> None:
    third = place.sheet.page_id
    key(place, Qt.Key.Key_1)
    place.canvas.pan(-40, -60)
    view = place.canvas.view
    assert view.scale == 1.0
    key(place, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: place.sheet.content is not None and place.sheet.page_id != third)
    assert place.top.chooser.currentData() == place.sheet.page_id
    assert "words read" in place.top.chooser.currentText()
    key(place, Qt.Key.Key_PageDown)
    qtbot.waitUntil(lambda: place.sheet.content is not None and place.sheet.page_id == third)
    assert place.canvas.view == view
    key(place, Qt.Key.Key_PageDown)
    assert place.sheet.page_id == third and "last page" in place.status.text()


def test_entering_with_a_word_opens_its_page_and_shows_it(place: PagePlace, qtbot) -> None:
    word_id = word_ids(place.session.reads, WordFilter(page_id=pages(place.session.reads)[0].id))[-1]
    place.enter(Target(word_id=word_id))
    qtbot.waitUntil(lambda: place.current_word() == word_id)
    x, y = place.canvas.view.to_window(*place.sheet.word(word_id).box[:2])
    assert 0 <= x < place.canvas.viewport().width() and 0 <= y < place.canvas.viewport().height()


def test_the_wheel_zooms_where_the_mouse_is(place: PagePlace) -> None:
    place.canvas.zoom_to(2.0)
    spot = QPointF(300, 200)
    before, scale = place.canvas.view.to_page(300, 200), place.canvas.view.scale
    turn = QWheelEvent(
        spot, place.canvas.viewport().mapToGlobal(spot), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, CTRL,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(place.canvas.viewport(), turn)
    assert place.canvas.view.scale > scale
    after = place.canvas.view.to_page(300, 200)
    assert abs(after[0] - before[0]) < 2 and abs(after[1] - before[1]) < 2


def test_the_space_bar_shows_the_word_in_review_but_held_it_pans(place: PagePlace, qtbot) -> None:
    word = place.sheet.words[0]
    place.canvas.select([word.id])
    with qtbot.waitSignal(place.desk.going) as went:
        key(place, Qt.Key.Key_Space)
    assert went.args == ["review", Target(word_id=word.id)]
    with qtbot.waitSignal(place.desk.going) as went:
        key(place, Qt.Key.Key_I)
    assert went.args[0] == "insight"
    place.canvas.zoom_to(2.0)
    left = place.canvas.view.left
    with qtbot.assertNotEmitted(place.desk.going):
        QTest.keyPress(place.canvas, Qt.Key.Key_Space)
        drag(place, QPoint(300, 200), QPoint(260, 180))
        QTest.keyRelease(place.canvas, Qt.Key.Key_Space)
    assert place.canvas.view.left == left - 40 and place.canvas.selection == [word.id]


def test_finding_words_again_leaves_what_a_person_read(place: PagePlace, qtbot) -> None:
    word = place.sheet.words[0]
    click(place, at(place, word))
    QTest.keyClicks(place.reading.editor.line, "mine")
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Return)
    place.reading.close()
    settled(place, qtbot)
    before = len(history(place.session.reads))
    key(place, Qt.Key.Key_F)
    assert place.banner.isVisible()
    qtbot.waitUntil(
        lambda: any("new words" in notice.text for notice in place.desk.hub.notices), timeout=20000
    )
    settled(place, qtbot)
    assert not place.banner.isVisible() and len(history(place.session.reads)) == before + 1
    assert text_of(place, word) == ("mine", "typed") and place.sheet.word(word.id).box == word.box
    undo(place, qtbot)
    assert place.sheet.word(place.sheet.words[-1].id) is not None


def test_lines_without_words_are_cut_by_the_button(session: Session, desk: Desk, qtbot, tmp_path) -> None:
    with Project.open(session.folder) as project:
        source = pages(project)[2]
        words = rows(project, word_ids(project, WordFilter(page_id=source.id)))
        first = [word for word in words if word.line == words[0].line]
        x, y = min(w.box[0] for w in first), min(w.box[1] for w in first)
        right, bottom = max(w.box[0] + w.box[2] for w in first), max(w.box[1] + w.box[3] for w in first)
        other = tmp_path / "lines.png"
        image = QImage(str(source.image))
        image.setPixel(0, 0, 0xFF123456)
        image.save(str(other))
        text = " ".join(f"word{number}" for number in range(len(first)))
        line = LineRecord((x - 4, y - 4, right - x + 8, bottom - y + 8), text)
        import_found(
            project, Found("pagexml", pages=(PageRecord(other, source.width, source.height, lines=(line,)),))
        )
        page_id = pages(project)[-1].id
    place = make(desk)
    qtbot.addWidget(place)
    place.show()
    place.enter(Target(page_id=page_id))
    qtbot.waitUntil(lambda: place.banner.button.isVisible())
    assert "1 lines" in place.banner.label.text() and place.canvas.outlines.lines
    QTest.mouseClick(place.banner.button, LEFT)
    qtbot.waitUntil(lambda: len(place.sheet.words) == len(first), timeout=20000)
    assert [word.text for word in place.sheet.words] == text.split()
    assert lines(session.reads, page_id) == [] and not place.banner.isVisible()


def test_a_project_without_pages_shows_the_way_to_collection(tmp_path, theme, settings, qapp, qtbot) -> None:
    from app.shell.actions import Actions
    from app.shell.hub import Hub

    Project.create(tmp_path / "empty").close()
    session = Session(tmp_path / "empty.ductus")
    desk = Desk(session, Hub(qapp), Actions(qapp), theme, settings, qapp)
    place = make(desk)
    qtbot.addWidget(place)
    place.show()
    qtbot.waitUntil(lambda: place.empty.isVisible())
    assert any("No pages" in label.text() for label in place.empty.findChildren(QLabel))
    with qtbot.waitSignal(desk.going) as went:
        QTest.mouseClick(place.empty.findChild(QPushButton), LEFT)
    assert went.args[0] == "collection"
    place.leave()
    session.close()


def test_every_control_has_a_name_and_every_key_its_own_deed(place: PagePlace) -> None:
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

    for kind in (QAbstractButton, QComboBox, QLineEdit):
        for control in place.findChildren(kind):
            if not control.objectName().startswith("qt_") and control.isVisibleTo(place):
                assert control.accessibleName() or getattr(control, "text", str)(), control
    entries = [entry.action for entry in place.desk.actions.all() if entry.place == "page"]
    keys = [shortcut.toString() for action in entries for shortcut in action.shortcuts()]
    assert len(keys) == len(set(keys)) and {"B", "S", "J", "N", "Del", "PgUp", "PgDown"} <= set(keys)


def test_every_reading_of_a_word_is_kept(place: PagePlace, qtbot) -> None:
    word = place.sheet.words[0]
    for text in ("one", "two"):
        click(place, at(place, word))
        place.reading.editor.line.selectAll()
        QTest.keyClicks(place.reading.editor.line, text)
        QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Return)
        settled(place, qtbot)
    assert [reading.text for reading in readings(place.session.reads, word.id)] == ["one", "two"]
