"""The real window in a process of its own, which tests kill: `child_window.py show|type|undo PROJECT [NUMBER]...`."""

from __future__ import annotations

import os
import random
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.background.main_thread_gc import MainThreadGc
from app.main import make_window
from app.review.view import ReviewView
from app.session import backups
from app.session.changes import Changed
from app.session.session import Session
from app.settings import Settings
from app.shell.window import MainWindow
from app.style.theme import Theme
from app.text import translations
from core.project.changes import WORDS
from core.project.content.words import get_words
from core.project.project import Project

TYPING_PAUSE_MS = 5
QUEUE_PAUSE_S = 1.0


def open_window(
    project: Path, settings: Path, language: str = translations.ENGLISH
) -> tuple[MainWindow, Session | None]:
    """Show the window and open a project in it; the session is None if the window refused the project.

    From then on an unhandled exception ends the process with exit code 1.
    """
    sys.excepthook = _print_and_exit
    app = QApplication(sys.argv[:1])
    translations.install(app, language)
    MainThreadGc(app)
    window = make_window(Settings(settings), Theme(app, "light"))
    window.show()
    window.open_project(project)
    return window, window.session


def _print_and_exit(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    traceback.print_exception(kind, error, trace)
    sys.stderr.flush()
    os._exit(1)


def show(project: Path) -> None:
    """Print ``writes``, ``reads`` and the banner's text, or ``refused`` and the notification."""
    window, session = open_window(project, project.parent / f"settings-{os.getpid()}.json")
    if session is None:
        print("refused", window.notifications.history[-1].text, flush=True)
    else:
        print("reads" if session.read_only else "writes", window.banner.text.text(), flush=True)
    QApplication.exec()


def type_words(project: Path, first: str) -> None:
    """Type ``word<n>``, n from ``first``, into one word after another; print ``saved WORD_ID TEXT`` for each.

    TEXT is what the project holds when the window says that a word has changed: on a busy computer the next text may
    have been typed by then. At the end of the queue begin again with all words, checked or not.
    """
    # much more often than the defaults, so that some kills come in the middle of a backup
    backups.FIRST_DELAY_MS, backups.EDITS_BETWEEN_BACKUPS = 300, 20
    window, session = open_window(project, project.parent / "settings.json")
    assert session is not None
    window.show_view("review")
    view = window.current_view()
    assert isinstance(view, ReviewView)
    typed: dict[int, set[str]] = {}
    number, refreshed_at = int(first), time.monotonic()

    def print_saved(changed: Changed) -> None:
        if changed.touches(WORDS):
            for row in get_words(session.project, [id for id in changed.word_ids or () if id in typed]):
                assert row.text in typed[row.id], (row.id, row.text)
                print("saved", row.id, row.text, flush=True)

    def type_next() -> None:
        nonlocal number, refreshed_at
        word_id = view.current_word()
        if word_id is None or not view.word_view.isVisible():
            if time.monotonic() - refreshed_at > QUEUE_PAUSE_S:
                refreshed_at = time.monotonic()
                view.filter_bar.unchecked_only.setChecked(False)
                view.refresh()
            return
        field = view.word_view.field
        field.setFocus()
        field.selectAll()
        text = f"word{number}"
        typed.setdefault(word_id, set()).add(text)
        number += 1
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)

    session.changed.connect(print_saved)
    timer = QTimer(interval=TYPING_PAUSE_MS)
    timer.timeout.connect(type_next)
    timer.start()
    print("ready", flush=True)
    QApplication.exec()


def undo_and_redo(project: Path, lowest: str, seed: str) -> None:
    """Undo and redo at random, with ``lowest`` edits or more left done; print ``done COUNT`` after each."""
    window, session = open_window(project, project.parent / "settings.json")
    assert session is not None
    rng = random.Random(int(seed))
    window.show_view("review")

    def step(*_: object) -> None:
        count = count_done_edits(session.project)
        print("done", count, flush=True)
        if session.next_edits()[1] is None or (count > int(lowest) and rng.random() < 0.5):
            session.undo()
        else:
            session.redo()

    session.undone.connect(step)
    session.undo()
    QApplication.exec()


def count_done_edits(project: Project) -> int:
    """Return the number of edits that are done and not undone."""
    return int(project.query("SELECT count(*) FROM change WHERE state = 'done'")[0][0])


COMMANDS: dict[str, Callable[..., None]] = {"show": show, "type": type_words, "undo": undo_and_redo}

if __name__ == "__main__":
    command, folder, *arguments = sys.argv[1:]
    COMMANDS[command](Path(folder), *arguments)
