"""A line that is typed is cut by its gaps at once, and a child process moves its words to their letters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from line_helpers import LINE, written_line
from project_helpers import edit_history
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from view_helpers import open_page, press

from app.context import ProjectContext
from app.page.view import PageView
from core.formats.records import LineRecord, PageRecord, SourceContents
from core.project.content.transcriptions import list_transcriptions
from core.project.import_sources import import_contents
from core.project.project import Project

LEFT, TOP = 40, 30


@pytest.fixture
def project_folder(tmp_path: Path) -> Path:
    """A page with one written line, without any text."""
    gray, _ = written_line()
    page = cv2.copyMakeBorder(gray, TOP, TOP, LEFT, 100, cv2.BORDER_CONSTANT, value=235)
    cv2.imwrite(str(tmp_path / "page.png"), page)
    height, width = page.shape
    line = LineRecord((LEFT, TOP, width - 60, gray.shape[0]), None)
    with Project.create(tmp_path / "p") as project:
        record = PageRecord(tmp_path / "page.png", width, height, lines=(line,))
        import_contents(project, SourceContents(pages=(record,)))
        return project.folder


@pytest.fixture
def view(context: ProjectContext, qtbot: QtBot) -> Iterator[PageView]:
    for view in open_page(context, qtbot, 0):
        press(view, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
        yield view


def test_words_of_a_typed_line_move_to_their_letters(view: PageView, qtbot: QtBot) -> None:
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    assert view.transcript.is_editing
    QTest.keyClicks(view.transcript.line_editor.field, " ".join(LINE))
    QTest.keyClick(view.transcript.line_editor.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [word.text for word in view.page_model.words] == list(LINE))
    project = view.session.project
    before = len(edit_history(project))
    view.transcript.list.setCurrentRow(0)
    view.transcript.edit_current()
    view.transcript.line_editor.field.selectAll()
    QTest.keyClicks(view.transcript.line_editor.field, "another text")
    qtbot.waitUntil(lambda: edit_history(project)[0].edit.kind == "place the words of a line", timeout=120_000)
    qtbot.waitUntil(lambda: view.session.jobs.unfinished == [])
    assert len(edit_history(project)) == before + 1
    assert view.transcript.is_editing
    assert view.transcript.line_editor.field.text() == "another text", "typing goes on undisturbed"
    QTest.keyClick(view.transcript.line_editor.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: {word.source for word in view.page_model.words} == {"typed"})
    words = view.page_model.words
    assert [word.text for word in words] == list(LINE)
    for word, (left, right) in zip(words, written_line()[1], strict=True):
        assert left < word.box[0] + word.box[2] / 2 - LEFT < right
        assert list_transcriptions(project, word.id)[-1].fit is not None
    with qtbot.waitSignal(view.session.undone):
        view.session.undo()
    assert [word.text for word in view.page_model.words] == list(LINE)
