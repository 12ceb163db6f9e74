"""Reading words in place on the page: typed, accepted, chosen, left; nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from page_helpers import LEFT, at, click, key, settled, text_of, third_page, undo
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.context import ProjectContext
from app.page.tool import Tool
from app.page.view import PageView
from core.project.content.transcriptions import list_transcriptions


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[PageView]:
    yield from third_page(context, qtbot)


def test_typing_in_place_saves_and_goes_to_the_next_word(place: PageView, qtbot) -> None:
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


def test_enter_on_the_models_word_accepts_it_and_undo_comes_back(place: PageView, qtbot) -> None:
    word = place.sheet.words[0]
    click(place, at(place, word))
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Return)
    settled(place, qtbot)
    assert text_of(place, word) == (word.predicted, "accepted")
    undo(place, qtbot)
    assert place.current_word() == word.id and place.reading.editor.word_id == word.id
    assert text_of(place, word) == (None, None)


def test_escape_and_an_untouched_tab_change_nothing(place: PageView, qtbot) -> None:
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
def test_what_is_being_typed_is_kept_when_the_mouse_goes_elsewhere(place: PageView, qtbot, way: str) -> None:
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


def test_candidates_are_taken_by_their_number(place: PageView, qtbot) -> None:
    word = place.sheet.words[0]
    click(place, at(place, word))
    editor = place.reading.editor
    qtbot.waitUntil(lambda: len(editor.buttons) > 1)
    other = editor.buttons[1].text().split()[1]
    assert editor.buttons[0].text().split()[1] == word.predicted
    QTest.keyClick(editor.line, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    settled(place, qtbot)
    assert text_of(place, word) == (other, "typed")


def test_what_could_not_be_written_is_told_and_stands_ready(place: PageView, qtbot, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("app.page.transcription_controller.keep_text", full)
    word = place.sheet.words[0]
    click(place, at(place, word))
    QTest.keyClicks(place.reading.editor.line, "precious")
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(place.context.notifications.history))
    assert "precious" in place.context.notifications.history[-1].text
    settled(place, qtbot)
    assert place.sheet.word(word.id).state == word.state
    click(place, at(place, word))
    assert place.reading.editor.text == "precious" and place.reading.editor.is_changed
    monkeypatch.undo()


def test_letters_are_keys_only_while_nothing_is_typed(place: PageView) -> None:
    word = place.sheet.words[0]
    click(place, at(place, word))
    QTest.keyClicks(place.reading.editor.line, "bens 10")
    assert place.reading.editor.text == "bens 10" and place.canvas.tool is Tool.READ
    QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Escape)
    key(place, Qt.Key.Key_B)
    assert place.canvas.tool is Tool.DRAW


def test_every_reading_of_a_word_is_kept(place: PageView, qtbot) -> None:
    word = place.sheet.words[0]
    for text in ("one", "two"):
        click(place, at(place, word))
        place.reading.editor.line.selectAll()
        QTest.keyClicks(place.reading.editor.line, text)
        QTest.keyClick(place.reading.editor.line, Qt.Key.Key_Return)
        settled(place, qtbot)
    assert [reading.text for reading in list_transcriptions(place.session.project, word.id)] == ["one", "two"]
