"""Completions from the lexicon while a person types on the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from view_helpers import open_third_page, transcription, undo, wait_until_written

from app.context import ProjectContext
from app.page.editor import Editor
from app.page.view import PageView
from core.project.content.lexicon import add_words
from core.project.project import Project

WORDS = {"zebra": 9, "zebrawood": 5, "zenith": 2}


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[PageView]:
    with Project.open(context.session.folder) as project:
        add_words(project, WORDS)
    yield from open_third_page(context, qtbot)


def type_over(view: PageView, text: str, qtbot) -> Editor:
    """Open the first word and type over what it shows."""
    editor = view.transcription.editor
    view.transcription.open(view.page_model.words[0].id)
    QTest.keyClicks(editor.line, text)
    qtbot.waitUntil(editor.completions.isVisible)
    return editor


def press(editor: Editor, key: Qt.Key) -> None:
    QTest.keyClick(editor.line, key)


def test_down_and_up_choose_words_and_return_to_the_typed_text(view: PageView, qtbot) -> None:
    editor = type_over(view, "ze", qtbot)
    assert editor.completions.completions == ["zebra", "zebrawood", "zenith"]
    assert editor.text == "ze" and "Up and Down" in editor.hint.text(), "nothing is filled in by itself"
    press(editor, Qt.Key.Key_Down)
    assert editor.text == "zebra" and editor.completions.buttons[0].isChecked()
    press(editor, Qt.Key.Key_Down)
    assert editor.text == "zebrawood"
    press(editor, Qt.Key.Key_Up)
    press(editor, Qt.Key.Key_Up)
    assert editor.text == "ze"
    press(editor, Qt.Key.Key_Up)
    assert editor.text == "zenith" and editor.line.hasFocus()
    QTest.keyClicks(editor.line, "s")
    assert editor.text == "zeniths", "typing continues at its end"


def test_enter_and_tab_save_the_text_in_the_line(view: PageView, qtbot) -> None:
    first, second = view.page_model.words[:2]
    editor = type_over(view, "ze", qtbot)
    press(editor, Qt.Key.Key_Return)
    wait_until_written(view, qtbot)
    assert transcription(view, first) == ("ze", "typed") and editor.word_id == second.id
    assert editor.completions.isHidden(), "the next word begins without completions"
    QTest.keyClicks(editor.line, "zebraw")
    qtbot.waitUntil(lambda: editor.completions.completions == ["zebrawood"])
    press(editor, Qt.Key.Key_Down)
    press(editor, Qt.Key.Key_Tab)
    wait_until_written(view, qtbot)
    assert transcription(view, second) == ("zebrawood", "typed")
    undo(view, qtbot)
    assert transcription(view, second)[1] != "typed"


def test_escape_cancels_and_undo_in_the_line_removes_a_completion(view: PageView, qtbot) -> None:
    word = view.page_model.words[0]
    before = transcription(view, word)
    editor = type_over(view, "ze", qtbot)
    press(editor, Qt.Key.Key_Down)
    QTest.keyClick(editor.line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.text == "ze" and view.session.next_edits()[1] is None
    press(editor, Qt.Key.Key_Down)
    press(editor, Qt.Key.Key_Escape)
    wait_until_written(view, qtbot)
    assert editor.isHidden() and transcription(view, word) == before


def test_click_chooses_a_word_and_missing_words_are_announced(view: PageView, qtbot) -> None:
    editor = type_over(view, "ze", qtbot)
    QTest.mouseClick(editor.completions.buttons[2], Qt.MouseButton.LeftButton)
    assert editor.text == "zenith" and editor.line.hasFocus()
    editor.line.selectAll()
    QTest.keyClicks(editor.line, "zzz")
    qtbot.waitUntil(lambda: not editor.completions.completions)
    assert editor.completions.isVisible() and "Up and Down" not in editor.hint.text()
    press(editor, Qt.Key.Key_Down)
    assert editor.text == "zzz"
    editor.line.selectAll()
    press(editor, Qt.Key.Key_Backspace)
    assert editor.completions.isHidden()


def test_late_completions_and_too_long_words_are_left_out(view: PageView, qtbot) -> None:
    editor = type_over(view, "ze", qtbot)
    editor.show_completions("z", ["zoo"])
    assert editor.completions.completions[0] == "zebra"
    editor.show_completions("ze", ["ze" + "b" * 30, "ze" + "c" * 30])
    assert editor.completions.completions == ["ze" + "b" * 30]
    assert editor.width() == 376
