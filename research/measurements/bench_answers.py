"""What a person waits for without a bar of progress, on 100,000 words, a large scan and a whole page.

Run: python -m research.measurements.bench_answers
Each line is the least of several runs, because other work may run beside this. Ends with status 1 when one of them
takes longer than its limit.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import cv2
import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from app.page.pyramid import Pyramid
from app.page.scan_tiles import ScanTiles
from app.page.viewport import Viewport
from app.scan_display import ScanAdjustment
from core.events import ignore_events
from core.formats.records import PageRecord, SourceContents
from core.imaging.scan import Scan
from core.imaging.synth.corpus import demo_text
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer
from core.jobs.segmentation.learned_lines import LEARNED, LearnedLines
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.word_edits import set_role
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.query.review_order import ReviewOrder, order_words
from core.recognition.algorithms import NO_WORD
from core.recognition.revote import StoredEvidence, revote
from core.recognition.word_vectors import DIMENSIONS, WordVectors

WORDS = 100_000
MEMBERS = 5
MODEL = "bench"


def told(what: str, limit_ms: float, runs: int, run: Callable[[], object]) -> bool:
    """Print the least time of some runs, and return whether it is within the limit."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        run()
        times.append(1000 * (time.perf_counter() - started))
    print(f"{what:<56}{min(times):>8.0f} ms (limit {limit_ms:.0f})", flush=True)
    return min(times) <= limit_ms


def help_text() -> bool:
    """The answer of the command line to ``--help``."""
    command = [sys.executable, "-m", "core.cli.main", "--help"]
    return told("ductus --help", 500, 4, lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True))


def project(folder: Path) -> bool:
    """The orders of Review, and one edit of all words."""
    rng = random.Random(4)
    cv2.imwrite(str(folder / "page.png"), np.full((100, 200), 255, np.uint8))
    with Project.create(folder / "many") as made:
        import_contents(made, SourceContents(pages=(PageRecord(folder / "page.png", 200, 100),)))
        with made.edit("many") as connection:
            connection.executemany(
                "INSERT INTO word (page_id, x, y, w, h, position) VALUES (1, 0, 0, 5, 5, ?)",
                ((n,) for n in range(WORDS)),
            )
        ids = word_ids(made)
        details = [_detail(gap / 50) for gap in range(50)]
        save_predictions(made, MODEL, (_prediction(word, rng, details) for word in ids))
        fine = True
        for order in ReviewOrder:
            name = f"{WORDS:,} words in the order {order.value}"
            fine &= told(name, 1000, 3, partial(order_words, made, ids, MODEL, order))
        return told(f"One edit of {WORDS:,} words", 5000, 1, lambda: set_role(made, ids, "val")) and fine


def _detail(gap: float) -> bytes:
    return zlib.compress(json.dumps([[5, 9, 5, 1, ["a", 0.1, "b", 0.1 + gap], []]] * 3).encode())


def _prediction(word: int, rng: random.Random, details: list[bytes]) -> Prediction:
    text = f"w{min(int(rng.expovariate(0.002)), 5000)}"
    return Prediction(word, text, "seen", rng.randint(1, 5), 5, rng.random(), rng.random(), rng.choice(details))


def dragged_threshold() -> bool:
    """The vote on all words at other thresholds."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2000, (WORDS, 1))

    def words(offset: int) -> np.ndarray:
        other = rng.integers(0, 2000, (WORDS, MEMBERS))
        return (np.where(rng.random((WORDS, MEMBERS)) < 0.8, truth, other) + offset).astype(np.int32)

    distances = rng.random((2, WORDS, MEMBERS)).astype(np.float32)
    evidence = StoredEvidence(
        tuple(map(str, range(4000))),
        rng.integers(0, 501, (WORDS, MEMBERS)).astype(np.int32),
        words(0),
        distances[0],
        words(2000),
        distances[1],
        np.zeros((WORDS, MEMBERS), np.bool_),
        np.full(WORDS, NO_WORD, np.int32),
        np.zeros(WORDS, np.int32),
        np.zeros(WORDS, np.float32),
    )
    return told(f"Vote on {WORDS:,} words at other thresholds", 50, 8, lambda: revote(evidence, [244] * MEMBERS))


def look_alikes() -> bool:
    """The words that look like one."""
    vectors = np.random.default_rng(10).normal(size=(WORDS, DIMENSIONS)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    words = WordVectors(np.arange(WORDS), np.zeros((WORDS, 4), np.int32), vectors, np.ones(WORDS, np.float32))
    return told(f"Look-alikes among {WORDS:,} words", 100, 8, lambda: words.near(0, 0.05, 2000))


def slider() -> bool:
    """A frame of a large window on a scan of thirty megapixels whose brightness changes."""
    gray = np.random.default_rng(0).integers(0, 256, (6500, 4700), np.uint8)
    tiles, size = ScanTiles(), (gray.shape[1], gray.shape[0])
    tiles.set_pyramid(Pyramid(Scan(gray, (gray[::4, ::4], gray[1::4, ::4]), 4)))
    window, canvas = QRect(0, 0, 1920, 1000), QImage(1920, 1000, QImage.Format.Format_RGB32)
    brightness = iter(range(1, 100))

    def frame() -> bool:
        painter = QPainter(canvas)
        done = tiles.draw(painter, Viewport(0.5, 0, 0), size, window, 1.0, QColor("white"))
        painter.end()
        return done

    def moved() -> None:
        tiles.set_adjustment(ScanAdjustment(next(brightness), 30))
        frame()

    while not frame():
        pass
    return told("Frame of a scan whose brightness changes", 60, 10, moved)


def lines() -> bool:
    """The lines of a page scanned with 300 dots an inch."""
    gray, _ = render_page(demo_text(2, 150, 120), Writer.random(2), np.random.default_rng(2), (1240, 1754))
    gray = np.asarray(cv2.resize(gray, (2480, 3508), interpolation=cv2.INTER_CUBIC), np.uint8)
    learned = LearnedLines(LEARNED, ignore_events)
    learned.find(np.full((64, 64), 255, np.uint8))  # loads the network
    return told("Lines of a page", 3000, 3, lambda: learned.find(gray))


def main() -> int:
    """Print a line for each, and return the exit status."""
    application = QGuiApplication([])
    with tempfile.TemporaryDirectory() as where:
        fine = [help_text(), project(Path(where)), dragged_threshold(), look_alikes(), slider(), lines()]
    application.quit()
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
