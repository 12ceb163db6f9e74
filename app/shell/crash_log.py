"""Uncaught exceptions and crashes: logged, reported as messages, and offered after a crash at the next start."""

from __future__ import annotations

import faulthandler
import logging
import os
import platform
import sys
import threading
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import TextIO

from PySide6.QtCore import QCoreApplication, QLockFile, QObject, Signal, qVersion

import core
from app.notifications import NotificationCenter

FILE = "crash.log"
PREVIOUS_FILE = "crash-earlier.log"
"""The log of an earlier run, kept until another run leaves one."""
_MAX_CHARACTERS = 1_000_000
_current: _CrashLog | None = None

logger = logging.getLogger(__name__)


def start(folder: Path) -> str | None:
    """Log uncaught exceptions and crashes to a file in ``folder`` from now on.

    Returns the log of the previous run if that crashed, else None. Without permission to write there is no log. Each
    further process of Ductus that runs at the same time has a log of its own.
    """
    global _current
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = QLockFile(str(folder / "crash.lock"))
        lock.setStaleLockTime(0)
        is_first = lock.tryLock(0)
        file = folder / (FILE if is_first else f"crash-{os.getpid()}.log")
        previous = _take_previous(file) if is_first else None
        _current = _CrashLog(file, lock if is_first else None)
    except OSError:
        return None
    return previous


def stop(folder: Path) -> None:
    """Stop logging before a regular exit: nothing is offered at the next start. A log with exceptions is kept."""
    global _current
    if _current is not None:
        log, _current = _current, None
        log.close()
        if log.has_entries:
            log.file.replace(folder / PREVIOUS_FILE)
        else:
            log.file.unlink(missing_ok=True)
        if log.lock is not None:
            log.lock.unlock()


def latest(folder: Path) -> str:
    """Return the errors of this run, else the log of the latest run that had some; "" without any."""
    if _current is not None and _current.has_entries:
        return _current.file.read_text(encoding="utf-8", errors="replace")
    try:
        return (folder / PREVIOUS_FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def report_to(notifications: NotificationCenter) -> None:
    """Report each uncaught exception to ``notifications`` from now on."""
    if _current is not None:
        _current.notifications = notifications


def offer(notifications: NotificationCenter, text: str) -> None:
    """Report that the previous run crashed, with a button that shows its log."""
    notifications.warning(
        QCoreApplication.translate(
            "CrashLog",
            "Ductus closed unexpectedly. No transcription is lost: each was saved as it was typed. "
            "If it happens again, the log helps to find the cause.",
        ),
        QCoreApplication.translate("CrashLog", "Show the log"),
        lambda: _show(notifications, text),
    )


class _CrashLog(QObject):
    """The open log file with the hooks for uncaught exceptions."""

    caught = Signal(str, str)

    def __init__(self, file: Path, lock: QLockFile | None) -> None:
        super().__init__()
        self.file, self.lock = file, lock
        self.has_entries = False
        self.notifications: NotificationCenter | None = None
        self._reported: set[str] = set()
        self._stream: TextIO = file.open("w", encoding="utf-8")
        self._write(f"{_header()}\n")
        self._faulthandler_was_enabled = faulthandler.is_enabled()
        faulthandler.enable(self._stream, all_threads=True)
        self._previous_hooks = (sys.excepthook, threading.excepthook)
        sys.excepthook, threading.excepthook = self._main_hook, self._thread_hook
        # a signal, because the exception may come from any thread and messages belong to the main thread
        self.caught.connect(self._report)

    def close(self) -> None:
        sys.excepthook, threading.excepthook = self._previous_hooks
        faulthandler.disable()
        if self._faulthandler_was_enabled and sys.__stderr__ is not None:
            faulthandler.enable(sys.__stderr__)
        self._stream.close()

    def _main_hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, Exception):
            self._add(error, trace)
        self._previous_hooks[0](kind, error, trace)

    def _thread_hook(self, arguments: threading.ExceptHookArgs) -> None:
        if isinstance(arguments.exc_value, Exception):
            self._add(arguments.exc_value, arguments.exc_traceback)
        self._previous_hooks[1](arguments)

    def _add(self, error: BaseException, trace: TracebackType | None) -> None:
        logger.critical("Uncaught exception", exc_info=error)
        text = "".join(traceback.format_exception(type(error), error, trace))
        self.has_entries = True
        self._write(f"\n{time.strftime('%Y-%m-%d %H:%M:%S')}\n{text}")
        # a repaint or a timer raises the same exception again and again
        if text not in self._reported:
            self._reported.add(text)
            self.caught.emit(f"{type(error).__name__}: {error}", text)

    def _write(self, text: str) -> None:
        try:
            if self._stream.tell() < _MAX_CHARACTERS:
                self._stream.write(text)
                self._stream.flush()
        except (OSError, ValueError):
            return  # a full disk must not turn one error into two

    def _report(self, short: str, text: str) -> None:
        if (notifications := self.notifications) is not None:
            message = QCoreApplication.translate(
                "CrashLog",
                "Ductus ran into an unexpected error ({0}). All transcriptions are saved and you can go on. "
                "Restart Ductus if this part no longer responds.",
            ).format(short)
            notifications.error(
                message, QCoreApplication.translate("CrashLog", "Show the log"), lambda: _show(notifications, text)
            )


def _take_previous(file: Path) -> str | None:
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    file.replace(file.with_name(PREVIOUS_FILE))
    if len(text.strip().splitlines()) <= 1:
        text += "No error was logged: Ductus was killed, or the computer was switched off.\n"
    return text


def _header() -> str:
    now = time.strftime("%Y-%m-%d %H:%M:%S")
    return (
        f"Ductus {core.__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}; "
        f"process {os.getpid()}, started {now}"
    )


def _show(notifications: NotificationCenter, text: str) -> None:
    from PySide6.QtWidgets import QWidget

    from app.shell.dialogs.report_dialog import LogDialog

    parent = notifications.parent()
    LogDialog(text, parent if isinstance(parent, QWidget) else None).open()
