"""The window: first sight, a project of 100,000 words, memory, and whether it answers while a training runs.

Run: python -m research.measurements.bench_app
Ends with status 1 when the first window takes 1.5 s or more, the project 2 s, the process 500 MB, or the window
does not answer for more than 100 ms while a training job has both cores. Runs that are not counted come first, so
that Python's byte code is there, as in an installation.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

HELPERS = Path(__file__).parents[2] / "tests" / "helpers"
FIRST_S, OPEN_S, MEMORY_MB, BLOCK_MS = 1.5, 2.0, 500, 100
TYPING_S = 30


def main() -> int:
    """Measure each in a process of its own."""
    _child("first", str(time.time()))
    times = sorted(_child("first", str(time.time())) for _ in range(5))
    print(f"First window after {times[2]:.2f} s (median of 5, {times[0]:.2f} to {times[-1]:.2f})")
    fine = times[2] < FIRST_S
    with tempfile.TemporaryDirectory() as where:
        from research.measurements.bench_review import make

        folder = make(Path(where) / "bench", 100_000)
        _child("open", str(folder))
        opened, memory = (_child("open", str(folder), several=True))[:2]
        print(f"Project of 100,000 words opened and its pages shown after {opened:.2f} s")
        print(f"Memory after the wall of its largest group was scrolled: {memory:.0f} MB")
        fine &= opened < OPEN_S and memory < MEMORY_MB
        longest, typed = _child("busy", where, several=True)[:2]
        print(f"Longest time without an answer in {TYPING_S} s of typing beside a training:", end=" ")
        print(f"{longest:.0f} ms ({typed:.0f} readings typed)")
        fine &= longest <= BLOCK_MS
    return 0 if fine else 1


def _child(*arguments: str, several: bool = False) -> Any:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "research.measurements.bench_app", "--child", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    numbers = [float(n) for n in re.findall(r"^RESULT (.*)$", done.stdout, re.M)[-1].split()]
    return numbers if several else numbers[0]


def child(arguments: list[str]) -> None:
    """One measurement; its numbers go to standard output."""
    kind, *rest = arguments
    {"first": first, "open": opened, "busy": busy}[kind](*rest)


def first(started: str) -> None:
    """Seconds from the start of the process to the first picture of the window."""
    from PySide6.QtWidgets import QApplication

    from app.main import make_window
    from app.settings import Settings
    from app.style.theme import Theme

    app = QApplication([])
    with tempfile.TemporaryDirectory() as aside:
        window = make_window(Settings(Path(aside) / "settings.json"), Theme(app, "light"))
        window.show()
        app.processEvents()
        window.grab()
        print("RESULT", time.time() - float(started))


def opened(folder: str) -> None:
    """Seconds until the project's pages are shown, and the process's memory in MB after a walk over the wall."""
    from PySide6.QtWidgets import QApplication

    import research.measurements.bench_review as review
    from app.main import make_window
    from app.review.filter_bar import ReviewMode
    from app.review.view import ReviewView
    from app.settings import Settings
    from app.style.theme import Theme

    app = QApplication([])
    with tempfile.TemporaryDirectory() as aside:
        window = make_window(Settings(Path(aside) / "settings.json"), Theme(app, "light"))
        window.show()
        app.processEvents()
        started = time.perf_counter()
        window.open_project(Path(folder))
        place = window.current_view()
        review.until(lambda: place.pages.grid.model().rowCount() >= review.PAGES)  # type: ignore[union-attr]
        window.grab()
        seconds = time.perf_counter() - started
        window.show_view("review")
        place = window.current_view()
        assert isinstance(place, ReviewView)
        review.until(lambda: place.review.is_ready)
        place.set_mode(ReviewMode.GROUPS)
        review.until(lambda: place.stack.currentWidget() is place.group_view)
        review.frames(place)
        kilobytes = int(re.findall(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())[0])
        print("RESULT", seconds, kilobytes / 1024)
        window.close_project()


def busy(where: str) -> None:
    """The longest time in ms that the event loop stood still while a person typed and a job trained."""
    sys.path.insert(0, str(HELPERS))
    from gui_helpers import make_project
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    import research.measurements.bench_review as review
    from app.background.main_thread_gc import MainThreadGc
    from app.background.threads import favour_main_thread
    from app.main import make_window
    from app.review.view import ReviewView
    from app.settings import Settings
    from app.style.theme import Theme
    from core.jobs.requests import TrainModelRequest
    from core.training.presets import preset
    from core.training.train_request import TrainRequest
    from research.measurements.event_loop_watch import Watch

    folder = make_project(Path(where) / "busy")
    app = QApplication([])
    MainThreadGc(app)
    favour_main_thread()
    window = make_window(Settings(Path(where) / "settings.json"), Theme(app, "light"))
    window.show()
    window.open_project(folder)
    assert window.session is not None
    window.show_view("review")
    place = window.current_view()
    assert isinstance(place, ReviewView)
    review.until(lambda: place.review.is_ready)
    job = window.session.jobs.start(TrainModelRequest(TrainRequest(preset("compact").changed(steps=5000))))
    parts: list[str] = []
    job.event_received.connect(lambda event: parts.append(getattr(event, "part", "")))
    review.until(lambda: "embedder" in parts)
    watch = Watch(BLOCK_MS)
    watch.start()
    typed, end = 0, time.monotonic() + TYPING_S
    while time.monotonic() < end:
        if place.stack.currentWidget() is not place.word_view:
            place.filter_bar.unchecked_only.setChecked(False)
            place.refresh()
            review.until(lambda: place.review.is_ready)
        review.until(lambda: place.review.is_ready)
        place.word_view.field.selectAll()
        QTest.keyClicks(place.word_view.field, f"word{typed}")
        QTest.keyClick(place.word_view.field, Qt.Key.Key_Return)
        QTest.qWait(100)
        typed += 1
    watch.stop()
    print(watch.report(), file=sys.stderr)
    job.kill()
    print("RESULT", watch.longest_ms, typed)
    window.close_project()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2:])
        sys.exit(0)
    sys.exit(main())
