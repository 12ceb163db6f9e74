"""The export dialog: what it shows is what is written, where it was asked for."""

from __future__ import annotations

import csv
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest

from app import settings as keys
from app.context import ProjectContext
from app.export.dialog import ExportDialog
from app.export.request import ExportRequest, suggested_target
from core.jobs.export.export_target import FORMATS
from core.project.content.pages import list_pages
from core.project.content.words import word_ids

_IN = QPoint(8, 10)


@pytest.fixture
def dialog(context: ProjectContext, tmp_path: Path, qtbot) -> ExportDialog:
    (tmp_path / "out").mkdir()
    context.settings.set(keys.LAST_EXPORT, str(tmp_path / "out"))
    return opened(context, qtbot)


def opened(context: ProjectContext, qtbot, page_ids=()) -> ExportDialog:
    dialog = ExportDialog(context, None, page_ids)
    qtbot.addWidget(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    dialog.open()
    arrived(dialog, qtbot)
    return dialog


def arrived(dialog: ExportDialog, qtbot) -> None:
    qtbot.waitUntil(lambda: bool(dialog.amount.text()), timeout=20000)


def export(dialog: ExportDialog, context: ProjectContext, qtbot) -> None:
    with qtbot.waitSignal(context.session.jobs.finished, timeout=60000) as done:
        QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert done.args[0].outcome.ok, done.args[0].outcome.text
    assert not dialog.isVisible()


def test_the_preview_of_the_table_is_what_is_written(
    dialog: ExportDialog, context: ProjectContext, tmp_path: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dialog.target.text() == str(tmp_path / "out" / "letters.csv")
    table = dialog.view.table
    shown = [
        [table.item(row, column).text() for column in range(table.columnCount())] for row in range(table.rowCount())
    ]
    export(dialog, context, qtbot)
    with (tmp_path / "out" / "letters.csv").open(encoding="utf-8", newline="") as stream:
        _, *written = list(csv.reader(stream))
    assert shown and written[: len(shown)] == shown
    assert len(written) == len(word_ids(context.session.project))
    notice = context.notifications.history[-1]
    assert f"a table of {len(written)} rows" in notice.text and "letters.csv" in notice.text
    gone_to: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", gone_to.append)
    notice.on_action()
    assert gone_to == [QUrl.fromLocalFile(str(tmp_path / "out"))]


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_has_a_preview_and_a_place(dialog: ExportDialog, kind: str, tmp_path: Path, qtbot) -> None:
    dialog.formats[kind].setChecked(True)
    arrived(dialog, qtbot)
    assert dialog.request() == ExportRequest(kind, suggested_target(tmp_path / "out", "letters", kind), True)
    assert dialog.view.stack.currentWidget() is (dialog.view.table if kind == "table" else dialog.view.text)
    text = dialog.amount.text()
    assert f"{len(list_pages(dialog._context.session.project))} pages" in text
    assert ("does not distinguish" in text) == (kind in ("text", "pagexml", "alto"))


def test_without_predictions_only_a_person_s_words_are_shown(
    dialog: ExportDialog, context: ProjectContext, qtbot
) -> None:
    dialog.formats["text"].setChecked(True)
    arrived(dialog, qtbot)
    assert " 0 filled in" not in dialog.amount.text()
    QTest.mouseClick(dialog.predictions, Qt.MouseButton.LeftButton, pos=dialog.predictions.rect().topLeft() + _IN)
    assert not dialog.predictions.isChecked()
    arrived(dialog, qtbot)
    assert " 0 filled in" in dialog.amount.text()
    assert "--no-predictions" in dialog.request().arguments()


def test_only_the_chosen_pages_are_exported(context: ProjectContext, tmp_path: Path, qtbot) -> None:
    context.settings.set(keys.LAST_EXPORT, str(tmp_path))
    two = list_pages(context.session.project)[1]
    dialog = opened(context, qtbot, [two.id])
    assert dialog.some_pages.isChecked() and "1 page," in dialog.amount.text()
    dialog.formats["pagexml"].setChecked(True)
    dialog.target.selectAll()
    QTest.keyClicks(dialog.target, str(tmp_path / "xml"))
    export(dialog, context, qtbot)
    assert [file.name for file in (tmp_path / "xml").iterdir()] == ["sheet-2.xml"]
    assert "1 PAGE XML file" in context.notifications.history[-1].text


def test_without_a_choice_of_pages_none_is_offered(dialog: ExportDialog) -> None:
    assert dialog.all_pages.isChecked() and not dialog.some_pages.isVisible()


def test_a_place_that_cannot_be_written_to_is_told_of_before(
    dialog: ExportDialog, context: ProjectContext, tmp_path: Path
) -> None:
    def typed(text: str) -> str:
        dialog.target.selectAll()
        QTest.keyClicks(dialog.target, text)
        return dialog.note.text()

    assert "inside the project" in typed(str(context.session.folder / "x.csv")) and not dialog.start.isEnabled()
    assert "is a folder" in typed(str(tmp_path)) and not dialog.start.isEnabled()
    assert "whole path" in typed("somewhere.csv") and not dialog.start.isEnabled()
    (tmp_path / "old.csv").write_text("")
    assert "will be replaced" in typed(str(tmp_path / "old.csv")) and dialog.start.isEnabled()
    assert typed(str(tmp_path / "fresh.csv")) == "" and dialog.start.isEnabled()
    dialog.target.clear()
    QTest.keyClicks(dialog.target, " ")
    assert not dialog.start.isEnabled()


def test_what_was_typed_stays_when_the_format_changes(dialog: ExportDialog, tmp_path: Path) -> None:
    dialog.target.selectAll()
    QTest.keyClicks(dialog.target, str(tmp_path / "mine.txt"))
    dialog.formats["text"].setChecked(True)
    assert dialog.target.text() == str(tmp_path / "mine.txt")


def test_the_target_can_be_chosen_in_a_file_dialog(dialog: ExportDialog, tmp_path: Path, qtbot) -> None:
    QTest.mouseClick(dialog.browse, Qt.MouseButton.LeftButton)
    assert dialog.files is not None and dialog.files.isVisible()
    dialog.files.fileSelected.emit(str(tmp_path / "chosen.csv"))
    assert dialog.request().out == tmp_path / "chosen.csv"
    dialog.files.close()


def test_opening_it_and_reading_the_preview_does_not_hold_up_the_window(
    context: ProjectContext, qtbot, no_block
) -> None:
    dialog = opened(context, qtbot)
    until = time.monotonic() + 0.2
    qtbot.waitUntil(lambda: time.monotonic() > until)
    assert dialog.view.table.rowCount() > 0
