"""The transcript beside the scan: each follows the other, and lines are typed, cut into words and put in order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from line_helpers import make_uncut_project
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from view_helpers import click, open_page, point_in, press, wait_until_written

from app.context import ProjectContext
from app.page.page_lines import LineKey
from app.page.transcript_panel import TranscriptPanel, shown_words
from app.page.view import PageView
from app.session.jobs import Job, Outcome
from app.settings import SHOW_TRANSCRIPT
from core.jobs.requests import JobRequest, PlaceLineRequest
from core.jobs.results import Placed
from core.project.content.line_words import lines_in_reading_order
from core.project.content.word_edits import move_word
from core.project.content.words import get_words, word_ids
from core.project.project import Project

FIRST, SECOND = "mount and nothing", "these are letters"


@pytest.fixture
def project_folder(tmp_path: Path) -> Path:
    return make_uncut_project(tmp_path)


@pytest.fixture
def placings(context: ProjectContext, monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """Jobs that would place words by their letters: they are not run, since these pages have arches for letters."""
    jobs: list[Job] = []

    def start(request: JobRequest) -> Job:
        jobs.append(Job(request, None, context.session.jobs))
        return jobs[-1]

    monkeypatch.setattr(context.session.jobs, "start_beside", start)
    return jobs


@pytest.fixture
def view(context: ProjectContext, placings: list[Job], qtbot: QtBot) -> Iterator[PageView]:
    for view in open_page(context, qtbot, 0):
        press(view, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
        assert view.transcript.isVisible() and context.settings.get(SHOW_TRANSCRIPT)
        yield view


def type_line(view: PageView, text: str) -> None:
    assert view.transcript.is_editing
    editor = view.transcript.line_editor.field
    editor.selectAll()
    QTest.keyClicks(editor, text)


def press_in_editor(view: PageView, key: Qt.Key) -> None:
    assert view.transcript.is_editing
    QTest.keyClick(view.transcript.line_editor.field, key)


def texts(view: PageView) -> list[str | None]:
    return [line.text for line in lines_in_reading_order(view.session.project, 1)]


def states(view: PageView, row: int) -> list[tuple[str, str]]:
    shown = view.transcript.line_of_row(row)
    assert shown is not None
    return shown_words(shown)


def type_two_lines(view: PageView, qtbot: QtBot) -> None:
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    type_line(view, FIRST)
    press_in_editor(view, Qt.Key.Key_Return)
    type_line(view, SECOND)
    press_in_editor(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: texts(view)[:2] == [FIRST, SECOND])
    wait_until_written(view, qtbot)
    qtbot.waitUntil(lambda: len(view.page_model.words) == 6)


def test_enter_saves_a_line_and_goes_to_the_next(view: PageView, qtbot: QtBot) -> None:
    type_two_lines(view, qtbot)
    assert view.transcript.is_editing and view.transcript.current_key == view.transcript.lines[2].key
    press_in_editor(view, Qt.Key.Key_Escape)
    assert not view.transcript.is_editing and texts(view) == [FIRST, SECOND, None]
    assert states(view, 0) == [(word, "aligned") for word in FIRST.split()]
    assert [word.text for word in view.page_model.words] == [*FIRST.split(), *SECOND.split()]
    with qtbot.waitSignal(view.session.undone):
        view.session.undo()
    qtbot.waitUntil(lambda: len(view.page_model.words) == 3)
    assert texts(view) == [FIRST, None, None]


def test_words_are_shown_on_the_scan_while_they_are_typed(view: PageView, qtbot: QtBot) -> None:
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    type_line(view, FIRST)
    qtbot.waitUntil(lambda: [text for _, text in view.canvas.outlines.typed] == FIRST.split())
    assert word_ids(view.session.project) == [], "nothing is written before Enter"
    press_in_editor(view, Qt.Key.Key_Escape)
    assert view.canvas.outlines.typed == () and texts(view) == [None] * 3


def test_new_words_are_placed_by_their_letters_line_by_line(view: PageView, placings: list[Job], qtbot: QtBot) -> None:
    type_two_lines(view, qtbot)
    press_in_editor(view, Qt.Key.Key_Escape)
    first, second = lines_in_reading_order(view.session.project, 1)[:2]
    ids = tuple(word.id for word in view.page_model.words)
    (job,) = placings
    assert job.request == PlaceLineRequest(first.id, FIRST, ids[:3], is_checked=True)
    job.finished.emit(Outcome(True, False, Placed(()), ""))
    assert placings[1].request == PlaceLineRequest(second.id, SECOND, ids[3:], is_checked=True)
    placings[1].finished.emit(Outcome(False, False, None, "killed"))
    assert len(placings) == 2


def test_a_corrected_word_keeps_the_boxes_of_its_line(view: PageView, placings: list[Job], qtbot: QtBot) -> None:
    type_two_lines(view, qtbot)
    press_in_editor(view, Qt.Key.Key_Escape)
    boxes = [word.box for word in view.page_model.words]
    view.transcript.list.setCurrentRow(0)
    view.transcript.edit_current()
    assert view.transcript.is_editing and view.transcript.line_editor.field.text() == FIRST
    type_line(view, "mount any nothing")
    press_in_editor(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.page_model.words[1].text == "any")
    assert [word.box for word in view.page_model.words] == boxes
    wait_until_written(view, qtbot)
    for number in range(2):
        placings[number].finished.emit(Outcome(True, False, Placed(()), ""))
    placed = placings[2].request
    assert isinstance(placed, PlaceLineRequest) and (placed.text, placed.word_ids) == ("mount any nothing", ())
    assert placed.staying == (view.page_model.words[1].id,) and placed.is_checked
    assert [word.state.value for word in view.page_model.words[:3]] == ["accepted", "aligned", "accepted"]


def test_the_scan_follows_the_transcript_and_the_reverse(view: PageView, qtbot: QtBot) -> None:
    type_two_lines(view, qtbot)
    press_in_editor(view, Qt.Key.Key_Escape)
    item = view.transcript.list.visualItemRect(view.transcript.list.item(1))
    QTest.mouseClick(view.transcript.list.viewport(), Qt.MouseButton.LeftButton, pos=item.center())
    assert view.canvas.line_layer.current == view.transcript.lines[1].key
    click(view, point_in(view, view.page_model.words[0]))
    assert view.transcript.current_key == view.transcript.lines[0].key == view.canvas.line_layer.current
    view.transcription.close()
    press(view, Qt.Key.Key_L)
    x, y, width, height = view.transcript.lines[2].box
    at = view.canvas.view.to_window(x + width / 2, y + height / 2)
    click(view, QPoint(round(at[0]), round(at[1])))
    assert view.transcript.current_key == view.transcript.lines[2].key


def test_a_confirmed_word_changes_its_colour(view: PageView, qtbot: QtBot) -> None:
    type_two_lines(view, qtbot)
    press_in_editor(view, Qt.Key.Key_Escape)
    view.canvas.setFocus()
    view.canvas.select([view.page_model.words[0].id])
    press(view, Qt.Key.Key_A)
    wait_until_written(view, qtbot)
    assert [state for _, state in states(view, 0)] == ["accepted", "aligned", "aligned"]
    assert get_words(view.session.project, [view.page_model.words[0].id])[0].source == "accepted"


def test_a_dragged_line_puts_the_page_in_order(view: PageView, qtbot: QtBot) -> None:
    ids = [line.id for line in lines_in_reading_order(view.session.project, 1)]
    model = view.transcript.list.model()
    parent = view.transcript.list.rootIndex()
    assert model.moveRow(parent, 2, parent, 0)
    qtbot.waitUntil(
        lambda: [line.id for line in lines_in_reading_order(view.session.project, 1)] == [ids[2], ids[0], ids[1]]
    )
    qtbot.waitUntil(lambda: [line.key[1] for line in view.transcript.lines] == [ids[2], ids[0], ids[1]])


def test_a_text_that_cannot_be_saved_is_kept(view: PageView, qtbot: QtBot) -> None:
    type_two_lines(view, qtbot)
    press_in_editor(view, Qt.Key.Key_Escape)
    stale = view.transcript.lines[0]
    with Project.open(view.session.folder) as writer:  # another program moves a word, and the page is not read again
        move_word(writer, stale.words[0].id, (5, 5, 50, 50))
    view.line_texts.save(stale, "other text", is_checked=False)
    qtbot.waitUntil(lambda: any("changed meanwhile" in message.text for message in view.context.notifications.history))
    assert texts(view)[0] == FIRST
    view.transcript.list.setCurrentRow(0)
    view.transcript.edit_current()
    assert view.transcript.is_editing and view.transcript.line_editor.field.text() == "other text"


def test_what_is_being_typed_is_saved_when_the_lines_change(view: PageView, qtbot: QtBot) -> None:
    QTest.keyClick(view.transcript.list, Qt.Key.Key_Return)
    type_line(view, FIRST)
    view.line_editing.put_in_order([line.key[1] for line in reversed(view.transcript.lines)])
    qtbot.waitUntil(lambda: FIRST in texts(view), timeout=20_000)
    assert texts(view) == [None, None, FIRST]


def test_words_without_a_line_are_lines_of_the_transcript(context: ProjectContext, qtbot: QtBot) -> None:
    panel = TranscriptPanel(context.theme, "", lambda box, scale: None, lambda: context.theme.tokens)
    qtbot.addWidget(panel)
    panel.set_lines([])
    assert not panel.hint.isHidden() and panel.current_key is None
    key: LineKey = ("made", 0)
    panel.show_line(key)
    assert panel.line(key) is None
