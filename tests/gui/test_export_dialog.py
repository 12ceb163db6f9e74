"""The export dialog: what the preview shows is written to the chosen file or folder."""

from __future__ import annotations

import csv
import threading
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest

from app import settings as keys
from app.context import ProjectContext
from app.export_dialog import ExportDialog
from app.export_request import is_folder, suggested_target
from core.formats import registry
from core.formats.registry import writers, written_text
from core.jobs.export.preview import Preview, preview
from core.jobs.requests import ExportRequest
from core.project.content.pages import list_pages
from core.project.content.words import word_ids

_IN = QPoint(8, 10)
WRITERS = writers()


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
    shown = [list(row.cells) for row in dialog.view.table.rows]
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


def test_every_format_is_described() -> None:
    described = WRITERS.values()
    for writer in described:
        assert writer.label and writer.description
        assert "2" in written_text(writer, 2) and "zip" in written_text(writer, 2, is_zip=True)
    for texts in ([writer.label for writer in described], [written_text(writer, 2) for writer in described]):
        assert len(set(texts)) == len(described)


def test_a_row_more_is_a_format_more(
    context: ProjectContext, tmp_path: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = replace(WRITERS["text"], label="Notes", description="one line a word", suffix=".notes")
    monkeypatch.setattr(registry, "FORMATS", (registry.Format("notes", writer=writer), *registry.FORMATS))
    context.settings.set(keys.LAST_EXPORT, str(tmp_path))
    dialog = opened(context, qtbot)
    assert dialog.formats["notes"].text() == "Notes" and dialog.formats["notes"].isChecked()
    assert dialog.target.text() == str(tmp_path / "letters.notes") and dialog.view.text.toPlainText()


@pytest.mark.parametrize("kind", WRITERS)
def test_every_format_has_preview_and_target(dialog: ExportDialog, kind: str, tmp_path: Path, qtbot) -> None:
    dialog.formats[kind].setChecked(True)
    wait_for_preview(dialog, qtbot)
    assert dialog.request() == ExportRequest(suggested_target(tmp_path / "out", "letters", kind, as_zip=False), kind)
    assert dialog.view.stack.currentWidget() is (dialog.view.table if kind == "table" else dialog.view.text)
    text = dialog.amount.text()
    assert f"{len(list_pages(dialog._context.session.project))} pages" in text
    assert dialog.as_zip.isVisible() == (WRITERS[kind].archive is not None)
    assert ("show the scans" in text) == (kind == "pdf")


@pytest.mark.parametrize("kind", WRITERS)
def test_every_format_is_written_with_a_message(
    dialog: ExportDialog, context: ProjectContext, kind: str, tmp_path: Path, qtbot
) -> None:
    button = dialog.formats[kind]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().topLeft() + _IN)
    wait_for_preview(dialog, qtbot)
    export(dialog, context, qtbot)
    target = tmp_path / "out" / f"letters{WRITERS[kind].suffix}"
    assert target.is_dir() if WRITERS[kind].is_folder else target.stat().st_size > 0
    pages = len(list_pages(context.session.project))
    expected = {"textpages": pages, "pdf": pages, "pagexml": pages, "alto": pages, "hocr": pages, "tei": pages}
    text = context.notifications.history[-1].text
    assert target.name in text and "0 suggested by the model" in text
    if kind in expected:
        assert written_text(WRITERS[kind], expected[kind]) in text


