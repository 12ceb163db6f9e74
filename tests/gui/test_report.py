"""The report on a problem: the facts that a helper needs, and nothing of what was transcribed."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

import core
from app.shell import crash_log
from app.shell.dialogs.report_dialog import ReportDialog, Window, make_report, without_home
from core import logs
from core.project.content.lexicon import add_words
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import Project

SECRET = "Qvorbzak"
"""A word that occurs nowhere else."""


@pytest.fixture
def told_project(project_folder: Path) -> Path:
    """The project with a transcription and a list that hold the word."""
    with Project.open(project_folder) as project:
        set_transcription(project, word_ids(project)[0], SECRET)
        add_words(project, [f"{SECRET}ia"], added_by="test")
    return project_folder


def test_report_has_versions_counts_errors_and_log_but_no_words(
    told_project: Path, tmp_path: Path, qapp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    crash_log.start(tmp_path)
    logs.configure(tmp_path / "ductus.log")
    try:
        try:
            raise ValueError(f"'{SECRET}' is wrong")
        except ValueError as error:
            sys.excepthook(ValueError, error, error.__traceback__)
        logging.getLogger("app").info("Project opened: %s", Path.home() / "letters")
        report = make_report(crash_log.latest(tmp_path), told_project, Window.now(125))
    finally:
        crash_log.stop(tmp_path)
        logs.close()
    assert SECRET not in report
    assert f"Ductus {core.__version__}" in report and "texts at 125 %" in report
    assert "3 pages" in report and "numpy" in report
    assert "ValueError" in report and "test_report.py" in report
    assert "Project opened" in report and str(Path.home()) not in report


def test_report_without_a_project_and_of_a_damaged_one(tmp_path: Path, qapp) -> None:
    assert "None is open." in make_report("", None, Window.now(100))
    (tmp_path / "broken.ductus").mkdir()
    (tmp_path / "broken.ductus" / "project.sqlite").write_bytes(b"no database")
    assert "It cannot be read" in make_report("", tmp_path / "broken.ductus", Window.now(100))


def test_home_folder_is_no_name() -> None:
    assert without_home("/home/ann/letters and /srv", Path("/home/ann")) == "~/letters and /srv"
    assert without_home("/srv", Path("/")) == "/srv"


def test_report_is_shown_copied_and_saved(tmp_path: Path, qtbot) -> None:
    parent = QWidget()
    parent.resize(900, 700)
    qtbot.addWidget(parent)
    dialog = ReportDialog(parent, "")
    assert not dialog.save.isEnabled()
    qtbot.waitUntil(dialog.save.isEnabled, timeout=10_000)
    assert dialog.view.toPlainText().startswith("Ductus")
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == dialog.view.toPlainText()
    dialog.write(tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == dialog.view.toPlainText()
    assert "Saved" in dialog.saved.text()
    dialog.write(tmp_path / "no such folder" / "report.txt")
    assert "could not be written" in dialog.saved.text()
    dialog.save.click()
    assert dialog.files is not None and dialog.files.isVisible()
    dialog.files.close()
