"""Errors name places of the app; exceptions and crashes are logged; a report has nothing that was transcribed."""

from __future__ import annotations

import ast
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import opened
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

import core
from app import main
from app.context import NavigationTarget, ProjectContext
from app.insight.view import InsightView
from app.notifications import NotificationCenter
from app.review.view import ReviewView
from app.session.jobs import Job
from app.shell import crash_log
from app.shell.dialogs.report_dialog import LogDialog, ReportDialog, make_report, versions_and_screens, without_home
from app.text.names import state_meanings, state_names
from app.train.view import TrainView
from core import logs
from core.errors import DuctusError, InputError
from core.jobs.requests import CheckRequest
from core.language import ENGLISH, IN_APP, set_language, tr_hint
from core.project.content.lexicon import add_words
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import Project

COMMAND = re.compile(r"(?<![\w-])--[a-z][\w-]*|\bductus [a-z]+ [A-Z]\w+|run: ductus|\bductus train\b")
NO_MESSAGES = (
    "executors/submitit_clusters.py",
    "jobs/executor_settings.py",
    "formats/pdf_write.py",
    "system/graphics.py",
)
"""Modules with options for other programs."""
RUN = """
import sys, os, threading, faulthandler
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from app.shell import crash_log
from app.notifications import NotificationCenter
folder = Path(sys.argv[1])
app = QApplication([])
print("PREVIOUS", bool(crash_log.start(folder)), flush=True)
window = QWidget()
notifications = NotificationCenter(window)
crash_log.report_to(notifications)
notifications.added.connect(lambda notification: print("ADDED", notification.level, notification.text, flush=True))
button = QPushButton(window)
def fail():
    raise ValueError("the slot failed")
button.clicked.connect(fail)
{body}
app.exec()
crash_log.stop(folder)
print("ENDED", flush=True)
"""


def hints(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls of ``tr_hint``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "tr_hint":
            yield node


def test_the_engine_names_commands_only_where_it_also_names_a_place_of_the_app() -> None:
    root = Path(core.__file__).parent
    wrong, count = [], 0
    for path in root.rglob("*.py"):
        name = path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        count += len(list(hints(tree)))
        wrong += [ast.unparse(call) for call in hints(tree) if COMMAND.search(ast.unparse(call.args[1]))]
        if name.startswith("cli/") or name in NO_MESSAGES:
            continue
        allowed = {id(node) for call in hints(tree) for node in ast.walk(call.args[0])}
        allowed |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        wrong += [
            f"{name}: {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in allowed
            and COMMAND.search(node.value)
        ]
    assert count > 15, "the engine has such hints; if not, this test checks nothing"
    assert not wrong


def test_a_hint_depends_on_the_place_where_it_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def message() -> str:
        with pytest.raises(InputError) as missing:
            Project.open(tmp_path / "none")
        return str(missing.value)

    assert message().endswith("Create one with “New project”.")
    set_language("de")
    try:
        assert message().endswith("Legen Sie mit „Neues Projekt“ eines an.")
    finally:
        set_language(ENGLISH)
    monkeypatch.delenv(IN_APP)
    assert message().endswith("Make one with: ductus new PROJECT.")
    assert tr_hint("a {x}", "b", x=1) == "a 1"


def test_the_app_and_its_jobs_name_places_of_the_app(monkeypatch: pytest.MonkeyPatch, qapp) -> None:
    def fail() -> None:
        raise DuctusError("no toolkit")

    assert Job(CheckRequest(), None)._process.processEnvironment().contains(IN_APP)
    monkeypatch.delenv(IN_APP)
    monkeypatch.setattr(main, "require_toolkit", fail)
    with pytest.raises(DuctusError, match="no toolkit"):
        main.main([])
    assert IN_APP in os.environ


def test_state_and_candidates_are_explained_in_review(context: ProjectContext, qtbot) -> None:
    view = opened(ReviewView, context, qtbot, NavigationTarget(query=""))
    qtbot.waitUntil(lambda: view.review.is_ready)
    assert view.word_view.state.toolTip() in state_meanings().values()
    rows = [row for row in view.word_view.candidates.rows if row.word]
    assert rows and all(row.toolTip() for row in rows)
    assert len({row.toolTip() for row in rows}) > 1, "words trained on and new words differ"


def test_every_state_has_a_meaning() -> None:
    assert set(state_names()) < set(state_meanings())


def test_tabs_of_insight_say_what_they_show(context: ProjectContext, qtbot) -> None:
    tabs = opened(InsightView, context, qtbot).tabs
    meanings = [tabs.tabToolTip(number) for number in range(tabs.count())]
    assert all(meanings) and len(set(meanings)) == tabs.count()


def test_readers_and_missing_words_are_explained_in_train(context: ProjectContext, qtbot) -> None:
    setup = opened(TrainView, context, qtbot).setup
    assert all("vote" in card.toolTip() for card in setup.cards.cards.values())
    assert any("only once" in label.toolTip() for label in setup.data.findChildren(QLabel))


def run(body: str, folder: Path, **more) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", RUN.replace("{body}", body), str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        **more,
    )