def test_suggestions_are_left_out_unless_asked_for(
    dialog: ExportDialog, context: ProjectContext, tmp_path: Path, qtbot
) -> None:
    dialog.formats["text"].setChecked(True)
    wait_for_preview(dialog, qtbot)
    assert not dialog.suggestions.isChecked() and " 0 filled in" in dialog.amount.text()
    assert not dialog.request().with_suggestions
    checked_only = dialog.view.text.toPlainText()
    QTest.mouseClick(dialog.suggestions, Qt.MouseButton.LeftButton, pos=dialog.suggestions.rect().topLeft() + _IN)
    assert dialog.suggestions.isChecked() and "marked in the file" in dialog.about_suggestions.text()
    wait_for_preview(dialog, qtbot)
    assert " 0 filled in" not in dialog.amount.text()
    assert dialog.request().with_suggestions
    export(dialog, context, qtbot)
    written = (tmp_path / "out" / "letters.txt").read_text(encoding="utf-8")
    assert "nobody has checked" in written and "nobody has checked" not in checked_only
    assert " 0 suggested" not in context.notifications.history[-1].text


def test_zip_file_with_the_images(dialog: ExportDialog, context: ProjectContext, tmp_path: Path, qtbot) -> None:
    dialog.formats["pagexml"].setChecked(True)
    QTest.mouseClick(dialog.as_zip, Qt.MouseButton.LeftButton, pos=dialog.as_zip.rect().topLeft() + _IN)
    target = tmp_path / "out" / "letters-page-xml.zip"
    assert dialog.target.text() == str(target) and dialog.note.text() == ""
    wait_for_preview(dialog, qtbot)
    export(dialog, context, qtbot)
    with zipfile.ZipFile(target) as archive:
        names = archive.namelist()
    assert {"page/sheet-1.xml", "sheet-1.png"} <= set(names)
    assert "a zip file with 3 PAGE XML files and the images" in context.notifications.history[-1].text


def test_check_box_for_zip_follows_the_target(dialog: ExportDialog, tmp_path: Path, qtbot) -> None:
    dialog.formats["alto"].setChecked(True)
    dialog.target.selectAll()
    QTest.keyClicks(dialog.target, str(tmp_path / "mine.zip"))
    assert dialog.as_zip.isChecked() and not is_folder(dialog.request())
    QTest.keyClick(dialog.png, Qt.Key.Key_Space)
    assert dialog.request().png
    QTest.keyClick(dialog.as_zip, Qt.Key.Key_Space)
    assert dialog.target.text() == str(tmp_path / "mine") and is_folder(dialog.request())
    assert not dialog.png.isVisible() and not dialog.request().png
    QTest.keyClick(dialog.as_zip, Qt.Key.Key_Space)
    assert dialog.target.text() == str(tmp_path / "mine.zip")
    dialog.formats["hocr"].setChecked(True)
    assert not dialog.as_zip.isVisible() and not dialog.start.isEnabled() and "zip" in dialog.note.text()


def test_formats_can_be_chosen_by_keyboard_in_a_low_window(dialog: ExportDialog, qtbot) -> None:
    dialog.resize(dialog.width(), 420)
    dialog.formats["table"].setFocus()
    for _ in range(len(WRITERS) - 1):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
    last = dialog.formats["json"]
    assert last.isChecked() and last.hasFocus()
    qtbot.waitUntil(lambda: not last.visibleRegion().isEmpty())


def test_only_selected_pages_are_exported(context: ProjectContext, tmp_path: Path, qtbot) -> None:
    context.settings.set(keys.LAST_EXPORT, str(tmp_path))
    two = list_pages(context.session.project)[1]
    dialog = opened(context, qtbot, [two.id])
    assert dialog.all_pages.isChecked(), "only a person limits an export to a selection"
    dialog.some_pages.setChecked(True)
    qtbot.waitUntil(lambda: "1 page," in dialog.amount.text())
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
    dialog.files.filesSelected.emit([str(tmp_path / "chosen.csv")])
    assert dialog.request().out == tmp_path / "chosen.csv"
    dialog.files.close()


def test_preview_is_read_beside_the_window(context: ProjectContext, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def read(*arguments: Any) -> Preview:
        threads.append(threading.current_thread())
        return preview(*arguments)

    monkeypatch.setattr("core.jobs.export.preview.preview", read)
    assert opened(context, qtbot).view.table.rows
    assert threads and threading.main_thread() not in threads
