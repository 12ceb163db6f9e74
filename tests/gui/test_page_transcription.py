"""Transcribing words on the page: typing, completing, accepting, choosing, leaving; nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui_helpers import MODEL
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from view_helpers import LEFT, click, open_third_page, point_in, press, transcription, undo, wait_until_written

from app.context import ProjectContext
from app.page.canvas import Tool
from app.page.editor import Editor
from app.page.view import PageView
from core.project.changes import MODELS
from core.project.content.lexicon import add_words
from core.project.content.models import give_title
from core.project.content.transcriptions import list_transcriptions
from core.project.project import Project

WORDS = {"zebra": 9, "zebrawood": 5, "zenith": 2}


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[PageView]:
    yield from open_third_page(context, qtbot)


def test_enter_saves_the_typed_text_and_opens_the_next_word(view: PageView, qtbot) -> None:
    first, second = view.page_model.words[:2]
    click(view, point_in(view, first))
    line = view.transcription.editor.line
    assert view.transcription.editor.word_id == first.id and line.text() == first.text
    QTest.keyClicks(line, "Regiment")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert view.transcription.editor.word_id == second.id and view.current_word() == second.id
    wait_until_written(view, qtbot)
    assert transcription(view, first) == ("Regiment", "typed")
    assert view.page_model.word(first.id).state == "typed"


def test_enter_accepts_the_suggestion_and_undo_returns_to_the_word(view: PageView, qtbot) -> None:
    word = view.page_model.words[0]
    click(view, point_in(view, word))
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Return)
    wait_until_written(view, qtbot)
    assert transcription(view, word) == (word.predicted, "accepted")
    undo(view, qtbot)
    assert view.current_word() == word.id and view.transcription.editor.word_id == word.id
    assert transcription(view, word) == (None, None)


def test_line_under_the_scan_names_the_model_by_its_title(view: PageView, qtbot) -> None:
    view.session.execute(lambda project: give_title(project, MODEL, "Letters of 1755"), changes=[MODELS], word_ids=())
    word = view.page_model.words[0]
    click(view, point_in(view, word))
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Return)
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Escape)
    wait_until_written(view, qtbot)
    click(view, point_in(view, word))
    qtbot.waitUntil(lambda: "model Letters of 1755" in view.status.text())


def test_escape_and_tab_without_typing_change_nothing(view: PageView, qtbot) -> None:
    first, second = view.page_model.words[:2]
    click(view, point_in(view, first))
    QTest.keyClicks(view.transcription.editor.line, "wrong")
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Escape)
    assert not view.transcription.editor.isVisible()
    click(view, point_in(view, first))
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Tab)
    assert view.transcription.editor.word_id == second.id
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Backtab)
    assert view.transcription.editor.word_id == first.id
    wait_until_written(view, qtbot)
    assert transcription(view, first) == (None, None) and transcription(view, second) == (None, None)


@pytest.mark.parametrize("target", ["word", "page", "view", "empty"])
def test_typed_text_is_saved_when_the_editor_is_left(view: PageView, qtbot, target: str) -> None:
    first, _, third = view.page_model.words[:3]
    click(view, point_in(view, first))
    QTest.keyClicks(view.transcription.editor.line, "kept")
    if target == "word":
        click(view, point_in(view, third))
    elif target == "page":
        QTest.mouseClick(view.top_bar.buttons["previous"], LEFT)
    elif target == "view":
        view.leave()
    else:
        click(view, QPoint(4, 4))
    wait_until_written(view, qtbot)
    assert transcription(view, first) == ("kept", "typed")


def test_alt_and_number_choose_a_candidate(view: PageView, qtbot) -> None:
    word = view.page_model.words[0]
    click(view, point_in(view, word))
    editor = view.transcription.editor
    qtbot.waitUntil(lambda: len(editor.candidate_buttons) > 1)
    other = editor.candidate_buttons[1].text().split()[1]
    assert editor.candidate_buttons[0].text().split()[1] == word.predicted
    QTest.keyClick(editor.line, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    wait_until_written(view, qtbot)
    assert transcription(view, word) == (other, "typed")


def test_text_that_cannot_be_saved_is_reported_and_restored(view: PageView, qtbot, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("app.page.transcription_controller.save_transcription", full)
    word = view.page_model.words[0]
    click(view, point_in(view, word))
    QTest.keyClicks(view.transcription.editor.line, "precious")
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(view.context.notifications.history))
    assert "precious" in view.context.notifications.history[-1].text
    wait_until_written(view, qtbot)
    assert view.page_model.word(word.id).state == word.state
    click(view, point_in(view, word))
    assert view.transcription.editor.line.text() == "precious" and view.transcription.editor.is_changed
    monkeypatch.undo()


def test_letters_are_shortcuts_only_outside_the_editor(view: PageView) -> None:
    word = view.page_model.words[0]
    click(view, point_in(view, word))
    QTest.keyClicks(view.transcription.editor.line, "bens 10")
    assert view.transcription.editor.line.text() == "bens 10" and view.canvas.tool is Tool.TRANSCRIBE
    QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Escape)
    press(view, Qt.Key.Key_B)
    assert view.canvas.tool is Tool.DRAW


def test_earlier_transcriptions_are_kept(view: PageView, qtbot) -> None:
    word = view.page_model.words[0]
    for text in ("one", "two"):
        click(view, point_in(view, word))
        view.transcription.editor.line.selectAll()
        QTest.keyClicks(view.transcription.editor.line, text)
        QTest.keyClick(view.transcription.editor.line, Qt.Key.Key_Return)
        wait_until_written(view, qtbot)
    assert [reading.text for reading in list_transcriptions(view.session.project, word.id)] == ["one", "two"]


@pytest.fixture
def completing(context: ProjectContext, qtbot) -> Iterator[PageView]:
    with Project.open(context.session.folder) as project:
        add_words(project, WORDS)
    yield from open_third_page(context, qtbot)


def type_over(completing: PageView, text: str, qtbot) -> Editor:
    """Open the first word and type over what it shows."""
    editor = completing.transcription.editor
    completing.transcription.open(completing.page_model.words[0].id)
    QTest.keyClicks(editor.line, text)
    qtbot.waitUntil(editor.completions.isVisible)
    return editor


def press_in(editor: Editor, key: Qt.Key) -> None:
    QTest.keyClick(editor.line, key)


def test_down_and_up_choose_words_and_return_to_the_typed_text(completing: PageView, qtbot) -> None:
    editor = type_over(completing, "ze", qtbot)
    assert editor.completions.completions == ["zebra", "zebrawood", "zenith"]
    assert editor.line.text() == "ze" and "Up and Down" in editor.hint.text(), "nothing is filled in by itself"
    press_in(editor, Qt.Key.Key_Down)
    assert editor.line.text() == "zebra" and editor.completions.buttons[0].isChecked()
    press_in(editor, Qt.Key.Key_Down)
    assert editor.line.text() == "zebrawood"
    press_in(editor, Qt.Key.Key_Up)
    press_in(editor, Qt.Key.Key_Up)
    assert editor.line.text() == "ze"
    press_in(editor, Qt.Key.Key_Up)
    assert editor.line.text() == "zenith" and editor.line.hasFocus()
    QTest.keyClicks(editor.line, "s")
    assert editor.line.text() == "zeniths", "typing continues at its end"


def test_enter_and_tab_save_the_text_in_the_line(completing: PageView, qtbot) -> None:
    first, second = completing.page_model.words[:2]
    editor = type_over(completing, "ze", qtbot)
    press_in(editor, Qt.Key.Key_Return)
    wait_until_written(completing, qtbot)
    assert transcription(completing, first) == ("ze", "typed") and editor.word_id == second.id
    assert editor.completions.isHidden(), "the next word begins without completions"
    QTest.keyClicks(editor.line, "zebraw")
    qtbot.waitUntil(lambda: editor.completions.completions == ["zebrawood"])
    press_in(editor, Qt.Key.Key_Down)
    press_in(editor, Qt.Key.Key_Tab)
    wait_until_written(completing, qtbot)
    assert transcription(completing, second) == ("zebrawood", "typed")
    undo(completing, qtbot)
    assert transcription(completing, second)[1] != "typed"


def test_escape_cancels_and_undo_in_the_line_removes_a_completion(completing: PageView, qtbot) -> None:
    word = completing.page_model.words[0]
    before = transcription(completing, word)
    editor = type_over(completing, "ze", qtbot)
    press_in(editor, Qt.Key.Key_Down)
    QTest.keyClick(editor.line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.line.text() == "ze" and completing.session.next_edits()[1] is None
    press_in(editor, Qt.Key.Key_Down)
    press_in(editor, Qt.Key.Key_Escape)
    wait_until_written(completing, qtbot)
    assert editor.isHidden() and transcription(completing, word) == before


def test_click_chooses_a_word_and_missing_words_are_announced(completing: PageView, qtbot) -> None:
    editor = type_over(completing, "ze", qtbot)
    QTest.mouseClick(editor.completions.buttons[2], Qt.MouseButton.LeftButton)
    assert editor.line.text() == "zenith" and editor.line.hasFocus()
    editor.line.selectAll()
    QTest.keyClicks(editor.line, "zzz")
    qtbot.waitUntil(lambda: not editor.completions.completions)
    assert editor.completions.isVisible() and "Up and Down" not in editor.hint.text()
    press_in(editor, Qt.Key.Key_Down)
    assert editor.line.text() == "zzz"
    editor.line.selectAll()
    press_in(editor, Qt.Key.Key_Backspace)
    assert editor.completions.isHidden()


def test_late_completions_and_too_long_words_are_left_out(completing: PageView, qtbot) -> None:
    editor = type_over(completing, "ze", qtbot)
    editor.show_completions("z", ["zoo"])
    assert editor.completions.completions[0] == "zebra"
    editor.show_completions("ze", ["ze" + "b" * 30, "ze" + "c" * 30])
    assert editor.completions.completions == ["ze" + "b" * 30]
    assert editor.width() == 376
