"""The report on a problem: versions, the computer, counts of the project, errors and the log.

It holds no transcription, no word of the word list and no image, and the home folder is written as ``~``.
"""

from __future__ import annotations

import locale
import os
import platform
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

import core
from core import logs
from core.errors import DuctusError
from core.licences import libraries
from core.project.content.lexicon import lexicon_size
from core.project.content.models import list_models
from core.project.content.statistics import statistics
from core.project.project import Project
from core.system.computer import memory_size

_LOG_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class Window:
    """The screens and the size of texts, read in the main thread."""

    screens: tuple[str, ...]
    platform: str
    text_percent: int

    @classmethod
    def now(cls, text_percent: int) -> Window:
        screens = tuple(
            f"{screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}"
            for screen in QGuiApplication.screens()
        )
        return cls(screens, QGuiApplication.platformName(), text_percent)


def make_report(errors: str, project: Path | None, window: Window) -> str:
    """Return the report as text; ``errors`` is the log of errors, ``project`` the open project's folder."""
    parts = [
        ("Ductus", _versions(window)),
        ("Computer", _computer(project or Path.home())),
        ("Project", _project(project)),
        ("Errors", logs.strip_messages(errors) or "None."),
        ("Libraries", "\n".join(f"{library.name} {library.version}" for library in libraries())),
        ("Log", logs.read_tail(_LOG_BYTES) or "None."),
    ]
    text = "\n\n".join(f"{title}\n{'-' * len(title)}\n{content.strip()}" for title, content in parts)
    return without_home(text, Path.home()) + "\n"


def without_home(text: str, home: Path) -> str:
    """Replace the path of the home folder, which names the person, by ``~``."""
    # the root stands in every other path
    return text.replace(str(home), "~") if len(home.parts) > 1 else text


def _versions(window: Window) -> str:
    return "\n".join(
        (
            f"Ductus {core.__version__}, Python {platform.python_version()}, Qt {qVersion()} ({window.platform})",
            f"Written on {time.strftime('%Y-%m-%d %H:%M:%S')}",
            f"Screens: {', '.join(window.screens) or 'none'}; texts at {window.text_percent} %",
        )
    )


def _computer(folder: Path) -> str:
    lines = [f"{platform.platform()}, {os.cpu_count()} processors, language {locale.getlocale()[0] or 'unknown'}"]
    memory = memory_size()
    if memory is not None:
        lines.append(f"{memory / 2**30:.1f} GiB of memory")
    try:
        lines.append(f"{shutil.disk_usage(folder).free / 2**30:.1f} GiB free")
    except OSError as error:
        lines.append(f"Free space unknown ({error.strerror})")
    return "\n".join(lines)


def _project(folder: Path | None) -> str:
    if folder is None:
        return "None is open."
    try:
        with Project.open(folder, read_only=True) as project:
            models = list_models(project)
            active = next((model.name for model in models if model.active), None)
            counts = statistics(project, active)
            lines = [
                f"{counts.pages} pages, {counts.words} words, {counts.transcribed} of them checked",
                ", ".join(f"{state}: {number}" for state, number in counts.states.items()),
                f"{lexicon_size(project)} words in the word list",
                f"{len(models)} models: {', '.join(str(model.info.get('preset', 'starter')) for model in models)}",
            ]
    except (DuctusError, OSError) as error:
        return f"It cannot be read: {type(error).__name__}"
    return "\n".join(lines)
