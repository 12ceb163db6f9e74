"""Correcting the lines of a page by keys: the line is checked as a whole, its unsure words come one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QTextCharFormat
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from view_helpers import open_third_page, press, wait_until_written

from app.context import ProjectContext
from app.page.line_editor import LineField
from app.page.transcript_panel import flow
from app.page.view import PageView
from app.session.session import Session
from core.project.content.pages import list_pages
from core.project.content.transcriptions import clear_transcription
from core.project.content.words import get_words, word_ids
from core.project.project import Project

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def view(context: ProjectContext, qtbot: QtBot) -> Iterator[PageView]:
    """The third page, which has suggestions; unsure are those of its second and last word, and one of another page."""
    ids, elsewhere = page_words(context.session, 2), page_words(context.session, 1)[2]
    with Project.open(context.session.folder) as project, project.edit("test") as connection:
        clear_transcription(project, elsewhere)
        connection.execute("UPDATE prediction SET votes = members")
        unsure = [(ids[1],), (ids[-1],), (elsewhere,)]
        connection.executemany("UPDATE prediction SET votes = 1 WHERE word_id = ?", unsure)
    for view in open_third_page(context, qtbot):
        press(view, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
        yield view


def page_words(session: Session, number: int) -> list[int]:
    return word_ids(session.project, page_id=list_pages(session.project)[number].id)


def field(view: PageView) -> LineField:
    assert view.transcript.is_editing
    return view.transcript.line_editor.field


def selected(view: PageView) -> str:
    return field(view).textCursor().selectedText()


def test_enter_checks_the_line_also_what_stays_as_suggested(view: PageView, qtbot: QtBot) -> None:
    ids = [word.id for word in view.transcript.lines[0].words]
    text = view.transcript.lines[0].text
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    QTest.keyClick(field(view), Qt.Key.Key_Return)
    assert view.transcript.current_key == view.transcript.lines[1].key
    qtbot.waitUntil(lambda: view.transcript.lines[0].is_checked)
    rows = get_words(view.session.project, ids)
    assert [row.text for row in rows] == text.split() and {row.source for row in rows} == {"accepted"}
    assert not view.transcript.lines[1].is_checked
    QTest.keyClick(field(view), Qt.Key.Key_Escape)
    with qtbot.waitSignal(view.session.undone):
        view.session.undo()
    assert {row.text for row in get_words(view.session.project, ids)} == {None}


def test_leaving_a_line_without_enter_checks_nothing(view: PageView, qtbot: QtBot) -> None:
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    QTest.keyClick(field(view), Qt.Key.Key_Down)
    QTest.keyClick(field(view), Qt.Key.Key_Escape)
    wait_until_written(view, qtbot)
    assert not any(word.is_checked for word in view.page_model.words)


def test_the_first_unsure_word_is_selected_and_a_candidate_takes_its_place(view: PageView, qtbot: QtBot) -> None:
    word = view.transcript.lines[0].words[1]
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    assert selected(view) == word.text
    editor = view.transcript.line_editor
    qtbot.waitUntil(lambda: len(editor.candidates) > 1)
    other = editor.candidates[1].word
    QTest.keyClick(field(view), Qt.Key.Key_2, ALT)
    assert field(view).text().split()[1] == other and not any(token.is_unsure for token in editor.tokens)
    QTest.keyClick(field(view), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.transcript.lines[0].is_checked)
    row = get_words(view.session.project, [word.id])[0]
    assert (row.text, row.source, row.box) == (other, "typed", word.box)


def test_tab_goes_to_unsure_words_of_other_lines_and_other_pages(view: PageView, qtbot: QtBot) -> None:
    last = view.transcript.lines[-1].words[-1]
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    QTest.keyClick(field(view), Qt.Key.Key_Tab)
    assert selected(view) == last.text and view.transcript.current_key == view.transcript.lines[-1].key
    QTest.keyClick(field(view), Qt.Key.Key_Backtab)
    assert view.transcript.current_key == view.transcript.lines[0].key
    assert selected(view) == view.transcript.lines[0].words[1].text
    QTest.keyClick(field(view), Qt.Key.Key_Tab)
    QTest.keyClick(field(view), Qt.Key.Key_Tab)
    elsewhere = page_words(view.session, 1)[2]
    qtbot.waitUntil(lambda: view.transcript.is_editing and view.page_model.word(elsewhere) is not None)
    word = view.page_model.word(elsewhere)
    assert word is not None and selected(view) == word.text


def test_ctrl_and_an_arrow_select_whole_words(view: PageView) -> None:
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    field(view).set_text("arms, to Winchester,")
    field(view).put_cursor(0)
    picked = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(field(view), key, Qt.KeyboardModifier.ControlModifier)
        picked.append(selected(view))
    assert picked == ["arms,", "to", "Winchester,", "to"]


def test_a_special_character_is_inserted_and_the_line_stays_open(view: PageView, qtbot: QtBot) -> None:
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    field(view).set_text("")
    QTest.keyClick(field(view), Qt.Key.Key_C, ALT)
    characters = view.transcript.line_editor.characters
    qtbot.waitUntil(characters.isVisible)
    assert view.transcript.is_editing
    QTest.mouseClick(characters.buttons["æ"], Qt.MouseButton.LeftButton)
    assert field(view).text() == "æ" and view.transcript.is_editing


@pytest.mark.parametrize("width", [1204, 928])
def test_every_candidate_is_in_sight_in_a_narrow_window(width: int, view: PageView, qtbot: QtBot) -> None:
    """The list does not move when a word has fewer of them."""
    view.resize(width, 628)
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    editor = view.transcript.line_editor
    qtbot.waitUntil(lambda: len(editor.candidates) == 9)
    buttons = editor.candidate_buttons
    qtbot.waitUntil(lambda: all(button.visibleRegion().boundingRect() == button.rect() for button in buttons))
    assert len({button.y() for button in buttons}) > 1
    height = editor.height()
    editor.show_candidates(view.transcript.lines[0].words[1].id, editor.candidates[:2])
    qtbot.wait(20)
    assert [button.isVisible() for button in buttons] == [True] * 2 + [False] * 7
    assert editor.height() == height


def test_scan_above_the_field_is_that_of_the_line(view: PageView, qtbot: QtBot) -> None:
    """Each line of the page, as it is gone through; compared with all lines as the file has them."""
    view.resize(2400, 900)
    qtbot.waitUntil(lambda: view.transcript.width() > 700)  # a narrow one shows the line in several parts
    page = QImage(str(list_pages(view.session.project)[2].image))
    lines = view.transcript.lines
    assert len(lines) > 2
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    scan = view.transcript.line_editor.scan
    for number in range(3):
        qtbot.wait(50)
        shown = grey(scan.grab().toImage())
        differences = []
        for line in lines:
            x, y, width, height = line.box
            above = round(0.2 * height)
            differences.append(float(np.abs(grey(page.copy(x, y - above, width, height + 2 * above)) - shown).mean()))
        assert np.argmin(differences) == number and min(differences) < 0.5 * sorted(differences)[1], differences
        QTest.keyClick(field(view), Qt.Key.Key_Down)


def grey(image: QImage) -> NDArray[np.float64]:
    """Return an image of any size as 24 rows of 240 shades of grey."""
    smooth = Qt.TransformationMode.SmoothTransformation
    small = image.scaled(240, 24, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    small = small.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(small.constBits(), np.uint8).reshape(24, small.bytesPerLine())
    return rows[:, :240].astype(np.float64)


def test_unsure_words_are_underlined_in_the_field(view: PageView) -> None:
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    wave = QTextCharFormat.UnderlineStyle.WaveUnderline

    def underlined() -> list[str]:
        marks = field(view).extraSelections()
        return [mark.cursor.selectedText() for mark in marks if mark.format.underlineStyle() == wave]

    unsure = view.transcript.lines[0].words[1].text
    assert len(field(view).extraSelections()) == len(view.transcript.lines[0].words)
    assert underlined() == [unsure]
    QTest.keyClicks(field(view), f"{unsure}x")  # replaces the selected word; what a person types is sure
    assert underlined() == []


def test_long_lines_are_wrapped(view: PageView) -> None:
    line = view.transcript.lines[0]
    words, height = flow(line, 200)
    assert [word.text for word in words] == line.text.split()
    assert all(word.rect.right() <= 200 for word in words) and height > 2 * words[0].rect.height()
