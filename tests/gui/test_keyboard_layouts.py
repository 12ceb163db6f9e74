"""Keyboards of other countries: candidates by the number row, special characters, keys left to the window."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
import shiboken6
from gui_helpers import opened
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from app.context import ProjectContext
from app.page.editor import Editor
from app.review.transcription_field import TranscriptionField
from app.review.view import ReviewView
from app.search.view import SearchView
from app.widgets.special_characters import SpecialCharacters
from app.widgets.typing_keys import LeavesExport, number_of_key
from core.project.query.review_order import ReviewOrder
from core.recognition.candidates import RankedCandidate

NONE, ALT, SHIFT = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier)
CONTROL = Qt.KeyboardModifier.ControlModifier
pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="the codes of the keys are those of Linux and Windows")


def of_row(number: int, key: int, modifiers: Qt.KeyboardModifier, text: str = "") -> QKeyEvent:
    """A press of a key of the number row, which types ``key`` in the layout at hand."""
    code = number + (1 if sys.platform == "win32" else 9)
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, code, 0, 0, text)


@pytest.fixture
def field(qtbot) -> TranscriptionField:
    field = TranscriptionField()
    qtbot.addWidget(field)
    field.show_text("mount", is_checked=False)
    field.show()
    return field


def test_number_row_counts_whatever_it_types() -> None:
    assert number_of_key(of_row(2, Qt.Key.Key_Eacute, NONE, "é")) == 2
    assert number_of_key(of_row(9, Qt.Key.Key_Ccedilla, NONE, "ç")) == 9
    assert number_of_key(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_7, NONE, "7")) == 7
    assert number_of_key(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, NONE, 38, 0, 0, "a")) is None


def test_review_chooses_by_alt_and_leaves_the_letters_of_the_row(field: TranscriptionField, qtbot) -> None:
    with qtbot.waitSignal(field.candidate_pressed) as chosen:
        QApplication.sendEvent(field, of_row(2, Qt.Key.Key_Eacute, ALT, "é"))
    assert chosen.args == [2] and not field.is_typing
    with qtbot.waitSignal(field.candidate_pressed) as chosen:
        QApplication.sendEvent(field, of_row(3, Qt.Key.Key_3, SHIFT, "3"))
    assert chosen.args == [3] and not field.is_typing
    QApplication.sendEvent(field, of_row(2, Qt.Key.Key_Eacute, NONE, "é"))
    assert field.text() == "é"
    QApplication.sendEvent(field, of_row(3, Qt.Key.Key_3, SHIFT, "3"))
    assert field.text() == "é3"


def test_page_chooses_by_alt_and_the_number_row(context: ProjectContext, qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    editor = Editor(parent, "")
    parent.show()
    editor.open(1, "")
    editor.show_candidates([RankedCandidate(word, 1, 0.1, True) for word in ("and", "été")])
    with qtbot.waitSignal(editor.saved) as saved:
        QApplication.sendEvent(editor.line, of_row(2, Qt.Key.Key_Eacute, ALT, "é"))
    assert saved.args == ["été", 1]


def test_a_special_character_is_typed_where_the_cursor_is(
    field: TranscriptionField, context: ProjectContext, qtbot
) -> None:
    panel = SpecialCharacters(field)
    panel.show_below()
    assert panel.isVisible()
    QTest.mouseClick(panel.buttons["ſ"], Qt.MouseButton.LeftButton)
    assert not panel.isVisible() and field.is_typing and field.text() == "ſ"
    field.insert("a")
    panel.buttons["\u0304"].click()
    assert field.text() == "ſa\u0304"


def test_special_characters_of_a_field_that_is_gone_survive_another_theme(context: ProjectContext) -> None:
    field = QLineEdit()
    panel = SpecialCharacters(field)
    shiboken6.delete(field)
    context.theme.set_mode("dark")
    context.theme.set_mode("light")
    assert not panel.action.icon().isNull()


@pytest.fixture
def review(context: ProjectContext, qtbot) -> Iterator[ReviewView]:
    view = opened(ReviewView, context, qtbot)
    qtbot.waitUntil(lambda: view.review.is_ready)
    yield view
    view.leave()


class GreedyField(QLineEdit):
    """A field that takes Ctrl+E, as in systems where it moves the cursor to its end."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


def leaves_export(field: QLineEdit) -> bool:
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_E, CONTROL)
    event.ignore()
    QApplication.sendEvent(field, event)
    return not event.isAccepted()


def test_export_key_is_left_to_the_window(review: ReviewView, context: ProjectContext, qtbot) -> None:
    field = GreedyField()
    qtbot.addWidget(field)
    assert not leaves_export(field)
    LeavesExport(field)
    assert leaves_export(field)
    search = opened(SearchView, context, qtbot)
    fields = [*review.word_view.findChildren(QLineEdit), *review.filter_bar.findChildren(QLineEdit)]
    fields = [*fields, *search.findChildren(QLineEdit)]
    assert len(fields) == 4 and review.filter_bar.panel.word.findChild(LeavesExport) is not None
    names = [field.accessibleName() for field in fields if field.findChild(LeavesExport) is None]
    assert names == []
    search.leave()


def test_focus_returns_to_the_word_after_a_choice_of_order_or_filter(review: ReviewView, qtbot) -> None:
    bar, field = review.filter_bar, review.word_view.field
    bar.order.setFocus()
    index = bar.order.findData(ReviewOrder.PAGE)
    bar.order.setCurrentIndex(index)
    bar.order.activated.emit(index)
    qtbot.waitUntil(field.hasFocus)
    bar.unchecked_only.setFocus()
    QTest.keyClick(bar.unchecked_only, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: field.hasFocus() and review.review.is_ready)
    bar.show_panel()
    assert bar.panel.isVisible()
    bar.panel.hide()
    qtbot.waitUntil(field.hasFocus)


def test_enter_leaves_the_filter_for_its_words_unless_it_has_a_mistake(review: ReviewView, qtbot) -> None:
    bar, field = review.filter_bar, review.word_view.field
    bar.field.setFocus()
    qtbot.waitUntil(bar.field.hasFocus)
    bar.field.setText("nonsense:")
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(review.review.error))
    assert bar.field.hasFocus(), "the mistake can be mended"
    bar.field.setText("page:3")
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: field.hasFocus() and review.review.is_ready)
