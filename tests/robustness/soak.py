"""A simulated person who uses the real window for a given time while the resources of the process are sampled.

`soak.py PROJECT MINUTES OUT` appends a JSON line for each sample to OUT: seconds, memory, open files, threads, and
the actions done so far. A line `{"end": EXIT_CODE, ...}` follows; an error ends the run at once with exit code 1.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from child_window import open_window
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.page.view import PageView
from app.review.view import ReviewView
from app.search.view import SearchView
from app.session.jobs import Job
from app.session.session import Session
from app.shell.views import VIEWS
from app.shell.window import MainWindow
from app.view import View
from core.jobs.requests import RecogniseRequest, TrainModelRequest
from core.project.changes import MODELS, PREDICTIONS
from core.project.content.models import delete_model, list_models
from core.project.content.words import word_ids
from core.training.presets import preset
from core.training.train_request import TrainRequest

V = TypeVar("V", bound=View)
STEP_MS = 150
SAMPLE_S = 10.0
JOBS_EVERY_S = 60.0
"""Runs of less than a minute start no jobs."""
QUICK = {"steps": 8, "gates": 6, "gate_epochs": 1}
"""A training of a few seconds: starting it and receiving its events matters here, not its result."""


def measure_resources() -> dict[str, float]:
    """Return the memory in use (MB), open file descriptors and threads of this process."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":" in line)
    return {
        "rss_mb": int(status["VmRSS"].split()[0]) / 1024,
        "files": len(os.listdir("/proc/self/fd")),  # noqa: PTH208
        "threads": int(status["Threads"]),
    }


class Person:
    """Runs one step after another in the event loop; ``counts`` holds the number of actions of each kind."""

    def __init__(self, window: MainWindow, session: Session, seconds: float, out: Path) -> None:
        self.window, self.session, self.seconds, self.out = window, session, seconds, out
        self.sample_s = min(SAMPLE_S, seconds / 12)
        self.counts: Counter[str] = Counter()
        self.started_at = self.jobs_at = time.monotonic()
        self.sampled_at = -self.sample_s
        self.words = word_ids(session.project)
        self.errors: list[str] = []
        self.first_edit = self._latest_edit()
        session.failed.connect(lambda error: self.errors.append(repr(error)))
        session.jobs.finished.connect(self._job_finished)
        self.steps = self._endless_steps()
        self.timer = QTimer(window, interval=STEP_MS)
        self.timer.timeout.connect(self._step)

    def run(self) -> int:
        """Start the steps; return the exit code."""
        self.timer.start()
        return QApplication.exec()

    def _step(self) -> None:
        now = time.monotonic() - self.started_at
        if now - self.sampled_at >= self.sample_s:
            self.sampled_at = now
            self._write({"seconds": round(now, 1), **measure_resources(), "counts": self.counts})
        if self.errors:
            self._end(1)
        elif now >= self.seconds and self.session.jobs.current is None:
            self._end(0)
        else:
            next(self.steps)

    def _end(self, code: int) -> None:
        self.timer.stop()
        self._write({"end": code, "errors": self.errors, "counts": self.counts})
        self.window.close_project()
        QApplication.exit(code)

    def _write(self, row: dict[str, object]) -> None:
        with self.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def _endless_steps(self) -> Iterator[None]:
        number = 0
        while True:
            for steps in (self._navigate, self._review, self._undo, self._search):
                number += 1
                yield from steps(number)
            if time.monotonic() - self.jobs_at > JOBS_EVERY_S and self.session.jobs.current is None:
                self.jobs_at = time.monotonic()
                self._start_jobs(number)

    def _navigate(self, number: int) -> Iterator[None]:
        for name in VIEWS:
            self.window.show_view(name)
            self.counts["navigate"] += 1
            yield
        view = self._show(PageView)
        for _ in range(3):
            view.turn_page(1)
            yield
        view.context.go("insight", word_id=self.words[number % len(self.words)])
        yield

    def _review(self, number: int) -> Iterator[None]:
        view = self._show(ReviewView)
        view.filter_bar.unchecked_only.setChecked(False)
        view.refresh()
        yield
        for offset in range(12):
            if view.current_word() is not None and view.word_view.isVisible():
                field = view.word_view.field
                field.setFocus()
                field.selectAll()
                QTest.keyClicks(field, f"word{(number + offset) % 50}")
                QTest.keyClick(field, Qt.Key.Key_Return)
                self.counts["type"] += 1
            yield

    def _undo(self, number: int) -> Iterator[None]:
        """Undo everything typed, redo some of it and undo that, so that the project is as it was at the start."""
        for action in ("undo",) * 14 + ("redo",) * 4 + ("undo",) * 4:
            if action == "redo" or self._latest_edit() > self.first_edit:
                getattr(self.session, action)()
                self.counts[action] += 1
                yield

    def _latest_edit(self) -> int:
        """Return the id of the latest edit that is not undone."""
        return int(self.session.project.query("SELECT max(id) FROM change WHERE state = 'done'")[0][0] or 0)

    def _search(self, number: int) -> Iterator[None]:
        view = self._show(SearchView)
        view.kinds.setCurrentIndex(number % view.kinds.count())
        for text in ("the", "w*", "zzz", ""):
            view.box.setText(text)
            QTest.keyClick(view.box, Qt.Key.Key_Return)
            self.counts["search"] += 1
            yield
            yield

    def _show(self, kind: type[V]) -> V:
        self.window.show_view(kind.name)
        view = self.window.current_view()
        assert isinstance(view, kind)
        return view

    def _start_jobs(self, number: int) -> None:
        """Delete the previous model, train one, and recognise all words with it."""
        old = [model.name for model in list_models(self.session.project) if model.name.startswith("soak")]
        training = TrainRequest(preset("quick").changed(**QUICK), device="cpu", name=f"soak{number}")
        self.session.jobs.start(TrainModelRequest(training))
        self.session.jobs.start(RecogniseRequest(words="all", device="cpu"))
        for name in old:
            self.session.execute(partial(delete_model, name=name), changes=[MODELS, PREDICTIONS], word_ids=None)

    def _job_finished(self, job: Job) -> None:
        self.counts[job.kind] += 1
        if job.outcome is None or not job.outcome.ok:
            self.errors.append(f"{job.kind}: {job.outcome}")


def main(project: Path, minutes: float, out: Path) -> int:
    window, session = open_window(project, project.parent / "settings.json")
    assert session is not None
    return Person(window, session, minutes * 60, out).run()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3])))
