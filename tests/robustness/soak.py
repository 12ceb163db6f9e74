"""A person who uses the real window for as long as is asked, and how much the process holds meanwhile.

``soak.py PROJECT MINUTES OUT`` appends a JSON line to OUT at every look: seconds, memory, open files, threads, and how
much was done by then. At the end a line ``{"end": ...}`` follows; an error ends it at once, with exit code 1.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.background.main_thread_gc import MainThreadGc
from app.main import make_window
from app.session.jobs import Job
from app.settings import Settings
from app.shell.views import VIEWS
from app.shell.window import MainWindow
from app.style.theme import Theme
from core.project.content.models import list_models
from core.project.content.words import word_ids

STEP_MS = 150
LOOK_S = 10.0
JOBS_EVERY_S = 60.0
"""A run of less than a minute trains nothing."""
QUICK = ("--preset", "quick", "--steps", "8", "--gates", "6", "--set", "gate_epochs=1", "--device", "cpu")
"""A training that is over in seconds: its length is no matter here, that it was started and heard is."""


def held() -> dict[str, float]:
    """Memory in use (MB), open file descriptors and threads of this process."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":" in line)
    return {
        "rss_mb": int(status["VmRSS"].split()[0]) / 1024,
        "files": len(os.listdir("/proc/self/fd")),  # noqa: PTH208
        "threads": int(status["Threads"]),
    }


class Person:
    """One step after another, as the event loop allows; ``done`` counts what was done."""

    def __init__(self, window: MainWindow, seconds: float, out: Path) -> None:
        assert window.session is not None
        self.window, self.session, self.seconds, self.out = window, window.session, seconds, out
        self.look_s = min(LOOK_S, seconds / 12)
        self.done: Counter[str] = Counter()
        self.began = self.job_at = time.monotonic()
        self.looked_at = -1.0
        self.words = word_ids(self.session.project)
        self.errors: list[str] = []
        self.before = self._latest()
        self.session.failed.connect(lambda error: self.errors.append(repr(error)))
        self.session.jobs.finished.connect(self._job_ended)
        self.steps = self._days()
        self.timer = QTimer(window, interval=STEP_MS)
        self.timer.timeout.connect(self._step)
        self.timer.start()

    def _step(self) -> None:
        now = time.monotonic() - self.began
        if now - self.looked_at >= self.look_s:
            self.looked_at = now
            self._tell({"seconds": round(now, 1), **held(), "done": dict(self.done)})
        if self.errors:
            self._end(1)
        elif now >= self.seconds and self.session.jobs.current is None:
            self._end(0)
        else:
            next(self.steps)

    def _end(self, code: int) -> None:
        self.timer.stop()
        self._tell({"end": code, "errors": self.errors, "done": dict(self.done)})
        self.window.close_project()
        QApplication.exit(code)

    def _tell(self, row: dict[str, object]) -> None:
        with self.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def _days(self) -> Iterator[None]:
        number = 0
        while True:
            for part in (self._walk, self._review, self._take_back, self._search):
                number += 1
                yield from part(number)
            if time.monotonic() - self.job_at > JOBS_EVERY_S and self.session.jobs.current is None:
                self.job_at = time.monotonic()
                self._start_jobs(number)

    def _walk(self, number: int) -> Iterator[None]:
        for name in VIEWS:
            self.window.show_view(name)
            self.done["navigate"] += 1
            yield
        place = self._at("page")
        for _ in range(3):
            place.turn_page(1)  # type: ignore[attr-defined]
            yield
        self.window.context.go("insight", word_id=self.words[number % len(self.words)])  # type: ignore[union-attr]
        yield

    def _review(self, number: int) -> Iterator[None]:
        place = self._at("review")
        place.filter_bar.unchecked_only.setChecked(False)  # type: ignore[attr-defined]
        place.refresh()  # type: ignore[attr-defined]
        yield
        for one in range(12):
            if place.current_word() is None or not place.word_view.isVisible():  # type: ignore[attr-defined]
                yield
                continue
            field = place.word_view.field  # type: ignore[attr-defined]
            field.setFocus()
            field.selectAll()
            QTest.keyClicks(field, f"word{(number + one) % 50}")
            QTest.keyClick(field, Qt.Key.Key_Return)
            self.done["type"] += 1
            yield

    def _take_back(self, number: int) -> Iterator[None]:
        """Undo all that was typed, redo some of it and undo that too, so that the project is as it was."""
        for deed in ("undo",) * 14 + ("redo",) * 4 + ("undo",) * 4:
            if deed == "redo" or self._latest() > self.before:
                getattr(self.session, deed)()
                self.done[deed] += 1
                yield

    def _latest(self) -> int:
        """The latest edit that is not undone."""
        found = self.session.project.one("SELECT max(id) FROM change WHERE state = 'done'")
        return int(found[0] or 0) if found else 0

    def _search(self, number: int) -> Iterator[None]:
        place = self._at("search")
        kinds = place.kinds  # type: ignore[attr-defined]
        kinds.setCurrentIndex(number % kinds.count())
        for text in ("the", "w*", "zzz", ""):
            place.box.setText(text)  # type: ignore[attr-defined]
            QTest.keyClick(place.box, Qt.Key.Key_Return)  # type: ignore[attr-defined]
            self.done["search"] += 1
            yield
            yield

    def _at(self, name: str) -> object:
        self.window.show_view(name)
        return self.window.current_view()

    def _start_jobs(self, number: int) -> None:
        """Train a model, read with it, and delete the one before."""
        old = [model.name for model in list_models(self.session.project) if model.name.startswith("soak")]
        for arguments in (
            ("train", *QUICK, "--name", f"soak{number}"),
            ("recognise", "--words", "all", "--device", "cpu"),
            *(("model", "--delete", name) for name in old),
        ):
            self.session.jobs.start(*arguments)

    def _job_ended(self, job: Job) -> None:
        self.done[job.kind] += 1
        if job.outcome is None or not job.outcome.ok:
            self.errors.append(f"{job.kind}: {job.outcome}")


def main(project: Path, minutes: float, out: Path) -> int:
    app = QApplication(sys.argv[:1])
    MainThreadGc(app)
    window = make_window(Settings(project.parent / "settings.json"), Theme(app, "light"))
    window.show()
    assert window.open_project(project)
    person = Person(window, minutes * 60, out)
    code = app.exec()
    del person
    return code


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3])))
