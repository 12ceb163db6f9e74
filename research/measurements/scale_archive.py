"""An archive's size in files and rows: importing crops, reading all words of a project, opening one of very many.

Of the last it is measured how long it takes until it is open, its pages are shown, and Review has a word.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

PICTURES = 300
"""Distinct pictures; each file has a number of its own in it, so that no two are alike."""
A_PAGE = 1000
"""Words on a page: more than are on most, so that the words and not the pictures are what is made."""

WIDTH, HEIGHT = 800, 1200
COMMANDS = ("inspect", "lexicon", "check")


def make_crops(folder: Path, count: int, *, labelled: bool) -> None:
    """``count`` small PNGs in sub-folders of 1,000, named by a counter only or by their word too."""
    from core.imaging.synth.word import render_word
    from core.imaging.synth.writer import Writer

    words = (Path(__file__).parents[2] / "resources/words/english.txt").read_text().split()
    words = [word for word in dict.fromkeys(words) if word.isascii() and word.isalpha()][:PICTURES]
    rng = np.random.default_rng(0)
    pictures = [cv2.imencode(".png", render_word(w.lower(), Writer(), rng))[1].tobytes() for w in words]
    for number in range(count):
        if number % 1000 == 0:
            part = folder / f"{number // 1000:04}"
            part.mkdir(parents=True)
        which = number % len(words)
        place = folder / f"{words[which]}_{number}.png" if labelled else part / f"{number:07}.png"
        place.write_bytes(_numbered(pictures[which], number + labelled * 10**9))


def _numbered(png: bytes, number: int) -> bytes:
    """The picture with a text chunk before its end."""
    body = b"tEXtComment\0" + str(number).encode()
    chunk = (len(body) - 4).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
    return png[:-12] + chunk + png[-12:]


class Ran:
    """A program that was run: its seconds, its greatest memory, and its memory over time."""

    def __init__(self, *arguments: str) -> None:
        started = time.perf_counter()
        self.memory: list[float] = []
        """MB at each line it printed."""
        child = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        self.last = ""
        for line in child.stdout:
            self.memory.append(_memory(child.pid) or self.memory[-1])
            self.last = line
        _, status, used = os.wait4(child.pid, 0)
        self.seconds = time.perf_counter() - started
        self.most_mb = used.ru_maxrss / 1024
        self.cpu = used.ru_utime + used.ru_stime
        if os.waitstatus_to_exitcode(status):
            raise SystemExit(f"{' '.join(arguments)} failed: {self.last}")
        child.returncode = 0


def _memory(pid: int) -> float:
    try:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def ductus(*arguments: str) -> Ran:
    """A command of the program, as events."""
    command, *rest = arguments
    return Ran("-m", "core.cli.main", command, "--json", *rest)


def measure_import(where: Path, count: int, model: Sequence[str]) -> tuple[Path, Ran]:
    """Import ``count`` untranscribed crops into a project that holds a few labelled ones and a ``model`` of them."""
    project = where / "archive.ductus"
    ductus("new", str(project))
    make_crops(where / "known", 2 * PICTURES, labelled=True)
    ductus("import", str(project), str(where / "known"), "--role", "train")
    ductus("train", str(project), *model)
    make_crops(where / "crops", count, labelled=False)
    return project, ductus("import", str(project), str(where / "crops"), "--no-labels")


def measure_reading(project: Path) -> tuple[Ran, dict[str, float]]:
    """Read all unread words with a profile; the process, and the seconds each part of the work took."""
    ran = Ran("-m", "research.measurements.scale_archive", "--child", "read", str(project))
    return ran, json.loads(ran.last)


@contextmanager
def _timed(seconds: dict[str, float], name: str) -> Iterator[None]:
    started = time.thread_time()
    try:
        yield
    finally:
        seconds[name] = seconds.get(name, 0.0) + time.thread_time() - started


def _wrap(seconds: dict[str, float], holder: object, name: str, part: str) -> None:
    inner = getattr(holder, name)

    def timed(*arguments, **named):  # type: ignore[no-untyped-def]
        with _timed(seconds, part):
            return inner(*arguments, **named)

    setattr(holder, name, timed)


def _wrap_blocks(seconds: dict[str, float], holder: object, name: str, part: str) -> None:
    inner = getattr(holder, name)

    def timed(*arguments, **named):  # type: ignore[no-untyped-def]
        blocks = inner(*arguments, **named)
        while True:
            with _timed(seconds, part):
                block = next(blocks, None)
            if block is None:
                return
            yield block

    setattr(holder, name, timed)


def read(project: Path) -> None:
    """Read the project's words in this process; a line after each block, the parts' seconds last."""
    import core.jobs.recognition.recognise as recognise
    import core.model.signature_learner as signature_learner
    import core.store.kept_results as kept_results
    from core.project.project import Project

    seconds: dict[str, float] = {}
    _wrap_blocks(seconds, recognise, "load_images", "decode and normalise")
    _wrap(seconds, signature_learner.SignatureLearner, "embed", "networks M1")
    _wrap(seconds, kept_results, "_append", "cache of embeddings")
    _wrap(seconds, recognise, "find_words", "search of words")
    _wrap(seconds, recognise, "count_votes", "gates M2")
    _wrap(seconds, recognise, "decode_freely", "free spelling")
    _wrap(seconds, recognise, "encode_predictions", "packing of details")
    _wrap(seconds, recognise, "save_predictions", "database")
    # the pictures repeat: what was embedded once would be found again, as it never is in an archive
    kept_results._ResultFiles.read = lambda *a: {}  # type: ignore[method-assign]
    with Project.open(project) as opened:
        started, cpu = time.perf_counter(), time.process_time()
        request = recognise.RecogniseRequest()
        result = recognise.recognise(opened, request, lambda event: print(event, flush=True), lambda: False)
    seconds["all"] = time.process_time() - cpu
    print(json.dumps(seconds | {"words": result.words, "wall": time.perf_counter() - started}))


def make_large(folder: Path, words: int) -> Path:
    """A project of ``words`` words, all of them predicted, a tenth of them read by a person."""
    import research.measurements.bench_review as review
    from core.formats.records import PageRecord, SourceContents
    from core.project.content.models import model_path, register_model
    from core.project.content.predictions import save_predictions
    from core.project.content.words import word_ids
    from core.project.import_sources import import_contents
    from core.project.project import Project

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


def open_large(folder: Path) -> None:
    """Open the project in the window and print the seconds until each place is there, and the memory in MB."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtWidgets import QApplication

    from app.main import make_window
    from app.review.view import ReviewView
    from app.settings import Settings
    from app.style.theme import Theme
    from research.measurements.bench_review import until

    app = QApplication([])
    with tempfile.TemporaryDirectory() as aside:
        window = make_window(Settings(Path(aside) / "settings.json"), Theme(app, "light"))
        window.show()
        app.processEvents()
        started, worked = time.perf_counter(), time.process_time()
        window.open_project(folder)
        pages = len(list(folder.parent.glob("*.png")))
        place = window.current_view()
        until(lambda: place.pages.grid.model().rowCount() >= pages)  # type: ignore[union-attr]
        window.grab()
        opened = time.perf_counter() - started, time.process_time() - worked
        started, worked = time.perf_counter(), time.process_time()
        window.show_view("review")
        place = window.current_view()
        assert isinstance(place, ReviewView)
        until(lambda: place.review.is_ready)
        first = time.perf_counter() - started, time.process_time() - worked
        kilobytes = int(re.findall(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())[0])
        print("RESULT", *opened, *first, kilobytes / 1024)
        window.close_project()


if __name__ == "__main__":
    {"read": read, "open": open_large}[sys.argv[2]](Path(sys.argv[3]))
