"""Typing on the page: words of the lexicon that begin so are offered, and nothing else works otherwise for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from page_helpers import settled, text_of, third_page, undo
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.context import ProjectContext
from app.page.editor import Editor
from app.page.view import PageView
from core.project.content.lexicon import add_words
from core.project.project import Project

WORDS = {"zebra": 9, "zebrawood": 5, "zenith": 2}


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[PageView]:
    with Project.open(context.session.folder) as project:
        add_words(project, WORDS)
    yield from third_page(context, qtbot)


def typed(place: PageView, text: str, qtbot) -> Editor:
    """Open the first word and type over what it shows."""
    editor = place.reading.editor
    place.reading.open(place.sheet.words[0].id)
    QTest.keyClicks(editor.line, text)
    qtbot.waitUntil(editor.completing.isVisible)
    return editor


def press(editor: Editor, key: Qt.Key) -> None:
    QTest.keyClick(editor.line, key)


def test_down_and_up_take_words_and_give_back_what_was_typed(place: PageView, qtbot) -> None:
    editor = typed(place, "ze", qtbot)
    assert editor.completing.offered == ["zebra", "zebrawood", "zenith"]
    assert editor.text == "ze" and "Up and Down" in editor.hint.text(), "nothing is filled in by itself"
    press(editor, Qt.Key.Key_Down)
    assert editor.text == "zebra" and editor.completing.buttons[0].isChecked()
    press(editor, Qt.Key.Key_Down)
    assert editor.text == "zebrawood"
    press(editor, Qt.Key.Key_Up)
    press(editor, Qt.Key.Key_Up)
    assert editor.text == "ze"
    press(editor, Qt.Key.Key_Up)
    assert editor.text == "zenith" and editor.line.hasFocus()
    QTest.keyClicks(editor.line, "s")
    assert editor.text == "zeniths", "one types on at its end"


def test_enter_keeps_what_stands_in_the_line(place: PageView, qtbot) -> None:
    first, second = place.sheet.words[:2]
    editor = typed(place, "ze", qtbot)
    press(editor, Qt.Key.Key_Return)
    settled(place, qtbot)
    assert text_of(place, first) == ("ze", "typed") and editor.word_id == second.id
    assert editor.completing.isHidden(), "the next word begins without offers"
    QTest.keyClicks(editor.line, "zebraw")
    qtbot.waitUntil(lambda: editor.completing.offered == ["zebrawood"])
    press(editor, Qt.Key.Key_Down)
    press(editor, Qt.Key.Key_Tab)
    settled(place, qtbot)
    assert text_of(place, second) == ("zebrawood", "typed")
    undo(place, qtbot)
    assert text_of(place, second)[1] != "typed"


def test_escape_leaves_the_word_and_the_lines_own_undo_takes_a_completion_back(place: PageView, qtbot) -> None:
    word = place.sheet.words[0]
    before = text_of(place, word)
    editor = typed(place, "ze", qtbot)
    press(editor, Qt.Key.Key_Down)
    QTest.keyClick(editor.line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.text == "ze" and place.session.next_labels()[1] is None
    press(editor, Qt.Key.Key_Down)
    press(editor, Qt.Key.Key_Escape)
    settled(place, qtbot)
    assert editor.isHidden() and text_of(place, word) == before


def test_a_click_takes_a_word_and_no_word_is_said(place: PageView, qtbot) -> None:
    editor = typed(place, "ze", qtbot)
    QTest.mouseClick(editor.completing.buttons[2], Qt.MouseButton.LeftButton)
    assert editor.text == "zenith" and editor.line.hasFocus()
    editor.line.selectAll()
    QTest.keyClicks(editor.line, "zzz")
    qtbot.waitUntil(lambda: not editor.completing.offered)
    assert editor.completing.isVisible() and "Up and Down" not in editor.hint.text()
    press(editor, Qt.Key.Key_Down)
    assert editor.text == "zzz"
    editor.line.selectAll()
    press(editor, Qt.Key.Key_Backspace)
    assert editor.completing.isHidden()


def test_offers_that_come_late_and_words_too_long_are_left_out(place: PageView, qtbot) -> None:
    editor = typed(place, "ze", qtbot)
    editor.offer("z", ["zoo"])
    assert editor.completing.offered[0] == "zebra"
    editor.offer("ze", ["ze" + "b" * 30, "ze" + "c" * 30])
    assert editor.completing.offered == ["ze" + "b" * 30]
    assert editor.width() == 376