def test_exception_in_slot_is_reported_and_app_goes_on(tmp_path: Path) -> None:
    body = "button.click(); button.click()\nthreading.Thread(target=fail).start()\nQTimer.singleShot(200, app.quit)"
    out, _ = run(body, tmp_path).communicate(timeout=30)
    assert out.splitlines()[-1] == "ENDED"
    errors = [line for line in out.splitlines() if line.startswith("ADDED error")]
    # the same exception is reported once; the one in the thread is another
    assert len(errors) == 2 and "ValueError: the slot failed" in errors[0] and "saved" in errors[0]
    assert not (tmp_path / crash_log.FILE).exists()
    assert (tmp_path / crash_log.PREVIOUS_FILE).read_text().count("ValueError: the slot failed") == 3
    assert "the slot failed" in crash_log.latest(tmp_path) and crash_log.latest(tmp_path / "nowhere") == ""
    out, _ = run("QTimer.singleShot(0, app.quit)", tmp_path).communicate(timeout=30)
    assert "PREVIOUS False" in out, "after a regular exit nothing is offered"


@pytest.mark.parametrize("body", ["faulthandler._sigsegv()", "QTimer.singleShot(0, os.abort)"])
def test_log_of_crash_is_offered_at_next_start(tmp_path: Path, body: str) -> None:
    crashed = run(body, tmp_path)
    crashed.communicate(timeout=30)
    assert crashed.returncode < 0
    previous = crash_log.start(tmp_path)
    try:
        assert previous is not None and "Fatal Python error" in previous and "Ductus" in previous
    finally:
        crash_log.stop(tmp_path)
    assert crash_log.start(tmp_path) is None
    crash_log.stop(tmp_path)


def test_killed_app_is_offered_and_second_process_is_no_crash(tmp_path: Path) -> None:
    first = run("", tmp_path)
    assert first.stdout is not None and first.stdout.readline() == "PREVIOUS False\n"
    second, _ = run("QTimer.singleShot(0, app.quit)", tmp_path).communicate(timeout=30)
    assert "PREVIOUS False" in second and "ENDED" in second
    assert (tmp_path / crash_log.FILE).exists(), "the second must not remove the log of the first"
    first.send_signal(signal.SIGKILL)
    first.wait()
    previous = crash_log.start(tmp_path)
    crash_log.stop(tmp_path)
    assert previous is not None and "Ductus was killed" in previous


def test_without_permission_there_is_no_crash_log(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert crash_log.start(tmp_path / "file" / "below") is None
    crash_log.stop(tmp_path / "file" / "below")


def test_message_after_crash_shows_log_that_can_be_copied(qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    notifications = NotificationCenter(parent)
    crash_log.offer(notifications, "line one\nline two")
    notification = notifications.history[-1]
    assert "No transcription is lost" in notification.text and notification.on_action is not None
    notification.on_action()
    dialog = parent.findChild(LogDialog)
    assert dialog is not None and dialog.view.toPlainText() == "line one\nline two"
    copy = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Copy")
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "line one\nline two"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


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
        report = make_report(crash_log.latest(tmp_path), told_project, versions_and_screens(125))
    finally:
        crash_log.stop(tmp_path)
        logs.close()
    assert SECRET not in report
    assert f"Ductus {core.__version__}" in report and "texts at 125 %" in report
    assert "3 pages" in report and "numpy" in report
    assert "ValueError" in report and "test_errors.py" in report
    assert "Project opened" in report and str(Path.home()) not in report


def test_report_without_a_project_and_of_a_damaged_one(tmp_path: Path, qapp) -> None:
    assert "None is open." in make_report("", None, versions_and_screens(100))
    (tmp_path / "broken.ductus").mkdir()
    (tmp_path / "broken.ductus" / "project.sqlite").write_bytes(b"no database")
    assert "It cannot be read" in make_report("", tmp_path / "broken.ductus", versions_and_screens(100))


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
