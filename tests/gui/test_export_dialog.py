"""The export dialog: what the preview shows is written to the chosen file or folder."""

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
from core.jobs.export.request import FORMATS
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
    wait_for_preview(dialog, qtbot)
    return dialog


def wait_for_preview(dialog: ExportDialog, qtbot) -> None:
    qtbot.waitUntil(lambda: bool(dialog.amount.text()), timeout=20000)


def export(dialog: ExportDialog, context: ProjectContext, qtbot) -> None:
    with qtbot.waitSignal(context.session.jobs.finished, timeout=60000) as finished:
        QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert finished.args[0].outcome.ok, finished.args[0].outcome.text
    assert not dialog.isVisible()


def test_preview_of_table_is_what_is_written(
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
    notification = context.notifications.history[-1]
    assert f"a table of {len(written)} rows" in notification.text and "letters.csv" in notification.text
    opened_urls: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened_urls.append)
    notification.on_action()
    assert opened_urls == [QUrl.fromLocalFile(str(tmp_path / "out"))]


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_has_preview_and_target(dialog: ExportDialog, kind: str, tmp_path: Path, qtbot) -> None:
    dialog.formats[kind].setChecked(True)
    wait_for_preview(dialog, qtbot)
    assert dialog.request() == ExportRequest(kind, suggested_target(tmp_path / "out", "letters", kind), True)
    assert dialog.view.stack.currentWidget() is (dialog.view.table if kind == "table" else dialog.view.text)
    text = dialog.amount.text()
    assert f"{len(list_pages(dialog._context.session.project))} pages" in text
    assert ("does not distinguish" in text) == (kind in ("text", "pagexml", "alto"))


def test_without_predictions_only_transcriptions_are_shown(
    dialog: ExportDialog, context: ProjectContext, qtbot
) -> None:
    dialog.formats["text"].setChecked(True)
    wait_for_preview(dialog, qtbot)
    assert " 0 filled in" not in dialog.amount.text()
    QTest.mouseClick(dialog.predictions, Qt.MouseButton.LeftButton, pos=dialog.predictions.rect().topLeft() + _IN)
    assert not dialog.predictions.isChecked()
    wait_for_preview(dialog, qtbot)
    assert " 0 filled in" in dialog.amount.text()
    assert "--no-predictions" in dialog.request().arguments()


def test_only_selected_pages_are_exported(context: ProjectContext, tmp_path: Path, qtbot) -> None:
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


def test_without_selected_pages_there_is_no_such_option(dialog: ExportDialog) -> None:
    assert dialog.all_pages.isChecked() and not dialog.some_pages.isVisible()


def test_unwritable_target_is_reported_before_export(
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


def test_edited_target_stays_when_format_changes(dialog: ExportDialog, tmp_path: Path) -> None:
    dialog.target.selectAll()
    QTest.keyClicks(dialog.target, str(tmp_path / "mine.txt"))
    dialog.formats["text"].setChecked(True)
    assert dialog.target.text() == str(tmp_path / "mine.txt")


def test_target_can_be_chosen_in_file_dialog(dialog: ExportDialog, tmp_path: Path, qtbot) -> None:
    QTest.mouseClick(dialog.browse, Qt.MouseButton.LeftButton)
    assert dialog.files is not None and dialog.files.isVisible()
    dialog.files.fileSelected.emit(str(tmp_path / "chosen.csv"))
    assert dialog.request().out == tmp_path / "chosen.csv"
    dialog.files.close()


def test_opening_and_preview_do_not_block_the_window(context: ProjectContext, qtbot, no_block) -> None:
    dialog = opened(context, qtbot)
    until = time.monotonic() + 0.2
    qtbot.waitUntil(lambda: time.monotonic() > until)
    assert dialog.view.table.rowCount() > 0
