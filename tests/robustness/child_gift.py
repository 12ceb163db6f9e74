"""Open a gift project by every command and by the window: `child_gift.py commands|window PROJECT FOLDER`.

Prints a line of JSON for each: what was tried, the exit code, the messages and the seconds. Ends with the peak of its
memory.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SECONDS_A_VIEW = 0.4


def report(tried: str, code: int, messages: str, began: float) -> None:
    seconds = time.monotonic() - began
    print(json.dumps({"tried": tried, "code": code, "messages": messages, "seconds": seconds}), flush=True)


def commands_of(project: Path, folder: Path) -> list[list[object]]:
    """Return the arguments of every command that takes a project; the other files are in ``folder``."""
    out, images, part = folder / "out", folder / "images", folder / "part.ductus"
    quick = ("--preset", "quick", "--device", "cpu")
    return [
        ["check", project],
        ["check", project, "--thorough"],
        ["check", project, "--rescue", out / "rescued"],
        ["lexicon", project, "--stats"],
        ["lexicon", project, "--add", folder / "words.txt"],
        ["model", project],
        ["model", "card", project],
        ["agreement", project],
        ["inspect", project, "--word", "1"],
        ["estimate", project, *quick],
        ["begin", project],
        ["align", project],
        ["segment", project, "--finder", "gaps"],
        ["import", project, images],
        ["import", project, images, "--dry-run"],
        ["fetch", project, folder / "manifest.json"],
        ["export", project, out / "a.csv", "--format", "table"],
        ["export", project, out / "pages", "--format", "pagexml"],
        ["export", project, out / "a.pdf", "--format", "pdf"],
        ["backup", project, "--list"],
        ["backup", project, out / "copy"],
        ["backup", project, "--restore", folder / "restored.sqlite"],
        ["part", project, out / "part", "--pages", "1"],
        ["merge", project, part],
        ["merge", part, project],
        ["recognise", project, "--device", "cpu"],
        ["evaluate", project, "--device", "cpu"],
        ["recalibrate", project, "--device", "cpu"],
        ["adapt", project, "--device", "cpu"],
        ["train", project, *quick],
        ["train", project, *quick, "--resume", "1"],
        ["model", project, "--delete", "m"],
        ["model", project, "--delete-run", "1"],
        ["new", project],
        ["demo", project, "--pages-only"],
    ]


def run_commands(project: Path, folder: Path) -> None:
    import torch  # noqa: F401 - loaded before, so that the seconds are those of the commands

    from core.cli.main import main
    from core.jobs.training import speed_measurement

    speed_measurement._LINES = 2  # an estimate is made, however inexact
    for arguments in commands_of(project, folder):
        words = [str(word) for word in arguments]
        tried = " ".join(Path(word).name for word in words)
        print(json.dumps({"begins": tried}), flush=True)
        began = time.monotonic()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            try:
                code = main(words)
            except SystemExit as usage:
                code = int(str(usage.code))
        report(tried, code, said.getvalue(), began)


def show_window(project: Path, folder: Path) -> None:
    """Open the project in the window, show every view and let the automatic backup come; then close it."""
    from child_window import open_window
    from PySide6.QtWidgets import QApplication

    from app.session import backups
    from app.shell.views import VIEWS

    began = time.monotonic()
    backups.FIRST_DELAY_MS = 100
    window, session = open_window(project, folder / "settings.json")
    if session is None:
        report("window", 2, window.notifications.history[-1].text, began)
        return
    for view in VIEWS:
        window.show_view(view)
        until = time.monotonic() + SECONDS_A_VIEW
        while time.monotonic() < until:
            QApplication.processEvents()
            time.sleep(0.01)
    said = " ".join(note.text for note in window.notifications.history)
    window.close()
    report("window", 0, said, began)


def peak_mib() -> int:
    """Return the peak of this process's memory; not ru_maxrss, which begins at what the parent held."""
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) // 1024


if __name__ == "__main__":
    kind, project, folder = sys.argv[1:]
    {"commands": run_commands, "window": show_window}[kind](Path(project), Path(folder))
    print(json.dumps({"peak": peak_mib()}), flush=True)
