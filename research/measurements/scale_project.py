"""A project of very many words: how long it takes until it is open, its pages are shown, and Review has a word."""

from __future__ import annotations

import os
import random
import re
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import cv2
import numpy as np

import research.measurements.bench_review as review
from core.formats.records import PageRecord, SourceContents
from core.project.content.models import model_path, register_model
from core.project.content.predictions import save_predictions
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

A_PAGE = 1000
"""Words on a page: more than are on most, so that the words and not the pictures are what is made."""

WIDTH, HEIGHT = 800, 1200
COMMANDS = ("inspect", "lexicon", "check")


def make(folder: Path, words: int) -> Path:
    """A project of ``words`` words, all of them predicted, a tenth of them read by a person."""
    pages = -(-words // A_PAGE)
    folder.mkdir(parents=True, exist_ok=True)
    with Project.create(folder / "large") as project:
        records = []
        for number in range(pages):
            path = folder / f"{number:05}.png"
            page = np.full((HEIGHT, WIDTH), 235, np.uint8)
            page[0, : number % WIDTH + 1] = number // WIDTH
            cv2.imwrite(str(path), page)
            records.append(PageRecord(path, WIDTH, HEIGHT))
        import_contents(project, SourceContents(pages=tuple(records)))
        ids = [row[0] for row in project.query("SELECT id FROM page ORDER BY id")]
        with project.edit("words") as connection:
            connection.executemany(
                "INSERT INTO word (page_id, x, y, w, h, line, position) VALUES (?, ?, ?, 40, 20, ?, ?)",
                (
                    (ids[n // A_PAGE], n % 16 * 49, n % A_PAGE // 16 * 18, n % A_PAGE // 16, n % A_PAGE)
                    for n in range(words)
                ),
            )
        words_now = word_ids(project)
        with project.edit("readings") as connection:
            connection.executemany(
                "INSERT INTO transcription (id, word_id, text, nfc, folded, source, created_at)"
                " VALUES (?, ?, ?, ?, ?, 'typed', '2020-01-01T00:00:00Z')",
                ((n, word, *[f"word{n % 9000}"] * 3) for n, word in enumerate(words_now[::10], 1)),
            )
            connection.executemany(
                "UPDATE word SET transcription_id = ? WHERE id = ?",
                ((n, word) for n, word in enumerate(words_now[::10], 1)),
            )
        model_path(project, review.MODEL).write_bytes(b"no model: nothing here is recognised")
        register_model(project, review.MODEL)
        rng = random.Random(1)
        made = (review._prediction(word, rng, n) for n, word in enumerate(words_now))
        save_predictions(project, review.MODEL, made)
        return project.folder


def child(folder: Path) -> None:
    """Open the project in the window and print the seconds until each place is there, and the memory in MB."""
    from PySide6.QtWidgets import QApplication

    from app.main import make_window
    from app.review.view import ReviewView
    from app.settings import Settings
    from app.style.theme import Theme

    app = QApplication([])
    with tempfile.TemporaryDirectory() as aside:
        window = make_window(Settings(Path(aside) / "settings.json"), Theme(app, "light"))
        window.show()
        app.processEvents()
        started, worked = time.perf_counter(), time.process_time()
        window.open_project(folder)
        pages = len(list(folder.parent.glob("*.png")))
        place = window.current_view()
        review.until(lambda: place.pages.grid.model().rowCount() >= pages)  # type: ignore[union-attr]
        window.grab()
        opened = time.perf_counter() - started, time.process_time() - worked
        started, worked = time.perf_counter(), time.process_time()
        window.show_view("review")
        place = window.current_view()
        assert isinstance(place, ReviewView)
        review.until(lambda: place.review.is_ready)
        first = time.perf_counter() - started, time.process_time() - worked
        kilobytes = int(re.findall(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())[0])
        print("RESULT", *opened, *first, kilobytes / 1024)
        window.close_project()


if __name__ == "__main__":
    child(Path(sys.argv[2]))
