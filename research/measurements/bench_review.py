"""Review over 100,000 words: time to make the queue, to the next word after Enter, and of a frame of the wall.

Run: python -m research.measurements.bench_review [--words 100000] [--accepts 200]
Times are those of the GUI thread alone (its processor time), so that other work on the machine does not count.
Ends with status 1 when the 95th percentile is 50 ms or more from Enter to the next word, or 16 ms for a frame.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import cv2
import numpy as np
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.main import make_window
from app.review.filter_bar import ReviewMode
from app.review.view import ReviewView
from app.settings import Settings
from app.style.theme import Theme
from core.formats.records import PageRecord, SourceContents
from core.project.content.models import model_path, register_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

PAGES, WIDTH, HEIGHT = 100, 1600, 2400
MOST_ACCEPT_MS, MOST_FRAME_MS = 50.0, 16.0
MODEL = "bench"


def make(folder: Path, words: int) -> Path:
    """A project of ``words`` words on 100 pages, most of them predicted alike in groups; one group is huge."""
    rng, noise = random.Random(1), np.random.default_rng(1)
    with Project.create(folder) as project:
        for number in range(PAGES):
            path = folder.parent / f"{number:03}.png"
            page = np.full((HEIGHT, WIDTH), 235, np.uint8)
            page[noise.integers(0, HEIGHT, 4000), noise.integers(0, WIDTH, 4000)] = 40
            page[0, number] = number
            cv2.imwrite(str(path), page)
            import_contents(project, SourceContents(pages=(PageRecord(path, WIDTH, HEIGHT),)))
        pages = [row[0] for row in project.query("SELECT id FROM page ORDER BY id")]
        with project.edit("words") as connection:
            connection.executemany(
                "INSERT INTO word (page_id, x, y, w, h, line, position) VALUES (?, ?, ?, 90, 30, ?, ?)",
                (
                    (
                        pages[n % PAGES],
                        20 + n // PAGES % 16 * 96,
                        20 + n // PAGES // 16 % 62 * 38,
                        n // PAGES // 16,
                        n // PAGES,
                    )
                    for n in range(words)
                ),
            )
        file = model_path(project, MODEL)
        file.write_bytes(b"no model: nothing here is recognised")
        register_model(project, MODEL)
        save_predictions(project, MODEL, (_prediction(i, rng, n) for n, i in enumerate(word_ids(project))))
        return project.folder


def _prediction(word_id: int, rng: random.Random, n: int) -> Prediction:
    word = "the" if n % 3 == 0 else f"word{int(rng.paretovariate(0.6)) % 9000}"
    votes = rng.randint(1, 5)
    members = [
        [7, 9, 5, 1, [word if k < votes else f"other{k}", 0.1, "near", 0.2, "far", 0.3], ["new", 0.4]] for k in range(5)
    ]
    detail = zlib.compress(json.dumps(members).encode())
    return Prediction(word_id, word, "seen", votes, 5, rng.random(), rng.random(), detail)


def until(condition: Callable[[], bool], seconds: float = 120.0) -> float:
    """Let the app work until ``condition`` holds; returns the seconds that took."""
    started = time.perf_counter()
    while not condition():
        if time.perf_counter() - started > seconds:
            raise TimeoutError("the app did not get there")
        loop = QEventLoop()
        QTimer.singleShot(2, loop.quit)
        loop.exec()
    return time.perf_counter() - started


def told(name: str, times: list[float], most: float) -> bool:
    """Print the median, the 95th percentile and the worst; whether the 95th percentile is small enough."""
    middle, high = np.percentile(times, [50, 95])
    print(f"{name}: median {middle:.1f} ms, 95th percentile {high:.1f} ms, worst {max(times):.1f} ms")
    return bool(high < most)


def accepts(place: ReviewView, count: int) -> list[float]:
    """Milliseconds of the GUI thread from Enter until the next word is drawn, and all that the edit sets off."""
    times = []
    for _ in range(count):
        until(lambda: place.review.is_ready)
        before, started = place.current_word(), time.thread_time()
        QTest.keyClick(place.word_view.field, Qt.Key.Key_Return)
        place.word_view.repaint()
        times.append(1000 * (time.thread_time() - started))
        assert place.current_word() != before
    return times


def frames(place: ReviewView) -> list[float]:
    """Milliseconds of the GUI thread for each frame while the largest group is scrolled."""
    grid, bar = place.group_view.grid, place.group_view.grid.verticalScrollBar()
    times = []
    for step in range(400):
        started = time.thread_time()
        bar.setValue(bar.value() + (60 if step < 300 else bar.maximum() // 90))
        QApplication.processEvents()
        grid.viewport().repaint()
        times.append(1000 * (time.thread_time() - started))
        if step % 40 == 0:
            until(lambda: place.session.crops.is_idle)
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--words", type=int, default=100_000)
    parser.add_argument("--accepts", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as where:
        folder = make(Path(where) / "bench", options.words)
        app = QApplication([])
        window = make_window(Settings(Path(where) / "settings.json"), Theme(app, "light"))
        window.show()
        window.open_project(folder)
        started = time.perf_counter()
        window.show_view("review")
        place = window.current_view()
        assert isinstance(place, ReviewView)
        until(lambda: place.review.is_ready)
        print(f"First word of {options.words:,} after {time.perf_counter() - started:.2f} s")
        fine = told("Enter to the next word", accepts(place, options.accepts), MOST_ACCEPT_MS)
        started = time.thread_time()
        place.set_mode(ReviewMode.GROUPS)
        seconds = until(lambda: place.stack.currentWidget() is place.group_view)
        print(f"Groups of {len(place.group_view.words.ids):,} words after {seconds:.2f} s,", end=" ")
        print(f"GUI thread {1000 * (time.thread_time() - started):.0f} ms in all")
        fine &= told("Frame of the groups", frames(place), MOST_FRAME_MS)
        print(f"Greatest memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
        window.close_project()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
